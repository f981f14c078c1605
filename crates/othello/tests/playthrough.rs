//! Whole games, state by state, as they were recorded: a change of rules or notation shows up as a difference that
//! a person can read. `UPDATE_PLAYTHROUGH=1 cargo test -p plywise-othello playthrough` records them again.

use std::fmt::Write;
use std::path::Path;

use othello::{Othello, Setup, Size};
use plywise::{Archive, Game, GameRecord, Ink, Keyed, Notation, Rng, Seat};

fn record(size: Size, setup: Setup, seed: u64) -> String {
    let mut position = Othello::start(size, setup, seed);
    let start = position;
    let (mut rng, mut last, mut played) = (Rng::new(seed), None, Vec::new());
    let mut text = format!("Othello {size}, set-up {setup}, random moves from seed {seed}\n");
    loop {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let _ = write!(text, "\nply {}\n{}", played.len(), position.diagram(last, Ink::Plain));
        let _ = writeln!(text, "position {}\nkey {:016x}", position.position_text(), position.key());
        if moves.is_empty() {
            break;
        }
        let legal: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        let mv = moves[rng.index(moves.len())];
        let _ = writeln!(text, "legal {}\nplays {}", legal.join(" "), position.move_text(mv));
        position.play(mv);
        played.push(mv);
        last = Some(mv);
    }
    let payoffs = [Seat::FIRST, Seat::SECOND].map(|seat| position.payoff(seat));
    let record = GameRecord { tags: Vec::new(), moves: played, forfeit: None };
    let _ = write!(text, "payoffs {payoffs:?}\n\n{}", start.game_text(&record));
    text
}

fn compare(name: &str, recorded: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    if std::env::var_os("UPDATE_PLAYTHROUGH").is_some() {
        std::fs::write(&path, recorded).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    for (number, (kept, recorded)) in kept.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(kept, recorded, "{name}, line {}", number + 1);
    }
    assert_eq!(kept.lines().count(), recorded.lines().count(), "{name}");
}

#[test]
fn four_by_four() {
    let recorded = record(Size::Four, Setup::Standard, 3);
    assert!(recorded.contains("plays pass"), "this game is kept for its pass");
    compare("playthrough_4x4.txt", &recorded);
}

#[test]
fn six_by_six_course() {
    compare("playthrough_6x6_course.txt", &record(Size::Six, Setup::Course, 1));
}

#[test]
fn eight_by_eight() {
    compare("playthrough_8x8.txt", &record(Size::Eight, Setup::Standard, 1));
}
