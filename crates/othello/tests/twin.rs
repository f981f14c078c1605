//! The rules once more, slow and obvious: a grid of characters and a walk in eight directions.

use othello::{Move, Othello, Setup, Size};
use plywise::{Game, Notation, Rng, Seat, Turn};

#[derive(Clone)]
struct Twin {
    size: i32,
    grid: Vec<Vec<char>>,
    mover: char,
}

impl Twin {
    fn read(size: usize, text: &str) -> Self {
        let squares: Vec<char> = text.chars().take(size * size).collect();
        let grid = squares.chunks(size).map(<[char]>::to_vec).collect();
        Self { size: size as i32, grid, mover: text.chars().last().unwrap() }
    }

    fn text(&self) -> String {
        let squares: String = self.grid.iter().flatten().collect();
        format!("{squares} {}", self.mover)
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        inside.then(|| self.grid[row as usize][column as usize])
    }

    fn flips(&self, row: i32, column: i32, mover: char) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        if self.at(row, column) != Some('-') {
            return flips;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                let mut run = Vec::new();
                let (mut r, mut c) = (row + down, column + right);
                while self.at(r, c).is_some_and(|disc| disc != '-' && disc != mover) {
                    run.push((r, c));
                    (r, c) = (r + down, c + right);
                }
                if self.at(r, c) == Some(mover) {
                    flips.extend(run);
                }
            }
        }
        flips
    }

    fn placements(&self, mover: char) -> Vec<(i32, i32)> {
        (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| (row, column)))
            .filter(|&(row, column)| !self.flips(row, column, mover).is_empty())
            .collect()
    }

    fn other(mover: char) -> char {
        if mover == 'X' { 'O' } else { 'X' }
    }

    fn moves(&self) -> Vec<Move> {
        let own = self.placements(self.mover);
        if own.is_empty() && !self.placements(Self::other(self.mover)).is_empty() {
            return vec![Move::PASS];
        }
        own.into_iter().map(|(row, column)| Move::at(row as usize, column as usize)).collect()
    }

    fn play(&mut self, mv: Move) {
        if let Some((row, column)) = mv.square() {
            for (r, c) in self.flips(row as i32, column as i32, self.mover) {
                self.grid[r as usize][c as usize] = self.mover;
            }
            self.grid[row][column] = self.mover;
        }
        self.mover = Self::other(self.mover);
    }

    fn count(&self, disc: char) -> i32 {
        self.grid.iter().flatten().filter(|&&square| square == disc).count() as i32
    }
}

fn same(position: &Othello, twin: &Twin) -> Vec<Move> {
    let text = position.position_text();
    assert_eq!(text, twin.text());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(moves, twin.moves(), "{text}");
    assert_eq!(position.move_count(), moves.len(), "{text}");
    assert_eq!(position.is_over(), moves.is_empty(), "{text}");
    assert_eq!(position.payoff(Seat::FIRST), twin.count('X') - twin.count('O'), "{text}");
    assert_eq!(position.payoff(Seat::SECOND), twin.count('O') - twin.count('X'), "{text}");
    assert_eq!(position.turn(), Turn::Seat(Seat(u8::from(twin.mover == 'O'))), "{text}");
    moves
}

/// Random games, and in each the number of discs grows by one with every move that is no pass.
fn games(size: Size, games: u64) {
    let mut passes = 0;
    for game in 0..games {
        let mut rng = Rng::derive(5, game);
        let mut position = Othello::start(size, Setup::Course, game);
        let mut twin = Twin::read(position.size().side(), &position.position_text());
        let mut discs = 4;
        loop {
            let moves = same(&position, &twin);
            assert_eq!(twin.count('X') + twin.count('O'), discs);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.index(moves.len())];
            discs += i32::from(!mv.is_pass());
            passes += u64::from(mv.is_pass());
            position.play(mv);
            twin.play(mv);
        }
    }
    assert!(passes > 0, "random games have passes");
}

/// Arrangements that no game leads to, and each of their moves.
fn arrangements(size: Size, count: u64) {
    let mut rng = Rng::new(6);
    for round in 0..count {
        let sparse = if round % 2 == 0 { rng.next_u64() } else { u64::MAX };
        let occupied = sparse & (rng.next_u64() | rng.next_u64()) & size.board();
        let black = occupied & (rng.next_u64() & if round % 3 == 0 { rng.next_u64() } else { u64::MAX });
        let position = Othello::new(size, black, occupied & !black, Seat((round & 1) as u8)).unwrap();
        let twin = Twin::read(position.size().side(), &position.position_text());
        for mv in same(&position, &twin) {
            let (mut child, mut twin) = (position, twin.clone());
            child.play(mv);
            twin.play(mv);
            assert_eq!(child.position_text(), twin.text());
        }
    }
}

#[test]
fn the_rules_equal_a_walk_over_a_grid() {
    games(Size::Four, 300);
    games(Size::Six, 150);
    games(Size::Eight, 100);
    arrangements(Size::Four, 2000);
    arrangements(Size::Six, 1000);
    arrangements(Size::Eight, 1000);
}
