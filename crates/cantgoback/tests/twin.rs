//! The fast position against a slow and obvious one, move by move on random games.

use std::collections::BTreeMap;

use cantgoback::{Board, BothStuck, CantGoBack, Cell, Direction, Fruits, Move, Options, start};
use plywise::{Game, Keyed, Notation, Rng, Seat, Stochastic, Turn};

/// The game as the specification tells it: a map of numbers and a dictionary of fruits.
struct Twin {
    options: Options,
    /// -1 grey, 0 free, 1 and 2 the players, more a fruit; row 0 is the bottom row.
    map: Vec<Vec<i32>>,
    /// Row and column of each fruit, with its remaining plies.
    lives: BTreeMap<(usize, usize), u8>,
    score: [i32; 2],
    stuck: [bool; 2],
    mover: usize,
    over: bool,
}

impl Twin {
    fn of(options: &Options, start: &CantGoBack) -> Self {
        let text = start.position_text();
        let rows = text.split(" turn=").next().expect("rows").split('/').rev();
        let map = rows.map(|row| row.split(' ').map(|n| n.parse().expect("a number")).collect()).collect();
        let lives = start.fruits().map(|(cell, _, life)| ((cell.row(), cell.column()), life)).collect();
        let options = options.clone();
        Self { options, map, lives, score: [0; 2], stuck: [false; 2], mover: 0, over: false }
    }

    fn find(&self, player: usize) -> (usize, usize) {
        let cells =
            self.map.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |c| (r, c)));
        let mut found =
            cells.filter(|(_, (_, value))| **value == player as i32 + 1).map(|(r, (c, _))| (r, c));
        found.next().expect("the player stands somewhere")
    }

    fn target(&self, player: usize, direction: Direction) -> Option<(usize, usize)> {
        let (r, c) = self.find(player);
        let (r, c) = match direction {
            Direction::Up => (r.checked_add(1)?, c),
            Direction::Right => (r, c.checked_add(1)?),
            Direction::Down => (r.checked_sub(1)?, c),
            Direction::Left => (r, c.checked_sub(1)?),
        };
        let value = *self.map.get(r)?.get(c)?;
        (![-1, 1, 2].contains(&value)).then_some((r, c))
    }

    fn steps(&self, player: usize) -> Vec<Move> {
        let free = Direction::ALL.into_iter().filter(|&d| self.target(player, d).is_some());
        free.map(Move::Step).collect()
    }

    fn moves(&self) -> Vec<Move> {
        let steps = self.steps(self.mover);
        match (self.over, steps.is_empty()) {
            (true, _) => Vec::new(),
            (_, true) => vec![Move::Stuck],
            _ => steps,
        }
    }

    /// A ply up to the fruits' lives. Returns whether a fruit may appear now.
    fn play(&mut self, mv: Move) -> bool {
        if let Move::Step(direction) = mv {
            let (from, to) = (self.find(self.mover), self.target(self.mover, direction).expect("legal"));
            self.score[self.mover] += self.map[to.0][to.1];
            self.lives.remove(&to);
            self.map[from.0][from.1] = -1;
            self.map[to.0][to.1] = self.mover as i32 + 1;
        } else {
            self.stuck[self.mover] = true;
            self.score[self.mover] -= self.options.penalty;
        }
        for life in self.lives.values_mut() {
            *life -= 1;
        }
        for (&(r, c), _) in self.lives.iter().filter(|(_, life)| **life == 0) {
            self.map[r][c] = 0;
        }
        self.lives.retain(|_, life| *life > 0);
        if self.mover == 1 {
            self.end_of_round();
        }
        self.mover = 1 - self.mover;
        let free = self.map.iter().flatten().filter(|&&value| value == 0).count();
        self.options.fruits != Fruits::Once
            && !self.over
            && free > 0
            && (self.lives.len() as f64 / free as f64) < 0.3
    }

    fn end_of_round(&mut self) {
        if self.stuck == [true; 2] && self.options.both_stuck == BothStuck::Document {
            self.score = self.score.map(|score| score + self.options.penalty);
        }
        self.over = match self.options.fruits {
            Fruits::Once | Fruits::RespawnCharged => self.stuck != [false; 2],
            Fruits::Respawn => self.steps(0).is_empty() || self.steps(1).is_empty(),
        };
    }

    fn spawn(&mut self, cell: Cell, value: u16, life: u8) {
        let place = (cell.row(), cell.column());
        assert_eq!(self.map[place.0][place.1], 0, "fruits come on free cells");
        self.map[place.0][place.1] = i32::from(value);
        assert_eq!(self.lives.insert(place, life), None);
    }

    /// Compares everything; `chance` is set while chance has not finished with the last ply.
    fn compare(&self, position: &CantGoBack, chance: bool) {
        let rows: Vec<String> = self
            .map
            .iter()
            .rev()
            .map(|row| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let text = position.position_text();
        let (one, two) = (self.score[0], self.score[1]);
        let turn = self.mover + 1;
        assert!(
            text.starts_with(&format!("{} turn={turn} score={one}:{two} ply=", rows.join("/"))),
            "{text}"
        );
        let lives: BTreeMap<_, _> =
            position.fruits().map(|(c, _, life)| ((c.row(), c.column()), life)).collect();
        assert_eq!(lives, self.lives, "{text}");
        assert_eq!(position.turn() == Turn::Chance, chance, "{text}");
        if !chance {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert_eq!(moves, self.moves(), "{text}");
            assert_eq!(position.is_over(), self.over, "{text}");
            assert_eq!(position.payoff(Seat::FIRST), one - two, "{text}");
        }
    }
}

