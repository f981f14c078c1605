//! A whole game under each set of rules, state by state, as it was once recorded and read through.
//! `UPDATE_PLAYTHROUGH=1 cargo test -p plywise-checkers playthrough` records it anew.

use std::fmt::Write;
use std::path::Path;

use checkers::{Options, Rules, start};
use plywise::{Game, Ink, Keyed, Notation, Rng, Seat};

fn recorded(rules: Rules, seed: u64) -> String {
    let mut text = format!("checkers, {rules} rules, random moves from seed {seed}\n");
    let mut rng = Rng::new(seed);
    let mut position = start(&Options { rules }, seed);
    let mut last = None;
    for ply in 0.. {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let listed: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        let _ = write!(
            text,
            "\nply {ply}: {}\nkey {:016x}\n{}legal: {}\n",
            position.position_text(),
            position.key(),
            position.diagram(last, Ink::Plain),
            listed.join(" ")
        );
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len())];
        let _ = writeln!(text, "played: {}", position.move_text(mv));
        position.play(mv);
        last = Some(mv);
    }
    let payoffs = [Seat::FIRST, Seat::SECOND].map(|seat| position.payoff(seat));
    let _ = writeln!(text, "payoffs: {payoffs:?}");
    text
}

fn compare(rules: Rules, seed: u64, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let now = recorded(rules, seed);
    if std::env::var_os("UPDATE_PLAYTHROUGH").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let then = std::fs::read_to_string(&path).unwrap();
    for (number, (now, then)) in now.lines().zip(then.lines()).enumerate() {
        assert_eq!(now, then, "{file}, line {}", number + 1);
    }
    assert_eq!(now.lines().count(), then.lines().count(), "{file} has another length");
}

#[test]
fn a_standard_game_goes_as_recorded() {
    compare(Rules::Standard, 4, "playthrough-standard.txt");
}

#[test]
fn a_course_game_goes_as_recorded() {
    compare(Rules::Course, 9, "playthrough-course.txt");
}
