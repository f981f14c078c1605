//! Positions, moves and boards as text: the standard forms, the variants, and what is refused.

use othello::{Move, Othello, Setup, Size};
use plywise::{Game, Ink, Notation, Seat};

fn start(size: Size) -> Othello {
    Othello::start(size, Setup::Standard, 0)
}

fn refused(size: Size, text: &str) -> String {
    start(size).read_position(text).expect_err(text).to_string()
}

#[test]
fn common_variants_of_a_position_are_read() {
    let expected = "-----OX--XO----- O";
    for text in [
        "-----OX--XO----- O",
        "-----OX--XO-----O",
        "....\n.ox.\n.xo.\n....\no",
        "____/_W*_/_*W_/____ W",
        "- - - - / - O X - / - X O - / - - - - white",
        "\t-----○●--●○-----\r\n\r\n○\r\n",
        "-----wb--bw----- w;",
        "-----O#--#O----- WHITE ; ",
    ] {
        let read = start(Size::Four).read_position(text).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        assert_eq!(read.position_text(), expected, "{text:?}");
    }
}

#[test]
fn a_position_is_refused_with_the_place_and_the_way_out() {
    let cases = [
        ("", "the text ends before square a1; a board of 4x4 has 16 squares and then the side to move"),
        (
            "-----OX--XO--",
            "the text ends before square b4; a board of 4x4 has 16 squares and then the side to move",
        ),
        (
            "-----OX--XO-----",
            "the side to move is missing after d4; after its 16 squares comes X for Black or O for White",
        ),
        ("-----OX-?XO----- X", "character 9 (square a3): \"?\" is no square; X is black, O white, - empty"),
        (
            "-----0X--XO----- X",
            "character 6 (square b2): '0' may be a white disc or an empty square; write O or -",
        ),
        (
            "-----OX--XO----- X X",
            "character 18: \"X X\" is no side to move on a board of 4x4; after its 16 squares comes X for Black or O for White",
        ),
        (
            "---------------------------OX------XO--------------------------- X",
            "character 17: \"-----------OX------XO--------------------------- X\" is no side to move on a board of 4x4; after its 16 squares comes X for Black or O for White",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused(Size::Four, text), message);
    }
    // A smaller board is read on until it ends.
    assert!(refused(Size::Eight, "-----OX--XO----- X").starts_with("the text ends before square b3;"));
}

#[test]
fn discs_must_be_on_the_board_and_apart() {
    assert!(Othello::new(Size::Six, 1 << 6, 0, Seat::FIRST).is_none(), "g1 is not on a 6x6 board");
    assert!(Othello::new(Size::Six, 0, 1 << 48, Seat::FIRST).is_none(), "a7 is not on a 6x6 board");
    assert!(Othello::new(Size::Six, 1, 1, Seat::FIRST).is_none());
    assert!(Othello::new(Size::Six, 1, 2, Seat(2)).is_none());
    assert!(Othello::new(Size::Six, 1, 2, Seat::SECOND).is_some());
}

#[test]
fn moves_are_read_in_either_case_and_passes_by_all_their_names() {
    let position = start(Size::Eight);
    for text in ["f5", "F5", " f5\n"] {
        assert_eq!(position.read_move(text), Ok(Move::at(4, 5)));
    }
    let stuck = start(Size::Four).read_position("OX-- ---- ---- ---- X").unwrap();
    for text in ["pass", "PASS", "--", "PA", "PS", "ps", "pa", "@@"] {
        assert_eq!(stuck.read_move(text), Ok(Move::PASS), "{text}");
    }
}

#[test]
fn a_move_is_refused_with_what_is_legal() {
    let position = start(Size::Eight);
    for (text, wrong) in [
        ("f4", "\"f4\" is not legal: it would flip no disc"),
        ("d4", "\"d4\" is not legal: the square is taken"),
        ("i1", "\"i1\" is neither a square from a1 to h8 nor pass"),
        ("f55", "\"f55\" is neither a square from a1 to h8 nor pass"),
        ("pass", "\"pass\" is allowed only to a side without a move while the other has one"),
    ] {
        let error = position.read_move(text).unwrap_err();
        assert_eq!(error.to_string(), format!("{wrong}; legal: d3 c4 f5 e6"));
    }
    let stuck = start(Size::Four).read_position("OX-- ---- ---- ---- X").unwrap();
    assert_eq!(
        stuck.read_move("c1").unwrap_err().to_string(),
        "\"c1\" is not legal: it would flip no disc; legal: pass"
    );
    let over = start(Size::Four).read_position("XX-- ---- ---- ---- X").unwrap();
    assert_eq!(
        over.read_move("pass").unwrap_err().to_string(),
        "\"pass\" is allowed only to a side without a move while the other has one; the game is over, no move is legal"
    );
}

#[test]
fn the_board_is_drawn_with_coordinates_hints_and_the_last_move() {
    let mut position = start(Size::Six);
    assert_eq!(
        position.diagram(None, Ink::Plain),
        "   a  b  c  d  e  f
1  -  -  -  -  -  -
2  -  -  .  -  -  -
3  -  .  O  X  -  -
4  -  -  X  O  .  -
5  -  -  -  .  -  -
6  -  -  -  -  -  -
Black (X) 2, White (O) 2; Black to move
"
    );
    position.play(Move::at(1, 2));
    assert_eq!(
        position.diagram(Some(Move::at(1, 2)), Ink::Plain),
        "   a  b  c  d  e  f
1  -  -  -  -  -  -
2  -  . [X] .  -  -
3  -  -  X  X  -  -
4  -  .  X  O  -  -
5  -  -  -  -  -  -
6  -  -  -  -  -  -
Black (X) 4, White (O) 1; White to move
"
    );
}

#[test]
fn coloured_boards_reset_at_each_line_and_say_the_same() {
    let mut position = start(Size::Eight);
    let mv = position.read_move("f5").unwrap();
    position.play(mv);
    let drawn = position.diagram(Some(mv), Ink::Color);
    for line in drawn.lines().filter(|line| line.contains('\u{1b}')) {
        assert!(line.ends_with("\u{1b}[0m"), "{line:?}");
    }
    assert_eq!(drawn.matches('●').count(), 5);
    assert_eq!(drawn.matches('·').count(), position.move_count());
    assert_eq!(drawn.lines().last(), position.diagram(None, Ink::Plain).lines().last());
}

#[test]
fn the_line_below_the_board_names_passes_and_results() {
    let last = |text: &str| {
        let position = start(Size::Four).read_position(text).unwrap();
        position.diagram(Some(Move::PASS), Ink::Plain).lines().last().unwrap().to_owned()
    };
    assert_eq!(last("OX-- ---- ---- ---- X"), "Black (X) 1, White (O) 1; Black to move, who must pass");
    assert_eq!(last("XX-- ---- ---- --OO X"), "Black (X) 2, White (O) 2; the game is over: a draw");
    assert_eq!(last("XX-- ---- ---- ---- X"), "Black (X) 2, White (O) 0; the game is over: Black wins by 2");
    assert_eq!(last("---- ---- ---- OOOX X"), "Black (X) 1, White (O) 3; the game is over: White wins by 2");
}
