//! Othello: positions and moves on all boards, transcripts, servers' files and WTHOR's.

use othello::{Move, Othello, Setup, Size, ggf, wthor};
use plywise::{Archive, Game, GameRecord, Replayed};

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("othello_position", |bytes| as_text(bytes, position))
        .of("X|O|-|X|O|-|x|b|w|*|#|.|_|/| |\n| X| O;|black|●"),
    Target::quick("othello_moves", |bytes| as_text(bytes, moves))
        .of("\n|a|d|f|H|i|1|3|5|8|9|@|-|pass|PA|ps|--|@@| "),
    Target::quick("othello_games", |bytes| as_text(bytes, games))
        .of("f5|d6|c3|d3|c4|E6|a1|h8|i9|pass|PA|--|@@| |#|\n|\r\n| +2| -64| 33-31"),
    Target::quick("othello_wthor", wthor),
    Target::quick("othello_ggf", |bytes| as_text(bytes, ggf))
        .of("(;GM[Othello]|BO[8 ---------------------------O*------*O--------------------------- *]|B[F5]\
         |W[d6/1.5]|B[F5/-0.25/3]|W[PA]|C[a;)\\]|]|[|(|;|)|;)|\\|\n|RE[+2]|PB[a]|TI[5:00]"),
];

fn starts() -> [Othello; 3] {
    [Size::Eight, Size::Six, Size::Four].map(|size| Othello::start(size, Setup::Standard, 0))
}

/// Nothing is invented or dropped: a letter for each disc, and one for the side unless that is a word.
fn position(text: &str) {
    for read in starts().iter().filter_map(|start| laws::position(start, text)) {
        let letters = text.chars().filter(|c| "XxOoBbWw*#●○".contains(*c)).count() as u32;
        let words = ["black", "white"].iter().any(|word| text.to_lowercase().contains(word));
        let discs = read.black().count_ones() + read.white().count_ones();
        assert!(words || discs + 1 == letters, "{text:?}");
        assert_eq!(read.black() & read.white(), 0);
    }
    match text.parse::<Setup>() {
        Ok(setup) => assert_eq!(setup.to_string(), text),
        Err(error) => laws::one_line(&error.to_string()),
    }
}

fn moves(text: &str) {
    let says = |position: &Othello, mv: Move, given: &str| {
        let name = plywise::Notation::move_text(position, mv);
        assert!(mv.is_pass() || name.eq_ignore_ascii_case(given.trim()), "{given:?}");
    };
    let read = |board| plywise::Notation::read_position(&starts()[2], board).expect("a position");
    starts()
        .into_iter()
        .chain([read("OX-- ---- ---- ---- X")])
        .for_each(|start| laws::moves(&start, text, says));
}

fn games(text: &str) {
    starts()
        .iter()
        .for_each(|start| laws::games(start, text, |game, last| transcribed(start, text, game, last)));
}

/// Every letter pair of a transcript is a move that was played, in the same order.
fn transcribed(start: &Othello, text: &str, game: &Replayed<Move>, last: &Othello) {
    let line = text.trim_start_matches('\u{feff}').lines().nth(game.line - 1).expect("the line that it says");
    if game.error.is_some() || text.contains("(;") {
        return;
    }
    let played: String = game.moves.iter().filter(|mv| !mv.is_pass()).map(Move::to_string).collect();
    let line = line.split('#').next().unwrap_or("").to_lowercase();
    let squares = ["pass", "pa", "ps", "--", "@@"].iter().fold(line, |line, pass| line.replace(pass, ""));
    let squares: String =
        squares.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).collect();
    assert_eq!(played, squares);
    assert_eq!(game.result.starts_with("unfinished"), !last.is_over(), "{text:?}");
    let record = GameRecord { tags: Vec::new(), moves: game.moves.clone(), forfeit: None };
    assert!(played.is_empty() || start.game_text(&record).starts_with(&played));
}

/// Any bytes, with themselves as the file beside. What is read has as many games as the file has room for.
fn wthor(bytes: &[u8]) {
    match wthor::read(bytes, &[Some(bytes.to_vec()), None]).or_else(|_| wthor::read(bytes, &[])) {
        Ok(text) => {
            let (start, mut count) = (&starts()[0], 0);
            start.replay(&text, &mut |_| count += 1).expect("what was read is a file of games");
            assert_eq!(count, (bytes.len() - 16) / 68);
            laws::games(start, &text, |_, _| {});
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}

/// A game as a program is told of it, and a file of such games.
fn ggf(text: &str) {
    if let Err(error) = ggf::clocks(text) {
        laws::one_line(&error);
    }
    match ggf::read(text) {
        Ok(game) => assert_eq!(game.moves.len(), game.blacks.len()),
        Err(error) => laws::one_line(&error),
    }
    games(text);
}
