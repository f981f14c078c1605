//! A whole game, state by state, as it is recorded in `playthrough.txt`. After a wanted change of rules or texts:
//! `UPDATE_PLAYTHROUGH=1 cargo test -p plywise-twenty48 playthrough`, and read the difference.

use std::fmt::Write;
use std::path::Path;

use plywise::{Archive, Game, GameRecord, Ink, Keyed, Notation, Rng, Stochastic, Turn};
use twenty48::Twenty48;

/// A random game of this seed is short.
const SEED: u64 = 1;

fn playthrough() -> String {
    let mut text = String::new();
    let mut rng = Rng::new(SEED);
    let mut game = Twenty48::START;
    let mut record = GameRecord { tags: Vec::new(), moves: Vec::new(), forfeit: None };
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&mut moves);
        let last = record.moves.last().copied();
        let listed: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        write!(
            text,
            "ply {}\n{}{}\nkey {:016x}\nlegal: {}\n",
            record.moves.len(),
            game.diagram(last, Ink::Plain),
            game.position_text(),
            game.key(),
            listed.join(" ")
        )
        .unwrap();
        if moves.is_empty() {
            break;
        }
        let mv =
            if game.turn() == Turn::Chance { game.sample(&mut rng) } else { moves[rng.index(moves.len())] };
        writeln!(text, "played: {}\n", game.move_text(mv)).unwrap();
        record.moves.push(mv);
        game.play(mv);
    }
    text + "\n" + &Twenty48::START.game_text(&record)
}

#[test]
fn the_game_is_played_as_recorded() {
    let played = playthrough();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthrough.txt");
    if std::env::var_os("UPDATE_PLAYTHROUGH").is_some() {
        std::fs::write(&path, &played).expect("the test's folder can be written");
    }
    let recorded = std::fs::read_to_string(&path).expect("the playthrough is recorded");
    for (number, (now, then)) in played.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(now, then, "line {}", number + 1);
    }
    assert_eq!(played.lines().count(), recorded.lines().count());
}
