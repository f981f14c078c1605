//! Problems of checkers: PDN with a position (`FEN`) and a result, or a table: `fen;result;key move;source` a line, under a head
//! that begins with `fen;`, the result the side to move's: `win`, `draw`, `loss`.

use plywise::notation::quote;
use plywise::{Archive, Game, Notation, Replayed, Seat, TextError};
use registry::door::problem::{Known, Problem, Problems, lines};

use crate::{Move, Options, start};

pub(super) const PROBLEMS: Problems =
    Problems { files: "PDN with FEN and result, or a table fen;result;key move;source", custom: None, read };

fn read(text: &str) -> Result<Vec<Problem>, TextError> {
    if lines(text).next().is_some_and(|(_, line)| line.to_ascii_lowercase().starts_with("fen;")) {
        return lines(text).skip(1).map(|(number, line)| tabled(number, line)).collect();
    }
    // A table under another head, or under none, would be taken for PDN, and called no game.
    if let Some((number, head)) = lines(text).next().filter(|(_, line)| is_head(line) || is_row(line)) {
        let wrong = format!(
            "line {number}: {} is no head of a table of problems; it should begin with \"fen;\", as in {HEAD}",
            quote(head)
        );
        return Err(TextError::new(wrong));
    }
    let mut problems = Vec::new();
    start(&Options::default(), 0).replay(text, &mut |game| problems.push(of_game(game)))?;
    problems.into_iter().collect()
}

/// The head that tables have.
const HEAD: &str = "fen;result_for_side_to_move;key_move;source";

/// Whether a line is words between marks, as the heads of tables are.
fn is_head(line: &str) -> bool {
    if !line.contains([';', ',']) {
        return false;
    }
    let word = |word: &str| {
        word.trim_matches(['"', ' ']).bytes().all(|b| b.is_ascii_alphabetic() || b"_ -".contains(&b))
    };
    line.split([';', ',']).all(word)
}

/// Whether a line begins with a position, as the rows of tables do.
fn is_row(line: &str) -> bool {
    let first = line.split(';').next().unwrap_or_default().trim();
    first.contains(':') && start(&Options::default(), 0).read_position(first).is_ok()
}

fn tabled(number: usize, line: &str) -> Result<Problem, TextError> {
    let mut fields = line.splitn(4, ';').map(str::trim);
    let mut next = || fields.next().unwrap_or_default();
    let (position, result, key, source) = (next(), next(), next(), next());
    let known = match result {
        "win" => Some(Known::Win),
        "draw" => Some(Known::Draw),
        "loss" => Some(Known::Loss),
        "" | "?" => None,
        _ => {
            let wrong = format!("line {number}: result {} should be win, draw or loss", quote(result));
            return Err(TextError::new(wrong));
        }
    };
    let name = if source.is_empty() { format!("line {number}") } else { source.to_owned() };
    let key = key.split_whitespace().next().map(str::to_owned);
    Ok(Problem { name, position: position.to_owned(), known, moves: key.into_iter().collect() })
}

/// A game that starts from a position: its result is what the position is worth, its first move the key.
fn of_game(game: Replayed<Move>) -> Result<Problem, TextError> {
    let wrong = |what: String| TextError::new(format!("game {} (line {}): {what}", game.number, game.line));
    if let Some(error) = &game.error {
        return Err(wrong(error.to_string()));
    }
    let position = start(&Options::default(), 0).read_position(&game.start)?;
    if position.position_text() == start(&Options::default(), 0).position_text() {
        return Err(wrong("no FEN tag says which position is the problem".into()));
    }
    let first_moves = position.turn() == plywise::Turn::Seat(Seat::FIRST);
    let known = match (game.result.as_str(), first_moves) {
        ("1-0", true) | ("0-1", false) => Some(Known::Win),
        ("1-0", false) | ("0-1", true) => Some(Known::Loss),
        ("*", _) => None,
        _ => Some(Known::Draw),
    };
    let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let name = tag("Event").filter(|event| !event.is_empty() && event != "?");
    let moves = game.moves.first().map(|&mv| position.move_text(mv));
    Ok(Problem {
        name: name.unwrap_or_else(|| format!("game {}", game.number)),
        position: game.start,
        known,
        moves: moves.into_iter().collect(),
    })
}
