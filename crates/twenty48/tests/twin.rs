//! The fast board against an obvious one made of sixteen tile values, on random boards up to 131072.

use plywise::{Evaluate, Game, Rng, Seat, Stochastic, playout_with_chance};
use twenty48::{Board, Cell, Direction, Features, Published, Reading, Twenty48, random_game};

/// Sixteen tile values, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slow([u32; 16]);

impl Slow {
    fn of(board: Board) -> Self {
        Self(std::array::from_fn(|i| board.tile(Cell::new(i))))
    }

    /// The cells of the four lines of a direction, the wall first.
    fn lines(way: Direction) -> [[usize; 4]; 4] {
        std::array::from_fn(|line| {
            std::array::from_fn(|step| match way {
                Direction::Up => 4 * step + line,
                Direction::Down => 4 * (3 - step) + line,
                Direction::Left => 4 * line + step,
                Direction::Right => 4 * line + 3 - step,
            })
        })
    }

    /// Tile by tile, the one nearest to the wall first: each goes as far as it can and merges into an equal tile
    /// that was not made by this slide. So the original page does it.
    fn slide(self, way: Direction) -> (Self, u32) {
        let mut cells = self.0;
        let mut gain = 0;
        for line in Self::lines(way) {
            let mut made = [false; 4];
            for step in 1..4 {
                let mut at = step;
                while at > 0 && cells[line[at]] != 0 {
                    let (here, next) = (line[at], line[at - 1]);
                    if cells[next] == 0 {
                        cells.swap(here, next);
                        at -= 1;
                        continue;
                    }
                    if cells[next] == cells[here] && !made[at - 1] {
                        cells[next] *= 2;
                        cells[here] = 0;
                        made[at - 1] = true;
                        gain += cells[next];
                    }
                    break;
                }
            }
        }
        (Self(cells), gain)
    }
}

/// Random boards of every fullness and height, and boards with many large tiles, as far as they can be.
fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = Rng::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let highest = 1 + rng.below(17);
        let empty = rng.below(101);
        let spread = 1 + rng.below(highest);
        let ranks = std::array::from_fn(|_| {
            if rng.below(100) < empty { 0 } else { (highest - rng.below(spread)).max(1) as u8 }
        });
        boards.extend(Board::from_ranks(ranks).ok());
    }
    boards
}

#[test]
fn slides_legal_directions_and_counts_agree_with_the_obvious_board() {
    let boards = random_boards(200_000, 1);
    let wide = boards.iter().filter(|board| board.max_tile() >= 65_536).count();
    let pairs = boards.iter().filter(|b| b.ranks().iter().filter(|&&r| r == 15).count() >= 2).count();
    assert!(wide > 2_000 && pairs > 500, "too few large boards: {wide}, {pairs}");
    for board in boards {
        let slow = Slow::of(board);
        assert_eq!(board.count_empty() as usize, slow.0.iter().filter(|&&v| v == 0).count());
        for (n, cell) in Cell::all().filter(|&cell| board.tile(cell) == 0).enumerate() {
            assert_eq!(board.nth_empty(n as u32), cell, "{board:?}");
        }
        let slides = board.slides();
        for way in Direction::ALL {
            let (slid, gain) = slow.slide(way);
            let fast = board.slide(way);
            assert_eq!(Slow::of(fast), slid, "{slow:?} {way}");
            assert_eq!(slides[way as usize], fast, "{slow:?} {way}");
            assert_eq!(board.slide_and_gain(way), (fast, gain), "{slow:?} {way}");
            assert_eq!(fast.potential() - board.potential(), gain, "{slow:?} {way}");
            assert_eq!(board.legal().contains(way), slid != slow, "{slow:?} {way}");
        }
        let legal: Vec<_> = Direction::ALL.into_iter().filter(|&way| slow.slide(way).0 != slow).collect();
        assert_eq!(board.legal().as_slice(), legal);
        assert_eq!(board.legal().len(), legal.len());
        assert_eq!(Board::from_ranks(board.ranks()), Ok(board));
    }
}

#[test]
fn the_score_is_the_sum_of_the_merged_tiles() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut game = Twenty48::START;
        let mut merged = 0;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            game.moves(&mut moves);
            let Some(&first) = moves.first() else { break };
            let mv = match first {
                twenty48::Move::Spawn { .. } => game.sample(&mut rng),
                _ => moves[rng.index(moves.len())],
            };
            if let twenty48::Move::Slide(way) = mv {
                merged += Slow::of(game.board()).slide(way).1;
            }
            game.play(mv);
            assert_eq!(game.score(), merged);
        }
        assert_eq!(game.payoff(Seat::FIRST), merged as i32);
    }
}

