//! The Generic Game Format of Othello servers: `(;GM[Othello]PB[…]PW[…]RE[+12.000]BO[8 …]B[F5//0.35]W[D6]…;)`, as
//! Igor Durdanovic's GGS and the programs around it read and write it.

use plywise::{Seat, Turn};
use registry::{LiveGame, Luck};

use crate::experiment::Setup;
use crate::record::GameRow;

/// One game, on one line.
pub(crate) fn game(setup: &Setup, game: &GameRow) -> String {
    let unit = setup.unit(game.unit);
    let Ok(mut live) = setup.kind.live_with(Luck::starting(unit.start), None) else { return String::new() };
    let player =
        |seat: usize| plain(&game.agents.get(seat).map_or(String::new(), |&a| setup.agents[a].to_string()));
    let (board, side) = board(&live.position());
    let moves = moves(&mut *live, game);
    let (black, white) = (player(0), player(1));
    format!(
        "(;GM[Othello]PC[plywise]PB[{black}]PW[{white}]RE[{}]TY[{}]BO[{} {board} {side}]{moves};)",
        result(game),
        size(&board),
        size(&board),
    )
}

/// Discs of Black less White's; `:r` where it was no disc count that decided.
fn result(game: &GameRow) -> String {
    let points = game.payoffs.first().copied().unwrap_or(0);
    let mark = match (&game.loser, game.why.as_deref()) {
        (Some(_), Some(why)) if why.starts_with("time") => ":t",
        (_, Some(_)) => ":r",
        _ => "",
    };
    format!("{points:+}.000{mark}")
}

/// The rows of the board and the side to move, `*` Black and `O` White.
fn board(position: &str) -> (String, char) {
    let (squares, side) = position.rsplit_once(' ').unwrap_or((position, "X"));
    let mark = |c: char| if c == 'X' { '*' } else { c };
    let marks: Vec<char> = squares.chars().map(mark).collect();
    let side_length = marks.len().isqrt().max(1);
    let rows: Vec<String> = marks.chunks(side_length).map(|row| row.iter().collect()).collect();
    (rows.join(" "), side.chars().next().map_or('*', mark))
}

fn size(board: &str) -> usize {
    board.split(' ').next().map_or(0, str::len)
}

/// Every move with the value and the seconds that its agent gave, if it gave any.
fn moves(live: &mut dyn LiveGame, game: &GameRow) -> String {
    let squares = game.game.split_whitespace().next().unwrap_or_default();
    let mut told = game.moves.iter().peekable();
    let mut text = String::new();
    let mut rest = squares;
    while let Some(Turn::Seat(seat)) = live.turn() {
        let legal = live.moves();
        let pass = legal.len() == 1 && legal[0] == "pass";
        let next = if pass { "pass" } else { rest.get(..2).unwrap_or_default() };
        if next.is_empty() || live.play(next).is_err() {
            break;
        }
        let (colour, name) = (if seat == Seat::FIRST { 'B' } else { 'W' }, next.to_uppercase());
        if pass {
            text.push_str(&format!("{colour}[PA]"));
            continue;
        }
        rest = &rest[2..];
        match told.next_if(|mv| mv.0 == seat.0 && mv.1.eq_ignore_ascii_case(next)) {
            Some(mv) => {
                let value = mv.2.as_deref().filter(|value| value.parse::<f64>().is_ok()).unwrap_or_default();
                text.push_str(&format!("{colour}[{name}/{value}/{:.2}]", mv.5 as f64 * 1e-6));
            }
            None => text.push_str(&format!("{colour}[{name}]")),
        }
    }
    text
}

/// Text without the marks that end a field.
fn plain(text: &str) -> String {
    text.replace(['[', ']', ';', '(', ')'], "_")
}
