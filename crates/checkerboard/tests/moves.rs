//! Moves that the library plays.

use std::ffi::c_int;

use checkers::{Board, Move, Square, Squares};
use plywise::{Game, Notation, Rng, Seat};

use crate::host::{Asked, BLACK, Cells, DRAW, Host, LOSS, UNKNOWN, WHITE, WIN};

/// Where CheckerBoard's header puts a square.
fn place(number: usize) -> (usize, usize) {
    let (row, along) = ((number - 1) / 4, (number - 1) % 4);
    (2 * (3 - along) + row % 2, row)
}

fn cells(board: &Board) -> Cells {
    let mut cells = [[0; 8]; 8];
    for number in 1..=32 {
        let (x, y) = place(number);
        let piece = board.piece_at(Square::from_number(number as u8).expect("a square"));
        cells[x][y] = piece.map_or(0, |(seat, king)| {
            (if seat == Seat::FIRST { BLACK } else { WHITE }) + if king { 8 } else { 4 }
        });
    }
    cells
}

fn color(board: &Board) -> c_int {
    if board.to_move() == Seat::FIRST { BLACK } else { WHITE }
}

fn board(fen: &str) -> Board {
    Board::start().read_position(fen).expect(fen)
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = *board;
    after.play(mv);
    after
}

/// The legal move that leads to the cells.
fn played(before: &Board, then: &Cells) -> Option<Move> {
    let mut moves = Vec::new();
    before.moves(&mut moves);
    moves.into_iter().find(|&mv| cells(&after(before, mv)) == *then)
}

#[test]
fn both_sides_play_a_whole_game_by_the_rules() {
    let host = Host::new();
    let mut now = Board::start();
    let mut plies = 0;
    loop {
        let told =
            host.ask(Asked { info: c_int::from(plies == 0), ..Asked::at(cells(&now), color(&now), 0.004) });
        let Some(mv) = played(&now, &told.cells) else {
            assert_eq!((told.result, told.cells), (LOSS, cells(&now)), "{}", told.text);
            assert!(now.is_over(), "{now:?} is not over: {}", told.text);
            break;
        };
        for part in ["value ", "depth ", "nodes ", "line "] {
            assert!(told.text.contains(part), "{}", told.text);
        }
        now.play(mv);
        plies += 1;
        if now.is_over() {
            assert_eq!(told.result, WIN, "{}", told.text);
        }
        // A game between equals ends in a draw, which is claimed as soon as it is certain.
        if told.result == DRAW || plies == 300 {
            break;
        }
    }
    assert!(plies >= 20, "{plies} plies: {now:?}");
}

/// Black is at the bottom and its double corner on the left of White's; the numbers here are from the header, not computed.
#[test]
fn the_board_is_seen_from_blacks_side() {
    let host = Host::new();
    let mut black = [[0; 8]; 8];
    (black[5][3], black[4][4], black[1][7]) = (6, 5, 5);
    let told = host.ask(Asked::at(black, BLACK, 0.05));
    let mut taken = [[0; 8]; 8];
    (taken[3][5], taken[1][7]) = (6, 5);
    assert_eq!(told.cells, taken, "{}", told.text);
    assert!(told.text.contains("14x23"), "{}", told.text);
    let record = told.record;
    assert_eq!((record.jumps, record.old_piece, record.new_piece), (1, 6, 6));
    assert_eq!((record.from, record.to), ([5, 3], [3, 5]));
    assert_eq!((record.path[0], record.path[1]), ([5, 3], [3, 5]));
    assert_eq!((record.del[0], record.del_piece[0]), ([4, 4], 5));

    // White's man takes two and is crowned in the last row before it, as square 1 is.
    let mut white = [[0; 8]; 8];
    (white[2][4], white[3][3], white[5][1], white[7][7]) = (5, 6, 10, 10);
    let told = host.ask(Asked::at(white, WHITE, 0.05));
    assert_eq!((told.cells[6][0], told.record.jumps, told.record.new_piece), (9, 2, 9), "{}", told.text);
    assert_eq!(told.record.del_piece[..3], [6, 10, 0]);
}

#[test]
fn a_move_is_played_as_soon_as_it_is_wanted() {
    let host = Host::new();
    let start = Board::start();
    let asked = Asked { info: 1, ..Asked::at(cells(&start), BLACK, 1e9) };
    let told = host.ask_until_told(asked.clone());
    assert!(played(&start, &told.cells).is_some(), "{}", told.text);
    assert_eq!(told.result, UNKNOWN);
    let told = host.ask(Asked { play_now: 1, ..asked });
    assert!(played(&start, &told.cells).is_some(), "{}", told.text);
}

/// The search would go on for years otherwise.
#[test]
fn time_ends_a_search_whatever_it_is() {
    let host = Host::new();
    let start = Board::start();
    for maxtime in [0.05, 0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        for info in [0, 2, 0x7000_0003] {
            let told = host.ask(Asked { info, ..Asked::at(cells(&start), BLACK, maxtime) });
            assert!(played(&start, &told.cells).is_some(), "{maxtime} {info}: {}", told.text);
        }
    }
    // A clock with an increment, in each unit; `maxtime` is no matter then.
    for (unit, left, increment) in [(4, 300, 20), (8, 30, 2), (12, 3, 0), (12, 0, 0)] {
        let asked =
            Asked { info: unit, moreinfo: left << 16 | increment, ..Asked::at(cells(&start), BLACK, 1e9) };
        let told = host.ask(asked);
        assert!(played(&start, &told.cells).is_some(), "{unit}: {}", told.text);
    }
}

