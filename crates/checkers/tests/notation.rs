//! Positions, moves and pictures as text.

use checkers::{Board, Checkers, Options, Rules, start};
use plywise::{Convention, Game, Ink, Notation, divide};

fn game(rules: Rules) -> Checkers {
    start(&Options { rules }, 0)
}

#[test]
fn positions_are_written_in_one_form_and_read_in_many() {
    for (given, written) in [
        ("B:W18,24,27,K30:B12,K16", "B:W18,24,27,K30:B12,K16"),
        ("B:B12,K16:W18,24,27,K30", "B:W18,24,27,K30:B12,K16"),
        (" b : w k30 , 27,24, 18 : b K16,12 . ", "B:W18,24,27,K30:B12,K16"),
        ("\"W:W31:BK1.\"", "W:W31:BK1"),
        ("B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("W:WK1-3:B", "W:WK1,K2,K3:B"),
        ("B:W05:B01", "B:W5:B1"),
    ] {
        let position = game(Rules::Standard).read_position(given).unwrap();
        assert_eq!(position.position_text(), written);
        assert_eq!(*position.board(), Board::start().read_position(written).unwrap());
    }
    let start = Board::start().read_position("B:W21-32:B1-12").unwrap();
    assert_eq!(start, Board::start());
}

#[test]
fn the_course_has_its_own_letters_and_takes_the_standard_ones() {
    let course = game(Rules::Course);
    assert_eq!(course.position_text(), "R:B21,22,23,24,25,26,27,28,29,30,31,32:R1,2,3,4,5,6,7,8,9,10,11,12");
    let own = course.read_position("B:R5,K9:B30").unwrap();
    assert_eq!(own.position_text(), "B:B30:R5,K9");
    let standard = course.read_position("W:B5,K9:W30").unwrap();
    assert_eq!(standard, own);
    // Only the first mover's letter is B in one and the second mover's in the other: a mixture is refused.
    assert!(course.read_position("W:R5,K9:B30").is_err());
    assert!(game(Rules::Standard).read_position("R:B30:R5").is_err());
}

#[test]
fn wrong_positions_are_refused_in_one_line_with_the_place() {
    for (given, wanted) in [
        ("", "character 1, at the end: expected B or W, whose turn it is"),
        ("X:W1:B2", "character 1, at \"X:W1:B2\": expected B or W, whose turn it is"),
        ("B", "character 2, at the end: no list for B; add `:B`"),
        ("B:W18", "character 6, at the end: no list for B; add `:B`"),
        ("B:B12", "character 6, at the end: no list for W; add `:W`"),
        ("B:W18:W19", "character 7, at \"W19\": a second list for W"),
        ("B:W33:B1", "character 4, at \"33:B1\": no such square; squares are 1 to 32"),
        ("B:W0:B1", "character 4, at \"0:B1\": no such square"),
        ("B:W99999999999999999999:B1", "character 4, at \"999999999999\": no such square"),
        ("B:W18,:B1", "character 7, at \":B1\": expected a square, 1 to 32"),
        ("B:W18 19:B1", "character 7, at \"19:B1\": expected `,` and a square"),
        ("B:W18:B18", "character 8, at \"18\": square 18 is given twice"),
        ("B:W18,K18:B1", "character 7, at \"K18:B1\": square 18 is given twice"),
        ("B:W3:B1", "character 4, at \"3:B1\": a man that reaches 3 becomes a king; write K3"),
        ("B:W18:B29", "a man that reaches 29 becomes a king; write K29"),
        ("B:W9-21:B1", "13 pieces of one side; at most 12 are possible"),
        ("B:W32-21:B1", "the range 32-21 runs backwards"),
        ("B:W:B", "an empty board; at least one piece is needed"),
        ("B:W18:B1..", "character 10, at \".\": expected `,` and a square"),
        ("\"B:W18:B1", "expected the closing quotation mark"),
        ("B:W18:B1:H0:F1", "character 10, at \"H0:F1\": expected B or W, whose squares follow"),
    ] {
        let error = game(Rules::Standard).read_position(given).unwrap_err().to_string();
        assert!(error.contains(wanted), "{given:?}: {error}");
        assert!(error.ends_with("(a position looks like B:W18,24,27,K30:B12,K16)"), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn moves_are_written_in_full_and_read_in_short() {
    let position = game(Rules::Standard).read_position("W:W22,32:B18,11,7,26").unwrap();
    let texts = |position: &Checkers| {
        let mut list = Vec::new();
        position.moves(&mut list);
        list.into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>()
    };
    assert_eq!(texts(&position), ["22x15x8"]);
    for text in ["22x15x8", "22-15-8", "22x8", "22-8", " 22 x 15 x 8 ", "22X08"] {
        assert_eq!(position.read_move(text).unwrap().to_string(), "22x15x8", "{text}");
    }
    for (text, wanted) in [
        ("22x15", "\"22x15\" is not a legal move here; legal: 22x15x8"),
        ("32-27", "\"32-27\" is not a legal move here; legal: 22x15x8"),
        ("22x14x8", "is not a legal move here"),
        ("22x15x15x8", "is not a legal move here"),
        ("22", "\"22\" is not a move; a move looks like 11-15 or 22x15x8"),
        ("22x", "is not a move"),
        ("x8", "is not a move"),
        ("22x40", "is not a move"),
        ("22x+8", "is not a move"),
        ("22x008", "is not a move"),
        ("(5,3)x(1,3)", "is not a move"),
    ] {
        let error = position.read_move(text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text:?}: {error}");
    }
}

#[test]
fn a_short_capture_must_say_which_one_it_is() {
    // Two ways from 7 to 23, past different men.
    let position = game(Rules::Standard).read_position("B:W10,11,18,19:BK7").unwrap();
    let mut list = Vec::new();
    position.moves(&mut list);
    let circles = list.iter().map(|&mv| position.move_text(mv)).collect::<Vec<_>>();
    assert_eq!(circles, ["7x14x23x16x7", "7x16x23x14x7"]);
    // Both take the same: either reading is the same move in effect.
    assert_eq!(position.read_move("7x7").unwrap(), list[0]);
    assert_eq!(position.read_move("7x16x7").unwrap(), list[0]);
    let open = game(Rules::Standard).read_position("B:W10,11,18,19,K31:B7,1").unwrap();
    let error = open.read_move("7x23").unwrap_err().to_string();
    assert!(error.contains("means any of [7x14x23, 7x16x23]; name the squares between"), "{error}");
    assert_eq!(open.read_move("7-16-23").unwrap().to_string(), "7x16x23");
}

#[test]
fn the_course_writes_coordinates_and_reads_numbers_too() {
    let course = game(Rules::Course);
    for text in ["(2,0)-(3,1)", "2,0-3,1", "( 2 , 0 ) x ( 3 , 1 )", "12-16"] {
        assert_eq!(course.move_text(course.read_move(text).unwrap()), "(2,0)-(3,1)", "{text}");
    }
    for text in ["(2,0-(3,1)", "(2,0)-(3,8)", "(2,1)-(3,1)", "(2)-(3)", "2,0,-3,1", "(2,0)"] {
        let error = course.read_move(text).unwrap_err().to_string();
        assert!(error.contains("is not a move; a move looks like (2,2)-(3,3)"), "{error}");
    }
}

#[test]
fn perft_divides_a_position_given_as_text() {
    let position = game(Rules::Standard).read_position("B:WK32:BK26").unwrap();
    let parts = divide(&position, 3, Convention::default());
    let shown: Vec<_> = parts.into_iter().map(|(mv, leaves)| (position.move_text(mv), leaves)).collect();
    assert_eq!(shown.iter().map(|part| part.1).sum::<u64>(), 20);
    assert_eq!(
        shown.iter().map(|part| part.0.as_str()).collect::<Vec<_>>(),
        ["26-22", "26-23", "26-30", "26-31"]
    );
}

#[test]
fn the_standard_picture_marks_the_last_move() {
    let mut position = game(Rules::Standard);
    let mut last = None;
    for text in ["11-15", "22-18", "15x22"] {
        last = Some(position.read_move(text).unwrap());
        position.play(last.unwrap());
    }
    let picture = " 1     b     b     b     b   4
 5  b     b     b     b      8
 9     b     b     .     b  12
13  .     .    [.]    .     16
17     .    (.)    .     .  20
21  w    [b]    w     w     24
25     w     w     w     w  28
29  w     w     w     w     32
White to move; Black 12 (12 + 0K), White 11 (11 + 0K)
";
    assert_eq!(position.diagram(last, Ink::Plain), picture);
    let painted = position.diagram(last, Ink::Color);
    assert!(painted.lines().take(8).all(|line| line.contains("\u{1b}[0m ") && line.contains("\u{1b}[48;5;")));
    assert_eq!(uncoloured(&painted), position.diagram(None, Ink::Plain));
}

#[test]
fn the_course_prints_its_board_with_bars() {
    let mut position = game(Rules::Course);
    let last = position.read_move("(2,0)-(3,1)").unwrap();
    position.play(last);
    let picture = "  0 1 2 3 4 5 6 7
 +-+-+-+-+-+-+-+-+
0|r| |r| |r| |r| |
 +-+-+-+-+-+-+-+-+
1| |r| |r| |r| |r|
 +-+-+-+-+-+-+-+-+
2| | |r| |r| |r| |
 +-+-+-+-+-+-+-+-+
3| |r| | | | | | |
 +-+-+-+-+-+-+-+-+
4| | | | | | | | |
 +-+-+-+-+-+-+-+-+
5| |b| |b| |b| |b|
 +-+-+-+-+-+-+-+-+
6|b| |b| |b| |b| |
 +-+-+-+-+-+-+-+-+
7| |b| |b| |b| |b|
 +-+-+-+-+-+-+-+-+
last move: (2,0)-(3,1)
Black to move; Red 12 (12 + 0K), Black 12 (12 + 0K), 1 of 100 quiet plies
";
    assert_eq!(position.diagram(Some(last), Ink::Plain), picture);
    assert_eq!(uncoloured(&position.diagram(Some(last), Ink::Color)), picture);
}

/// The text without its escape sequences.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

#[test]
fn the_caption_tells_how_it_ended_and_counts_quiet_plies() {
    let caption_by = |rules, text: &str, quiet| {
        let position = game(rules).read_position(text).unwrap().with_quiet_plies(quiet);
        position.diagram(None, Ink::Plain).lines().last().unwrap().to_owned()
    };
    let caption = |text: &str, quiet| caption_by(Rules::Standard, text, quiet);
    for (quiet, told) in [(0, "0 of 100 quiet plies"), (19, "19 of 100 quiet plies")] {
        let caption = caption_by(Rules::Course, "W:WK8:BK1", quiet);
        assert!(caption.ends_with(told), "{caption}");
    }
    assert!(
        !caption("W:WK8:BK1", 19).contains("quiet")
            && caption("W:WK8:BK1", 20).contains("20 of 80 quiet plies")
    );
    assert_eq!(caption("W:W:B1,K5", 0), "White cannot move: Black wins; Black 2 (1 + 1K), White 0 (0 + 0K)");
    assert_eq!(caption("W:WK8:BK1", 80), "drawn; Black 1 (0 + 1K), White 1 (0 + 1K), 80 of 80 quiet plies");
    assert_eq!(
        format!("{:?}", game(Rules::Standard).read_position("W:WK8:BK1").unwrap()),
        "Checkers(W:WK8:BK1, standard rules, 0 quiet plies)"
    );
}