/// Tiles up to the last that there is: played from a board that is one merge short of it.
#[test]
fn the_largest_tiles_merge_and_count_exactly() {
    let ranks = [16, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let (board, gain) = Board::from_ranks(ranks).unwrap().slide_and_gain(Direction::Left);
    assert_eq!((board.tile(Cell::new(0)), board.max_tile(), gain), (131_072, 131_072, 131_072));
    let full: [u8; 16] = std::array::from_fn(|i| 17 - i as u8);
    let board = Board::from_ranks(full).unwrap();
    assert_eq!((board.tile_sum(), board.potential()), (262_140, Twenty48::MAX_SCORE));
    let mut snake = full;
    snake[4..8].reverse();
    snake[12..].reverse();
    assert!(Board::from_ranks(snake).unwrap().legal().is_empty());
    assert!(Board::from_ranks([14; 16]).is_err(), "sixteen tiles of 16384 are out of reach");
}

#[test]
fn random_games_are_the_same_with_and_without_move_lists() {
    let mut scratch = Vec::new();
    for seed in 0..2_000 {
        let (mut fast, mut slow) = (Twenty48::START, Twenty48::START);
        let (mut fast_rng, mut slow_rng) = (Rng::new(seed), Rng::new(seed));
        let plies = random_game(&mut fast, &mut fast_rng);
        assert_eq!(playout_with_chance(&mut slow, &mut slow_rng, &mut scratch), plies, "seed {seed}");
        assert_eq!((fast, fast_rng), (slow, slow_rng), "seed {seed}");
    }
}

#[test]
fn the_eight_images_are_the_symmetries_of_the_square() {
    for board in random_boards(2_000, 2) {
        let slow = Slow::of(board);
        let turn = |s: Slow| Slow(std::array::from_fn(|i| s.0[4 * (3 - i % 4) + i / 4]));
        let flip = |s: Slow| Slow(std::array::from_fn(|i| s.0[4 * (i / 4) + 3 - i % 4]));
        let mut expected = Vec::new();
        let mut turned = slow;
        for _ in 0..4 {
            expected.extend([turned, flip(turned)]);
            turned = turn(turned);
        }
        let images = board.images().map(Slow::of);
        assert_eq!(images[0], slow);
        let sorted = |mut all: Vec<Slow>| {
            all.sort_by_key(|s| s.0);
            all
        };
        assert_eq!(sorted(images.to_vec()), sorted(expected));
    }
}

#[test]
fn features_from_tables_are_those_of_the_definition() {
    for board in random_boards(100_000, 3) {
        assert_eq!(Features::of(board), Reading::default().features(board), "{board:?}");
    }
}

/// Random boards, and boards driven uphill in every feature and in the value both ways, stay within the bounds.
#[test]
fn values_stay_within_their_bounds() {
    let mut rng = Rng::new(4);
    let readings = (0..8).map(|n| Reading {
        tile_values: n & 1 != 0,
        minimum_per_row: n & 2 != 0,
        empty_pairs: n & 4 != 0,
    });
    for reading in readings {
        for weights in
            [Published::WEIGHTS, [40.0; 4], [-40.0; 4], [40.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 40.0]]
        {
            let eval = Published::new(weights, reading).unwrap();
            let (low, high) = Evaluate::<Twenty48>::bounds(&eval);
            for sign in [1, -1] {
                let mut board = random_boards(1, rng.next_u64())[0];
                for _ in 0..5_000 {
                    let mut ranks = board.ranks();
                    for _ in 0..=rng.below(2) {
                        ranks[rng.index(16)] = rng.below(18) as u8;
                    }
                    if let Ok(next) = Board::from_ranks(ranks)
                        && sign * eval.value(next) >= sign * eval.value(board)
                    {
                        board = next;
                    }
                    let value = eval.value(board);
                    assert!((low.raw()..=high.raw()).contains(&value), "{weights:?} {reading:?} {board:?}");
                }
            }
        }
    }
}

#[test]
fn weights_are_kept_to_four_decimals_and_checked() {
    let eval = Published::new(Published::WEIGHTS, Reading::default()).unwrap();
    assert_eq!(eval, Published::default());
    assert_eq!(eval.weights(), Published::WEIGHTS);
    for wrong in [f64::NAN, f64::INFINITY, 40.1, -1e9] {
        let error = Published::new([0.0, 0.0, wrong, 0.0], Reading::default()).unwrap_err();
        assert!(error.message.contains("of h3: a weight lies between -40 and 40"), "{error}");
    }
}

/// Ranks are a board whose slides keep its sum, or refused where they are no tiles or more than can ever lie together.
#[test]
fn any_ranks_make_a_board_or_are_refused() {
    let mut rng = Rng::new(7);
    for _ in 0..2_000 {
        let small = 1 + rng.below(39) as u8;
        let ranks: [u8; 16] = std::array::from_fn(|_| rng.next_u64() as u8 % small);
        let sum: u64 = ranks.iter().map(|&rank| if rank == 0 { 0 } else { 1 << rank }).sum();
        match Board::from_ranks(ranks) {
            Ok(board) => {
                assert_eq!(board.ranks(), ranks);
                assert!(Direction::ALL.iter().all(|&way| u64::from(board.slide(way).tile_sum()) == sum));
            }
            Err(_) => assert!(sum > 262_140 || ranks.iter().any(|&rank| rank > 17), "{ranks:?}"),
        }
    }
}
