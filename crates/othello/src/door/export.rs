//! The Generic Game Format of Othello servers: `(;GM[Othello]PB[…]PW[…]RE[+12.000]BO[8 …]B[F5//0.35]W[D6]…;)`, as
//! Igor Durdanovic's GGS and the programs around it read and write it.

use plywise::{Seat, Turn};
use registry::Finished;

/// One game, on one line.
pub(super) fn ggf(mut game: Finished<'_>) -> String {
    let player = |seat: usize| plain(game.players.get(seat).map_or("", String::as_str));
    let (board, side) = board(&game.start.position());
    let (black, white, result) = (player(0), player(1), result(&game));
    let moves = moves(&mut game);
    format!(
        "(;GM[Othello]PC[plywise]PB[{black}]PW[{white}]RE[{result}]TY[{}]BO[{} {board} {side}]{moves};)",
        size(&board),
        size(&board),
    )
}

/// Discs of Black less White's; `:r` where it was no disc count that decided.
fn result(game: &Finished<'_>) -> String {
    let Some(points) = game.payoffs.first() else { return "?".to_owned() };
    let mark = match (game.forfeited, game.why) {
        (true, Some(why)) if why.starts_with("time") => ":t",
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
fn moves(game: &mut Finished<'_>) -> String {
    let (live, squares) = (&mut game.start, game.text.split_whitespace().next().unwrap_or_default());
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
        match told.next_if(|said| said.seat == seat && said.mv.eq_ignore_ascii_case(next)) {
            Some(said) => {
                let number = |value: &&str| value.parse::<f64>().is_ok();
                let value = said.value.as_deref().filter(number).unwrap_or_default();
                let seconds = said.seconds.map_or_else(String::new, |seconds| format!("/{seconds:.2}"));
                text.push_str(format!("{colour}[{name}/{value}{seconds}").trim_end_matches('/'));
                text.push(']');
                if let Some(note) = &said.note {
                    text.push_str(&format!("C[{}]", plain(&note.replace(';', ","))));
                }
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
