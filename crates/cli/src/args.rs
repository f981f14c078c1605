//! What can be typed.

pub(crate) mod everywhere;
pub(crate) mod further;
mod position;
pub(crate) mod tournament;
pub(crate) mod works;

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, FromArgMatches, Parser, Subcommand, ValueEnum};

pub use arena::registry::door::command::{duration, whole};
pub(crate) use position::{AnalyzeArgs, PassArg, PerftArgs, SolveArgs};

/// A laboratory and an arsenal for game-tree search.
#[derive(Parser, Debug)]
#[command(name = "plywise", bin_name = "plywise", version, max_term_width = 100, after_help = AFTER)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) everywhere: everywhere::Everywhere,
}

const AFTER: &str = "Games and agents are named as name:key=value,key=value; `plywise games` and `plywise agents` \
list them.\nTry: plywise match othello:size=6 alphabeta:depth=5,eval=discs random --games 100";

const ABOUT_MATCHES: &str = "Two seats: games 1 and 2, 3 and 4, … are pairs with the same luck (start, opening, dice) and \
swapped seats. The score is the share of points, 1 for a win and ½ for a draw, with Wilson's 95 % interval.\n\n\
One seat (2048): any number of agents; each plays N games, the first of each with the same luck, the second, and so \
on. (The luck is one stream of draws; once boards differ, so does what it brings.) The score is the mean points of a \
game with Student's 95 % interval; an agent wins where it has more points than every other with the same luck.\n\n\
Times and nodes count an agent's own moves; its nodes are true counts, every position entered once. An agent that \
exceeds its clock or plays an illegal move loses that game. An interrupt (Ctrl-C) ends the match with a report on \
the games that are finished, and exit code 130.\n\n\
With --store every game is in the file as soon as it has ended: type the same command again after an interrupt or a \
kill, or with more --games, and it goes on.";

const ABOUT_PLAY: &str = "At the prompt: a move, or moves (the legal ones), undo, hint, position, save FILE, help, quit. Where moves are up, down, \
left and right, arrow keys play them at once.\n\n\
With --save the game is in the file after every move: type the same command again, and it goes on.";

const ABOUT_SPRT: &str = "H0: the first side leads by elo0; H1: by elo1. Counts by pair (two games with the same opening \
and swapped seats) give the true error; counts by game take every game for independent.\n\n\
Try: plywise sprt elo0=0,elo1=50 --pairs 12 30 80 60 24";
const ABOUT_ENGINES: &str = "gtp and nboard are for Othello, hub (variant english) and dxp for checkers, line for every \
game (docs/line-protocol.md). All but dxp talk on standard input and output; dxp listens on a port of this machine. Time \
and depth come from the other program where the protocol has words for them, and the agent's own hold besides: an agent \
such as pvs:time=1s suits most.\n\n\
hub: a position's first letter is read as pydraughts writes it, W where Black is to move, until the start position, a move or \
set-param name=letters value=plain says that W is White.";

/// The commands that suit every game.
#[derive(Subcommand, Debug)]
pub(crate) enum Ours {
    /// List the games, their options and their positions' notation
    Games(ListArgs),
    /// List the agents that can play a game, with their options
    Agents(AgentsArgs),
    /// Play games between agents and report who is better, and how sure that is
    #[command(after_help = ABOUT_MATCHES)]
    Match(MatchArgs),
    /// Play against an agent in the terminal
    #[command(after_help = ABOUT_PLAY)]
    Play(PlayArgs),
    /// Count the leaves of the full game tree
    Perft(PerftArgs),
    /// Play the games of a file by the rules: which are legal, where others break, the results
    Replay(ReplayArgs),
    /// Think about a position: the best move, its value, what each move is worth
    Analyze(AnalyzeArgs),
    /// Find the exact value of a position by searching to the end of the game
    Solve(SolveArgs),
    /// Be an engine: let another program play against an agent, in a protocol that it speaks
    #[command(after_help = ABOUT_ENGINES)]
    Engine(EngineArgs),
    /// Measure the speed of rules and searches on this machine
    Bench(BenchArgs),
    /// Say which of two hypotheses some results speak for, without playing
    #[command(after_help = ABOUT_SPRT)]
    Sprt(SprtArgs),
    /// Play a tournament that can be killed and goes on, and rate the whole field
    #[command(after_help = tournament::ABOUT)]
    Tournament(tournament::TournamentArgs),
    /// Play single games of an experiment: what the jobs of a cluster do
    Unit(tournament::UnitArgs),
    /// Look into a file of games, take games out of it, put games in
    #[command(subcommand)]
    Store(tournament::StoreCommand),
    /// Print a script that plays an experiment on a cluster with Slurm
    Slurm(tournament::SlurmArgs),
    /// List the openings of a suite, or the suites of a game
    Openings(tournament::OpeningsArgs),
    /// Take a heuristic apart: its definition, and what each term says of a position
    Explain(works::ExplainArgs),
}

