//! What experiments measure of Othello besides matches.

use plywise::{Rng, Seat, TimeSource};
use registry::door::measurement::{Measurement, Units, flag};
use registry::door::recover::{measurement, recover};
use registry::measure::ThreadTime;
use registry::spec::{Named, Spec, SpecError};
use registry::{Key, Switch, opts, whole};

use super::SIZE;
use crate::course::{Compat, Course, Ending, Order, play};
use crate::{Othello, Size};

/// A lost move found again, by the difference of discs.
pub(super) static RECOVER: Measurement = measurement(|game, settings, seed| {
    let size = game.get(&SIZE)?;
    recover(settings, seed, move |_| Othello::start_with(size, Seat::FIRST), super::benches::plain())
});

/// Games of the published player, as its program plays them.
pub(super) static COURSE: Measurement = Measurement {
    named: Named {
        name: "othello-course",
        about: "games of the published Othello player as its program plays them, with both counts of positions",
        options: &opts![DEPTH, PRUNE, ORDER, COMPAT],
    },
    revision: 2,
    columns: &[
        "won",
        "drawn",
        "lost",
        "points",
        "nodes",
        "nodes_reported",
        "time_s",
        "turns",
        "own_turns",
        "stood_still",
        "standstill",
    ],
    open: course,
};

const DEPTH: Key<u32> = whole!("depth", 1..=20, "", "plies to look ahead");
const PRUNE: Key<Switch> = Key::word_or("prune", "", super::published::PRUNE.opt.about);
const ORDER: Key<Order> = super::published::ORDER.or("cpython");
const COMPAT: Key<Compat> = super::published::COMPAT.or("course");

fn course(_: &Spec, settings: &Spec, seed: u64) -> Result<Units, SpecError> {
    let player = Course {
        depth: settings.get(&DEPTH)?,
        prune: settings.get(&PRUNE)? == Switch::On,
        order: settings.get(&ORDER)?,
        compat: settings.get(&COMPAT)?,
    };
    Ok(Box::new(move |unit| {
        let begun = ThreadTime.now();
        let game = play(&player, Size::Six, Rng::derive(seed, unit).next_u64());
        let time = ThreadTime.now().saturating_sub(begun).as_secs_f64();
        Ok(vec![vec![
            flag(game.difference > 0),
            flag(game.difference == 0),
            flag(game.difference < 0),
            f64::from(game.difference),
            game.counts.nodes as f64,
            game.counts.reported as f64,
            time,
            f64::from(game.turns),
            f64::from(game.own_turns),
            f64::from(game.stood_still),
            flag(game.ending == Ending::Standstill),
        ]])
    }))
}
