//! The game's door: its files of problems, and its positions and moves as other protocols write them.

use checkers::databases::Databases;
use checkers::door::{DIALECT, DOOR};
use checkers::training::fit;
use plywise::TextError;
use registry::dialect::{Draughts, Jump, Letters};
use registry::door::problem::{Known, Problem};

const ENGLISH: &Draughts = DIALECT.draughts.expect("checkers has the protocols of draughts");

fn problems(text: &str) -> Result<Vec<Problem>, TextError> {
    (DOOR.problems.read)(text)
}

#[test]
fn tables_and_games_say_the_same() {
    let table = "fen;result_for_side_to_move;key_move;source\nW:WK32:BK26;win;32-27;the \"move\"; Lasker\n";
    let pdn = "[Event \"the \"]\n[SetUp \"1\"]\n[FEN \"W:WK32:BK26\"]\n[Result \"0-1\"]\n\n1. 32-27 0-1\n";
    let (table, pdn) = (problems(table).unwrap(), problems(pdn).unwrap());
    assert_eq!((table[0].name.as_str(), table.len(), pdn.len()), ("the \"move\"; Lasker", 1, 1));
    for problem in [&table[0], &pdn[0]] {
        assert_eq!(
            (problem.position.as_str(), problem.known, &problem.moves[..]),
            ("W:WK32:BK26", Some(Known::Win), &["32-27".to_owned()][..])
        );
    }
}

#[test]
fn what_is_no_problem_is_refused_where_it_stands() {
    for (text, wrong) in [
        ("fen;result\nW:WK32:BK26;won\n", "line 2: result \"won\" should be win, draw or loss"),
        (
            "position;result\nW:WK32:BK26;win\n",
            "line 1: \"position;result\" is no head of a table of problems; it should begin with \"fen;\", as in \
             fen;result_for_side_to_move;key_move;source",
        ),
        (
            "W:WK32:BK26;win\n",
            "line 1: \"W:WK32:BK26;win\" is no head of a table of problems; it should begin with \"fen;\"",
        ),
        ("W:W18:B7\n", "line 1: \"W:W18:B7\" is no head"),
        ("[Event \"a game\"]\n\n1. 11-15 *\n", "game 1 (line 1): no FEN tag"),
        ("[FEN \"W:WK32:BK26\"]\n\n1. 32-1 *\n", "game 1 (line 1): ply 1: line 3"),
    ] {
        let error = problems(text).unwrap_err().to_string();
        assert!(error.starts_with(wrong), "{error}");
    }
}

const FEN: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

/// As pydraughts 0.6.7 writes both.
#[test]
fn positions_of_pydraughts() {
    let hub = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!((ENGLISH.hub_position)(FEN, Letters::Inverted).as_deref(), Some(hub));
    assert_eq!((ENGLISH.read_hub_position)(hub, Letters::Plain), Ok((FEN.into(), Letters::Inverted)));
    let few = "BeeeeeeeeeeebeeebeweeeeeWeeeeeeee";
    assert_eq!((ENGLISH.hub_position)("W:W18,K24:B12,16", Letters::Inverted).as_deref(), Some(few));
    assert_eq!(
        (ENGLISH.read_hub_position)(few, Letters::Inverted),
        Ok(("W:W18,K24:B12,16".into(), Letters::Inverted))
    );
    let (side, squares) = (ENGLISH.dxp_position)(FEN).unwrap();
    assert_eq!((side, squares.as_str()), ('Z', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"));
    assert_eq!((ENGLISH.read_dxp_position)(side, &squares).as_deref(), Ok(FEN));
}

#[test]
fn the_start_tells_which_letters_are_meant() {
    let plain = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!((ENGLISH.read_hub_position)(plain, Letters::Inverted), Ok((FEN.into(), Letters::Plain)));
    let other = "BbbbbbbbbbbbeeeeebeeewwwwwwwwwwwwB";
    (ENGLISH.read_hub_position)(other, Letters::Plain).unwrap_err();
    let other = "BeeeeeeeeeeebeeebeweeeeeWeeeeeeee";
    assert_eq!((ENGLISH.read_hub_position)(other, Letters::Plain).unwrap().0, "B:W18,K24:B12,16");
}

/// Each pair from a game of pydraughts, but for the circular capture.
#[test]
fn captures_name_what_they_take() {
    for (path, hub) in [
        ("12-16", "12-16"),
        ("18x11", "18x11x15"),
        ("15x22", "15x22x18"),
        ("20x11x4", "20x4x8x16"),
        ("4x11x18", "4x18x8x15"),
        ("18x9x2x11", "18x11x6x7x14"),
        ("13x6", "13x6x9"),
        ("11x18x25x22", "no"),
        ("10x17x26x19x10", "10x10x14x15x22x23"),
    ] {
        let jump = (ENGLISH.jump)(path);
        if hub == "no" {
            assert_eq!(jump, None, "{path} is no path");
            continue;
        }
        let jump = jump.unwrap();
        assert_eq!(jump.hub(), hub);
        assert_eq!(Jump::of_hub(hub), Some(jump));
    }
    assert_eq!(Jump::of_hub("20x4x16x8"), Jump::of_hub("20x4x8x16"), "in any order");
    for text in ["", "5", "51-1", "0-4", "11x15", "11-15x2", "a-b", "11-15-18"] {
        assert_eq!(Jump::of_hub(text).or_else(|| (ENGLISH.jump)(text)), None, "{text}");
    }
}

#[test]
fn what_is_no_position_is_refused() {
    for text in ["", "W", "Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwx", "é"] {
        (ENGLISH.read_hub_position)(text, Letters::Plain).expect_err(text);
    }
    (ENGLISH.read_dxp_position)('B', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww").unwrap_err();
    (ENGLISH.read_dxp_position)('W', &"b".repeat(32)).unwrap_err();
    for fen in ["", "R:R1:B2", "B:X1", "B:W33", "B:W0", "B:W1x"] {
        assert_eq!((ENGLISH.hub_position)(fen, Letters::Plain), None, "{fen}");
    }
}

#[test]
fn nothing_is_learned_from_games_without_positions() {
    let file = std::env::temp_dir().join(format!("plywise-no-positions-{}", std::process::id()));
    std::fs::write(&file, "# 0 0\n# 0 1\n").unwrap();
    let refused = fit(&file, 1, Databases::shipped(), |_, _| true).unwrap_err().to_string();
    std::fs::remove_file(&file).unwrap();
    assert!(refused.ends_with("holds no position to learn from; play more games"), "{refused}");
}