/// All commands.
#[derive(Debug)]
pub(crate) enum Command {
    Ours(Box<Ours>),
    OfGame(works::Works),
    /// One that the whole program has, and what was typed after it.
    Further(&'static str, ArgMatches),
}

impl FromArgMatches for Command {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if let Some((name, typed)) = matches.subcommand() {
            if let Some(works) = works::Works::typed(name, typed) {
                return Ok(Self::OfGame(works));
            }
            if let Some(name) = further::named(name) {
                return Ok(Self::Further(name, typed.clone()));
            }
        }
        Ours::from_arg_matches(matches).map(|ours| Self::Ours(Box::new(ours)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Command {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        let ours = Ours::augment_subcommands(clap::Command::new("plywise"));
        further::among(works::Works::beside(ours).get_subcommands().cloned(), command)
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        let of_game = games::commands().any(|command| command.name == name);
        of_game || Ours::has_subcommand(name) || further::named(name).is_some()
    }
}

/// What a command takes that only lists.
#[derive(clap::Args, Debug)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct AgentsArgs {
    /// Only those of this game
    pub(crate) game: Option<String>,
    /// Only this one, with all its options
    pub(crate) agent: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, such as othello:size=6
    pub(crate) game: String,
    /// The agents, such as alphabeta:depth=5 random
    #[arg(required = true)]
    pub(crate) agents: Vec<String>,
    /// Games to play, seats swapped game by game (a game of one seat: games for each agent) [default: 100; with
    /// --sprt at most 100,000]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    pub(crate) games: Option<u64>,
    /// Write every game to this file, in the game's own notation
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub(crate) save: Option<PathBuf>,
    /// Let --save replace a file that exists
    #[arg(long, requires = "save")]
    pub(crate) force: bool,
    /// Draw the games move by move, a move each PACE
    #[arg(long, value_name = "PACE", num_args = 0..=1, default_missing_value = "400ms", value_parser = pace,
          conflicts_with_all = ["json", "json_lines"])]
    pub(crate) watch: Option<Duration>,
    #[command(flatten)]
    pub(crate) run: tournament::RunArgs,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, such as checkers
    pub(crate) game: String,
    /// Your seat
    #[arg(long, value_enum, default_value_t = SeatArg::First)]
    pub(crate) seat: SeatArg,
    /// Your opponent, such as alphabeta:depth=7 [default: one that suits the game]
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
    /// Where to start, in the game's notation
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Keep the game in this file, in the game's own notation, and go on with the game that it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// The source of all luck [default: from the clock]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SeatArg {
    First,
    Second,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The game whose rules hold, such as checkers
    pub(crate) game: String,
    /// The file: PDN, Othello transcripts (one a line), GGF or WTHOR (.wtb), or this game's own format; - for standard input
    pub(crate) file: PathBuf,
    /// End with exit code 1 if a game is not legal, or there is none
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// The game, such as checkers
    pub(crate) game: String,
    /// What the other program speaks
    #[arg(long, value_enum)]
    pub(crate) protocol: ProtocolArg,
    /// Who plays, such as pvs:time=1s [default: one that suits the game]
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// dxp: the port to listen on; 0 for a free one
    #[arg(long, default_value_t = u64::from(engine::DXP_PORT), allow_negative_numbers = true, value_parser = whole::<0, 65_535>)]
    pub(crate) port: u64,
    /// The source of all luck, until the other program says another
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProtocolArg {
    /// The Go Text Protocol, for Othello
    Gtp,
    /// The protocol of the NBoard interface, for Othello
    Nboard,
    /// The Hub protocol, for checkers
    Hub,
    /// DamExchange over TCP, for checkers
    Dxp,
    /// JSON lines, for any game
    Line,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only those of this game
    pub(crate) game: Option<String>,
    /// Repetitions of each; the median is shown
    #[arg(long, default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<1, 1000>)]
    pub(crate) repeat: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("counts").required(true))]
pub(crate) struct SprtArgs {
    /// The hypotheses: elo0=0,elo1=50, with alpha=0.05, beta=0.05, scale=logistic|normalized
    #[arg(allow_negative_numbers = true)]
    pub(crate) test: String,
    /// Games won, drawn and lost by the first side
    #[arg(long, num_args = 3, value_names = ["WON", "DRAWN", "LOST"], group = "counts", allow_negative_numbers = true,
          value_parser = whole::<0, 1_000_000_000_000>)]
    pub(crate) games: Vec<u64>,
    /// Pairs of games in which the first side made 0, 1, 2, 3 and 4 half points
    #[arg(long, num_args = 5, value_names = ["0", "1", "2", "3", "4"], group = "counts", allow_negative_numbers = true,
          value_parser = whole::<0, 1_000_000_000_000>)]
    pub(crate) pairs: Vec<u64>,
    /// How far the 95 % interval of the lead should reach, in Elo points: tells how many games that takes
    #[arg(long, value_name = "ELO", default_value_t = 10, allow_negative_numbers = true, value_parser = whole::<1, 1000>)]
    pub(crate) precision: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn pace(text: &str) -> Result<Duration, String> {
    match arena::parse_duration(text) {
        Some(time) if time <= Duration::from_secs(3600) => Ok(time),
        _ => Err("a pace is a time such as 400ms or 2s, at most 1h; without one --watch stands last".into()),
    }
}
