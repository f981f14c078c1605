//! What players of a game with milestones, such as greatest tiles, are compared by: how often each was reached.

use std::collections::BTreeMap;

use serde::Serialize;

use super::means::wilson;

/// How often a tile was reached.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TileRate {
    /// The tile: 2, 4, 8 …
    pub tile: u64,
    /// Games in which it, or a greater one, was reached.
    pub games: u64,
    /// Their share of all games.
    pub rate: f64,
    /// Lower end of the share's 95 % interval (Wilson).
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The rate of every tile from the least to the greatest, from how often each was the greatest of its game.
#[must_use]
pub(crate) fn tile_rates_of(counts: &BTreeMap<u64, u64>) -> Vec<TileRate> {
    let (Some((&least, _)), Some((&most, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return Vec::new();
    };
    let all: u64 = counts.values().sum();
    let tiles = std::iter::successors(Some(least.max(1)), |tile| tile.checked_mul(2));
    tiles
        .take_while(|&tile| tile <= most)
        .map(|tile| {
            let games = counts.range(tile..).map(|(_, count)| count).sum();
            let share = wilson(games, 0, all);
            TileRate { tile, games, rate: share.mean, low: share.low, high: share.high }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_tile_counts_for_the_lesser_ones() {
        let rates = tile_rates_of(&BTreeMap::from([(512, 1), (1024, 1), (2048, 2)]));
        let counts: Vec<(u64, u64)> = rates.iter().map(|rate| (rate.tile, rate.games)).collect();
        assert_eq!(counts, [(512, 4), (1024, 3), (2048, 2)]);
        assert_eq!((rates[2].rate, rates[0].high), (0.5, 1.0));
        assert!(rates[2].low > 0.1 && rates[2].high < 0.9);
        assert!(tile_rates_of(&BTreeMap::new()).is_empty());
    }
}
