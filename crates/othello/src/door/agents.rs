//! Who plays, by name.

use std::path::Path;

use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use registry::agents::{
    RANDOM, alphabeta_entry, average_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry,
    search_options,
};
use registry::book::BOOK;
use registry::duel::{
    CHAMPION_OPTIONS, SOLVER_OPTIONS, alphabeta_options, certainty, exact_of, knowing, means, partner,
    probcut_options, reduces, with,
};
use registry::entry::AnyAgent;
use registry::foreign;
use registry::human::HUMAN;
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::policy::Outlook;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Switch, Takes, Word, words};

use super::levels::{LADDER, LEVEL, PARTNER};
use super::published::{COURSE, course_agent};
use super::{Rules, book};
use crate::endgame::{Finisher, HANDS_OVER};
use crate::patterns::Patterns;
use crate::search::{Eval, playing, solving};
use crate::{Corners, Discs, Foreseen, Mobility, Othello, Size, Weighted, probcut};

words! {
    /// What a position is worth.
    pub(super) enum Evaluator {
        Discs = "discs",
        Weighted = "weighted",
        Mobility = "mobility",
        Corners = "corners",
        Patterns = "patterns",
    }
}

pub(super) const EVAL: Key<Evaluator> =
    Key::word("eval", "discs", "what a position is worth; patterns on 6x6 and 8x8");
const SEARCH: &[Opt] = &search_options(EVAL.opt);
const ENDGAME: Key<Switch> = Key::word(
    "endgame",
    "off",
    "a solver of its own for the last empty squares, where the search reaches the end (eval=discs|patterns)",
);
const PLAIN: &[Opt] = &with::<11>(&alphabeta_options(EVAL.opt, false), ENDGAME.opt);
const FAST: &[Opt] = &with::<13>(&probcut_options(EVAL.opt), ENDGAME.opt);

const MONTE_CARLO: &[Opt] = &mcts_options(EVAL.opt, "outcome");
const CHAMPION: Named = Named {
    name: "champion",
    about: "the strongest player here: patterns (not on 4x4) learned from games, principal variation search, Multi-ProbCut",
    options: &with::<9>(&with::<8>(CHAMPION_OPTIONS, PATTERNS.opt), BOOK.opt),
};
const PATTERNS: Key<String> = Key::text(Opt {
    key: "patterns",
    takes: Takes::Path { but: |_| false },
    values: "FILE",
    default: "the one that comes along",
    about: "patterns that plywise train othello wrote, for the board of 8x8",
});

/// The patterns that a spec names, or those that come along.
pub(super) fn learned(spec: &Spec, size: Size) -> Result<Option<Patterns>, SpecError> {
    match spec.given(&PATTERNS)? {
        None => Ok(Patterns::learned(size)),
        Some(_) if size != Size::Eight => Err(SpecError(format!(
            "{}: patterns=FILE is for the board of 8x8, this one is {size}",
            spec.name
        ))),
        Some(path) => Patterns::open(Path::new(&path))
            .map(Some)
            .map_err(|why| SpecError(format!("{}: patterns={why}", spec.name))),
    }
}
const PERFECT: Named = Named {
    name: "perfect",
    about: "plays what a search to the end of the game finds best; the first move on 6x6 takes half a minute and more",
    options: SOLVER_OPTIONS,
};
/// What plays on every board, and last what plays on small ones alone.
pub(super) const ALL_AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[EVAL.opt]),
    minimax_entry(SEARCH),
    average_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    CHAMPION,
    PARTNER,
    COURSE,
    foreign::SQUARES,
    HUMAN,
    PERFECT,
];
pub(super) const AGENTS: &[Named] = ALL_AGENTS.split_last().expect("there are agents").1;

/// What values the last empty squares, if a spec wants it.
fn finisher(spec: &Spec, evaluator: Evaluator) -> Result<Finisher, SpecError> {
    let always = spec.name == CHAMPION.name || spec.name == PARTNER.name;
    if !always && spec.get(&ENDGAME)? == Switch::Off {
        return Ok(Finisher::off());
    }
    match evaluator {
        Evaluator::Discs | Evaluator::Patterns => Ok(Finisher::new(HANDS_OVER, 100)),
        _ => Err(SpecError(format!(
            "endgame=on counts discs at the end, eval={} wins and losses; eval=discs and eval=patterns go with it",
            evaluator.name()
        ))),
    }
}

