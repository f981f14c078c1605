//! `plywise othello`: games as the published program plays and reports them.

use std::sync::atomic::Ordering;

use plywise::{Rng, TimeSource};
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, whole};
use registry::measure::ThreadTime;

use crate::Size;
use crate::course::{Compat, Course, Ending, Order, play};

/// The command.
pub(super) static COMMAND: Command = Command {
    name: "othello",
    about: "Play games of Othello as the published work ran them",
    more: "On 6x6 the published player is always White and looks --depth plies ahead; Black moves at random, and who begins is \
drawn. A line for each game: its number, W, D or L, the seconds that it took, the positions of all White's searches as the published \
program counts them and, in brackets, all of them. Then wins, mean time and mean positions. A game in which both sides stand still, \
which the published program would never end, is decided by its discs.\n\n\
Try: plywise othello --depth 5 --games 10",
    args: ARGS,
    one_dash: false,
    run,
};

const ARGS: &[Arg] = &[
    Arg {
        name: "depth",
        about: "Plies to look ahead",
        takes: ArgTakes::Value("PLIES", |text| whole::<1, 20>(text).map(drop)),
        default: Some("1"),
        ..ARG
    },
    Arg { name: "no-prune", about: "Look at every position, as without pruning", ..ARG },
    Arg {
        name: "games",
        about: "Games to play",
        takes: ArgTakes::Value("GAMES", |text| whole::<1, 1_000_000>(text).map(drop)),
        default: Some("100"),
        ..ARG
    },
    Arg { name: "rows", about: "Try moves row by row instead of in the published program's order", ..ARG },
    Arg {
        name: "passes",
        about: "Pass where a side cannot move, which the published search takes for a sure loss",
        ..ARG
    },
    Arg {
        name: "seed",
        about: "The source of all luck",
        takes: ArgTakes::Value("SEED", |text| whole::<0, { u64::MAX }>(text).map(drop)),
        default: Some("1"),
        ..ARG
    },
];

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let number = |name| given.read(name, whole::<0, { u64::MAX }>).unwrap_or_default();
    let player = Course {
        depth: number("depth") as u32,
        prune: !given.has("no-prune"),
        order: if given.has("rows") { Order::Rows } else { Order::CPython },
        compat: if given.has("passes") { Compat::Correct } else { Compat::Published },
    };
    let (games, seed, stop) = (number("games"), number("seed"), host.stop()?);
    let (mut done, mut wins, mut time, mut reported, mut nodes) = (0u64, 0u64, 0.0, 0, 0);
    for game in 0..games {
        let begun = ThreadTime.now();
        let played = play(&player, Size::Six, Rng::derive(seed, game).next_u64());
        let took = ThreadTime.now().saturating_sub(begun).as_secs_f64();
        let result = match played.difference {
            1.. => "W",
            0 => "D",
            _ => "L",
        };
        let still = if played.ending == Ending::Standstill { ", stood still" } else { "" };
        let counts = played.counts;
        host.line(&format!(
            "{}: {result}, Time: {took:.6}, Visited Nodes: {} ({}){still}",
            game + 1,
            counts.reported,
            counts.nodes
        ))?;
        done += 1;
        wins += u64::from(played.difference > 0);
        (time, reported, nodes) = (time + took, reported + counts.reported, nodes + counts.nodes);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let mean = |sum: f64| sum / done as f64;
    host.line(&format!("Total wins: {wins} of {done}"))?;
    host.line(&format!("Average time: {:.6} s", mean(time)))?;
    host.line(&format!(
        "Average visited nodes: {:.2} ({:.2} in all)",
        mean(reported as f64),
        mean(nodes as f64)
    ))
}
