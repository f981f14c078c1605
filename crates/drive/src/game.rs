//! Games on the page, every state of it held against the rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::{AgentId, LiveGame, Spec};
use plywise::{Game, Limits, Notation, Seat, Turn};
use twenty48::{Board, Cell, Move, Twenty48};

use crate::{Error, Page, State};

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
        let kind = games::open("2048").map_err(|error| Error::new(error.to_string()))?;
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
        let mut record = Record::new(&state);
        let (mut moves, mut thinking) = (0, Duration::ZERO);
        while !state.over && moves < most && !stop.load(Ordering::Relaxed) {
            if state.won {
                self.page.keep_playing()?;
            }
            let before = position(&state)?;
            if before.is_over() {
                // The page is about to say so.
                state = self.page.state()?;
                continue;
            }
            let asked = Instant::now();
            let mv = self.choose(&before)?;
            thinking += asked.elapsed();
            let Move::Slide(way) = mv else { return Err(Error::new("an agent slides")) };
            let after = self.page.slide(way, &state)?;
            record.add(&before, mv, &after)?;
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
            text: record.text(),
        })
    }

    fn choose(&mut self, position: &Twenty48) -> Result<Move, Error> {
        self.live.restart(&position.position_text()).map_err(|error| Error::new(error.message))?;
        let thought = self.live.think(self.agent, &Limits::default());
        let best = thought
            .ok_or_else(|| {
                Error::new(format!("the agent gave no move: {}", self.live.why_no_move(self.agent)))
            })?
            .best;
        position.read_move(&best).map_err(|error| Error::new(error.to_string()))
    }
}

fn position(state: &State) -> Result<Twenty48, Error> {
    Twenty48::new(state.board, state.score, Turn::Seat(Seat::FIRST))
        .map_err(|error| Error::new(error.message))
}

/// The game as our rules play it along.
struct Record {
    /// None if the game was not seen from its start.
    live: Option<Box<dyn LiveGame>>,
}

impl Record {
    fn new(state: &State) -> Self {
        Self { live: Self::begun(state) }
    }

    /// A game that begins with the two tiles of the page.
    fn begun(state: &State) -> Option<Box<dyn LiveGame>> {
        let tiles = tiles(state.board, Board::EMPTY);
        if state.score > 0 || state.over || tiles.len() != 2 {
            return None;
        }
        let mut live = games::open("2048").ok()?.live(0, None).ok()?;
        let mut start = Twenty48::START;
        for mv in tiles {
            let text = start.move_text(mv);
            live.play(&text).ok()?;
            start.play(mv);
        }
        Some(live)
    }

    /// A slide and the new tile that the page made of it, by the rules.
    fn add(&mut self, before: &Twenty48, slide: Move, after: &State) -> Result<(), Error> {
        let broken = |what: &str| {
            let (from, to) = (before.position_text(), after.board.ranks());
            Error::new(format!(
                "the page breaks the rules ({what}): {} of {from} gave ranks {to:?}, score {}",
                before.move_text(slide),
                after.score
            ))
        };
        let mut next = *before;
        next.play(slide);
        let new = tiles(after.board, next.board());
        let [spawn] = new[..] else { return Err(broken("not one new tile")) };
        if !next.is_legal(spawn) {
            return Err(broken("a new tile that is no 2 or 4"));
        }
        let texts = (before.move_text(slide), next.move_text(spawn));
        next.play(spawn);
        if next.board() != after.board {
            return Err(broken("other tiles"));
        }
        if next.score() != after.score {
            return Err(broken("another score"));
        }
        if next.is_over() != after.over {
            // The page clears its game at once and says so a frame later; both were waited for.
            return Err(broken("it is over for one of us only"));
        }
        if let Some(live) = &mut self.live {
            for text in [&texts.0, &texts.1] {
                live.play(text).map_err(|error| Error::new(error.to_string()))?;
            }
        }
        Ok(())
    }

    fn text(&self) -> Option<String> {
        self.live.as_ref().map(|live| live.text(Vec::new()))
    }
}

/// The tiles of a board that another has not, as spawns.
fn tiles(board: Board, other: Board) -> Vec<Move> {
    let changed = Cell::all().filter(|&cell| board.rank(cell) != other.rank(cell));
    changed.map(|cell| Move::Spawn { cell, rank: board.rank(cell) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use twenty48::Direction;

    fn state(ranks: &[u8], score: u32) -> State {
        let board =
            Board::from_ranks(std::array::from_fn(|cell| ranks.get(cell).copied().unwrap_or(0))).unwrap();
        State { board, score, over: false, won: false }
    }

    #[test]
    fn a_page_that_plays_by_the_rules_is_recorded_and_any_other_refused() {
        let start = state(&[1, 1], 0);
        let mut record = Record::new(&start);
        let before = position(&start).unwrap();
        let left = Move::Slide(Direction::Left);
        record.add(&before, left, &state(&[2, 0, 0, 0, 0, 1], 4)).unwrap();
        let text = record.text().unwrap();
        assert!(text.contains("score 4"), "{text}");
        for (after, part) in [
            (state(&[2], 4), "not one new tile"),
            (state(&[2, 0, 3], 4), "no 2 or 4"),
            (state(&[2, 1], 8), "another score"),
            (state(&[3, 1], 4), "not one new tile"),
            (State { over: true, ..state(&[2, 1], 4) }, "for one of us only"),
        ] {
            let error = Record::new(&start).add(&before, left, &after).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_game_met_half_way_has_no_record() {
        assert!(Record::new(&state(&[1, 1, 1], 0)).text().is_none());
        assert!(Record::new(&state(&[2, 1], 4)).text().is_none());
    }
}
