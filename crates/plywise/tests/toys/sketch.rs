//! Trees written down by hand.

use plywise::{Evaluate, EvaluateChance, Game, Score, Seat, Stochastic, Turn};

/// A tree. Leaves are finished games with the first seat's points.
#[derive(Debug)]
pub enum Sketch {
    Max(Vec<Sketch>),
    Min(Vec<Sketch>),
    Dice(Vec<(f64, Sketch)>),
    End(i32),
}

impl Game for &Sketch {
    type Move = usize;

    fn turn(&self) -> Turn {
        match self {
            Sketch::Dice(_) => Turn::Chance,
            Sketch::Min(_) => Turn::Seat(Seat::SECOND),
            _ => Turn::Seat(Seat::FIRST),
        }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        match self {
            Sketch::Max(next) | Sketch::Min(next) => out.extend(0..next.len()),
            Sketch::Dice(next) => out.extend(0..next.len()),
            Sketch::End(_) => {}
        }
    }

    fn play(&mut self, mv: usize) {
        *self = match self {
            Sketch::Max(next) | Sketch::Min(next) => &next[mv],
            Sketch::Dice(next) => &next[mv].1,
            Sketch::End(_) => panic!("the game is over"),
        };
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let Sketch::End(points) = self else { panic!("not over: {self:?}") };
        if seat == Seat::FIRST { *points } else { -points }
    }
}

impl Stochastic for &Sketch {
    fn outcomes(&self, out: &mut Vec<(usize, f64)>) {
        let Sketch::Dice(next) = self else { panic!("not the turn of chance: {self:?}") };
        out.extend(next.iter().enumerate().map(|(i, outcome)| (i, outcome.0)));
    }
}

/// Any evaluator of a sketch: one search is compiled for all of them.
pub type Judge<'a, 'b> = &'a dyn EvaluateChance<&'b Sketch>;

/// The value of nothing but the ends, in [-5, 5].
#[derive(Clone, Copy, Debug)]
pub struct Five;

impl<'a> Evaluate<&'a Sketch> for Five {
    fn evaluate(&self, _: &&'a Sketch, _: Seat) -> Score {
        Score::ZERO
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-5), Score::heuristic(5))
    }
    fn unit(&self) -> i32 {
        1
    }
    fn finished(&self, position: &&'a Sketch, seat: Seat, _: u32) -> Score {
        Score::heuristic(position.payoff(seat))
    }
}

impl EvaluateChance<&Sketch> for Five {
    fn proves(&self) -> bool {
        false
    }
}
