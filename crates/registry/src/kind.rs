//! A game of any type under its options: what the registry hands out.

use plywise::perft::Convention;
use plywise::{Seat, TextError};

use crate::batch::Batch;
use crate::crew::Crew;
use crate::dialect::Dialect;
pub use crate::erased::{erase, open};
use crate::guest::Guests;
use crate::live::LiveGame;
use crate::luck::Luck;
use crate::opening::SuiteLine;
use crate::spec::{Named, Spec, SpecError};
use crate::tunable::Weight;

/// A game that was read from a file and played again, as text.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// Its place in the file, from 1.
    pub number: usize,
    /// The line it starts on, from 1.
    pub line: usize,
    /// Moves that were legal.
    pub plies: usize,
    /// Differs between games that were played differently; as [`GameSummary::fingerprint`](crate::GameSummary::fingerprint).
    pub fingerprint: u64,
    /// The result, in the game's own terms.
    pub result: String,
    /// The ply that breaks it and why.
    pub error: Option<(usize, String)>,
}

/// What a game that was read comes to by the rules, counted by playing its moves again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recount {
    /// Every legal move, outcomes of chance included.
    pub moves: Vec<Recounted>,
    /// What each seat has, where the moves reach the end of the game.
    pub payoffs: Option<Vec<i32>>,
    /// The seat to move where they do not, its legal moves, and what each seat gets if it loses now.
    pub open: Option<(Seat, usize, Vec<i32>)>,
    /// What the game counts beside points, at its end.
    pub milestone: Option<u64>,
    /// How the game is written, with the tags that it has; None where there is no game to write.
    pub text: Option<String>,
}

/// One move of a game that was played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recounted {
    /// Who moved; None for chance.
    pub seat: Option<Seat>,
    /// In the game's notation.
    pub text: String,
    /// Legal moves to choose from; none at a pass that nobody chose.
    pub choices: usize,
}

/// A game that was read from a file, as the moves that can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// Its place in the file, from 1.
    pub number: usize,
    /// What the file says of it that is no fact of the game: who played, where and when. Names and values.
    pub tags: Vec<(String, String)>,
    /// The position that it starts from.
    pub start: String,
    /// The moves that were legal, outcomes of chance included.
    pub moves: Vec<String>,
    /// The result, in the game's own terms.
    pub result: String,
    /// The ply that breaks it and why.
    pub error: Option<(usize, String)>,
}

/// What is known of a game before anybody plays.
pub trait Facts {
    /// The game and its options as they were given.
    fn name(&self) -> &str;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// What the game calls a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// How many numbers there are for what seats choose: 0 where the game has none.
    fn actions(&self) -> usize;
    /// Ending of this game's files, without the dot.
    fn extension(&self) -> &'static str;
    /// How other programs' protocols write it.
    fn dialect(&self) -> Dialect;
    /// How points are counted, where customs differ, in a few words that follow "score: ".
    fn scoring(&self) -> Option<&'static str>;
    /// Whether anything is counted of a finished game beside its points, such as the greatest tile.
    fn has_milestone(&self) -> bool;
    /// Whether a move can be a pass.
    fn passes(&self) -> bool;
}

