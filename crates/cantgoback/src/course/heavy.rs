//! The sophisticated heuristic: seven components.

use plywise::{Score, Seat};

use super::UNIT;
use super::race::{FAR, Race};
use crate::options::{Fruits, Options};
use crate::visible::Visible;

/// The components of [`Heavy`], each own minus rival's.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Components {
    /// Points so far, penalties deducted.
    pub score: f64,
    /// Open cells that can be reached, as a share of all open cells; in `-1..=1`.
    pub reach: f64,
    /// Open cells that are reached before the other, as a share of all open cells; in `-1..=1`.
    pub territory: f64,
    /// For each fruit that can be reached before it expires its points / (steps + 1), half of that if the other is nearer.
    pub fruits: f64,
    /// Exits of the cell stood on, two less if there is at most one, two more less if there is none; in `-8..=8`.
    pub exits: f64,
    /// Once the players are separated, the most steps that each can still make, as a share of all open cells; in `-1..=1`.
    pub room: f64,
    /// Once the players are separated, 1 if the rival will be stuck first, -1 if oneself will, by those steps.
    pub stuck: f64,
}

impl Components {
    /// Their names, in order.
    pub const NAMES: [&'static str; 7] =
        ["score", "reach", "territory", "fruits", "exits", "room", "stuck first"];

    /// Their formal definition, in order.
    #[cfg(feature = "door")]
    pub(crate) const DEFINITIONS: [&'static str; 7] = [
        "score = points(own) - points(rival)",
        "reach = (|R(own)| - |R(rival)|) / |open|, R(p): the open cells that p can reach",
        "territory = (|F(own)| - |F(rival)|) / |open|, F(p): the cells that p reaches first; the mover, where equal",
        "fruits = S(own) - S(rival), S(p): sum over fruits that p reaches before they expire of points / (steps + 1), \
         halved where the rival is nearer",
        "exits = E(own) - E(rival), E(p) = exits - 2 [exits <= 1] - 2 [exits = 0]",
        "room = (L(own) - L(rival)) / |open| where no cell can be reached by both, else 0; L(p): the most steps of p by \
         the colours of a checkerboard",
        "stuck first = +1 where L says that the rival is stuck in an earlier round, -1 where oneself is, else 0; 0 where \
         some cell can be reached by both",
    ];

    /// As a list, in order.
    #[must_use]
    pub fn list(&self) -> [f64; 7] {
        [self.score, self.reach, self.territory, self.fruits, self.exits, self.room, self.stuck]
    }
}

/// Score, room, fruits and survival: a weighted sum of seven [`Components`], in points.
///
/// Only the final points count at the end, and [`win`](Self::win) points more for the winner. Under
/// [`Fruits::Once`] a fruit's life is known: all were born before the first ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heavy {
    /// The weights of the components, in their order; the weights of room and survival follow the penalty.
    pub weights: [f64; 7],
    /// Points that winning counts extra, in `0..=10_000`; 0 by default.
    pub win: i32,
    /// No value lies outside ± this, in hundredths of a point.
    pub(super) limit: i32,
}

impl Heavy {
    /// The heuristic for games under `options`.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let rules = options.rules();
        let penalty = f64::from(rules.penalty);
        let weights = [1.0, 0.1 * penalty, 0.5 * penalty, 0.5, 4.0, 0.5 * penalty, 0.75 * penalty];
        let limit =
            i64::from(UNIT) * (4 * i64::from(rules.score_limit()) + 2 * i64::from(rules.penalty) + 20_000);
        Self { weights, win: 0, limit: limit.min(i64::from(Score::HEURISTIC_LIMIT)) as i32 }
    }

    /// The same with so many points more for winning.
    #[must_use]
    pub(super) const fn with_win(self, win: i32) -> Self {
        Self { win, ..self }
    }

    /// What the value is made of.
    #[must_use]
    pub fn components(&self, position: &Visible, seat: Seat) -> Components {
        let race = Race::new(position);
        let open = f64::from(position.open().len().max(1));
        let (own, other) = (seat.index(), seat.other().index());
        let share = |of: [u32; 2]| (f64::from(of[own]) - f64::from(of[other])) / open;
        let both = |of: &dyn Fn(Seat) -> f64| of(seat) - of(seat.other());
        let separated = race.shared == 0;
        Components {
            score: f64::from(position.difference(seat)),
            reach: share(race.reachable),
            territory: share(race.first),
            fruits: both(&|seat| fruits(position, &race, seat)),
            exits: both(&|seat| exits(position, seat)),
            room: if separated { share(race.most_steps) } else { 0.0 },
            stuck: if separated { stuck_first(position, &race, seat) } else { 0.0 },
        }
    }

    /// The weighted sum of `components`, in points.
    #[must_use]
    pub fn sum(&self, components: &Components) -> f64 {
        components.list().iter().zip(self.weights).map(|(component, weight)| component * weight).sum()
    }
}

/// How many plies a fruit that is seen now stays, where the rules tell: it can be taken with the last of them.
pub(super) fn known_life(position: &Visible) -> Option<u32> {
    let life = u32::from(*position.rules().lives().start());
    (position.rules().fruits == Fruits::Once)
        .then(|| life.saturating_sub(position.ply()))
        .filter(|&left| left > 0)
}

fn fruits(position: &Visible, race: &Race, seat: Seat) -> f64 {
    let life = known_life(position);
    // The mover's nth step is ply 2n - 1 from now, the other's ply 2n.
    let early = u32::from(position.mover() == seat);
    let worth = |(_, cell, points): (usize, _, u16)| {
        let (own, other) = (race.steps(seat, cell), race.steps(seat.other(), cell));
        let in_time = life.is_none_or(|life| 2 * u32::from(own) - early <= life);
        if own == FAR || !in_time {
            return 0.0;
        }
        let whole = f64::from(points) / (f64::from(own) + 1.0);
        if other < own { whole / 2.0 } else { whole }
    };
    position.fruits.iter().map(worth).sum()
}

fn exits(position: &Visible, seat: Seat) -> f64 {
    match position.exit_count(position.player(seat)) {
        0 => -4.0,
        1 => -1.0,
        exits => exits as f64,
    }
}

/// In the order of rounds, player 1 first; being stuck in the same round is nobody's advantage.
fn stuck_first(position: &Visible, race: &Race, seat: Seat) -> f64 {
    let begun = u32::from(position.mover() == Seat::SECOND);
    let rounds = [race.most_steps[0] + begun, race.most_steps[1]];
    match rounds[seat.index()].cmp(&rounds[seat.other().index()]) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// Whether the horizon hides something near: a valuable fruit that somebody can take with the next step, or a player with
/// at most one way on.
pub(super) fn is_unsettled(position: &Visible) -> bool {
    let valuable = position.rules().max_fruit_score / 4;
    [Seat::FIRST, Seat::SECOND].into_iter().any(|seat| {
        let at = position.player(seat);
        let mut exits = 0;
        let near = position.exits(at).any(|direction| {
            exits += 1;
            at.step(direction).and_then(|to| position.fruit_at(to)).is_some_and(|points| points >= valuable)
        });
        near || exits <= 1
    })
}