/// Plays a random game on both; returns how many plies were stuck ones and how many fruits appeared.
fn play(options: &Options, seed: u64) -> (u32, u32) {
    let mut rng = Rng::new(seed);
    let mut position = start(options, seed).expect("good options");
    let mut twin = Twin::of(options, &position);
    let (mut stuck, mut fruits) = (0, 0);
    loop {
        twin.compare(&position, false);
        let moves = twin.moves();
        if moves.is_empty() {
            return (stuck, fruits);
        }
        let mv = moves[rng.index(moves.len())];
        stuck += u32::from(mv == Move::Stuck);
        let chance = twin.play(mv);
        position.play(mv);
        twin.compare(&position, chance);
        let mut drawn = Vec::new();
        while position.turn() == Turn::Chance && !position.is_over() {
            drawn.push(position.sample(&mut rng));
            position.play(*drawn.last().expect("just pushed"));
        }
        match drawn[..] {
            [] => assert!(!chance),
            [Move::NoFruit] => {}
            [Move::Fruit, Move::At(cell), Move::Value(value), Move::Life(life)] => {
                twin.spawn(cell, value, life);
                fruits += 1;
            }
            _ => panic!("chance drew {drawn:?}"),
        }
        let again = position.read_position(&position.position_text()).expect("own text");
        assert_eq!(again.key(), position.key());
    }
}

#[test]
fn fast_and_obvious_rules_agree() {
    let boards = ["default_board", "q2", "rectangle_board", "example_board", "pillars_11x11", "duel_11x11"];
    for fruits in Fruits::ALL {
        for both_stuck in [BothStuck::Document, BothStuck::Deduct] {
            let (mut stuck, mut appeared) = (0, 0);
            for board in boards {
                let board = Board::built_in(board).expect("a built-in board");
                let options = Options { board, fruits, both_stuck, ..Options::default() };
                for seed in 0..20 {
                    let (s, f) = play(&options, seed);
                    (stuck, appeared) = (stuck + s, appeared + f);
                }
            }
            assert!(stuck > 0, "no stuck ply was compared");
            assert_eq!(appeared > 0, fruits.respawn());
        }
    }
}

#[test]
fn they_agree_on_random_boards_with_fruits_of_their_own() {
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let (rows, columns) = (1 + rng.index(5), 2 + rng.index(5));
        let mut cells: Vec<i32> = (0..rows * columns)
            .map(|_| match rng.below(10) {
                0..3 => -1,
                3 => 3 + rng.below(298) as i32,
                _ => 0,
            })
            .collect();
        let one = rng.index(cells.len());
        let two = (one + 1 + rng.index(cells.len() - 1)) % cells.len();
        (cells[one], cells[two]) = (1, 2);
        let row = |row: &[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
        let text = cells.chunks(columns).map(row).collect::<Vec<_>>().join("\n");
        for fruits in Fruits::ALL {
            let board = Board::parse(&text, "random").expect("a board");
            play(&Options { board, fruits, max_fruit_time: 4, ..Options::default() }, seed);
        }
    }
}
