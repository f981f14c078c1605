//! How the games of a match or a tournament begin.

mod of_file;

use std::sync::{Arc, OnceLock};

use plywise::{Rng, Turn};
use registry::opening::SuiteLine;
use registry::{Kind, Named, Opening, Spec, SpecError};

pub use self::of_file::OF_FILE;

/// How games begin: two games of a pair, with seats swapped, begin alike.
#[derive(Default)]
pub enum Openings {
    /// At the start.
    #[default]
    Start,
    /// With this many turns drawn at random, anew for each pair.
    Drawn(u32),
    /// With the lines of a suite, in an order that the seed shuffles; after the last the first comes again.
    Suite(Suite),
}

/// A suite of openings. A search chooses its lines, so that they are worked out when a game is to begin with one.
pub struct Suite {
    kind: Arc<dyn Kind>,
    spec: Spec,
    lines: OnceLock<Result<Vec<Opening>, SpecError>>,
}

impl Suite {
    /// Its lines.
    ///
    /// # Errors
    /// When it has none.
    pub fn lines(&self) -> Result<&[Opening], SpecError> {
        let lines = self.lines.get_or_init(|| {
            let lines = lines(&*self.kind, &self.spec)?;
            if lines.is_empty() {
                let (game, suite) = (self.kind.name(), &self.spec);
                return Err(SpecError(format!("{game}: the suite {suite} is empty under these options")));
            }
            Ok(lines.into_iter().map(|line| line.opening).collect())
        });
        lines.as_deref().map_err(Clone::clone)
    }

    /// Whether its lines are worked out already.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.lines.get().is_some()
    }
}

/// The suites of openings that a game has: that of a file, if two play, and its own.
#[must_use]
pub fn suites(kind: &dyn Kind) -> Vec<Named> {
    kind.openings().iter().copied().chain((kind.seats() == 2).then_some(OF_FILE)).collect()
}

/// The lines of a suite, in an order that never changes.
///
/// # Errors
/// When there is no such suite, an option is wrong, or its file is.
pub fn lines(kind: &dyn Kind, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
    check(kind, spec)?;
    if is_file(kind, spec) { of_file::lines(kind, spec) } else { kind.suite(spec) }
}

fn check(kind: &dyn Kind, spec: &Spec) -> Result<(), SpecError> {
    if is_file(kind, spec) {
        return of_file::check(spec);
    }
    if !kind.openings().is_empty() {
        spec.find("suite of openings", &suites(kind))?;
    }
    kind.check_suite(spec)
}

fn is_file(kind: &dyn Kind, spec: &Spec) -> bool {
    kind.seats() == 2 && spec.name == OF_FILE.name
}

impl Openings {
    /// The suite that `spec` names, such as `three-move`; nothing is the start of the game.
    ///
    /// # Errors
    /// When the game has no such suite.
    pub fn suite(kind: &Arc<dyn Kind>, spec: Spec) -> Result<Self, SpecError> {
        check(&**kind, &spec)?;
        Ok(Self::Suite(Suite { kind: Arc::clone(kind), spec, lines: OnceLock::new() }))
    }

    /// The openings that a command line asks for: `plies` drawn plies, or a suite by name.
    ///
    /// # Errors
    /// When both are asked for, or there is no such suite.
    pub fn parse(kind: &Arc<dyn Kind>, plies: u32, suite: Option<&str>) -> Result<Self, SpecError> {
        match (plies, suite) {
            (0, None) => Ok(Self::Start),
            (plies, None) => Ok(Self::Drawn(plies)),
            (0, Some(suite)) => Self::suite(kind, Spec::parse(suite)?),
            (_, Some(_)) => Err(SpecError("openings are either drawn plies or a suite, not both".into())),
        }
    }

    /// Whether an agent moves in games that begin with `plies` drawn plies.
    ///
    /// # Errors
    /// When some are over by then, with how many plies there may be.
    pub fn check_drawn(kind: &dyn Kind, plies: u32) -> Result<(), SpecError> {
        const GAMES: u64 = 32;
        let length = |seed: u64| drawn_length(kind, seed, plies.saturating_add(1));
        if (0..GAMES).all(|seed| length(seed) > plies) {
            return Ok(());
        }
        let least = (0..GAMES).map(length).min().unwrap_or(0);
        if least == 0 {
            return Err(SpecError(format!(
                "{}: the game is over at its start; nobody would move",
                kind.name()
            )));
        }
        Err(SpecError(format!(
            "{}: after {plies} drawn plies games are over before an agent moves; at most {} go",
            kind.name(),
            least.saturating_sub(1)
        )))
    }

    /// What suits a test: games that repeat each other prove nothing, so that it takes openings. The game's last suite,
    /// or four drawn plies; as the options that would ask for it.
    #[must_use]
    pub fn for_tests(kind: &dyn Kind) -> (u32, Option<&'static str>) {
        match (kind.seats(), kind.openings().last()) {
            (2, Some(suite)) => (0, Some(suite.name)),
            _ => (4, None),
        }
    }

    /// The suite, if it is one.
    pub(crate) fn spec(&self) -> Option<&Spec> {
        match self {
            Self::Suite(suite) => Some(&suite.spec),
            _ => None,
        }
    }

    /// The opening of the pairs of round `round` of a run with this seed.
    ///
    /// # Errors
    /// When the suite has no lines.
    pub fn of_pair(&self, seed: u64, round: u64) -> Result<Opening, SpecError> {
        Ok(match self {
            Self::Start => Opening::Start,
            Self::Drawn(plies) => Opening::Drawn(*plies),
            Self::Suite(suite) => {
                let lines = suite.lines()?;
                lines[place(lines.len() as u64, seed, round)].clone()
            }
        })
    }
}

/// Turns of seats until a game of random moves is over, or `most`, if it lasts longer than that.
fn drawn_length(kind: &dyn Kind, seed: u64, most: u32) -> u32 {
    let (mut rng, mut plies) = (Rng::new(seed), 0);
    let Ok(mut game) = kind.live(seed, None) else { return most };
    loop {
        match game.turn() {
            None => return plies,
            Some(Turn::Chance) => game.roll(&mut rng),
            Some(Turn::Seat(_)) if plies == most => return most,
            Some(Turn::Seat(_)) => {
                let moves = game.moves();
                if game.play(&moves[rng.index(moves.len())]).is_err() {
                    return most;
                }
                plies += 1;
            }
        }
    }
}

/// Which of `len` lines, at least one, comes in round `round`, from 0: each once in every `len` rounds, shuffled anew each time. The lines are
/// numbered by a Feistel network of four rounds over the numbers below the next power of four, walked until it lands
/// below `len` (Black & Rogaway 2002, "Ciphers with arbitrary finite domains", cycle walking): a shuffle of which any
/// one place can be asked for.
#[must_use]
pub fn place(len: u64, seed: u64, round: u64) -> usize {
    let half = (u64::BITS - (len - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1u64 << half) - 1;
    let key = Rng::derive(seed ^ 0x0BE2, round / len).next_u64();
    let mut at = round % len;
    loop {
        let (mut left, mut right) = (at >> half, at & mask);
        for step in 0..4 {
            (left, right) = (right, left ^ (plywise::rng::mix(key ^ (right << 3 | step)) & mask));
        }
        at = left << half | right;
        if at < len {
            return at as usize;
        }
    }
}
