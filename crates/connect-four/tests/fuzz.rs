//! Readers against arbitrary text: no panic, and what they accept is what they say. Letters, sizes and moves are the game's own:
//! another `Placement` needs nothing else here.

use plywise::grid::{Grid, Placement};
use plywise::{Archive, Game, Notation};
use proptest::prelude::*;
use proptest::string::string_regex;

use crate::Board;

fn one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains(['\n', '\r']) && message.len() < 1000
}

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

/// A pattern of the stones' letters, and one of the moves' names.
fn letters_and_moves() -> (String, String) {
    let (start, mut moves) = (Board::default(), Vec::new());
    start.moves(&mut moves);
    let names: Vec<_> = moves.into_iter().map(|mv| start.move_text(mv)).collect();
    (Board::GRID.seats.map(|seat| &seat[..1]).concat(), names.join("|"))
}

fn boards() -> impl Strategy<Value = String> {
    let (Grid { rows, columns, .. }, (of, _)) = (Board::GRID, letters_and_moves());
    let (above, lower) = (rows - 1, of.to_lowercase());
    prop_oneof![
        like(&format!("([.{of}]{{{columns}}}/){{{above}}}[.{of}]{{{columns}}}")),
        like(&format!("(\\.{{{columns}}}/){{{}}}[.{of}]{{{columns}}}/[{of}]{{{columns}}}", rows - 2)),
        like(&format!(
            "([.{of}{lower} ]{{{},{}}}[/\n]){{{above}}}[.{of}]{{{columns}}}",
            columns - 1,
            columns + 1
        )),
        like("\\PC*"),
    ]
}

fn moves_and_others() -> impl Strategy<Value = String> {
    let (_, moves) = letters_and_moves();
    prop_oneof![like(&format!(" ?({moves})\n?")), like("[a-zA-Z][0-9]?"), like("\\PC*")]
}

fn files() -> impl Strategy<Value = String> {
    let (Grid { rows, columns, .. }, (of, moves)) = (Board::GRID, letters_and_moves());
    let squares = rows * columns;
    prop_oneof![
        like(&format!(
            "\\[Event \"[a-z\\\\\"]{{0,9}}\"\\]\n(({moves}) ){{0,{}}}\nresult (1:-1|0:0|-1:1|unfinished)",
            squares + 2
        )),
        like(&format!(
            "(\\[Start \"[.{of}/]{{0,{}}}\"\\]\n|({moves}|[a-z])( |\n)|result 0:0\n|# x\n|\\[Forfeit \"1 x\"\\]\n){{0,30}}",
            squares + rows
        )),
        like("\\PC*"),
    ]
}

/// How many texts each reader meets, drawn anew in each run: 2,000 where all is tried (`.ci/run`), else 500.
fn cases() -> u32 {
    if crate::whole() { 2_000 } else { 500 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(text in boards()) {
        match Board::default().read_position(&text) {
            Ok(read) => {
                let squares: String = text.to_uppercase().trim().chars().filter(|c| *c == '\n' || !c.is_whitespace()).collect();
                prop_assert_eq!(read.position_text(), squares.replace('\n', "/"));
                let mut moves = Vec::new();
                read.moves(&mut moves);
                prop_assert_eq!(moves.len(), read.move_count());
            }
            Err(error) => prop_assert!(one_line(&error.to_string()), "{error:?}"),
        }
    }

    #[test]
    fn moves(text in moves_and_others()) {
        match Board::default().read_move(&text) {
            Ok(mv) => prop_assert!(Board::default().move_text(mv).eq_ignore_ascii_case(text.trim())),
            Err(error) => prop_assert!(one_line(&error.to_string()) && error.legal.len() == Board::default().move_count()),
        }
    }

    #[test]
    fn games(text in files()) {
        let mut games = Vec::new();
        let whole = Board::default().replay(&text, &mut |game| games.push(game));
        if let Err(error) = whole {
            prop_assert!(games.iter().all(|game| game.error.is_none() || game.number > 0) && one_line(&error.to_string()));
        }
        for game in games {
            let mut position = Board::default().read_position(&game.start).expect("a start can be read");
            for &mv in &game.moves {
                let mut legal = Vec::new();
                position.moves(&mut legal);
                prop_assert!(legal.contains(&mv), "{mv} in {position:?}");
                position.play(mv);
            }
            if let Some(error) = game.error {
                prop_assert!(one_line(&error.to_string()), "{error:?}");
                prop_assert!(error.ply <= game.moves.len() + 1);
            }
        }
    }
}