/// Who can play it.
pub trait Cast {
    /// The agents that can play it.
    fn agents(&self) -> &'static [Named];
    /// The entry of [`agents`](Self::agents) that a spec names by any of the agent's names.
    ///
    /// # Errors
    /// An unknown name or option: what exists.
    fn listed(&self, agent: &Spec) -> Result<&'static Named, SpecError>;
    /// The agent that a person plays against unless another is named.
    fn sparring_partner(&self) -> &'static str;
    /// The agent that looks into a position unless another is named.
    fn analyst(&self) -> &'static str;
    /// The agent that a page asks, or an analysis of so much time, unless another is named.
    fn adviser(&self) -> &'static str;
    /// Whether an agent's name and options can be understood: what is asked before anything takes long.
    ///
    /// # Errors
    /// What is wrong with them and what would work.
    fn check_options(&self, spec: &Spec) -> Result<(), SpecError>;
    /// Whether an agent can be built: what it needs from files is read now.
    ///
    /// # Errors
    /// What is wrong with it and what would work.
    fn check_agent(&self, spec: &Spec) -> Result<(), SpecError>;
    /// What plays instead of an agent that takes what this machine lacks, and a line that says so and how to get it.
    fn stand_in(&self, spec: &Spec) -> Option<(Spec, String)>;
    /// What an agent looks for on this machine and plays by, under a name and as it is there now.
    fn found(&self, spec: &Spec) -> Option<(&'static str, String)>;
    /// The weights of an agent's evaluator, which its option `weights` sets.
    ///
    /// # Errors
    /// When there is no such agent, or it has no weights.
    fn weights(&self, agent: &Spec) -> Result<&'static [Weight], SpecError>;
}

/// How many ways a game can go.
pub trait Counts {
    /// How the published perft counts of this game are to be read.
    fn convention(&self) -> Convention;
    /// The leaves at a depth.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn perft(&self, position: Option<&str>, depth: u32, convention: Convention) -> Result<u64, TextError>;
    /// The leaves at a depth below each move.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn divide(
        &self,
        position: Option<&str>,
        depth: u32,
        convention: Convention,
    ) -> Result<Vec<(String, u64)>, TextError>;
}

/// Games that were played, from their files.
pub trait Files {
    /// Reads a file of games and plays each by the rules. An empty file holds no games.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn replay(&self, text: &str, each: &mut dyn FnMut(ReplayedGame)) -> Result<(), TextError>;
    /// The same, and what each game comes to by the rules; None where its start cannot be read again. `forfeit` is who lost
    /// it before its end and why, as it is to be written.
    ///
    /// # Errors
    /// As for [`replay`](Self::replay).
    fn replay_to_end(
        &self,
        text: &str,
        forfeit: Option<(Seat, String)>,
        each: &mut dyn FnMut(ReplayedGame, Option<Recount>),
    ) -> Result<(), TextError>;
    /// Reads the first `most` games of a file, with their moves.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn import(&self, text: &str, most: usize) -> Result<Vec<ImportedGame>, TextError>;
}

/// How its games may begin.
pub trait Suites {
    /// The suites of openings that the game has, by name.
    fn openings(&self) -> &'static [Named];
    /// Whether there is such a suite of openings; its lines are not worked out.
    ///
    /// # Errors
    /// When there is none, or an option is wrong.
    fn check_suite(&self, spec: &Spec) -> Result<(), SpecError>;
    /// The openings of a suite, in an order that never changes.
    ///
    /// # Errors
    /// When there is no such suite, or an option is wrong.
    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError>;
}

/// A game under its options, of any type: what is known of it, who plays it, and games in progress.
pub trait Kind: Facts + Cast + Counts + Files + Suites + Send + Sync {
    /// The same game, at which these players may sit too.
    fn with_guests(&self, guests: Guests) -> Box<dyn Kind>;
    /// A game in progress, from a position or the start that `seed` has everywhere.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn live(&self, seed: u64, position: Option<&str>) -> Result<Box<dyn LiveGame>, TextError> {
        self.live_with(Luck::of(seed), position)
    }
    /// The same with luck that is drawn already.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn live_with(&self, luck: Luck, position: Option<&str>) -> Result<Box<dyn LiveGame>, TextError>;
    /// So many games that go on together, from what `seed` draws; none where the game has no numbers for boards and moves.
    fn batch(&self, copies: usize, seed: u64) -> Option<Box<dyn Batch>>;
    /// Agents that can play games together.
    ///
    /// # Errors
    /// When one of them cannot be built.
    fn crew(&self, agents: &[Spec]) -> Result<Box<dyn Crew>, SpecError>;
    /// Crews for `threads` threads, the first of them with its engines running.
    ///
    /// # Errors
    /// When an agent cannot be built or cannot play at all, or the system has no room for so many engines.
    fn crews(
        &self,
        agents: &[Spec],
        names: &[String],
        threads: usize,
    ) -> Result<Vec<Box<dyn Crew>>, SpecError>;
}
