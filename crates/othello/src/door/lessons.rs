//! Lessons: endgames of the literature that a solver sees through at once.

use registry::door::lesson::{Lesson, Lessons};
use registry::door::problem::Known;

pub(super) const LESSONS: Lessons = Lessons { against: "champion:time=2s", all: ALL };

const ALL: &[Lesson] = &[
    Lesson {
        name: "FFO 22",
        position: "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
        task: Known::Win,
        about: "Seventeen squares are left. Count them region by region: whoever moves last in each has the better of it, and a sacrifice in one may turn the others.",
        source: "M. Tastet's endgame test in FForum, position 22",
    },
    Lesson {
        name: "FFO 21",
        position: "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O",
        task: Known::Draw,
        about: "One long region of fifteen squares at the edge: every move decides who will have the last ones. Look at what each gives access to.",
        source: "M. Tastet's endgame test in FForum, position 21",
    },
];
