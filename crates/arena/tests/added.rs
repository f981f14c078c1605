//! Lines of games that come from elsewhere: whatever their own moves contradict is refused.

use arena::export::{json_line, read_json_line};
use arena::{Experiment, Setup};
use serde_json::{Value, json};

fn setup(game: &str, agents: &[&str], more: impl FnOnce(&mut Experiment)) -> Setup {
    let mut experiment = Experiment { rounds: 2, ..Experiment::new(game, agents) };
    more(&mut experiment);
    experiment.open().unwrap()
}

fn lines(setup: &Setup) -> Vec<String> {
    (0..setup.units()).map(|unit| json_line(setup, &setup.play(unit).unwrap())).collect()
}

/// Of every game, however it is opened, ended early or lost, the line as it was written is taken.
#[test]
fn honest_lines_are_taken() {
    let mut all = Vec::new();
    for door in games::all() {
        let kind = games::open(door.named.name).unwrap();
        let agents: &[&str] = if kind.seats() == 1 { &["random"] } else { &["random", "random"] };
        all.push(setup(kind.name(), agents, |_| {}));
        if kind.seats() == 2 {
            all.push(setup(kind.name(), agents, |one| one.opening_plies = 2));
            all.push(setup(kind.name(), agents, |one| one.adjudicate = Some("cap=5".into())));
            all.push(setup(kind.name(), &["alphabeta:depth=2", "random"], |one| {
                one.adjudicate = Some("solved=yes".into());
            }));
            for suite in kind
                .openings()
                .iter()
                .filter(|suite| kind.check_suite(&arena::Spec::parse(suite.name).unwrap()).is_ok())
            {
                all.push(setup(kind.name(), agents, |one| one.openings = Some(suite.name.to_owned())));
            }
            // Some are lost on time, at the first move or later.
            all.push(setup(kind.name(), &["alphabeta:depth=4", "random"], |one| {
                one.clock = Some("move=200us".into())
            }));
        }
    }
    for setup in &all {
        for line in lines(setup) {
            let read = read_json_line(setup, &line);
            assert!(read.is_ok(), "{}: {}: {line}", setup.experiment.text(), read.unwrap_err());
        }
    }
}

fn refusal(setup: &Setup, line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    change(&mut value);
    let error = read_json_line(setup, &value.to_string()).expect_err(&value.to_string()).to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn what_its_moves_contradict_is_refused() {
    let setup = setup("othello:size=4", &["alphabeta:depth=2", "random"], |_| {});
    let line = &lines(&setup)[0];
    let more = |value: &mut Value, by: i64| *value = json!(value.as_i64().unwrap() + by);
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 15] = [
        (|line| line["spent"][0]["moves"] = json!(99), "seat 1 chose 99 moves, and it chose"),
        (|line| line["spent"][1]["moves"] = json!(0), "seat 2 chose 0 moves, and it chose"),
        (|line| line["spent"][1]["nodes"] = json!(u64::MAX), "positions in 0 s are more than there can be"),
        (|line| line["spent"][1]["time_us"] = json!(u64::MAX), "are more than there can be"),
        (|line| line["spent"][0]["nodes"] = json!(1), "it says 1 positions, and move by move"),
        (|line| line["moves"][0][4] = json!(1_000_000), "and move by move 1000"),
        (|line| line["moves"][0][1] = json!("a1"), "move by move is not of the moves that its agents chose"),
        (|line| line["loser"] = json!(1), "agent 1 is said to have lost it before"),
        (
            |line| (line["loser"], line["why"]) = (json!(1), json!("time: 1 s over")),
            "reach the end of the game, and agent 1 is said",
        ),
        (|line| line["why"] = json!("cap"), "something else is said to have ended it"),
        (|line| line["payoffs"] = json!([99, -99]), "by the rules"),
        (|line| line["plies"] = json!(3), "it says 3 plies, and its moves come to"),
        (|line| line["choices"] = json!(3), "it says 3 legal moves in all, and its moves come to"),
        (|line| line["opening"] = json!("a1 b1"), "this experiment has no openings"),
        (|line| line["game"] = json!(""), "0 games stand where one belongs"),
    ];
    for (change, part) in changes {
        let error = refusal(&setup, line, change);
        assert!(error.starts_with("game 0: ") && error.contains(part), "{error}, not {part}");
    }
    assert!(refusal(&setup, line, |line| more(&mut line["turns"], 1)).contains("turns with a choice"));
}

/// A game that was lost before its end, or ended early: by whom, when, and what it is worth.
#[test]
fn ends_that_cannot_be_are_refused() {
    let capped = setup("othello:size=4", &["random", "random"], |one| one.adjudicate = Some("cap=5".into()));
    let line = &lines(&capped)[0];
    assert!(refusal(&capped, line, |line| line["payoffs"] = json!([7, -7])).contains("won, drawn or lost"));
    assert!(refusal(&capped, line, |line| line["why"] = Value::Null).contains("nothing says why it ended"));
    let error = refusal(&capped, line, |line| line["loser"] = json!(0));
    assert!(error.contains("when another was to move"), "five plies: the second seat is: {error}");
    let error = refusal(&capped, line, |line| line["loser"] = json!(1));
    assert!(error.contains("payoffs are [0, 0], by the rules"), "{error}");
    let plain = setup("othello:size=4", &["random", "random"], |_| {});
    let error = refusal(&plain, line, |line| line["experiment"] = json!(plain.hash));
    assert!(error.contains("nothing ends games of this experiment"), "{error}");
    let tile = setup("2048", &["random"], |_| {});
    let error = refusal(&tile, &lines(&tile)[0], |line| line["milestone"] = json!(65536));
    assert!(error.contains("and it says 65536"), "{error}");
}
