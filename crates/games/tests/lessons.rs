//! The lessons that doors offer: written as the game writes them, worth what they ask for, and against whom the game knows.

use std::collections::HashSet;

use plywise::{Limits, Seat, Turn};
use registry::Spec;
use registry::capability::Means;
use registry::door::problem::{Known, Problem};

#[test]
fn every_lesson_is_worth_what_it_asks_for() {
    let mut proven = 0;
    for door in games::doors().iter().filter(|door| !door.lessons.all.is_empty()) {
        let game = door.info.named.name;
        let kind = games::open(game).expect("a game");
        kind.check_agent(&Spec::parse(door.lessons.against).expect("a spec")).expect("an agent of the game");
        let mut names = HashSet::new();
        for lesson in door.lessons.all {
            let place = format!("{game}: {}", lesson.name);
            assert!(names.insert(lesson.name), "{place} stands there twice");
            let mut live = kind.live(0, Some(lesson.position)).expect("a position");
            assert_eq!(live.seen(Seat::FIRST), lesson.position, "{place}");
            assert!(matches!(live.turn(), Some(Turn::Seat(_))) && live.moves().len() > 1, "{place}");
            assert!(matches!(lesson.task, Known::Win | Known::Draw), "{place}");
            let solver =
                live.join_solver(Means { table_mib: 64, threads: 1 }).expect("room").expect("a solver");
            let thought = live.think(solver, &Limits::default()).expect("a move");
            let problem = Problem {
                name: String::new(),
                position: String::new(),
                known: Some(lesson.task),
                moves: Vec::new(),
            };
            assert!(thought.is_solved(), "{place}");
            assert_eq!(
                problem.agrees(thought.value, &thought.best),
                Some(true),
                "{place}: {}",
                thought.value
            );
            proven += 1;
        }
    }
    assert!(proven >= 12, "{proven} lessons");
}
