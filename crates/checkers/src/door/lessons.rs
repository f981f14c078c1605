//! Lessons: the classic endings, all but one with four pieces or fewer, which the databases that come along value.

use registry::door::lesson::{Lesson, Lessons};
use registry::door::problem::Known;

pub(super) const LESSONS: Lessons = Lessons { against: "champion:time=1s", all: ALL };

const ALL: &[Lesson] = &[
    Lesson {
        name: "The move",
        position: "W:WK32:BK26",
        task: Known::Win,
        about: "A king can catch another when it has “the move”: when the kings stand face to face with a square between them and the other must give way. \
                Keep the black king from the double corner at 1 and 5, where nothing could catch it.",
        source: "Ed. Lasker, Chess and Checkers (1918), diagram 88",
    },
    Lesson {
        name: "Home to the double corner",
        position: "B:WK15:BK14",
        task: Known::Draw,
        about: "One king against one, and White has the move. Black must reach a double corner, 1 and 5 or 28 and 32, where nobody can be caught; one step leads there.",
        source: "Ed. Lasker, Chess and Checkers (1918), on diagram 88; the position is from the database",
    },
    Lesson {
        name: "Two kings against one",
        position: "W:WK2,K7:BK22",
        task: Known::Win,
        about: "Two kings always win against one, wherever it stands. Keep together, and take away the squares by which it would come to a double corner.",
        source: "Ed. Lasker, Chess and Checkers (1918), elementary tactics; the position is from the database",
    },
    Lesson {
        name: "Out of the double corner",
        position: "W:WK19,K23:BK32",
        task: Known::Win,
        about: "The lone king goes to and fro between 28 and 32. One king enters the corner from 28, the other waits at its door; then it must come out.",
        source: "Ed. Lasker, Chess and Checkers (1918), diagram 89",
    },
    Lesson {
        name: "Three kings against two",
        position: "W:WK5,K13,K17:BK1,K6",
        task: Known::Win,
        about: "An exchange of one king for one leaves two against one. Drive the kings to where they must take, even if you give two for it.",
        source: "A. Banks, Checker Board Strategy (Checker Maven item 1596)",
    },
    Lesson {
        name: "First Position",
        position: "W:WK19,K23:B12,K28",
        task: Known::Win,
        about: "White has the move. Drive the king out of the double corner, as two kings do with one; the man must then go forward, and an exchange \
                ends it. Do not let the man pass.",
        source: "Ed. Lasker, Chess and Checkers (1918), diagram 93",
    },
    Lesson {
        name: "First Position, the defence",
        position: "B:WK19,K23:B12,K28",
        task: Known::Draw,
        about: "The same pieces, and Black begins: Black has the move, and White's winning way is none. Which squares of the double corner hold it?",
        source: "Ed. Lasker, Chess and Checkers (1918), diagram 93, with Black to play",
    },
    Lesson {
        name: "First Position, from the man on",
        position: "W:WK15,20:B12,K28",
        task: Known::Win,
        about: "White's man must be crowned first, and the black man must be held meanwhile. Then it is First Position.",
        source: "American Checker Federation, Winning 1st Position",
    },
    Lesson {
        name: "Better than First",
        position: "B:W19,31:B2,K4",
        task: Known::Win,
        about: "Black wins a man for a king that White gets, and it is like First Position, only better. Come back behind the man on 19 before you move your own.",
        source: "R. Holding (The Checker Maven)",
    },
    Lesson {
        name: "Second Position, after the exchange",
        position: "B:W12,21:B13,K25",
        task: Known::Win,
        about: "In Second Position, with a king more on each side, an exchange of kings gives the move away; what is left is this. A white man will be crowned. \
                An exchange of the men on 13 and 21 takes the move back: when?",
        source: "E. E. Cresswell, in B. Boland, Famous Positions (Checker Maven item 901), which leads to Second Position; the ending after it is from the database",
    },
    Lesson {
        name: "The bridge",
        position: "W:WK2,28:B1,3",
        task: Known::Win,
        about: "The men on 1 and 3 are a bridge: beneath it, on 2, White is crowned, but can be shut in. White brings the man up at once, \
                and the men of the bridge must leave it.",
        source: "an ending of the kind that J. Loy shows in Bridges (1997); the position is from the database",
    },
    Lesson {
        name: "The bridge holds",
        position: "W:WK2,20:B1,3",
        task: Known::Draw,
        about: "The same bridge, the white man two rows further on: White no longer has the move and must be content with a draw, if it is still there.",
        source: "an ending of the kind that J. Loy shows in Bridges (1997); the position is from the database",
    },
];
