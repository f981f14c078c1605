//! Tic-tac-toe as a work on game trees has it: its 255,168 games counted, and minimax drawn where a game is nearly over.
//! `cargo run --release -p plywise --example tic_tac_toe`

use plywise::{Convention, Game, Limits, Score, Seat, Turn, TwoPlayer, Unknown, minimax, perft};

/// The squares of each seat as bits, row by row.
#[derive(Clone, Debug, Default)]
struct TicTacToe {
    taken: [u16; 2],
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn has_won(&self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.taken[seat.index()] & line == *line)
    }

    fn row(&self, row: u16) -> String {
        let square = |at: u16| match self.taken.map(|taken| taken >> at & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        (3 * row..3 * row + 3).map(square).collect()
    }
}

impl Game for TicTacToe {
    type Move = u8;

    fn turn(&self) -> Turn {
        let [crosses, noughts] = self.taken.map(u16::count_ones);
        Turn::Seat(if crosses > noughts { Seat::SECOND } else { Seat::FIRST })
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if !self.has_won(Seat::FIRST) && !self.has_won(Seat::SECOND) {
            out.extend((0..9).filter(|square| (self.taken[0] | self.taken[1]) >> square & 1 == 0));
        }
    }

    fn play(&mut self, square: u8) {
        let second = self.turn() == Turn::Seat(Seat::SECOND);
        self.taken[usize::from(second)] |= 1 << square;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        i32::from(self.has_won(seat)) - i32::from(self.has_won(seat.other()))
    }
}

impl TwoPlayer for TicTacToe {}

/// What a position is worth to X: 1 a win, 0 a draw, -1 a loss.
fn worth(position: &TicTacToe) -> i32 {
    let found = minimax(position, &Unknown, &Limits::default()).value;
    let own = i32::from(found > Score::ZERO) - i32::from(found < Score::ZERO);
    if position.turn() == Turn::Seat(Seat::FIRST) { own } else { -own }
}

/// The tree below a position, one line each, deeper ones further in: who chooses, the board, its value.
fn draw(position: &TicTacToe, depth: usize) {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let chooser = match (moves.is_empty(), position.turn()) {
        (true, _) => "end",
        (_, Turn::Seat(Seat::FIRST)) => "max",
        _ => "min",
    };
    let board = [0, 1, 2].map(|row| position.row(row)).join(" ");
    println!("{}{chooser} {board} {:+}", "    ".repeat(depth), worth(position));
    for square in moves {
        let mut child = position.clone();
        child.play(square);
        draw(&child, depth + 1);
    }
}

/// How many games there are below a position, and how many of them X wins, nobody wins, O wins.
fn results(position: &TicTacToe, found: &mut [u64; 3]) {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() {
        found[(1 - position.payoff(Seat::FIRST)) as usize] += 1;
    }
    for square in moves {
        let mut child = position.clone();
        child.play(square);
        results(&child, found);
    }
}

fn main() {
    let start = TicTacToe::default();
    let mut found = [0; 3];
    results(&start, &mut found);
    let games: u64 = found.iter().sum();
    assert_eq!(games, perft(&start, 9, Convention { finished_is_a_leaf: true, ..Convention::default() }));
    let [won, drawn, lost] = found;
    println!("{games} games: X wins {won}, {drawn} are drawn, O wins {lost}");
    println!("minimax: {:+} (1 a win of X, 0 a draw, -1 a loss)\n", worth(&start));
    // X at the corner, the middle and the right; O at the top right, on the left and below: X is to move.
    draw(&TicTacToe { taken: [0o061, 0o214] }, 0);
}
