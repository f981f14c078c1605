//! For who writes a game: four methods, held to the contract, counted and solved.
//! `cargo run --release -p plywise --example game_author`
//! Fifteen: each takes a number from 1 to 9 in turn; whoever has three that sum to 15 wins.

use plywise::{
    Convention, Game, Keyed, Limits, Score, Seat, Turn, TwoPlayer, Unknown, alpha_beta, contract, perft,
};

/// The numbers that each seat has taken, as bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fifteen {
    taken: [u16; 2],
}

impl Fifteen {
    fn has_won(&self, seat: Seat) -> bool {
        let has = |number: u32| (1..=9).contains(&number) && self.taken[seat.index()] >> number & 1 == 1;
        (1..9).any(|a| (a + 1..9).any(|b| a + 2 * b < 15 && has(a) && has(b) && has(15 - a - b)))
    }
}

impl Game for Fifteen {
    type Move = u8;
    fn turn(&self) -> Turn {
        let [first, second] = self.taken.map(u16::count_ones);
        Turn::Seat(if first > second { Seat::SECOND } else { Seat::FIRST })
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if !self.has_won(Seat::FIRST) && !self.has_won(Seat::SECOND) {
            out.extend((1..=9).filter(|number| (self.taken[0] | self.taken[1]) >> number & 1 == 0));
        }
    }

    fn play(&mut self, number: u8) {
        let second = self.turn() == Turn::Seat(Seat::SECOND);
        self.taken[usize::from(second)] |= 1 << number;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        i32::from(self.has_won(seat)) - i32::from(self.has_won(seat.other()))
    }
}

impl TwoPlayer for Fifteen {}
impl Keyed for Fifteen {
    fn key(&self) -> u64 {
        plywise::rng::mix(u64::from(self.taken[0]) << 16 | u64::from(self.taken[1]))
    }
}

pub(crate) fn main() {
    let start = Fifteen::default();
    let promise = contract::Promise { games: 200, seed: 1, longest: 9, payoffs: -1..=1 };
    contract::check_two_player(&start, &promise);
    assert_eq!(perft(&start, 5, Convention::default()), 15_120); // as in tic-tac-toe, which it is
    let found = alpha_beta(&start, &Unknown, &Limits::default());
    assert_eq!(found.value, Score::ZERO);
    println!("drawn, by {} positions instead of 549,946", found.nodes);
}
