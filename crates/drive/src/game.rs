//! Games on the page, every state of it held against the rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::{AgentId, LiveGame, Spec};
use plywise::{Game, Limits, Notation, Seat, Turn};
use twenty48::{Board, Cell, Move, Twenty48};

use crate::{Error, Page, State};

/// The game whose page this is.
pub const GAME: &str = "2048";

/// One game that was played on the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The points that the page shows; our own rules agree.
    pub score: u32,
    /// The largest tile.
    pub tile: u32,
    /// Slides played here.
    pub moves: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Of that, the agent's thinking.
    pub thinking: Duration,
    /// Whether the game came to its end.
    pub over: bool,
    /// The game in its own notation, if it was seen from its start.
    pub text: Option<String>,
}

/// Sees the position after each slide, and how many slides there were.
pub type Watch<'a> = &'a mut dyn FnMut(&State, u64);

/// An agent at the page.
pub struct Player {
    page: Page,
    live: Box<dyn LiveGame>,
    agent: AgentId,
}

impl Player {
    /// Lets an agent sit down at the page.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn new(page: Page, agent: &Spec, seed: u64) -> Result<Self, Error> {
        let kind = games::open(GAME).map_err(|error| Error::new(error.to_string()))?;
        let mut live = kind.live(seed, None).map_err(|error| Error::new(error.message))?;
        let agent = live.join(agent, seed).map_err(|error| Error::new(error.to_string()))?;
        Ok(Self { page, live, agent })
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Plays the game that the page shows to its end, or until `most` slides are played or `stop` is set.
    ///
    /// # Errors
    /// If the page does not react, or breaks the rules.
    pub fn play(&mut self, most: u64, stop: &AtomicBool, watch: Watch<'_>) -> Result<Played, Error> {
        let begun = Instant::now();
        let mut state = self.page.state()?;
        let mut game = Follower::sit_down(&mut *self.live, &state)?;
        let (mut moves, mut thinking) = (0, Duration::ZERO);
        while !state.over && moves < most && !stop.load(Ordering::Relaxed) {
            if state.won {
                self.page.keep_playing()?;
            }
            if game.now.is_over() {
                // The page is about to say so.
                state = self.page.state()?;
                continue;
            }
            let asked = Instant::now();
            let mv = game.choose(self.agent)?;
            thinking += asked.elapsed();
            let Move::Slide(way) = mv else { return Err(Error::new("an agent slides")) };
            let after = self.page.slide(way, &state)?;
            game.follow(mv, &after)?;
            (state, moves) = (after, moves + 1);
            watch(&state, moves);
        }
        Ok(Played {
            score: state.score,
            tile: state.board.max_tile(),
            moves,
            elapsed: begun.elapsed(),
            thinking,
            over: state.over,
            text: game.text(),
        })
    }
}

/// The game of the page, played along by our rules.
struct Follower<'a> {
    live: &'a mut dyn LiveGame,
    /// Where it is.
    now: Twenty48,
    /// Whether it was seen from its start.
    is_whole: bool,
}

impl<'a> Follower<'a> {
    /// At the game that the page shows: one that begins with two tiles was seen from its start.
    fn sit_down(live: &'a mut dyn LiveGame, state: &State) -> Result<Self, Error> {
        let now = Twenty48::new(state.board, state.score, Turn::Seat(Seat::FIRST))
            .map_err(|error| Error::new(error.message))?;
        let tiles = tiles(state.board, Board::EMPTY);
        let is_whole = state.score == 0 && !state.over && tiles.len() == 2;
        let start = if is_whole { Twenty48::START } else { now };
        live.restart(&start.position_text()).map_err(|error| Error::new(error.message))?;
        let mut game = Self { live, now: start, is_whole };
        for tile in tiles.into_iter().filter(|_| is_whole) {
            game.play(tile)?;
        }
        Ok(game)
    }

    fn play(&mut self, mv: Move) -> Result<(), Error> {
        self.live.play(&self.now.move_text(mv)).map_err(|error| Error::new(error.to_string()))?;
        self.now.play(mv);
        Ok(())
    }

    fn choose(&mut self, agent: AgentId) -> Result<Move, Error> {
        let thought = self.live.think(agent, &Limits::default());
        let best = thought
            .ok_or_else(|| Error::new(format!("the agent gave no move: {}", self.live.why_no_move(agent))))?
            .best;
        self.now.read_move(&best).map_err(|error| Error::new(error.to_string()))
    }

    /// A slide and the new tile that the page made of it, by the rules.
    fn follow(&mut self, slide: Move, after: &State) -> Result<(), Error> {
        let before = self.now;
        let broken = |what: &str| {
            let (from, to) = (before.position_text(), after.board.ranks());
            Error::new(format!(
                "the page breaks the rules ({what}): {} of {from} gave ranks {to:?}, score {}",
                before.move_text(slide),
                after.score
            ))
        };
        self.play(slide)?;
        let new = tiles(after.board, self.now.board());
        let [spawn] = new[..] else { return Err(broken("not one new tile")) };
        if !self.now.is_legal(spawn) {
            return Err(broken("a new tile that is no 2 or 4"));
        }
        self.play(spawn)?;
        if self.now.board() != after.board {
            return Err(broken("other tiles"));
        }
        if self.now.score() != after.score {
            return Err(broken("another score"));
        }
        if self.now.is_over() != after.over {
            // The page clears its game at once and says so a frame later; both were waited for.
            return Err(broken("it is over for one of us only"));
        }
        Ok(())
    }

    fn text(&self) -> Option<String> {
        self.is_whole.then(|| self.live.text(Vec::new()))
    }
}

/// The tiles of a board that another has not, as spawns.
fn tiles(board: Board, other: Board) -> Vec<Move> {
    let changed = Cell::all().filter(|&cell| board.rank(cell) != other.rank(cell));
    changed.map(|cell| Move::Spawn { cell, rank: board.rank(cell) }).collect()
}
