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
pub fn tile_rates_of(counts: &BTreeMap<u64, u64>) -> Vec<TileRate> {
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
