//! Players that a host program brings along: it answers for one move at a time, and needs no type of any game.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use ::foreign::Settings;
use plywise::trace::Tell;
use plywise::{Agent, Limits, Notation, Report, Stop, TableUse, Value};

use crate::entry::{AnyAgent, Entry, View};
use crate::foreign;
use crate::live::{Live, LiveGame};
use crate::luck::Luck;
use crate::spec::{Named, Spec};

/// The entry of all guests in lists of agents.
pub(crate) const GUEST: Named =
    Named { name: "guest", about: "a player of the program that plays the games", options: &[] };

/// A player that is asked for one move at a time.
pub trait Guest: Send {
    /// A new game begins. `seed` is the source of everything that the player draws in it.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move: the text of one that is legal. `position` is as this player may see it, at its turn.
    ///
    /// # Errors
    /// Why there is none.
    fn choose(&mut self, position: Box<dyn LiveGame>, limits: &Limits) -> Result<String, NoMove>;
}

/// Why a guest gave no move, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// It loses the game for it.
    Forfeit(String),
    /// Nobody's loss: the whole run ends.
    Broken(String),
}

/// Makes a guest for each thread that plays.
pub type MakeGuest = Arc<dyn Fn() -> Box<dyn Guest> + Send + Sync>;

/// The guests that there are, each under the text that names it among agents.
#[derive(Clone, Default)]
pub struct Guests(Vec<(Spec, Who)>);

/// What a guest is.
#[derive(Clone)]
enum Who {
    /// Of the host program.
    Player(MakeGuest),
    /// A program of its own, which need not be named by what starts it.
    Program(Box<Settings>),
}

impl Guests {
    /// One more, which goes by this name.
    pub fn add(&mut self, name: Spec, make: MakeGuest) {
        self.0.push((name, Who::Player(make)));
    }

    /// A program that goes by this name, whatever starts it; its dialect is the game's.
    pub fn add_program(&mut self, name: Spec, settings: Settings) {
        self.0.push((name, Who::Program(Box::new(settings))));
    }

    /// How the program of this name is reached, if it is one.
    pub(crate) fn program(&self, spec: &Spec) -> Option<&Settings> {
        self.0.iter().find_map(|(known, who)| match who {
            Who::Program(settings) if known == spec => Some(&**settings),
            _ => None,
        })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a guest goes by this name.
    #[must_use]
    pub fn has(&self, spec: &Spec) -> bool {
        self.0.iter().any(|(known, _)| known == spec)
    }

    /// The guest of this name as an agent.
    pub(crate) fn agent<E: Entry>(&self, entry: &Arc<E>, spec: &Spec) -> Option<AnyAgent<E>> {
        match &self.0.iter().find(|(known, _)| known == spec)?.1 {
            Who::Player(make) => {
                let entry = Arc::clone(entry);
                Some(Box::new(GuestAgent { entry, guest: make(), seed: 0, failure: None }))
            }
            Who::Program(settings) => {
                let settings = Settings { dialect: entry.customs().dialect(), ..(**settings).clone() };
                Some(foreign::program(settings, &entry.told()))
            }
        }
    }
}

impl fmt::Debug for Guests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(spec, _)| spec)).finish()
    }
}

/// A guest at the board.
struct GuestAgent<E: Entry> {
    entry: Arc<E>,
    guest: Box<dyn Guest>,
    seed: u64,
    failure: Option<NoMove>,
}

impl<E: Entry> GuestAgent<E> {
    /// What the seat sees as a game of its own, with dice that are not the match's.
    fn game(&self, view: &View<E>) -> Result<Box<dyn LiveGame>, NoMove> {
        let luck = Luck::starting(self.seed);
        let whole = (view as &dyn Any).downcast_ref::<E::Game>();
        let read = || self.entry.start(0).read_position(&view.position_text());
        // The game that is played is no secret where the view is all of it; else there is the text.
        let now = whole.map_or_else(read, |game| Ok(game.clone()));
        let now = now.map_err(|error| NoMove::Broken(format!("what the seat sees: {error}")))?;
        Ok(Box::new(Live::new(Arc::clone(&self.entry), luck, now)))
    }

    fn ask(&mut self, view: &View<E>, limits: &Limits) -> Result<<View<E> as plywise::Game>::Move, NoMove> {
        let game = self.game(view)?;
        let text = self.guest.choose(game, limits)?;
        view.read_move(&text).map_err(|error| NoMove::Forfeit(format!("illegal move: {error}")))
    }
}

impl<E: Entry> Agent<View<E>> for GuestAgent<E> {
    fn choose_with_progress(
        &mut self,
        view: &View<E>,
        limits: &Limits,
        _: &mut Tell<'_, <View<E> as plywise::Game>::Move>,
    ) -> Report<<View<E> as plywise::Game>::Move, Value> {
        let begun = Instant::now();
        let answer = self.ask(view, limits);
        self.failure = answer.as_ref().err().cloned();
        let best = answer.ok();
        Report {
            best,
            value: Value::Points(0.0),
            line: best.into_iter().collect(),
            depth: 0,
            nodes: 0,
            elapsed: begun.elapsed(),
            stopped: Stop::Untold,
            table: TableUse::default(),
        }
    }

    fn failure(&mut self) -> Option<String> {
        self.failure.as_ref().map(|(NoMove::Forfeit(why) | NoMove::Broken(why))| why.clone())
    }

    fn is_hosts_fault(&self) -> bool {
        matches!(self.failure, Some(NoMove::Broken(_)))
    }

    fn new_game(&mut self, seed: u64) {
        (self.seed, self.failure) = (seed, None);
        self.guest.new_game(seed);
    }
}
