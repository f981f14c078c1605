//! What CheckerBoard says and asks besides moves.

use checkers::Board;
use checkers::databases::MOST_PIECES;
use plywise::Notation;

use crate::engine::{Settings, explained, has_agent, settings};

/// The number of English checkers among CheckerBoard's games (and PDN's).
const ENGLISH: &str = "21";
/// The version of the interface.
const VERSION: &str = "2";
/// The most MiB of a table that are asked of the system.
const MOST_MIB: u64 = 1 << 16;
/// The reply to what is not known here, which greys the command's place out in CheckerBoard's menus.
const WHAT: &str = "?";

/// Whether a command was carried out, and what there is to say.
#[must_use]
pub fn answer(command: &str) -> (bool, String) {
    let command = command.trim();
    let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    let done = match word {
        "name" => Ok(format!("plywise {}", env!("CARGO_PKG_VERSION"))),
        "about" => Ok(format!(
            "plywise {}\nAgent champion: patterns learned from games, principal variation search, databases of endings\n{}",
            env!("CARGO_PKG_VERSION"),
            env!("CARGO_PKG_REPOSITORY")
        )),
        "help" => Ok(env!("CARGO_PKG_REPOSITORY").to_owned()),
        "staticevaluation" => evaluation(rest),
        "get" => get(rest),
        "set" => {
            let (option, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            set(option, value.trim())
        }
        _ => Err(WHAT.to_owned()),
    };
    match done {
        Ok(text) => (true, text),
        Err(text) => (false, text),
    }
}

fn get(option: &str) -> Result<String, String> {
    let now = settings();
    Ok(match option {
        "protocolversion" => VERSION.to_owned(),
        "gametype" => ENGLISH.to_owned(),
        "hashsize" => now.mib.to_string(),
        "searchthreads" => now.threads.to_string(),
        "max_dbpieces" => now.pieces.to_string(),
        "enable_wld" => u8::from(now.looks_up).to_string(),
        "dbpath" => registry::cache_folder().display().to_string(),
        // There is none to choose moves from.
        "book" => "0".to_owned(),
        _ => return Err(WHAT.to_owned()),
    })
}

fn set(option: &str, value: &str) -> Result<String, String> {
    let number = |low: u64, high: u64| {
        let number = value.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| format!("{option} is a whole number from {low} to {high}, not {value:?}"))
    };
    let mut next = settings().clone();
    match option {
        "hashsize" => next.mib = number(1, MOST_MIB)?,
        "searchthreads" => next.threads = number(1, 1024)?,
        "max_dbpieces" => next.pieces = number(0, 64)?.min(MOST_PIECES as u64),
        "enable_wld" => next.looks_up = number(0, 1)? == 1,
        "book" if value == "0" => {}
        "book" => return Err("there is no book; 0 is what can be set".to_owned()),
        "dbpath" => {
            let folder = registry::cache_folder();
            return if folder.as_path() == std::path::Path::new(value) {
                Ok(format!("dbpath is {value}"))
            } else {
                Err(format!("databases are looked for in {}", folder.display()))
            };
        }
        // Squares and moves; whether they make sense shows when the move is asked for.
        "gamehist" => {
            settings().history = Some(value.to_owned());
            return Ok("the game so far was taken down".to_owned());
        }
        _ => return Err(WHAT.to_owned()),
    }
    has_agent(&next)?;
    let Settings { history, .. } = settings().clone();
    *settings() = Settings { history, ..next };
    Ok(format!("{option} is {value}"))
}

/// What the heuristic thinks of a position, from Black's side as the field has it.
fn evaluation(fen: &str) -> Result<String, String> {
    let board = Board::start().read_position(fen).map_err(|error| error.to_string())?;
    explained(&board.position_text())
}
