//! The readers of games: positions, moves and files of games by each game's own types, so that the laws can look inside.

use arena::{Spec, parse_clock};
use cantgoback::{Board, Fruits};
use connect_four::ConnectFour;
use othello::{Othello, Setup, Size};
use plywise::Clock;

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("othello_position", |bytes| as_text(bytes, |text| othello(text, laws::position))),
    Target::quick("othello_moves", |bytes| as_text(bytes, |text| othello(text, laws::moves))),
    Target::quick("othello_games", |bytes| as_text(bytes, |text| othello(text, laws::games))),
    Target::quick("othello_wthor", wthor),
    Target::quick("othello_ggf", |bytes| as_text(bytes, ggf)),
    Target::quick("checkers_position", |bytes| as_text(bytes, |text| checkers(text, laws::position))),
    Target::quick("checkers_moves", |bytes| as_text(bytes, |text| checkers(text, laws::moves))),
    Target::quick("checkers_games", |bytes| as_text(bytes, |text| checkers(text, laws::games))),
    Target::quick("twenty48_position", |bytes| as_text(bytes, |text| laws::position(&twenty48(), text))),
    Target::quick("twenty48_moves", |bytes| as_text(bytes, |text| laws::moves(&twenty48(), text))),
    Target::quick("twenty48_games", |bytes| as_text(bytes, |text| laws::games(&twenty48(), text))),
    Target::quick("cantgoback_position", |bytes| as_text(bytes, |text| cantgoback(text, laws::position))),
    Target::quick("cantgoback_moves", |bytes| as_text(bytes, |text| cantgoback(text, laws::moves))),
    Target::quick("cantgoback_games", |bytes| as_text(bytes, |text| cantgoback(text, laws::games))),
    Target::quick("connect_four_position", |bytes| as_text(bytes, |text| connect_four(text, Law::Position))),
    Target::quick("connect_four_moves", |bytes| as_text(bytes, |text| connect_four(text, Law::Moves))),
    Target::quick("connect_four_games", |bytes| as_text(bytes, |text| connect_four(text, Law::Games))),
    Target::quick("board_file", |bytes| as_text(bytes, board_file)),
    Target::quick("spec", |bytes| as_text(bytes, spec)),
    Target::quick("clock", |bytes| as_text(bytes, clock)),
];

fn othello(text: &str, law: fn(&Othello, &str)) {
    for size in [Size::Eight, Size::Six, Size::Four] {
        law(&Othello::start(size, Setup::Standard, 0), text);
    }
}

fn checkers(text: &str, law: fn(&checkers::Checkers, &str)) {
    for rules in [checkers::Rules::Standard, checkers::Rules::Course] {
        law(&checkers::start(&checkers::Options { rules }, 0), text);
    }
}

fn twenty48() -> twenty48::Twenty48 {
    twenty48::start(&twenty48::Options::default(), 0)
}

fn cantgoback(text: &str, law: fn(&cantgoback::CantGoBack, &str)) {
    for fruits in [cantgoback::Options::default().fruits, Fruits::Respawn] {
        let options = cantgoback::Options { fruits, ..cantgoback::Options::default() };
        law(&cantgoback::start(&options, 3).expect("these options are right"), text);
    }
}

#[derive(Clone, Copy)]
enum Law {
    Position,
    Moves,
    Games,
}

/// In the forms that are provided to games without their own.
fn connect_four(text: &str, law: Law) {
    let (large, small) = (ConnectFour::<7, 6>::default(), ConnectFour::<4, 4>::default());
    match law {
        Law::Position => {
            laws::position(&large, text);
            laws::position(&small, text);
        }
        Law::Moves => {
            laws::moves(&large, text);
            laws::moves(&small, text);
        }
        Law::Games => {
            laws::games(&large, text);
            laws::games(&small, text);
        }
    }
}

/// Any bytes, with themselves as the file beside.
fn wthor(bytes: &[u8]) {
    let read = othello::wthor::read(bytes, &[Some(bytes.to_vec()), None])
        .or_else(|_| othello::wthor::read(bytes, &[]));
    match read {
        Ok(text) => laws::games(&Othello::start(Size::Eight, Setup::Standard, 0), &text),
        Err(error) => laws::one_line(&error.to_string()),
    }
}

/// A game as a program is told of it, and a file of such games.
fn ggf(text: &str) {
    if let Err(error) = othello::ggf::clocks(text) {
        laws::one_line(&error);
    }
    match othello::ggf::read(text) {
        Ok(game) => assert_eq!(game.moves.len(), game.blacks.len()),
        Err(error) => laws::one_line(&error),
    }
    othello(text, laws::games);
}

fn board_file(text: &str) {
    match Board::parse(text, "board.csv") {
        Ok(board) => {
            assert!((1..=16).contains(&board.rows()) && (1..=16).contains(&board.columns()));
            match cantgoback::start(&cantgoback::Options { board, ..cantgoback::Options::default() }, 1) {
                Ok(start) => laws::position(&start, ""),
                Err(error) => laws::one_line(&error.message),
            }
        }
        Err(error) => {
            laws::one_line(&error.message);
            assert!(error.message.starts_with("board.csv"), "{error}");
        }
    }
}

/// Names with options: games and agents as they are typed.
fn spec(text: &str) {
    let spec = match Spec::parse(text) {
        Ok(spec) => spec,
        Err(error) => return laws::one_line(&error.to_string()),
    };
    assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec));
    // Files are none of a fuzzer's business.
    if spec.text("board").is_some_and(|board| board.contains(['/', '.'])) {
        return;
    }
    if let Err(error) = games::open(text) {
        laws::one_line(&error.to_string());
    }
    for game in games::all() {
        let kind = games::open(game.named.name).expect("it is in the list");
        if let Err(error) = kind.check_options(&spec) {
            laws::one_line(&error.to_string());
        }
    }
}

fn clock(text: &str) {
    match parse_clock(text) {
        Ok(control) => {
            let mut clock = Clock::new(control);
            for _ in 0..100 {
                clock.spend(clock.share()).expect("a share is never more than what is left");
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}
