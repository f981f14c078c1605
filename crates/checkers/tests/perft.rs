//! Published and measured counts: `data/checkers`.

use checkers::{Board, Checkers, Options, Rules, perft_results, start};
use plywise::contract::{Promise, walk};
use plywise::{Convention, Game, Notation, perft};

const COUNTS: &str = include_str!("../../../data/checkers/perft.csv");
const POSITIONS: &str = include_str!("../../../data/checkers/positions.csv");

/// The convention of the data: a game that ends before the depth counts nothing.
const CONVENTION: Convention = Convention { pass_is_a_ply: true, finished_is_a_leaf: false };

/// The rows of a table behind its head.
fn rows(table: &str, separator: char) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(move |line| line.split(separator).collect())
}

/// (depth, paths, results)
fn counts() -> Vec<(u32, u64, u64)> {
    rows(COUNTS, ',')
        .map(|row| (row[0].parse().unwrap(), row[1].parse().unwrap(), row[2].parse().unwrap()))
        .collect()
}

#[test]
fn counts_from_the_start_are_the_known_ones() {
    let known = counts();
    assert_eq!(known.len(), 12);
    let deepest = if crate::whole() { 11 } else { 10 };
    for &(depth, paths, results) in known.iter().filter(|row| row.0 <= deepest) {
        // Nobody can have lost by then, so both conventions agree; the second one takes both plies at once.
        assert_eq!(perft(&Board::start(), depth, Convention::default()), paths, "depth {depth}");
        if depth <= 9 {
            assert_eq!(perft(&Board::start(), depth, CONVENTION), paths, "depth {depth}");
            assert_eq!(perft_results(&Board::start(), depth), results, "depth {depth}");
        }
    }
}

#[test]
fn whole_games_count_as_boards_do_under_both_rules() {
    for rules in Rules::ALL {
        let game = start(&Options { rules }, 0);
        for (depth, paths, _) in counts().into_iter().filter(|row| row.0 <= 8) {
            assert_eq!(perft(&game, depth, Convention::default()), paths, "{rules}, depth {depth}");
            assert_eq!(perft(&game, depth, CONVENTION), paths, "{rules}, depth {depth}");
        }
    }
}

#[test]
fn a_hundred_positions_count_as_known() {
    let mut positions = 0;
    for row in rows(POSITIONS, ';') {
        let board = Board::start().read_position(row[0]).unwrap();
        assert_eq!(board.position_text(), row[0]);
        for depth in 1..=6 {
            let known = |column: usize| row[column].parse::<u64>().unwrap();
            assert_eq!(perft(&board, depth, CONVENTION), known(depth as usize), "{row:?}");
            assert_eq!(perft_results(&board, depth), known(6 + depth as usize), "{row:?}");
        }
        positions += 1;
    }
    assert_eq!(positions, 100);
}

/// Two plies at once, by the fastest way that this processor has, count what playing the moves one by one counts.
#[test]
fn two_plies_at_once_count_what_playing_counts() {
    let mut many = 0;
    // Kings from the first ply on, and jumps over many pieces, which random games hardly see.
    let made = ["W:WK3,21,22,K30,31:B7,8,14,15,16,K18,23,K24", "B:W6,7,14,15,23,K24,27:B2,K3,10,K11,18,20"];
    let made = made.map(|text| *start(&Options::default(), 0).read_position(text).unwrap().board());
    for board in [Board::start()].into_iter().chain(made) {
        let promise = Promise { games: 200, seed: 3, longest: 600, payoffs: -1..=1 };
        walk(&Checkers::new(Rules::Standard, board), &promise, |position, moves, place| {
            let (board, mut replies) = (position.board(), Vec::new());
            many += u32::from(moves.iter().any(|mv| mv.captured().len() > 2));
            let mut counted = [0; 2];
            let mut legal = Vec::new();
            board.moves(&mut legal);
            for mv in legal {
                let mut child = *board;
                child.play(mv);
                replies.clear();
                child.moves(&mut replies);
                counted = [counted[0] + replies.len() as u64, counted[1] + replies.len().max(1) as u64];
            }
            let found = [CONVENTION, Convention::default()].map(|convention| perft(board, 2, convention));
            // Who has no move at all has lost before: that is a leaf of its own.
            let lost = u64::from(counted == [0; 2]);
            assert_eq!(found, [counted[0], counted[1] + lost], "{place}");
        });
    }
    assert!(many > 50, "{many} positions with jumps over three pieces or more");
}

/// The data tells the conventions apart: with finished games as leaves, some position counts more.
#[test]
fn finished_games_are_no_leaves_in_the_data() {
    let board = Board::start().read_position("W:WK8,K27:BK17").unwrap();
    assert_eq!(perft(&board, 6, CONVENTION), 14_153);
    assert_eq!(perft(&board, 6, Convention::default()), 14_190);
}
