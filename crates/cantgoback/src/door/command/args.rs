//! What can be typed after `plywise cantgoback`.

use std::time::Duration;

use registry::door::command::{ARG, Arg, ArgTakes, whole};
use registry::door::referee::{Measure, seconds};
use registry::parse_duration;

/// How long a drawing stays.
pub(super) const PACE: Duration = Duration::from_millis(400);

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

pub(super) const ARGS: &[Arg] = &[
    Arg {
        default: Some("LivePlayer"),
        ..value("player1", ArgTakes::Value("PLAYER1", |_| Ok(())), "Player 1, who moves first")
    },
    Arg {
        default: Some("LivePlayer"),
        ..value("player2", ArgTakes::Value("PLAYER2", |_| Ok(())), "Player 2")
    },
    Arg {
        name: "board",
        about: "The board: one that comes along, or a file, looked for here and in the folder boards",
        takes: ArgTakes::Value("FILE.csv", |_| Ok(())),
        default: Some("default_board.csv"),
        ..ARG
    },
    Arg { aliases: &["move-time"], ..value("move_time", SECONDS, "Seconds for each move [default: 200]") },
    Arg {
        aliases: &["game-time"],
        ..value("game_time", SECONDS, "Seconds for all moves of a player [default: 2000]")
    },
    Measure::arg(
        "What time is measured by: a clock on the wall, or the processor time of the search; people's always by the wall",
    ),
    Arg {
        name: "penalty_score",
        aliases: &["penalty-score"],
        about: "What the player pays who is stuck first",
        takes: ArgTakes::Value("POINTS", |text| points::<0, 100_000>(text).map(drop)),
        default: Some("300"),
        ..ARG
    },
    Arg {
        name: "max_fruit_score",
        aliases: &["max-fruit-score"],
        about: "The most that a fruit is worth; the least is 3 [default: 300]",
        takes: ArgTakes::Value("POINTS", |text| points::<3, 10_000>(text).map(drop)),
        ..ARG
    },
    Arg {
        name: "max_fruit_time",
        aliases: &["max-fruit-time"],
        about: "The longest life of a fruit in plies, where fruits come again; the shortest is the board's short side [default: 15]",
        takes: ArgTakes::Value("PLIES", |text| points::<1, 200>(text).map(drop)),
        ..ARG
    },
    Arg {
        aliases: &["terminal-viz"],
        ..value(
            "terminal_viz",
            ArgTakes::Nothing,
            "Print the board after each move instead of drawing it in place",
        )
    },
    Arg {
        aliases: &["don't_print_game", "dont-print-game"],
        ..value("dont_print_game", ArgTakes::Nothing, "Print who has won and nothing else")
    },
    Arg {
        name: "fruits",
        about: "v3: all fruits at the start, as the last release had it; v2: one by one while the game goes on, and who is stuck \
                pays; v1: one by one, and the game ends before anybody is stuck, as in the first release [default: v3]",
        takes: ArgTakes::Value("FRUITS", |_| Ok(())),
        ..ARG
    },
    Arg {
        name: "rules",
        about: "The handout's own rules (fruits v2, and nothing is deducted where both are stuck in one round), or what both pay \
                then under other fruits: nothing (document) or both the penalty (skeleton) [default: document]",
        takes: ArgTakes::Word(
            "RULES",
            &[
                ("handout", "Fruits come again, who is stuck pays, and nothing is deducted where both are"),
                ("document", "Nothing is deducted where both are stuck"),
                ("skeleton", "Both pay, as in the course's program"),
            ],
        ),
        ..ARG
    },
    value(
        "pace",
        ArgTakes::Value("TIME", |text| pace(text).map(drop)),
        "How long a drawing stays [default: 400ms]",
    ),
    value(
        "seed",
        ArgTakes::Value("SEED", |text| whole::<0, { u64::MAX }>(text).map(drop)),
        "The source of all luck: the same seed gives the same fruits [default: 1]",
    ),
];

const SECONDS: ArgTakes = ArgTakes::Value("SECONDS", |text| seconds(text).map(drop));

/// How long a drawing stays.
pub(super) fn pace(text: &str) -> Result<Duration, String> {
    let pace = parse_duration(text).filter(|time| *time <= Duration::from_secs(3600));
    pace.ok_or_else(|| "it should be a time such as 400ms or 2s, at most 1h".into())
}

/// Points as the published program took them: `300`, and `300.0`, as it read some as decimals.
pub(super) fn points<const LOW: u64, const HIGH: u64>(text: &str) -> Result<u64, String> {
    whole::<LOW, HIGH>(text.strip_suffix(".0").unwrap_or(text))
}
