//! The game by name.

use plywise::Lead;
use registry::kind::{Kind, erase};
use registry::plain::Plain;
use registry::{Door, GameInfo, Named, Picture, Spec, SpecError};

use crate::{ConnectFour, Threats};

/// The game by name.
pub const DOOR: Door = Door {
    picture: Some(Picture::new(
        include_str!("picture.js"),
        ".yellow { fill: #e5bd3c; background: #e5bd3c; }",
    )),
    ..Door::new(INFO, open)
};
const INFO: GameInfo = GameInfo {
    named: Named { name: "connect-four", about: "Connect Four: four stones in a line win", options: &[] },
    positions: "six rows of seven squares, the top one first, divided by /: R and Y, . empty; Red begins",
    moves: "a … g, the column",
    files: "games: tags, the start, the moves, the result",
};

fn open(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    let lines = Lead { of: ConnectFour::<7, 6>::open_lines, most: 69 };
    let game = Plain::new("connect-four", ConnectFour::default(), lines, "open lines");
    Ok(erase(&spec.to_string(), game.knowing(Threats, Threats, Threats::solving())))
}