/// How much thought a turn with so many empty squares is worth, in tenths.
const fn weight(empty: u32) -> u32 {
    match empty {
        0..=7 => 2,
        14..=21 => 15,
        _ => 10,
    }
}

/// The seats share what is empty, for passes are rare. Turns do not count alike: what is decided with 14 to 21 empty squares
/// is worth half as much thought again, and with fewer than 8 the search sees the end at once.
#[must_use]
pub fn outlook() -> Outlook<Othello> {
    Outlook {
        turns: |position| {
            let empty = position.empty().count_ones();
            let whole: u32 = (1..=empty).rev().step_by(2).map(weight).sum();
            Some(((whole + weight(empty) / 2) / weight(empty)).max(1)) // rounded
        },
        naive_turns: |position| Some(position.empty().count_ones().div_ceil(2)),
        ..Outlook::default()
    }
}

/// What the champion tells a time policy: with 18 empty squares it sees the end in no time, or where there is little time, soon
/// after.
fn champions_outlook() -> Outlook<Othello> {
    let turns = |position: &Othello| {
        let empty = position.empty().count_ones();
        Some((empty.saturating_sub(18).div_ceil(2) + 2).max(empty.div_ceil(4) + 1))
    };
    Outlook { turns, ..outlook() }
}

impl Rules {
    /// What the champion goes by: patterns where they were learned. On 4x4 it sees the end from the start.
    pub(super) fn champions(&self) -> Evaluator {
        if self.size == Size::Four { Evaluator::Discs } else { Evaluator::Patterns }
    }

    /// One of the agents.
    pub(super) fn agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        if spec.name == "course" {
            return Ok(Box::new(course_agent(spec)?));
        }
        if spec.name == PERFECT.name {
            return Ok(Box::new(exact_of::<Othello, _, _, _, _>(solving(self.size), means(spec)?)?));
        }
        let champion = spec.name == CHAMPION.name || spec.name == PARTNER.name;
        let evaluator = if champion { self.champions() } else { spec.get(&EVAL)? };
        // Others do not wait until the weights are unfolded; on 4x4 there are none, and a file of them is refused.
        let has_patterns = evaluator == Evaluator::Patterns || self.size == Size::Four;
        let patterns = if has_patterns { learned(spec, self.size)? } else { None };
        let eval = match evaluator {
            Evaluator::Discs => Discs.into(),
            Evaluator::Weighted => Weighted.into(),
            Evaluator::Mobility => Mobility.into(),
            Evaluator::Corners => Corners.into(),
            Evaluator::Patterns => Eval::from(patterns.ok_or_else(|| {
                SpecError(format!(
                    "eval=patterns knows the boards of 6x6 and 8x8, this one is {}; eval=mobility knows every board",
                    self.size
                ))
            })?),
        };
        let late = LateMoves { on: reduces(spec)?, first: 3, from: 3, noisy: |_: &Othello, mv| mv.is_pass() };
        // What was tried against one another on the board of 8x8.
        let sees = spec.name == CHAMPION.name && self.size == Size::Eight;
        let certainty = match champion {
            true if sees => Some(probcut::CHAMPIONS),
            true => Some(probcut::CERTAINTY).filter(|_| self.size != Size::Four),
            false => certainty(spec, probcut::CERTAINTY)?,
        };
        let select = probcut::selective(self.size, late, evaluator.name(), certainty);
        let probe = finisher(spec, evaluator)?;
        let probe = match patterns.filter(|_| sees) {
            Some(patterns) => probe.seeing(select.clone(), patterns),
            None => probe,
        };
        // Where the end is near, patterns tell little of the plies before it.
        let leaps = Settings { leap_from: 8, leap_within: 12, ..Settings::default() };
        let settings = if sees { leaps } else { Settings::default() };
        let rank = Foreseen(patterns);
        let search = playing(AlphaBeta { eval, rank, select, probe, settings, table: None });
        if spec.name == PARTNER.name {
            return partner(spec, &LEVEL, &LADDER, search);
        }
        let outlook = if champion { champions_outlook() } else { outlook() };
        let agent = knowing(spec, search, &outlook)?;
        book::LIBRARY.lend(spec, self.has_book(), agent)
    }
}
