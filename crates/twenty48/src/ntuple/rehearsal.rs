//! The sums of temporal coherence for a network whose own run is not at hand, estimated from games.

use plywise::Rng;

use super::learner::Learner;
use super::practice::Milestones;
use super::train::drawn;
use crate::game::Twenty48;

/// Games that are played for the estimate, at most: some seconds.
const GAMES: u64 = 1_000;

/// The sum of magnitudes of a weight that has learned but that no game here met, in points for each time that as many games
/// were played before: 10,000 after a million, the most common size there.
const RARE: f32 = 10.0;

/// What share of the sum of its errors' magnitudes a weight's net sum has. Of 25 million weights of four tuples of six cells
/// after 1,061,008 games those with a sum of 10^3 to 10^4 points had 0.79 on the mean, then, by powers of ten, 0.46, 0.22,
/// 0.10, 0.039, 0.014, 0.0057.
fn coherence(total: f32) -> f32 {
    (total / 4_200.0).powf(-0.38).min(1.0)
}

impl Learner {
    /// Sets the sums of all weights to what `games` games of learning may have left: errors are summed up over some games
    /// in which nothing is learned and which begin at `starts`. Weights that are `untouched` begin with zeros.
    pub(super) fn rehearse(&mut self, seed: u64, games: u64, untouched: f32, starts: &[Twenty48]) {
        if !self.rule.coherence {
            return;
        }
        let played = games.clamp(1, GAMES);
        let rate = std::mem::replace(&mut self.rule.rate, 0.0);
        let shared = self.share();
        for number in 0..played {
            // Other games than those that it will learn from.
            let mut rng = Rng::derive(!seed, number);
            shared.play(drawn(starts, &mut rng), &mut rng, &mut Milestones::default());
        }
        self.rule.rate = rate;
        let times = games as f32 / played as f32;
        for (weights, sums) in self.weights.iter().zip(&mut self.sums) {
            for (&weight, sums) in weights.iter().zip(sums.iter_mut()) {
                if weight != untouched {
                    let total = sums[1].max(RARE) * times;
                    *sums = [total * coherence(total), total];
                } else if *sums != [0.0; 2] {
                    *sums = [0.0; 2];
                }
            }
        }
    }
}
