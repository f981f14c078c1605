#![doc = include_str!("README.md")]

mod held;
mod known;
mod make;
mod packed;
mod plan;
mod plies;
mod probe;
mod ranking;
mod slice;
mod solve;
mod unit;
mod verify;

pub use known::{Databases, OpenError, path};
pub use make::{Halt, Made, News, Order, Packed, TOGETHER, Totals, make};
pub use packed::{Kind, Unreadable};
pub use plan::{CORES, Cost, Rate, measure};
pub use plies::{Plies, Values};
pub use probe::{Endgames, Informed};
pub use slice::{Index, MOST_PIECES, Slice};
pub use solve::{Step, Unsolved};
pub use unit::{MadeUnit, Unit};
pub use verify::{Doubt, verify, verify_unit};
