//! The game by name.

use plywise::Lead;
use registry::door::lesson::{Lesson, Lessons};
use registry::door::problem::Known;
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
    lessons: Lessons { against: "pvs:depth=42", all: LESSONS },
    ..Door::new(INFO)
};
const LESSONS: &[Lesson] = &[
    Lesson {
        name: "The only way",
        position: "......./......R/.Y..RYY/.R.YYRY/RYRYRYY/RYRRRYR",
        task: Known::Win,
        about: "One column wins, all others do not. Which squares may Yellow not play below, and who runs out of harmless moves first?",
        source: SOURCE,
    },
    Lesson {
        name: "Zugzwang",
        position: "......./......./.R...RY/YYRYYYR/YYRYRRR/RYYYRRR",
        task: Known::Win,
        about: "Eighteen squares are free, an even number: Red gets the squares of odd rows if both fill column after column. Find the move that makes one of them win.",
        source: SOURCE,
    },
];
const SOURCE: &str =
    "made for this page; the idea is in V. Allis, A Knowledge-based Approach of Connect-Four (1988)";
const INFO: GameInfo = GameInfo {
    named: Named { name: "connect-four", about: "Connect Four: four stones in a line win", options: &[] },
    positions: "six rows of seven squares, the top one first, divided by /: R and Y, . empty; Red begins",
    moves: "a … g, the column",
    files: "games: tags, the start, the moves, the result",
};

/// Opens the game; it takes no options, so that nothing fails.
///
/// # Errors
/// None.
pub fn open(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    let lines = Lead { of: ConnectFour::<7, 6>::open_lines, most: 69 };
    let game = Plain::new("connect-four", ConnectFour::default(), lines, "open lines");
    Ok(erase(&spec.to_string(), game.knowing(Threats, Threats, Threats::solving())))
}
