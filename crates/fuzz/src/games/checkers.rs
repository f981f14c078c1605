//! Checkers by both rules: FEN, moves and PDN.

use checkers::{Board, Checkers, Move, Options, Rules, Square, start};
use plywise::{Notation, Seat};

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("checkers_position", |bytes| as_text(bytes, position)).of(
        "B:W|W:B|:B|:W|K|1|4|5|9|12|18|21|28|29|32|33|0|,|-|.| |R|r|\"|é|\n|K7,|12,|18,|W:W21,30,K9:BK2,\
         |[FEN \"|\"]",
    ),
    Target::quick("checkers_moves", |bytes| as_text(bytes, moves))
        .of("\n|11|15|22|8|9|18|1|6|x|X|-|:|(|)|,| |\u{d7}|\u{2010}|\u{2013}|\u{2212}|(2,0)|3,1|99"),
    Target::quick("checkers_games", |bytes| as_text(bytes, games)).of(
        "[Event \"a\"]\n|[FEN \"W:W22,32,K9:B18,K2,1\"]|[Result \"1-0\"]\n|[|]|{|}|(|)|;|%|$3|\"|\\|*|1. \
         |2... |11-15 |23-19 |8-11 |22-17 |22x15 |1-0|0-1|1/2-1/2|!?|\n|\r\n|\u{feff}|A| ",
    ),
];

fn starts() -> [Checkers; 2] {
    Rules::ALL.map(|rules| start(&Options { rules }, 0))
}

fn position(text: &str) {
    for read in starts().iter().filter_map(|start| laws::position(start, text)) {
        let board = read.board();
        let [all, kings] =
            [Board::pieces, Board::kings].map(|of| [Seat::FIRST, Seat::SECOND].map(|seat| of(board, seat)));
        assert_eq!(Board::new(all, kings[0] | kings[1], board.to_move()), Ok(*board), "{text:?}");
    }
    if let Some(right) = may_stand(text) {
        assert_eq!(starts()[0].read_position(text).is_ok(), right, "{text:?}");
    }
    match text.parse::<Rules>() {
        Ok(rules) => assert_eq!(rules.to_string(), text.trim().to_ascii_lowercase()),
        Err(error) => laws::one_line(&error.to_string()),
    }
}

/// Whether lists of single squares may stand, decided from the numbers alone. None for other texts.
fn may_stand(text: &str) -> Option<bool> {
    let list = |list: &str| -> Option<Vec<(bool, u32)>> {
        let item = |item: &str| {
            let number = item.trim_start_matches('K');
            let plain = item.len() - number.len() < 2 && number.parse::<u32>().ok()?.to_string() == number;
            plain.then_some((number != item, number.parse().ok()?))
        };
        if list.is_empty() { Some(Vec::new()) } else { list.split(',').map(item).collect() }
    };
    let ["B" | "W", one, other] = text.split(':').collect::<Vec<_>>()[..] else { return None };
    let [black, white] = if one.starts_with('B') { [one, other] } else { [other, one] };
    let (black, white) = (list(black.strip_prefix('B')?)?, list(white.strip_prefix('W')?)?);
    let numbers: Vec<u32> = white.iter().chain(&black).map(|item| item.1).collect();
    let is_man_on = |list: &[(bool, u32)], row: std::ops::RangeInclusive<u32>| {
        list.iter().any(|(is_king, number)| !is_king && row.contains(number))
    };
    Some(
        numbers.iter().all(|number| (1..=32).contains(number))
            && numbers.iter().enumerate().all(|(i, number)| !numbers[..i].contains(number))
            && !numbers.is_empty()
            && white.len().max(black.len()) <= 12
            && !is_man_on(&white, 1..=4)
            && !is_man_on(&black, 29..=32),
    )
}

/// What may stand between two squares: signs of the keyboard, and what word processors make of them.
const BETWEEN: [char; 9] =
    ['-', 'x', 'X', '\u{d7}', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];

fn moves(text: &str) {
    let read = |text| starts()[0].read_position(text).expect("a position");
    let others = ["W:W22,32:B18,11,7,26", "B:W10,11,18,19:BK7", "B:WK32,14:BK1,9,17"].map(read);
    starts().into_iter().chain(others).for_each(|start| laws::moves(&start, text, visits));
}

/// All numbers that are given are visited, in order, and the ends are the ends.
fn visits(_: &Checkers, mv: Move, given: &str) {
    if given.contains(',') {
        return;
    }
    let numbers: Vec<u8> =
        given.split(BETWEEN).map(|number| number.trim().parse().expect("a number")).collect();
    let path: Vec<u8> = mv.path().map(Square::number).collect();
    assert_eq!((numbers.first(), numbers.last()), (path.first(), path.last()), "{given:?}");
    let mut rest = path.iter();
    assert!(numbers.iter().all(|number| rest.any(|visited| visited == number)), "{given:?} as {mv}");
}

fn games(text: &str) {
    for start in starts() {
        laws::games(&start, text, |game, _| {
            assert!(["1-0", "0-1", "1/2-1/2", "*"].contains(&&*game.result), "{}", game.result);
        });
    }
}
