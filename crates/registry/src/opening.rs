//! How a game begins before the agents take over.

use plywise::notation::quote;
use plywise::{Game, Limits, Notation, Observe, Rng, Turn};

use crate::entry::{Entry, Move, build};
use crate::spec::{Spec, SpecError};

/// How a game begins before the agents take over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Opening {
    /// At the start.
    #[default]
    Start,
    /// With this many turns of seats drawn at random.
    Drawn(u32),
    /// With these moves, in the game's notation.
    Moves(Vec<String>),
    /// At this position, in the game's notation.
    Position(String),
}

/// A line of a suite of openings.
#[derive(Clone, PartialEq, Debug)]
pub struct SuiteLine {
    /// The opening.
    pub opening: Opening,
    /// What the search that chose it finds it worth to the seat to move, in the evaluator's points.
    pub value: Option<f64>,
}

/// A suite whose options are right; asked for, its lines are worked out, which may take a search of each.
pub type Suite<'a> = Box<dyn FnOnce() -> Result<Vec<SuiteLine>, SpecError> + 'a>;

impl Opening {
    /// The opening as one text: moves with blanks between, a position, or nothing.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Start | Self::Drawn(_) => String::new(),
            Self::Moves(moves) => moves.join(" "),
            Self::Position(text) => text.clone(),
        }
    }

    /// The position that a game starts at, and the moves that follow at once.
    pub(crate) fn lay_out<E: Entry>(
        &self,
        entry: &E,
        seed: u64,
    ) -> Result<(E::Game, Vec<Move<E>>), SpecError> {
        let start = entry.start(seed);
        match self {
            Self::Start | Self::Drawn(_) => Ok((start, Vec::new())),
            Self::Position(text) => match start.read_position(text) {
                Ok(position) => Ok((position, Vec::new())),
                Err(error) => Err(SpecError(format!("opening: {error}"))),
            },
            Self::Moves(texts) => {
                let mut position = start.clone();
                let mut moves = Vec::with_capacity(texts.len());
                for text in texts {
                    if position.turn() == Turn::Chance {
                        return Err(SpecError(format!(
                            "opening: chance is to move before {}; only seats' moves make an opening",
                            quote(text)
                        )));
                    }
                    let mv =
                        position.read_move(text).map_err(|error| SpecError(format!("opening: {error}")))?;
                    position.play(mv);
                    moves.push(mv);
                }
                Ok((start, moves))
            }
        }
    }
}

/// Every position that `plies` moves lead to, once (`same` tells positions apart), with the first line that leads
/// there.
pub fn lines<G: Game + Notation>(start: &G, plies: u32, same: impl Fn(&G) -> u64) -> Vec<(Vec<G::Move>, G)> {
    let mut lines = vec![(Vec::new(), start.clone())];
    for _ in 0..plies {
        let mut known = std::collections::HashSet::new();
        let mut next = Vec::new();
        for (line, position) in lines {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for mv in moves {
                let mut child = position.clone();
                child.play(mv);
                if !child.is_over() && known.insert(same(&child)) {
                    next.push((line.iter().copied().chain([mv]).collect(), child));
                }
            }
        }
        lines = next;
    }
    lines
}

/// Up to `count` positions that `plies` random moves lead to, each once, with the line that led there.
pub fn drawn_lines<G: Game + Notation>(
    start: &G,
    plies: u32,
    count: usize,
    seed: u64,
    same: impl Fn(&G) -> u64,
) -> Vec<(Vec<G::Move>, G)> {
    let mut rng = Rng::new(seed);
    let mut known = std::collections::HashSet::new();
    let mut lines = Vec::new();
    // Short openings are few: when draws bring nothing new, there is nothing new.
    let mut idle = 0;
    while lines.len() < count && idle < 2000 {
        let (mut line, mut position) = (Vec::new(), start.clone());
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.index(moves.len())];
            position.play(mv);
            line.push(mv);
        }
        if !position.is_over() && known.insert(same(&position)) {
            lines.push((line, position));
            idle = 0;
        } else {
            idle += 1;
        }
    }
    lines
}

/// What an agent with a search finds each of the lines worth.
pub fn judged<E: Entry>(
    entry: &E,
    judge: &str,
    start: &E::Game,
    lines: Vec<(Vec<Move<E>>, E::Game)>,
) -> Result<Vec<SuiteLine>, SpecError> {
    let mut judge = build(entry, &Spec::parse(judge)?)?;
    let limits = Limits::default();
    let judged = lines.into_iter().map(|(line, position)| {
        let Turn::Seat(seat) = position.turn() else { return suite_line(start, &line, None) };
        judge.new_game(0);
        let value = judge.choose(&position.observe(seat), &limits).value.as_f64();
        suite_line(start, &line, Some(value))
    });
    Ok(judged.collect())
}

/// A line of moves as a suite holds it.
fn suite_line<G: Notation>(start: &G, line: &[G::Move], value: Option<f64>) -> SuiteLine {
    let mut position = start.clone();
    let moves = line
        .iter()
        .map(|&mv| {
            let text = position.move_text(mv);
            position.play(mv);
            text
        })
        .collect();
    SuiteLine { opening: Opening::Moves(moves), value }
}
