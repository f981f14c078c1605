//! Readers against arbitrary text: no panic, and what they accept is what they say.

use plywise::{Archive, Game, Notation};
use proptest::prelude::*;

use crate::Board;

fn one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains(['\n', '\r']) && message.len() < 1000
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(text in prop_oneof![
        "([.RY]{7}/){5}[.RY]{7}",
        "(\\.{7}/){4}[.RY]{7}/[RY]{7}",
        "([.rRyY ]{6,8}[/\n]){5}[.RY]{7}",
        any::<String>(),
    ]) {
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
    fn moves(text in prop_oneof!["[a-hA-H]", " ?[a-h]\n?", any::<String>()]) {
        match Board::default().read_move(&text) {
            Ok(mv) => prop_assert!(Board::default().move_text(mv).eq_ignore_ascii_case(text.trim())),
            Err(error) => prop_assert!(one_line(&error.to_string()) && error.legal.len() == 7),
        }
    }

    #[test]
    fn games(text in prop_oneof![
        "\\[Event \"[a-z\\\\\"]{0,9}\"\\]\n([a-g] ){0,44}\nresult (1:-1|0:0|-1:1|unfinished)",
        "(\\[Start \"[.RY/]{0,50}\"\\]\n|[a-h]( |\n)|result 0:0\n|# x\n|\\[Forfeit \"1 x\"\\]\n){0,30}",
        any::<String>(),
    ]) {
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
