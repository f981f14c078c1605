//! Experiments, their schedules, clocks and jobs.

use std::sync::Arc;
use std::time::Duration;

use arena::schedule::Place;
use arena::slurm::Cluster;
use arena::{Experiment, Schedule, Timetable, parse_clock};
use plywise::TimeControl;

fn experiment(text: &str) -> Experiment {
    Experiment::parse(text).unwrap()
}

#[test]
fn text_and_hash() {
    let least = experiment(r#"{"game": "othello", "agents": ["random", "greedy"]}"#);
    assert_eq!(least, experiment(&least.text()));
    assert_eq!((least.seed, least.rounds), (1, 1));
    let more = Experiment { rounds: 50, sprt: Some("elo0=0,elo1=5".into()), ..least.clone() };
    assert_eq!(more.hash(), least.hash(), "the same games");
    let other = Experiment { seed: u64::MAX, ..least.clone() };
    assert_ne!(other.hash(), least.hash());
    assert_eq!(experiment(&other.text()), other, "the greatest seed survives");
    // The published test vectors of FNV-1a 128 begin with the offset for the empty text; "a" is one step on.
    assert_eq!(least.hash().len(), 32);
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (text, part) in [
        ("{", "this is no experiment"),
        (r#"{"game": "othello"}"#, "agents"),
        (r#"{"game": "othello", "agents": ["random", "greedy"], "round": 3}"#, "round"),
    ] {
        let error = Experiment::parse(text).unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    for (text, part) in [
        (r#"{"game": "otello", "agents": ["random", "greedy"]}"#, "did you mean othello?"),
        (r#"{"game": "othello", "agents": ["random"]}"#, "at least 2 agents"),
        (r#"{"game": "2048", "agents": []}"#, "at least 1 agents"),
        (r#"{"game": "othello", "agents": ["random", "greedy"], "rounds": 0}"#, "rounds=0"),
        (r#"{"game": "2048", "agents": ["random", "greedy"], "sprt": "elo0=0,elo1=5"}"#, "two agents"),
        (r#"{"game": "2048", "agents": ["random"], "adjudicate": "cap=9"}"#, "two seats"),
        (r#"{"game": "checkers", "agents": ["random", "greedy"], "openings": "x"}"#, "three-move"),
    ] {
        let error = experiment(text).open().err().expect(text).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn a_unit_is_a_function_of_its_number() {
    let setup = experiment(r#"{"game": "othello:size=4", "agents": ["random", "greedy"], "rounds": 4}"#)
        .open()
        .unwrap();
    let played = setup.play(3).unwrap();
    let again = setup.play(3).unwrap();
    assert_eq!((played.unit, &played.game, played.payoffs.len()), (3, &again.game, 2));
    assert!(setup.play(8).unwrap_err().to_string().contains("games 0 to 7"));
}

#[test]
fn who_meets_whom() {
    assert_eq!(Schedule::RoundRobin.meetings(3), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(Schedule::RoundRobin.meetings(6).len(), 15);
    assert_eq!(Schedule::Gauntlet.meetings(4), [(0, 1), (0, 2), (0, 3)]);
    assert_eq!(Schedule::Ladder.meetings(4), [(0, 1), (1, 2), (2, 3)]);
    for (name, schedule) in
        Schedule::NAMES.into_iter().zip([Schedule::RoundRobin, Schedule::Gauntlet, Schedule::Ladder])
    {
        assert_eq!(Schedule::named(name), Some(schedule));
        assert_eq!(serde_json::to_string(&schedule).unwrap(), format!("\"{name}\""));
    }
    assert_eq!(Schedule::named("swiss"), None);
}

#[test]
fn pairs_swap_seats_and_rounds_follow_each_other() {
    let table = Timetable::new(Schedule::RoundRobin, 2, 3);
    let places: Vec<Place> = (0..12).map(|unit| table.place(unit)).collect();
    let seatings: Vec<&[usize]> = places.iter().map(|place| &place.seating[..]).collect();
    assert_eq!(seatings[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    assert_eq!(seatings[6..], seatings[..6]);
    assert_eq!((places[5].round, places[6].round, places[7].meeting), (0, 1, Some(0)));
    assert!((0..12).all(|unit| places[unit].luck == unit as u64 / 2), "a pair shares its luck, no others do");
}

#[test]
fn alone_everybody_has_the_same_luck() {
    let table = Timetable::new(Schedule::RoundRobin, 1, 3);
    let places: Vec<(u64, usize)> =
        (0..6).map(|unit| table.place(unit)).map(|p| (p.luck, p.seating[0])).collect();
    assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
}

#[test]
fn the_three_forms() {
    let (second, increment) = (Duration::from_secs(1), Duration::from_millis(20));
    assert_eq!(parse_clock("move=1s"), Ok(TimeControl::PerMove(second)));
    assert_eq!(parse_clock("game=1s,increment=20ms"), Ok(TimeControl::PerGame { time: second, increment }));
    let round = TimeControl::PerRound { moves: 5, time: second, increment: Duration::ZERO };
    assert_eq!(parse_clock("moves=5,time=1000ms"), Ok(round));
}

#[test]
fn anything_else_is_refused() {
    for bad in [
        "",
        "5s",
        "move=5",
        "move=1s,game=2s",
        "moves=5",
        "time=5s",
        "moves=0,time=1s",
        "speed=9",
        "move=1s,increment=1s",
        // Found by fuzzing: the clock once overflowed.
        "moves=207,time=2s,increment=333333333333333333451ms",
    ] {
        parse_clock(bad).expect_err(bad);
    }
}

#[test]
fn the_jobs_cover_every_game_once() {
    let setup = Experiment::parse(r#"{"game": "othello", "agents": ["random", "greedy"], "rounds": 125}"#)
        .unwrap()
        .open()
        .unwrap();
    let cluster = Cluster {
        experiment: "my experiment.json".into(),
        store: "games.db".into(),
        games_per_job: 100,
        at_once: Some(8),
        time: "01:00:00".into(),
    };
    let script = cluster.script(&setup);
    assert!(script.contains("--array=0-2%8\n") && script.contains("'my experiment.json'"), "{script}");
    assert!(script.starts_with("#!/bin/bash\n") && script.contains("< 250 ?"), "{script}");
}

/// Whoever plays in another program has a name and a place at the board, and no move.
#[test]
fn absent_players_are_read_and_do_not_play() {
    let experiment = Experiment::new("othello:size=4", ["python:player=Greedy", "random"]);
    assert!(experiment.open().is_err());
    let setup = experiment.open_to_read().expect("games that it has played");
    assert_eq!(setup.names, ["python:player=Greedy", "random"]);
    let mut crew = setup.kind.crews(&setup.agents, &setup.names, 1).expect("a crew").remove(0);
    let played = setup.play_by(&mut *crew, 0, &Arc::default());
    let why = played.expect_err("nobody is there to play").to_string();
    assert!(why.contains("plays in the program alone that stored its games"), "{why}");
}
