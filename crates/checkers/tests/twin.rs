//! The rules once more, slow and obvious, on the course's board of rows and columns; it must agree with the fast
//! ones on every move, on their order, on what each leads to, and on the draws.

use checkers::{Board, Checkers, Move, Options, Rules, Square, Squares, start};
use plywise::{Game, Rng, Seat};

/// Row and column of the course's board.
type Place = (i8, i8);

#[derive(Clone, PartialEq, Debug)]
struct Twin {
    /// `[row][column]`: whose piece, and whether it is a king.
    cells: [[Option<(u8, bool)>; 8]; 8],
    turn: u8,
}

#[derive(Clone, PartialEq, Debug)]
struct TwinMove {
    path: Vec<Place>,
    taken: Vec<Place>,
}

impl Twin {
    fn of(board: &Board) -> Self {
        let mut cells = [[None; 8]; 8];
        for (row, line) in cells.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                let piece = Square::from_course(row as u8, column as u8).and_then(|s| board.piece_at(s));
                *cell = piece.map(|(seat, king)| (seat.0, king));
            }
        }
        Self { cells, turn: board.to_move().0 }
    }

    /// Nothing beyond the edge.
    fn at(&self, (row, column): Place) -> Option<Option<(u8, bool)>> {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        inside.then(|| self.cells[row as usize][column as usize])
    }

    /// Right before left, up before down: the first mover's men go down, the second's up.
    fn directions(&self, king: bool) -> Vec<Place> {
        let all = [(-1, 1), (-1, -1), (1, 1), (1, -1)];
        let forward = if self.turn == 0 { 1 } else { -1 };
        all.into_iter().filter(|&(down, _)| king || down == forward).collect()
    }

    /// Own pieces row by row.
    fn own(&self) -> Vec<(Place, bool)> {
        let places = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        places
            .filter_map(|place| match self.at(place) {
                Some(Some((owner, king))) if owner == self.turn => Some((place, king)),
                _ => None,
            })
            .collect()
    }

    fn jumps(&self, so_far: &TwinMove, king: bool, out: &mut Vec<TwinMove>) {
        let (row, column) = *so_far.path.last().unwrap();
        let mut further = false;
        for (down, right) in self.directions(king) {
            let (over, to) = ((row + down, column + right), (row + 2 * down, column + 2 * right));
            let enemy = matches!(self.at(over), Some(Some((owner, _))) if owner != self.turn);
            let free = self.at(to) == Some(None) || to == so_far.path[0];
            if enemy && free && !so_far.taken.contains(&over) {
                further = true;
                let mut longer = so_far.clone();
                longer.path.push(to);
                longer.taken.push(over);
                self.jumps(&longer, king, out);
            }
        }
        if !further && !so_far.taken.is_empty() {
            out.push(so_far.clone());
        }
    }

    fn moves(&self) -> Vec<TwinMove> {
        let mut moves = Vec::new();
        for (place, king) in self.own() {
            self.jumps(&TwinMove { path: vec![place], taken: vec![] }, king, &mut moves);
        }
        if !moves.is_empty() {
            return moves;
        }
        for kings in [false, true] {
            for (place, king) in self.own().into_iter().filter(|&(_, king)| king == kings) {
                for (down, right) in self.directions(king) {
                    let to = (place.0 + down, place.1 + right);
                    if self.at(to) == Some(None) {
                        moves.push(TwinMove { path: vec![place, to], taken: vec![] });
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &TwinMove) {
        let (from, to) = (mv.path[0], *mv.path.last().unwrap());
        let (owner, king) = self.cells[from.0 as usize][from.1 as usize].take().unwrap();
        for &(row, column) in &mv.taken {
            self.cells[row as usize][column as usize] = None;
        }
        let crowned = to.0 == if owner == 0 { 7 } else { 0 };
        self.cells[to.0 as usize][to.1 as usize] = Some((owner, king || crowned));
        self.turn = 1 - self.turn;
    }
}

fn twin_move(mv: Move) -> TwinMove {
    let place = |s: Square| (s.row() as i8, s.course_column() as i8);
    let path: Vec<_> = mv.path().map(place).collect();
    let middle = |w: &[Place]| (i8::midpoint(w[0].0, w[1].0), i8::midpoint(w[0].1, w[1].1));
    let taken: Vec<_> = if mv.is_capture() { path.windows(2).map(middle).collect() } else { vec![] };
    let set: Squares = taken.iter().map(|p| Square::from_course(p.0 as u8, p.1 as u8).unwrap()).collect();
    assert_eq!(set, mv.captured(), "{mv} takes what its path jumps over");
    TwinMove { path, taken }
}

/// Whether both have the same moves, in the course's order, leading to the same boards; the number of moves.
fn compare(board: &Board) -> usize {
    let twin = Twin::of(board);
    let mut moves = Vec::new();
    Checkers::new(Rules::Course, *board).moves(&mut moves);
    let known = twin.moves();
    assert_eq!(moves.iter().map(|&mv| twin_move(mv)).collect::<Vec<_>>(), known, "{board:?}");
    assert_eq!(board.move_count(), known.len(), "{board:?}");
    assert_eq!(board.is_over(), known.is_empty(), "{board:?}");
    for (&mv, other) in moves.iter().zip(&known) {
        let (mut played, mut twin) = (*board, twin.clone());
        played.play(mv);
        twin.play(other);
        assert_eq!(Twin::of(&played), twin, "{mv} in {board:?}");
    }
    // The standard order lists the same moves, by ascending origin.
    let mut standard = Vec::new();
    board.moves(&mut standard);
    assert!(standard.is_sorted_by_key(|mv| mv.from()), "{standard:?}");
    assert_eq!(standard.len(), moves.len());
    assert!(moves.iter().all(|mv| standard.contains(mv)), "{standard:?} against {moves:?}");
    moves.len()
}

/// Some pieces of each side anywhere, more or fewer of them kings.
fn random_board(rng: &mut Rng) -> Board {
    loop {
        let (density, kings) = (1 + rng.below(12), rng.below(9));
        let (mut pieces, mut crowned) = ([Squares::NONE; 2], Squares::NONE);
        for square in Squares(u32::MAX) {
            let seat = rng.index(2);
            if rng.below(16) < density && pieces[seat].len() < 12 {
                pieces[seat] = pieces[seat] | square.set();
                let last = Board::crowning_row(Seat(seat as u8)).has(square);
                crowned = crowned | if last || rng.below(8) < kings { square.set() } else { Squares::NONE };
            }
        }
        if let Ok(board) = Board::new(pieces, crowned, Seat(rng.below(2) as u8)) {
            return board;
        }
    }
}

#[test]
fn moves_agree_on_random_positions() {
    let mut rng = Rng::new(7);
    let (mut captures, mut longest) = (0, 0);
    for _ in 0..60_000 {
        let board = random_board(&mut rng);
        compare(&board);
        board.jumpers().into_iter().for_each(|_| captures += 1);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        longest = moves.iter().map(|mv| mv.captured().len()).max().unwrap_or(0).max(longest);
    }
    // The positions are worth comparing: captures abound, and long ones occur.
    assert!(captures > 10_000 && longest >= 5, "{captures} jumpers, longest capture {longest}");
}

#[test]
fn captures_are_never_longer_than_nine() {
    // A king inside the fullest ring of enemies that leaves every landing free.
    let board = Board::new(
        [
            Square::from_number(1).unwrap().set(),
            [6, 7, 8, 14, 15, 16, 22, 23, 24].iter().filter_map(|&n| Square::from_number(n)).collect(),
        ],
        Square::from_number(1).unwrap().set(),
        Seat::FIRST,
    )
    .unwrap();
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let longest = moves.iter().map(|mv| mv.captured().len()).max();
    assert!(longest <= Some(9) && longest >= Some(7), "{longest:?}");
    compare(&board);
}

#[test]
fn whole_games_agree_draws_included() {
    let (mut by_count, mut by_repetition) = (0, 0);
    for (rules, seed) in Rules::ALL.into_iter().flat_map(|rules| (0..150).map(move |seed| (rules, seed))) {
        let mut rng = Rng::new(seed);
        let mut game = start(&Options { rules }, 0);
        if seed % 3 > 0 {
            game = Checkers::new(rules, sparse(&mut rng));
        }
        let mut past = vec![Twin::of(game.board())];
        let mut quiet = 0;
        loop {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let now = Twin::of(game.board());
            let repeated = past.iter().filter(|&board| *board == now).count() >= 3;
            let stuck = now.moves().is_empty();
            let drawn = match rules {
                Rules::Standard => !stuck && (repeated || quiet >= 80),
                Rules::Course => quiet >= 100,
            };
            let repetition = drawn && quiet < rules.quiet_limit();
            by_repetition += u32::from(repetition);
            by_count += u32::from(drawn && !repetition);
            assert_eq!(game.is_drawn(), drawn, "{game:?}");
            assert_eq!(moves.is_empty(), drawn || stuck, "{game:?}");
            assert_eq!(game.quiet_plies(), quiet, "{game:?}");
            if moves.is_empty() {
                let mover = Seat(now.turn);
                assert_eq!(game.payoff(mover), if drawn { 0 } else { -1 }, "{game:?}");
                break;
            }
            compare(game.board());
            // Offer nothing where that can be helped, so that games last.
            let calm: Vec<_> = moves.iter().copied().filter(|&mv| leaves_no_jump(game.board(), mv)).collect();
            let choice = if calm.is_empty() { &moves } else { &calm };
            let mv = choice[rng.index(choice.len())];
            let man = game.board().men(game.board().to_move()).has(mv.from());
            quiet = if mv.is_capture() || man && rules == Rules::Standard { 0 } else { quiet + 1 };
            game.play(mv);
            past.push(Twin::of(game.board()));
        }
    }
    assert!(by_count > 10 && by_repetition > 10, "draws: {by_count} by count, {by_repetition} by repetition");
}

fn leaves_no_jump(board: &Board, mv: Move) -> bool {
    let mut child = *board;
    child.play(mv);
    child.jumpers().is_empty()
}

/// A few kings of each side, so that games get long.
fn sparse(rng: &mut Rng) -> Board {
    loop {
        let mut pieces = [Squares::NONE; 2];
        for seat in [0, 1, 1, 0].into_iter().take(2 + rng.index(3)) {
            let square = Square::from_number(1 + rng.below(32) as u8).unwrap();
            pieces[seat] = pieces[seat] | square.set();
        }
        if let Ok(board) = Board::new(pieces, pieces[0] | pieces[1], Seat::FIRST) {
            return board;
        }
    }
}
