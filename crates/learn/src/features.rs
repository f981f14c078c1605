//! What a game tells of a position.

/// How far a game has gone: between two of the sets of weights, the knots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Phase {
    /// The knot before, counted from 0.
    pub knot: usize,
    /// The share of the next one, in `[0, 1]`; 0 at the last knot.
    pub next: f32,
}

/// A sum of weights, some of which count at a position: a linear evaluation with weights that go over into one another as
/// the game goes on.
pub trait Features<G>: Sync {
    /// How many sets of weights there are.
    const KNOTS: usize;

    /// How many weights a set has.
    fn size(&self) -> usize;

    /// Pushes the places of the weights that count at `position`, as the seat to move sees it; one may come more than once.
    fn active(&self, position: &G, out: &mut Vec<u32>);

    /// How far the game has gone.
    fn phase(&self, position: &G) -> Phase;

    /// What is known without them, in the evaluation's unit, for the seat to move.
    fn base(&self, _position: &G) -> i32 {
        0
    }
}