#[test]
fn what_is_certain_is_claimed_and_nothing_else() {
    let host = Host::new();
    for (fen, result) in [
        // The last piece is taken.
        ("B:W18:B14", WIN),
        // Two kings against one; one king each, the other's in a double corner.
        ("B:WK29:BK18,K22", WIN),
        ("B:WK1:BK22", DRAW),
        ("W:WK29:BK18,K15", LOSS),
        // Nothing can move.
        ("B:W5,9:B1", LOSS),
    ] {
        let now = board(fen);
        let told = host.ask(Asked { info: 1, ..Asked::at(cells(&now), color(&now), 1e9) });
        assert_eq!(told.result, result, "{fen}: {}", told.text);
    }
}

#[test]
fn the_history_shows_the_third_time() {
    let host = Host::new();
    assert_eq!(host.command("set enable_wld 0").0, 1);
    // Black can only go from its corner to 8, where it has been twice.
    let now = board("B:W24,27,K29:B20,K4");
    let asked = Asked { info: 1, play_now: 1, ..Asked::at(cells(&now), BLACK, 0.05) };
    assert_eq!(host.ask(asked.clone()).result, UNKNOWN);
    let history = "set gamehist W:W24,27,K29:B20,K8 29-25 8-4 25-29";
    assert_eq!(host.command(&format!("{history} 4-8 29-25 8-4 25-29")).0, 1);
    let told = host.ask(asked.clone());
    assert_eq!(told.result, DRAW, "{}", told.text);
    // Once is not twice, and a history that leads elsewhere is none.
    for other in [history.to_owned(), format!("{history} 4-8 29-25")] {
        assert_eq!(host.command(&other).0, 1);
        assert_eq!(host.ask(asked.clone()).result, UNKNOWN, "{other}");
    }
}

#[test]
fn boards_that_cannot_be_are_left_alone_and_said() {
    let host = Host::new();
    let mut crowned = [[0; 8]; 8];
    (crowned[0][0], crowned[1][7]) = (5, 6);
    let mut strange = cells(&Board::start());
    strange[7][7] = 77;
    let start = cells(&Board::start());
    for (cells, color, why) in [
        (crowned, BLACK, "crowning row"),
        (strange, BLACK, "board[7][7] is 77"),
        ([[0; 8]; 8], WHITE, "empty board"),
        ([[9; 8]; 8], WHITE, "at most 12"),
        (start, 0, "color is 0"),
        (start, 3, "color is 3"),
        (start, -7, "color is -7"),
    ] {
        let told = host.ask(Asked::at(cells, color, 0.01));
        assert_eq!((told.result, told.cells), (UNKNOWN, cells), "{}", told.text);
        assert!(told.text.contains(why), "{why}: {}", told.text);
    }
    assert_eq!(host.ask_nothing(None), UNKNOWN);
    let mut alone = start;
    assert_eq!(host.ask_nothing(Some(&mut alone)), UNKNOWN);
    assert!(played(&Board::start(), &alone).is_some());
}

/// Half of them are positions, the other half are anything.
#[test]
fn a_thousand_boards_get_a_legal_move_or_none() {
    let host = Host::new();
    let mut rng = Rng::new(7);
    let (mut moves, mut refused) = (0, 0);
    for round in 0..1_000 {
        let anything = round % 2 == 1;
        let mut random = [[0; 8]; 8];
        for number in 1..=32 {
            let (x, y) = place(number);
            random[x][y] = match rng.below(12) {
                0 if y != 7 => 6,
                1 if y != 0 => 5,
                2 => 9,
                3 => 10,
                4 if anything => [1, 2, 3, 7, 11, 16, -1, c_int::MIN, c_int::MAX][rng.below(9) as usize],
                _ => 0,
            };
        }
        let color = if rng.below(2) == 0 { BLACK } else { WHITE };
        let told = host.ask(Asked { play_now: 1, ..Asked::at(random, color, 0.001) });
        match position(&random, color) {
            Some(now) if !now.is_over() => {
                let mv = played(&now, &told.cells);
                assert!(mv.is_some(), "{now:?}: {}", told.text);
                moves += 1;
            }
            Some(now) => assert_eq!((told.result, told.cells), (LOSS, random), "{now:?}: {}", told.text),
            None => {
                assert_eq!((told.result, told.cells), (UNKNOWN, random), "{random:?}: {}", told.text);
                refused += 1;
            }
        }
    }
    assert!(moves > 300 && refused > 300, "{moves} moves, {refused} refused");
}

/// The position that cells show, if they show one.
fn position(cells: &Cells, color: c_int) -> Option<Board> {
    let (mut pieces, mut kings) = ([Squares::NONE; 2], Squares::NONE);
    for number in 1..=32 {
        let (x, y) = place(number);
        let square = Square::from_number(number as u8)?.set();
        let (seat, king) = match cells[x][y] {
            0 => continue,
            6 => (0, false),
            10 => (0, true),
            5 => (1, false),
            9 => (1, true),
            _ => return None,
        };
        pieces[seat] = pieces[seat] | square;
        if king {
            kings = kings | square;
        }
    }
    Board::new(pieces, kings, if color == BLACK { Seat::FIRST } else { Seat::SECOND }).ok()
}
