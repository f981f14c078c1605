//! Positions that come back: who has been here, and what rests on that.

/// The positions from the game's last irreversible move to the node in hand, and how far up the values found below it
/// reach for their draws.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Keys, those of the game before the root first.
    keys: Vec<u64>,
    /// How many of them are of the game.
    game: usize,
    /// The ply of the uppermost position that a draw below the node in hand rests on, negative before the root;
    /// [`NOWHERE`] if none rests on any.
    rests_on: i32,
}

const NOWHERE: i32 = i32::MAX;
/// What counts the whole game: nothing lies above it.
const ON_ALL: i32 = i32::MIN;

impl Path {
    /// A path from the root of a search, with the game's positions before it.
    pub(super) fn of_game(keys: Vec<u64>) -> Self {
        Self { game: keys.len(), keys, rests_on: NOWHERE }
    }

    /// The path down to `ply`, itself included, for another thread.
    pub(super) fn down_to(&self, ply: u32) -> Self {
        let end = (self.game + ply as usize + 1).min(self.keys.len());
        Self { keys: self.keys[..end].to_vec(), game: self.game, rests_on: NOWHERE }
    }

    /// Enters the position with this key at `ply`; whether one like it stands above, at most `reversible` plies back.
    #[inline]
    pub(super) fn recurs(&mut self, ply: u32, key: u64, reversible: u32) -> bool {
        let here = self.game + ply as usize;
        self.keys.truncate(here);
        // A search that began with fewer positions than the game has played cannot be asked for those.
        self.keys.resize(here, 0);
        self.keys.push(key);
        // Both sides must go and come back: four plies at the least, and the same side to move.
        let (mut back, reversible) = (4, reversible as usize);
        while back <= reversible.min(here) && ply > 0 {
            if self.keys[here - back] == key {
                self.rest_on(ply as i32 - back as i32);
                return true;
            }
            back += 2;
        }
        false
    }

    /// The draw in hand rests on a counter of the game's.
    pub(super) fn rest_on_game(&mut self) {
        self.rests_on = ON_ALL;
    }

    /// A draw below rests on the position at `ply`.
    pub(super) fn rest_on(&mut self, ply: i32) {
        self.rests_on = self.rests_on.min(ply);
    }

    /// What the draws below the node in hand rest on.
    pub(super) fn rests_on(&self) -> i32 {
        self.rests_on
    }

    /// A node begins: what rests on what is counted anew. The result goes to [`leave`](Self::leave).
    #[inline]
    pub(super) fn enter(&mut self) -> i32 {
        std::mem::replace(&mut self.rests_on, NOWHERE)
    }

    /// The node at `ply` ends: whether its value holds on every path to it.
    #[inline]
    pub(super) fn leave(&mut self, outer: i32, ply: u32) -> bool {
        // A draw by coming back to this very node is found again from here, whatever the path above.
        let by_itself = self.rests_on >= ply as i32;
        self.rests_on = outer.min(if by_itself { NOWHERE } else { self.rests_on });
        by_itself
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays keys from ply 0 on, everything reversible, and says which came back.
    fn walk(path: &mut Path, keys: &[u64]) -> Vec<bool> {
        keys.iter().zip(0..).map(|(&key, ply)| path.recurs(ply, key, ply + 10)).collect()
    }

    #[test]
    fn a_position_comes_back_after_four_plies_and_every_second_one() {
        let mut path = Path::of_game(Vec::new());
        assert_eq!(walk(&mut path, &[1, 2, 3, 4, 1]), [false, false, false, false, true]);
        assert_eq!(walk(&mut path, &[1, 2, 1, 4, 6, 1]), [false; 6], "other side to move, or too soon");
        assert_eq!(walk(&mut path, &[1, 2, 3, 4, 5, 6, 1]), [false, false, false, false, false, false, true]);
    }

    #[test]
    fn the_past_of_the_game_counts_and_what_cannot_be_undone_ends_it() {
        let mut path = Path::of_game(vec![7, 8, 9]);
        assert_eq!(walk(&mut path, &[1, 7]), [false, true], "four plies before");
        assert!(!Path::of_game(vec![7, 8, 9]).recurs(1, 7, 3), "a capture lies between");
        assert!(!Path::of_game(vec![7, 8, 9, 4]).recurs(0, 7, 9), "the root is searched all the same");
    }

    #[test]
    fn a_value_rests_on_the_path_above_the_node_that_came_back() {
        let mut path = Path::of_game(Vec::new());
        walk(&mut path, &[1, 2, 3, 4]);
        let outer: Vec<i32> = (0..4).map(|_| path.enter()).collect();
        assert!(path.recurs(4, 1, 9), "the root again");
        assert_eq!([3, 2, 1].map(|ply| path.leave(outer[ply as usize], ply)), [false; 3]);
        assert!(path.leave(outer[0], 0), "seen from the root it is a fact");
    }

    #[test]
    fn a_draw_by_a_counter_holds_on_no_other_path() {
        let mut path = Path::of_game(Vec::new());
        let outer = [path.enter(), path.enter()];
        path.rest_on_game();
        assert!(!path.leave(outer[1], 1));
        assert!(!path.leave(outer[0], 0));
    }
}
