//! The players of a university course's exercise (Bar-Ilan University 89-570, 2020/21) and of a student report on it.
//!
//! | player | heuristic | time | beyond the depth |
//! |---|---|---|---|
//! | `simple` | [`Material`](crate::Material): men 1, kings 1.5 | even slots | no |
//! | `better_h` | [`Better`] | even slots | no |
//! | `improved` | [`Material`](crate::Material) | stops when stable, the last move of a round gets the rest | while a jump is pending |
//! | `improved_better_h` | [`Better`] | as `improved` | as `improved` |
//!
//! All deepen plain alpha-beta, depth 1, 2, 3 …, over the moves as listed; an iteration that is cut short is thrown away.
//! Sources: the exercise's skeleton and the report's own players, public in the repository `DorinK/AI-Checkers`; the facts
//! were taken over, no line of the code.

mod drift;
mod heuristic;
mod players;

pub use drift::Drifting;
pub use heuristic::{Better, Components};
pub use players::{Compat, Player, PlayerOptions, Thinker};
