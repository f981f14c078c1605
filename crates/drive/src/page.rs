//! The original page of 2048 (gabrielecirulli/2048 and its kin): what it shows, and its keys.

use std::time::{Duration, Instant};

use serde_json::Value;
use twenty48::{Board, Direction};

use crate::{Browser, Error};

/// How long the page may take to react to a key.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(2);
/// The tiles of a game that is over stand at their places one frame later; frames come 60 times a second.
const SETTLED: Duration = Duration::from_millis(100);

/// Reads the game that the page keeps. It is written there before the first frame of a move is drawn, and removed when
/// the game is over; then the tiles on the page are the last word. Merged tiles lie on top of the two they came from.
const READ: &str = r#"
const kept = window.localStorage && window.localStorage.getItem("gameState");
const shown = document.querySelector(".game-message");
const says = name => Boolean(shown && shown.classList.contains(name));
if (kept) {
  const state = JSON.parse(kept);
  const cells = [];
  for (let row = 0; row < 4; row++) for (let column = 0; column < 4; column++) {
    const tile = state.grid.cells[column][row];
    cells.push(tile ? tile.value : 0);
  }
  return { cells, score: state.score, over: false, won: state.won && !state.keepPlaying };
}
if (!says("game-over")) return null;
const cells = new Array(16).fill(0);
for (const tile of document.querySelectorAll(".tile")) {
  const at = /tile-position-(\d)-(\d)/.exec(tile.className);
  const value = /tile-(\d+)/.exec(tile.className);
  if (!at || !value) continue;
  const cell = (at[2] - 1) * 4 + (at[1] - 1);
  cells[cell] = Math.max(cells[cell], Number(value[1]));
}
const score = document.querySelector(".score-container");
return { cells, score: parseInt(score.textContent, 10), over: true, won: false };
"#;

/// What the page shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The tiles.
    pub board: Board,
    /// The points so far.
    pub score: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the page asks if the game shall go on after the 2048.
    pub won: bool,
}

/// The page in a browser.
#[derive(Debug)]
pub struct Page {
    browser: Browser,
}

/// Whether an address can be that of a page, before a browser is started for it.
///
/// # Errors
/// If it has another form.
pub fn check_url(url: &str) -> Result<(), Error> {
    let rest = ["http://", "https://", "file://"].iter().find_map(|scheme| url.strip_prefix(scheme));
    let sound =
        |rest: &&str| !rest.is_empty() && !rest.contains(|c: char| c.is_whitespace() || c.is_control());
    rest.filter(sound).map(drop).ok_or_else(|| {
        Error::new(format!("{url:?} is no address of a page; it looks like http://127.0.0.1:8000/"))
    })
}

impl Page {
    /// Opens the page.
    ///
    /// # Errors
    /// If it cannot be loaded or is no page of 2048.
    pub fn open(browser: Browser, url: &str) -> Result<Self, Error> {
        browser.go(url)?;
        let page = Self { browser };
        page.state().map_err(|error| Error::new(format!("{url}: {error}")))?;
        Ok(page)
    }

    /// The browser.
    #[must_use]
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// What the page shows now; waits until it shows a game.
    ///
    /// # Errors
    /// If it shows none.
    pub fn state(&self) -> Result<State, Error> {
        self.wait(|_| true)
    }

    /// Slides, and waits until the page has done it.
    ///
    /// # Errors
    /// If the page does not react.
    pub fn slide(&self, way: Direction, before: &State) -> Result<State, Error> {
        let key = match way {
            Direction::Up => '\u{e013}',
            Direction::Right => '\u{e014}',
            Direction::Down => '\u{e015}',
            Direction::Left => '\u{e012}',
        };
        self.browser.press(key)?;
        self.wait(|state| state.board != before.board)
    }

    /// Goes on after the 2048, where the page asks. It notes that down with the next slide only.
    ///
    /// # Errors
    /// Those of the driver, and if the page has no such button.
    pub(crate) fn keep_playing(&self) -> Result<(), Error> {
        // By script: the button fades in, and a click would wait for it.
        self.browser.script("document.querySelector('.keep-playing-button').click()").map(drop)
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// If the page does not react.
    pub fn restart(&self) -> Result<State, Error> {
        self.browser.script("document.querySelector('.restart-button, .retry-button').click()").map(drop)?;
        self.wait(|state| state.score == 0 && !state.over && 16 - state.board.count_empty() == 2)
    }

    fn wait(&self, until: impl Fn(&State) -> bool) -> Result<State, Error> {
        let begun = Instant::now();
        loop {
            let mut read = self.browser.script(READ)?;
            if read["over"] == Value::Bool(true) {
                let first = read;
                std::thread::sleep(SETTLED);
                read = self.browser.script(READ)?;
                if read != first {
                    continue;
                }
            }
            if let Some(state) = state(&read)?.filter(&until) {
                return Ok(state);
            }
            if begun.elapsed() > PATIENCE {
                return Err(Error::new(match read {
                    Value::Null => "the page shows no game of 2048 (nothing kept, and none that is over)",
                    _ => "the page does not react to keys",
                }));
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// What the script returned; None where the page shows nothing yet.
fn state(read: &Value) -> Result<Option<State>, Error> {
    if read.is_null() {
        return Ok(None);
    }
    let strange = || Error::new(format!("the page shows what is no board of 2048: {read}"));
    let cells = read["cells"].as_array().filter(|cells| cells.len() == 16).ok_or_else(strange)?;
    let mut ranks = [0; 16];
    for (rank, tile) in ranks.iter_mut().zip(cells) {
        let tile = tile.as_u64().ok_or_else(strange)?;
        *rank = match tile {
            0 => 0,
            tile if tile.is_power_of_two() && tile > 1 => tile.ilog2() as u8,
            _ => return Err(strange()),
        };
    }
    let board = Board::from_ranks(ranks).map_err(|_| strange())?;
    let score = read["score"].as_u64().and_then(|score| u32::try_from(score).ok()).ok_or_else(strange)?;
    let flag = |name: &str| read[name].as_bool().unwrap_or(false);
    Ok(Some(State { board, score, over: flag("over"), won: flag("won") }))
}
