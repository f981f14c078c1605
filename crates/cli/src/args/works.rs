//! What can be typed to run the games of the published works as they ran them.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::whole;

pub(crate) const ABOUT_CHECKERS: &str = "Each side has TIME seconds for K moves; after every K rounds both clocks are full again, \
and what was left is lost. A player that needs more loses (\"exceeded resources\"), as does one that takes longer than \
SETUP seconds to be ready; if both do, the game is drawn. The rules are those of checkers:rules=course. People have \
all the time they want.\n\n\
Players: simple, better_h, improved, improved_better_h, random, interactive, each with or without _player, and every other \
agent of plywise agents checkers.\n\n\
Try: plywise checkers 2 3 5 y improved_player simple_player";

pub(crate) const ABOUT_CANTGOBACK: &str = "Flags may have one dash or two. Players: Live, Simple, Minimax, Alphabeta, GlobalTimeAB, \
LightAB, HeavyAB, Contest or Compete, in any case, each with or without Player, and every other agent of plywise agents \
cantgoback. A live player types w (up), a (left), s (down) or d (right) and Enter.\n\n\
A player that takes longer than move_time for a move, or than game_time for all its moves, pays the penalty and ends \
the game. A flag that changes nothing in the game that is played says so in a line on standard error.\n\n\
Try: plywise cantgoback -player1 Live -player2 Contest -board example_board.csv\n\
     plywise cantgoback -player1 Heavy -player2 Simple -rules handout -max_fruit_time 20";

#[derive(clap::Args, Debug)]
pub(crate) struct CheckersArgs {
    /// Seconds that a player may take to be ready, seconds for K moves, K, y or n, and the two players; all or none
    #[arg(value_names = ["SETUP", "TIME", "K", "VERBOSE", "RED", "BLACK"], num_args = 0.., allow_negative_numbers = true)]
    pub(crate) values: Vec<String>,
    /// Seconds that a player may take to be ready
    #[arg(long, value_parser = seconds, conflicts_with = "values")]
    pub(crate) setup_time: Option<Duration>,
    /// Seconds for --moves moves
    #[arg(long, value_parser = seconds, conflicts_with = "values")]
    pub(crate) time: Option<Duration>,
    /// Moves of a round
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<1, 1000>, conflicts_with = "values")]
    pub(crate) moves: Option<u64>,
    /// Print the board, the moves and how they were found
    #[arg(long, conflicts_with = "values")]
    pub(crate) verbose: bool,
    /// Who plays Red, who moves first
    #[arg(long, value_name = "PLAYER", conflicts_with = "values")]
    pub(crate) red: Option<String>,
    /// Who plays Black
    #[arg(long, value_name = "PLAYER", conflicts_with = "values")]
    pub(crate) black: Option<String>,
    /// What time is measured by: a clock on the wall, or the processor time of the search
    #[arg(long, value_enum, default_value_t = ClockArg::Wall)]
    pub(crate) clock: ClockArg,
    /// The source of all luck
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Write the game to this file, as PDN
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Let --save replace a file that exists
    #[arg(long, requires = "save")]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ClockArg {
    /// A clock on the wall
    Wall,
    /// The processor time of the thread that searches
    Cpu,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CantGoBackArgs {
    /// Player 1, who moves first
    #[arg(long, default_value = "LivePlayer")]
    pub(crate) player1: String,
    /// Player 2
    #[arg(long, default_value = "LivePlayer")]
    pub(crate) player2: String,
    /// The board: one that comes along, or a file, looked for here and in the folder boards
    #[arg(long, value_name = "FILE.csv", default_value = "default_board.csv")]
    pub(crate) board: String,
    /// Seconds for each move [default: 200]
    #[arg(long = "move_time", alias = "move-time", value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) move_time: Option<Duration>,
    /// Seconds for all moves of a player [default: 2000]
    #[arg(long = "game_time", alias = "game-time", value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) game_time: Option<Duration>,
    /// What time is measured by: a clock on the wall, or the processor time of the search; people's always by the wall
    #[arg(long, value_enum, default_value_t = ClockArg::Wall)]
    pub(crate) clock: ClockArg,
    /// What the player pays who is stuck first
    #[arg(long = "penalty_score", alias = "penalty-score", value_name = "POINTS", default_value_t = 300,
          allow_negative_numbers = true, value_parser = points::<0, 100_000>)]
    pub(crate) penalty_score: u64,
    /// The most that a fruit is worth; the least is 3 [default: 300]
    #[arg(long = "max_fruit_score", alias = "max-fruit-score", value_name = "POINTS",
          allow_negative_numbers = true, value_parser = points::<3, 10_000>)]
    pub(crate) max_fruit_score: Option<u64>,
    /// The longest life of a fruit in plies, where fruits come again; the shortest is the board's short side [default: 15]
    #[arg(long = "max_fruit_time", alias = "max-fruit-time", value_name = "PLIES",
          allow_negative_numbers = true, value_parser = points::<1, 200>)]
    pub(crate) max_fruit_time: Option<u64>,
    /// Print the board after each move instead of drawing it in place
    #[arg(long = "terminal_viz", alias = "terminal-viz")]
    pub(crate) terminal_viz: bool,
    /// Print who has won and nothing else
    #[arg(long = "dont_print_game", aliases = ["don't_print_game", "dont-print-game"])]
    pub(crate) dont_print_game: bool,
    /// v3: all fruits at the start, as the last release had it; v2: one by one while the game goes on, and who is stuck pays;
    /// v1: one by one, and the game ends before anybody is stuck, as in the first release [default: v3]
    #[arg(long)]
    pub(crate) fruits: Option<String>,
    /// The handout's own rules (fruits v2, and nothing is deducted where both are stuck in one round), or what both pay then
    /// under other fruits: nothing (document) or both the penalty (skeleton) [default: document]
    #[arg(long, value_enum)]
    pub(crate) rules: Option<RulesArg>,
    /// How long a drawing stays [default: 400ms]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = pace)]
    pub(crate) pace: Option<Duration>,
    /// The source of all luck: the same seed gives the same fruits [default: 1]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RulesArg {
    /// Fruits come again, who is stuck pays, and nothing is deducted where both are
    Handout,
    /// Nothing is deducted where both are stuck
    Document,
    /// Both pay, as in the course's program
    Skeleton,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The game, such as othello or 2048
    pub(crate) game: String,
    /// The position, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Whose heuristic: an agent with eval=, such as pvs:eval=corners, a published player such as better_h, champion
    /// [default: the game's best published one]
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// The source of luck, where the start holds any
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Seconds as the published programs took them: `2`, `0.5`; a time with a unit is as good.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let plain: Option<Duration> =
        text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match plain.or_else(|| arena::parse_duration(text)) {
        Some(time) if time <= Duration::from_secs(1_000_000) => Ok(time),
        _ => Err("it should be seconds from 0 to 1000000, such as 2 or 0.5".into()),
    }
}

