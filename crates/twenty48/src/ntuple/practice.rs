//! Late stages of the game, played again and again from where they began.
//!
//! A player that only ever begins at the start seldom sees a 16384 beside an 8192, and where it plays for points in earnest,
//! with a search, that is where its games are decided. So each game that comes to a new stage leaves its position there, and
//! from that position the game is played several times, which may come to the next stage, and so on: the splitting of
//! rare-event simulation (Villén-Altamirano & Villén-Altamirano 1991, "RESTART: a method for accelerating rare event
//! simulations"), for the purpose of Jaśkowski's carousel shaping (2016, section V-D) without its store of positions: what
//! game number `n` learns from depends on that game alone.

use plywise::Rng;

use super::learner::{Outcome, Shared};
use crate::board::Board;
use crate::game::Twenty48;

/// How often each stage is played again from the position in which it began.
const AGAIN: usize = 3;

/// Games at most from one start: where every one comes to the next stage, the number would grow without end.
const MOST: usize = 100;

/// The gain of the smallest slide that can begin a stage, in points.
pub(super) const LEAST_GAIN: f32 = 2048.0;

/// Sums of tiles from 2048 up with which a stage begins.
const STAGES: [u32; 6] = [16_384, 24_576, 28_672, 30_720, 32_768, 49_152];

/// How many stages a board has behind it.
pub(super) fn stage(board: Board) -> usize {
    let large = board.ranks().into_iter().filter(|&rank| rank >= 11).map(|rank| 1 << rank).sum();
    STAGES.partition_point(|&sum: &u32| sum <= large)
}

/// The positions in which stages began, of one game.
#[derive(Default)]
pub(super) struct Milestones {
    behind: usize,
    positions: Vec<Twenty48>,
}

impl Milestones {
    /// Of a game that begins here.
    pub(super) fn from(start: Twenty48) -> Self {
        Self { behind: stage(start.board()), positions: Vec::new() }
    }

    /// Hears of a position after a slide that gained [`LEAST_GAIN`] or more.
    #[cold]
    pub(super) fn note(&mut self, game: Twenty48) {
        let stage = stage(game.board());
        if stage > self.behind {
            self.behind = stage;
            self.positions.push(game);
        }
    }
}

impl Shared<'_> {
    /// Plays one game on from a position of it and then its late stages again, and learns from every move. The outcome is
    /// that of the first game.
    pub(super) fn practise(&self, start: Twenty48, rng: &mut Rng) -> Outcome {
        let mut reached = Milestones::from(start);
        let outcome = self.play(start, rng, &mut reached);
        again(reached, |from| {
            let mut reached = Milestones::from(from);
            self.play(from, rng, &mut reached);
            reached
        });
        outcome
    }
}

/// Plays from every milestone [`AGAIN`] times, and so from those that are reached then, the latest first.
fn again(first: Milestones, mut play: impl FnMut(Twenty48) -> Milestones) {
    let mut waiting = Vec::new();
    let mut reached = first;
    for _ in 1..MOST {
        waiting.extend(reached.positions.into_iter().flat_map(|from| [from; AGAIN]));
        let Some(from) = waiting.pop() else { return };
        reached = play(from);
    }
}

#[cfg(test)]
mod tests {
    use plywise::Notation;

    use super::*;

    fn position(text: &str) -> Twenty48 {
        Twenty48::START.read_position(text).unwrap()
    }

    #[test]
    fn a_stage_begins_with_its_tiles() {
        let stages = [
            ("8192 8192 4096 2048 1024 512 256 128 64 32 16 8 4 2 2 2", 1),
            ("8192 4096 1024 1024 1024 512 256 128 64 32 16 8 4 2 2 2", 0),
            ("16384 4096 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0", 1),
            ("16384 8192 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0", 2),
            ("16384 8192 4096 1024 512 256 128 64 32 16 8 4 2 2 2 0", 3),
            ("16384 8192 4096 2048 512 256 128 64 32 16 8 4 2 2 2 0", 4),
            ("32768 2 4 8 0 0 0 0 0 0 0 0 0 0 0 0", 5),
            ("32768 16384 4 8 0 0 0 0 0 0 0 0 0 0 0 0", 6),
        ];
        for (text, expected) in stages {
            assert_eq!(stage(position(text).board()), expected, "{text}");
        }
    }

    #[test]
    fn a_milestone_is_noted_once_and_only_going_on() {
        let late = position("16384 8192 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0");
        let mut reached = Milestones::default();
        reached.note(late);
        reached.note(late);
        reached.note(position("16384 4096 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0"));
        assert_eq!(reached.positions, [late]);
        let mut from_there = Milestones::from(late);
        from_there.note(late);
        assert_eq!(from_there.positions, []);
    }

    #[test]
    fn every_milestone_is_played_again_the_latest_first() {
        let first = position("16384 4096 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0");
        let second = position("16384 8192 2048 1024 512 256 128 64 32 16 8 4 2 2 2 0");
        let reached = |position: &Twenty48| Milestones { behind: 0, positions: vec![*position] };
        let mut played = Vec::new();
        again(reached(&first), |from| {
            played.push(from);
            // Of the three games from the first milestone the second one comes to the next.
            if played.len() == 2 { reached(&second) } else { Milestones::default() }
        });
        assert_eq!(played, [first, first, second, second, second, first]);
        let mut endless = 0;
        again(reached(&first), |from| {
            endless += 1;
            reached(&from)
        });
        assert_eq!(endless, MOST - 1);
    }
}
