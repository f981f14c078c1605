//! The search above the finisher: what is worth trying first where there is time to find out.

use std::sync::Arc;

use plywise::alphabeta::{AlphaBeta, FullWidth, LEARNED, Rank, Settings};
use plywise::{Evaluate, Game, Score, Seat, Table};

use super::{Finisher, Rule};
use crate::patterns::Patterns;
use crate::rules::Move;
use crate::{FewestReplies, Othello, Size};

/// Discs at the end, in hundredths, by either rule; before it what patterns foretell on the board of 8x8, on others nothing.
#[derive(Clone, Copy, Debug)]
pub struct Final {
    rule: Rule,
    patterns: Option<Patterns>,
}

/// One disc.
const UNIT: i32 = 100;

impl Final {
    fn new(size: Size, rule: Rule) -> Self {
        Self { rule, patterns: (size == Size::Eight).then(Patterns::learned) }
    }
}

impl Evaluate<Othello> for Final {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        self.patterns.map_or(Score::ZERO, |patterns| patterns.evaluate(position, seat))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-64 * UNIT), Score::heuristic(64 * UNIT))
    }

    fn unit(&self) -> i32 {
        UNIT
    }

    fn finished(&self, position: &Othello, seat: Seat, _: u32) -> Score {
        let empty = position.empty().count_ones() as i32;
        Score::heuristic(UNIT * self.rule.over(position.difference(seat), empty))
    }
}

/// The move after which the other side has few replies and, as patterns foretell, few discs.
#[derive(Clone, Copy, Debug)]
pub struct Foretold(Option<Patterns>);

impl Rank<Othello> for Foretold {
    fn rank(&self, position: &Othello, mv: Move) -> i32 {
        let fewest = FewestReplies.rank(position, mv);
        let Some(patterns) = self.0 else { return fewest };
        let mut child = *position;
        child.play(mv);
        let value = patterns.evaluate(&child, position.mover()).raw();
        fewest + value * (2 * LEARNED / DISC)
    }

    fn height(&self, position: &Othello) -> i32 {
        FewestReplies.height(position)
    }
}

/// Hundredths of a disc that weigh as much as a reply.
const DISC: i32 = 100;

/// A search that finds the exact value of a position.
#[must_use]
pub fn solver(
    size: Size,
    rule: Rule,
    table: Arc<Table>,
    threads: usize,
) -> AlphaBeta<Final, Foretold, FullWidth, Finisher> {
    let eval = Final::new(size, rule);
    let empties = std::env::var("HAND").ok().and_then(|n| n.parse().ok()).unwrap_or(14);
    let settings = Settings {
        threads,
        deepen: false,
        enhanced_from: empties + 1,
        split_from: empties + 1,
        ..Settings::fast()
    };
    AlphaBeta {
        rank: Foretold(eval.patterns),
        eval,
        select: FullWidth,
        probe: Finisher::new(empties as u32, rule, UNIT),
        settings,
        table: Some(table),
    }
}
