//! Whole games, state by state, against committed texts. `UPDATE_PLAYTHROUGH=1` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use cantgoback::{CantGoBack, Fruits, Options, start};
use plywise::{Game, Ink, Notation, Rng, Seat, Stochastic, Turn};

/// The legal moves on one line; long lists of chance are cut.
fn listed(position: &CantGoBack) -> String {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    match texts.len() {
        0..=40 => texts.join(" "),
        n => format!("{} … {} ({n} in all)", texts[0], texts[n - 1]),
    }
}

fn play_through(options: &Options, seed: u64) -> String {
    let mut position = start(options, seed).expect("good options");
    let mut rng = Rng::new(seed);
    let mut text = format!("rules: {}\nboard: {}\nseed: {seed}\n", position.rules(), options.board.name());
    let mut last = None;
    while !position.is_over() {
        let _ = write!(text, "\n{}{}\n", position.diagram(last, Ink::Plain), position.position_text());
        let _ = writeln!(text, "moves: {}", listed(&position));
        let mv = if position.turn() == Turn::Chance {
            position.sample(&mut rng)
        } else {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            moves[rng.index(moves.len())]
        };
        let _ = writeln!(text, "played: {}", position.move_text(mv));
        position.play(mv);
        last = Some(mv);
    }
    let payoffs = [Seat::FIRST, Seat::SECOND].map(|seat| position.payoff(seat));
    let _ = write!(text, "\n{}{}\n", position.diagram(last, Ink::Plain), position.position_text());
    let _ = writeln!(text, "payoffs: {} {}", payoffs[0], payoffs[1]);
    text
}

fn compare(file: &str, options: &Options, seed: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let played = play_through(options, seed);
    if std::env::var_os("UPDATE_PLAYTHROUGH").is_some() {
        std::fs::write(&path, &played).expect("the tests' folder can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the playthrough is committed");
    assert!(played == golden, "{file} has changed; UPDATE_PLAYTHROUGH=1 writes it anew:\n{played}");
}

#[test]
fn a_game_with_fruits_from_the_start() {
    compare("playthrough_once.txt", &Options::default(), 8);
}

#[test]
fn a_game_with_fruits_that_come_and_go() {
    compare("playthrough_respawn.txt", &Options { fruits: Fruits::Respawn, ..Options::default() }, 8);
}

/// The handout's rules: fruits come and go, and who is stuck pays.
#[test]
fn a_game_by_the_handout() {
    compare("playthrough_v2.txt", &Options { fruits: Fruits::RespawnCharged, ..Options::default() }, 8);
}

#[test]
fn colours_change_nothing_but_the_ink() {
    let position = start(&Options::default(), 8).expect("good options");
    let mut next = position;
    next.play(next.read_move("up").expect("legal"));
    for (position, last) in [(position, None), (next, next.read_move("up").ok())] {
        let (plain, color) = (position.diagram(last, Ink::Plain), position.diagram(last, Ink::Color));
        assert!(color.contains('\u{1b}') && !plain.contains('\u{1b}'));
        for line in color.lines() {
            // Nothing shines through at the end of a line.
            let last = line.rfind('\u{1b}').map_or("\u{1b}[0m", |at| &line[at..]);
            assert!(last.starts_with("\u{1b}[0m"), "{line:?}");
        }
        let mut stripped = String::new();
        let mut inside = false;
        for c in color.chars() {
            match c {
                '\u{1b}' => inside = true,
                'm' if inside => inside = false,
                c if !inside => stripped.push(c),
                _ => {}
            }
        }
        assert_eq!(stripped.lines().count(), plain.lines().count());
        assert_eq!(stripped.lines().last(), plain.lines().last());
    }
}
