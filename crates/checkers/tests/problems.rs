//! The problems of the literature in `data/checkers/problems.csv`: read, set up, their key moves legal.

use std::sync::Arc;

use checkers::databases::Endgames;
use checkers::{Board, Options, start};
use plywise::alphabeta::Settings;
use plywise::{Game, Limits, Notation, Seat, Stop, Table, Value};

use crate::search::{of_champion, of_material, shipped};

const PROBLEMS: &str = include_str!("../../../data/checkers/problems.csv");

#[test]
fn problems_can_be_set_up_and_their_key_moves_played() {
    let mut keys = 0;
    for line in PROBLEMS.lines().skip(1) {
        let [fen, result, key, source] = line.splitn(4, ';').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let game = start(&Options::default(), 0).read_position(fen).unwrap();
        assert_eq!(game.position_text(), fen, "{source}");
        let first = fen.starts_with('B');
        assert_eq!(game.board().to_move(), if first { Seat::FIRST } else { Seat::SECOND }, "{source}");
        assert!(["win", "draw", "loss"].contains(&result), "{source}");
        assert!(!game.is_over(), "{source}");
        // "23-27 (also 23-26, 23-18, 19-15 win)"
        let moves = key.split(|c: char| !(c.is_ascii_digit() || c == '-' || c == 'x'));
        for text in moves.filter(|text| text.starts_with(|c: char| c.is_ascii_digit())) {
            let mv = game.read_move(text).unwrap_or_else(|error| panic!("{source}: {error}"));
            // A capture's key may be written short.
            let written = game.move_text(mv);
            assert!(
                written == text || mv.is_capture() && written.starts_with(&text[..2]),
                "{written} for {text}"
            );
            keys += 1;
        }
    }
    assert_eq!(keys, 39);
    assert!(Board::start().read_position("W:WK32:BK26").is_ok());
}

/// The problems that a search proves in a few seconds; "First position" and Pask's ending take longer.
#[test]
fn known_results_are_proven_by_search() {
    let mut proven = 0;
    for line in PROBLEMS.lines().skip(1) {
        let [fen, result, key, source] = line.splitn(4, ';').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        if !["Lasker, Chess", "Shardlow", "Springer", "Two-Fisted"]
            .iter()
            .any(|author| source.contains(author))
        {
            continue;
        }
        let game = start(&Options::default(), 0).read_position(fen).unwrap();
        let (settings, table) = (Settings::fast(), Some(Arc::new(Table::new(16))));
        let search = of_material(Endgames::default(), settings, table);
        let report = search.search(&game, &Limits::depth(60));
        assert_eq!(report.stopped, Stop::Solved, "{source}");
        assert_eq!(result, "win", "{source}");
        assert!(matches!(report.value.to_value(100), Value::Win { .. }), "{source}: {:?}", report.value);
        let best = game.move_text(report.best.unwrap());
        assert!(
            best == key || key.contains('x') && best.starts_with(&key[..2]),
            "{source}: {best} for {key}"
        );
        proven += 1;
    }
    assert_eq!(proven, 4);
}

/// Strokes begin with pieces given away, behind which ProbCut's shallow searches see nothing. Within so many positions they are seen;
/// the two that are most of the work where all is tried (`.ci/run`).
#[test]
fn strokes_are_seen_by_the_champion() {
    let strokes = [("Two-Fisted", 250), ("So What", 100), ("At a Stroke", 1_000), ("Holidays", 6_000)];
    let tried = if crate::whole() { 4 } else { 2 };
    for (name, thousands) in &strokes[..tried] {
        let line = PROBLEMS.lines().find(|line| line.contains(name)).expect(name);
        let [fen, _, key, source] = line.splitn(4, ';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = start(&Options::default(), 0).read_position(fen).unwrap();
        let settings = Settings { quiescence: 12, ..Settings::fast() };
        let search = of_champion(shipped(), settings, Some(Arc::new(Table::new(16))));
        let report = search.search(&game, &Limits { nodes: Some(thousands * 1_000), ..Limits::default() });
        let best = game.move_text(report.best.unwrap());
        assert!(key.contains(&best), "{source}: {best} for {key}");
    }
}
