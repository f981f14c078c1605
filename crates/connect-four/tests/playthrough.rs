//! A whole game, state by state, as it was once recorded and read through.
//! With `UPDATE_PLAYTHROUGH=1` it is recorded anew.

use std::fmt::Write;
use std::path::Path;

use plywise::{Game, Ink, Keyed, Notation, Rng, Seat};

use crate::Board;

fn recorded(seed: u64) -> String {
    let mut text = format!("{}, random moves from seed {seed}\n", env!("CARGO_PKG_NAME"));
    let (mut position, mut rng) = (Board::default(), Rng::new(seed));
    for ply in 0.. {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let listed: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        let (now, board) = (position.position_text(), position.diagram(None, Ink::Plain));
        let _ = write!(text, "\nply {ply}: {now}\nkey {:016x}\n{board}", position.key());
        let _ = writeln!(text, "open lines: {}\nlegal: {}", position.open_lines(), listed.join(" "));
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len())];
        let _ = writeln!(text, "played: {}", position.move_text(mv));
        position.play(mv);
    }
    let payoffs = [Seat::FIRST, Seat::SECOND].map(|seat| position.payoff(seat));
    let _ = writeln!(text, "payoffs: {payoffs:?}");
    text
}

#[test]
fn a_game_goes_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthrough.txt");
    let now = recorded(4);
    if std::env::var_os("UPDATE_PLAYTHROUGH").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{error}; UPDATE_PLAYTHROUGH=1 cargo test -p {} playthrough records it",
            env!("CARGO_PKG_NAME")
        )
    });
    assert_eq!(now, known);
}