/// How long a drawing stays.
fn pace(text: &str) -> Result<Duration, String> {
    super::pace(text).map_err(|_| "it should be a time such as 400ms or 2s, at most 1h".into())
}

/// Points as the published program took them: `300`, and `300.0`, as it read some as decimals.
fn points<const LOW: u64, const HIGH: u64>(text: &str) -> Result<u64, String> {
    whole::<LOW, HIGH>(text.strip_suffix(".0").unwrap_or(text))
}

/// Flags of the published program with one dash, as it had them: `-player1` is `--player1`. Only for the command of Can't
/// Go Back.
pub(crate) fn with_two_dashes(args: impl Iterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut args: Vec<_> = args.collect();
    if args.get(1).is_some_and(|command| command == "cantgoback") {
        for arg in &mut args[2..] {
            let long = arg
                .to_str()
                .and_then(|text| text.strip_prefix('-'))
                .filter(|name| name.len() > 1 && name.starts_with(|first: char| first.is_ascii_alphabetic()));
            if let Some(name) = long {
                *arg = format!("--{name}").into();
            }
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_as_good_as_two() {
        let typed = [
            "plywise",
            "cantgoback",
            "-player1",
            "Live",
            "--board",
            "b.csv",
            "-5",
            "-h",
            "-don't_print_game",
        ];
        let read = with_two_dashes(typed.iter().map(std::ffi::OsString::from));
        let expected = [
            "plywise",
            "cantgoback",
            "--player1",
            "Live",
            "--board",
            "b.csv",
            "-5",
            "-h",
            "--don't_print_game",
        ];
        assert_eq!(read, expected);
        let elsewhere = ["plywise", "match", "-player1"];
        assert_eq!(with_two_dashes(elsewhere.iter().map(std::ffi::OsString::from)), elsewhere);
    }

    #[test]
    fn seconds_need_no_unit() {
        assert_eq!(seconds("2"), Ok(Duration::from_secs(2)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("300ms"), Ok(Duration::from_millis(300)));
        for bad in ["", "-1", "x", "nan", "1e99"] {
            seconds(bad).expect_err(bad);
        }
        assert_eq!(points::<3, 10>("9.0"), Ok(9));
    }
}
