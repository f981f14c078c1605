//! Can't Go Back: positions as players see them and whole ones, moves, recorded games, and boards.

use cantgoback::{Board, CantGoBack, Fruits, Options, start};
use plywise::{Keyed, Notation, Rng};

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("cantgoback_position", |bytes| as_text(bytes, position))
        .of("0|1|2|-1|70|99999999999|/| |\n|=|:|,| turn=2| score=5:5| ply=3| stuck=1| stuck=both| life=1\
         | chance=fruit| chance=value:a1|\u{2003}|+1"),
    Target::quick("cantgoback_moves", |bytes| as_text(bytes, moves))
        .of("\n|abc\n|up|left|Right|d|stuck|fruit|at|value|life|=|a1|p16|70|-1|:| "),
    Target::quick("cantgoback_games", |bytes| as_text(bytes, games))
        .of("[Game \"Can't Go Back\"]\n|[Start \"|\"]\n|\"|\\|up |left |right |down |stuck |\n|result 0:0\n\
         |turn=2|é"),
    Target::quick("board_file", |bytes| as_text(bytes, board_file))
        .of("0|1|2|-1|3|10000|10001|-2| | |\n|\n|\r\n|,|\t|, |x"),
];

/// Each rule for fruits, on a small board and the usual one.
fn starts() -> impl Iterator<Item = CantGoBack> {
    let boards = [Board::parse("1 0 2\n0 70 0", "small").expect("a board"), Board::default()];
    let options = boards.into_iter().flat_map(|board| {
        Fruits::ALL.map(|fruits| Options { board: board.clone(), fruits, ..Options::default() })
    });
    options.map(|options| start(&options, 8).expect("these options are right"))
}

fn position(text: &str) {
    for start in starts() {
        laws::position(&start, text).into_iter().for_each(plays_to_its_end);
        laws::position(start.visible(), text).into_iter().for_each(plays_to_its_end);
    }
}

/// Where a position leads can be written, and is over when it is read.
fn plays_to_its_end<G: Notation + Keyed>(mut position: G) {
    plywise::playout(&mut position, &mut Rng::new(1), &mut Vec::new());
    let last = position.position_text();
    assert!(position.read_position(&last).expect("its own text").is_over(), "{last}");
}

fn moves(text: &str) {
    for start in starts() {
        laws::moves(&start, text, |_, _, _| {});
        laws::moves(start.visible(), text, |_, _, _| {});
    }
}

fn games(text: &str) {
    starts().for_each(|start| laws::games(&start, text, |_, _| {}));
}

fn board_file(text: &str) {
    let right = may_be_a_board(text);
    match Board::parse(text, "board.csv") {
        Ok(board) => {
            assert!(right != Some(false), "{text:?}");
            assert!((1..=16).contains(&board.rows()) && (1..=16).contains(&board.columns()));
            match start(&Options { board, ..Options::default() }, 1) {
                Ok(start) => {
                    laws::position(&start, &start.position_text()).into_iter().for_each(plays_to_its_end);
                }
                Err(error) => laws::one_line(&error.message),
            }
        }
        Err(error) => {
            assert!(right != Some(true), "{text:?}: {error}");
            laws::one_line(&error.message);
            assert!(error.message.starts_with("board.csv"), "{error}");
        }
    }
    if let Err(error) = Board::built_in(text) {
        laws::one_line(&error.message);
    }
}

/// Whether rows of plain numbers may be a board, decided from the numbers alone. None for other texts.
fn may_be_a_board(text: &str) -> Option<bool> {
    let number = |cell: &str| cell.parse::<i64>().ok().filter(|number| number.to_string() == cell);
    let rows = |divider| -> Option<Vec<Vec<i64>>> {
        text.lines().map(|row| row.split(divider).map(number).collect()).collect()
    };
    let cells = [", ", "  ", " ", ",", "\t"].into_iter().find_map(rows).filter(|cells| !cells.is_empty())?;
    let count = |number| cells.iter().flatten().filter(|&&cell| cell == number).count();
    Some(
        cells.iter().all(|row| row.len() == cells[0].len())
            && cells.len().max(cells[0].len()) <= 16
            && cells.iter().flatten().all(|cell| (-1..=10_000).contains(cell))
            && count(1) == 1
            && count(2) == 1,
    )
}
