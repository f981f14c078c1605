//! Whole games as the published program plays them.

use plywise::{Rng, Seat};

use super::search::{Counts, Course};
use crate::options::{Setup, Size};
use crate::{Othello, squares};

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Neither side has a move.
    Over,
    /// The player chose none of its moves and the opponent has none: the published program would go on for ever. Here the
    /// discs are counted.
    Standstill,
}

/// One game of the published player (White) against an opponent that moves at random (Black).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedGame {
    /// White's discs less Black's at the end.
    pub difference: i32,
    /// Turns of both sides, those without a move included.
    pub turns: u32,
    /// Turns of the player.
    pub own_turns: u32,
    /// Turns of the player on which it had moves and chose none.
    pub stood_still: u32,
    /// Positions of all its searches.
    pub counts: Counts,
    /// How it ended.
    pub ending: Ending,
}

/// Plays game number `seed`: who begins is drawn, and so is every move of Black.
#[must_use]
pub fn play(player: &Course, size: Size, seed: u64) -> PublishedGame {
    let mut rng = Rng::derive(seed, 1);
    play_from(player, Othello::start(size, Setup::Course, seed), &mut rng)
}

fn play_from(player: &Course, start: Othello, rng: &mut Rng) -> PublishedGame {
    let mut position = start;
    let mut game = PublishedGame {
        difference: 0,
        turns: 0,
        own_turns: 0,
        stood_still: 0,
        counts: Counts::default(),
        ending: Ending::Over,
    };
    loop {
        let placements = position.placements(position.mover());
        let replies = position.placements(position.mover().other());
        if placements == 0 && replies == 0 {
            break;
        }
        game.turns += 1;
        let square = if position.mover() == Seat::SECOND {
            game.own_turns += 1;
            let found = player.search(&position);
            game.counts += found.counts;
            if found.square.is_none() && placements != 0 {
                game.stood_still += 1;
                if replies == 0 {
                    game.ending = Ending::Standstill;
                    break;
                }
            }
            found.square
        } else if placements == 0 {
            None
        } else {
            squares::indices(placements).nth(rng.index(placements.count_ones() as usize))
        };
        match square {
            Some(square) => position.place(square, position.turned_by(square)),
            None => position.pass(),
        }
    }
    game.difference = position.difference(Seat::SECOND);
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::{Compat, Order};
    use plywise::{Game, Notation};

    const PUBLISHED: Course =
        Course { depth: 3, prune: true, order: Order::CPython, compat: Compat::Published };

    /// White has b5 and wants none of it, Black has nothing: published, this lasted for ever.
    #[test]
    fn a_standstill_ends() {
        let text = "OOOO-OOOOOOOOOOOOOOOOOOO--XOOXOOOOOX O";
        let position = Othello::start_with(Size::Six, Seat::FIRST).read_position(text).unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(moves.iter().map(|&mv| position.move_text(mv)).collect::<Vec<_>>(), ["b5"]);
        assert_eq!(position.placements(Seat::FIRST), 0);
        assert_eq!(PUBLISHED.search(&position).square, None);
        let game = play_from(&PUBLISHED, position, &mut Rng::new(1));
        assert_eq!((game.ending, game.stood_still, game.difference), (Ending::Standstill, 1, 27));
        let correct = Course { compat: Compat::Correct, ..PUBLISHED };
        let game = play_from(&correct, position, &mut Rng::new(1));
        assert_eq!((game.ending, game.stood_still), (Ending::Over, 0));
    }

    /// What the first games of each setting report. Nothing here may change: the counts are the published program's.
    #[test]
    fn the_first_games_of_each_setting() {
        let counts = |depth, prune| {
            let player = Course { depth, prune, ..PUBLISHED };
            let mut all = Counts::default();
            (0..20).for_each(|seed| all += play(&player, Size::Six, seed).counts);
            (all.nodes, all.reported)
        };
        assert_eq!(
            [counts(1, false), counts(1, true), counts(3, false), counts(3, true), counts(5, true)],
            REPORTED
        );
    }

    const REPORTED: [(u64, u64); 5] =
        [(1902, 1902), (1902, 1902), (59_764, 59_764), (25_378, 15_888), (277_107, 92_355)];

    /// With passes as they should be it never refuses to move.
    #[test]
    fn the_correct_one_always_moves() {
        let correct = Course { compat: Compat::Correct, ..PUBLISHED };
        let games: Vec<PublishedGame> = (0..40).map(|seed| play(&correct, Size::Six, seed)).collect();
        assert!(games.iter().all(|game| game.stood_still == 0 && game.ending == Ending::Over));
        let published: u32 = (0..40).map(|seed| play(&PUBLISHED, Size::Six, seed).stood_still).sum();
        assert!(published > 0);
    }
}
