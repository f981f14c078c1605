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
            let names = ["a \"b\" [c]; {d} \\ # é", " x\ty = 'z' "];
            all.push(setup(kind.name(), agents, |one| {
                one.names = Some(names.map(str::to_owned).to_vec());
                one.clock = Some("game=300us".into());
            }));
            // Some are lost on time, at the first move or later.
            all.push(setup(kind.name(), &["alphabeta:depth=4", "random"], |one| {
                one.clock = Some("move=200us".into());
            }));
        }
    }
    for game in ["othello:setup=course", "checkers:rules=course", "cantgoback:penalty=0,forfeit=score"] {
        for clock in [None, Some("move=0.001us"), Some("game=300us")] {
            all.push(setup(game, &["random", "alphabeta:depth=2"], |one| {
                one.clock = clock.map(str::to_owned);
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
    let changes: [(Change, &str); 18] = [
        (|line| line["spent"][0]["moves"] = json!(99), "seat 1 chose 99 moves, and it chose"),
        (|line| line["spent"][1]["moves"] = json!(1), "seat 2 chose 1 moves, and it chose"),
        (|line| line["spent"][1]["nodes"] = json!(u64::MAX), "positions in 0 s are more than there can be"),
        (|line| line["spent"][1]["time_us"] = json!(u64::MAX), "are more than there can be"),
        (|line| line["spent"][0]["nodes"] = json!(1), "it says 1 positions, and move by move"),
        (|line| line["moves"][0][4] = json!(1_000_000), "and move by move 1000"),
        (|line| line["moves"][0][5] = json!(10u64.pow(19)), "µs, and move by move 10000000000000000"),
        (|line| line["spent"][0]["time_us"] = json!(30_000_000), "it says 30000000 µs, and move by move"),
        (|line| line["milestone"] = json!(2048), "this game counts nothing beside its points"),
        (|line| line["game"] = json!(format!("# {}", line["game"])), "games stand where one belongs"),
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
    ];
    for (change, part) in changes {
        let error = refusal(&setup, line, change);
        assert!(error.starts_with("game 0: ") && error.contains(part), "{error}, not {part}");
    }
    assert!(refusal(&setup, line, |line| more(&mut line["turns"], 1)).contains("turns with a choice"));
}

/// Of a line whose moves were left out, as in what comes along in `data`, what can be at all is believed.
#[test]
fn without_its_moves_a_line_is_held_to_what_can_be() {
    let setup = setup("othello:size=4", &["alphabeta:depth=2", "random"], |_| {});
    let mut bare: Value = serde_json::from_str(&lines(&setup)[0]).unwrap();
    (bare["game"], bare["moves"]) = (json!(""), json!([]));
    let line = bare.to_string();
    read_json_line(&setup, &line).unwrap();
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 7] = [
        (|line| line["milestone"] = json!(2048), "this game counts nothing beside its points"),
        (|line| line["spent"][0]["moves"] = json!(99), "moves and"),
        (|line| line["turns"] = json!(99), "99 turns in"),
        (|line| line["choices"] = json!(3), "it says 3 legal moves in"),
        (|line| line["spent"][0]["nodes"] = json!(u64::MAX), "more than there can be"),
        (|line| line["loser"] = json!(0), "nothing says why"),
        (|line| line["why"] = json!("cap"), "nothing ends games of this experiment"),
    ];
    for (change, part) in changes {
        let error = refusal(&setup, &line, change);
        assert!(error.starts_with("game 0: ") && error.contains(part), "{error}, not {part}");
    }
}

/// What an early end is worth and what agents said of their moves are known without the moves of the game.
#[test]
fn without_its_moves_a_line_adds_up() {
    let capped = setup("othello:size=4", &["alphabeta:depth=2", "random"], |one| {
        one.adjudicate = Some("cap=5".into());
    });
    let mut bare: Value = serde_json::from_str(&lines(&capped)[0]).unwrap();
    bare["game"] = json!("");
    let line = bare.to_string();
    read_json_line(&capped, &line).unwrap();
    assert!(
        refusal(&capped, &line, |line| line["payoffs"] = json!([99, -99])).contains("won, drawn or lost")
    );
    assert!(
        refusal(&capped, &line, |line| line["moves"][0][5] = json!(u64::MAX)).contains("move by move 18446")
    );
}

/// Of every game: a text that says otherwise who lost it, or why.
#[test]
fn a_text_that_tells_another_end_is_refused() {
    for door in games::all() {
        let kind = games::open(door.named.name).unwrap();
        let agents: &[&str] = if kind.seats() == 1 { &["random"] } else { &["random", "random"] };
        let late = setup(kind.name(), agents, |one| one.clock = Some("move=0.001us".into()));
        let line = &lines(&late)[0];
        read_json_line(&late, line).unwrap();
        let told: Value = serde_json::from_str(line).unwrap();
        let (text, why) = (told["game"].as_str().unwrap(), told["why"].as_str().unwrap());
        let start = kind.live(0, None).unwrap();
        let other = if kind.seats() == 2 {
            let names = [0, 1].map(|seat| format!("{} forfeits", start.seat_name(plywise::Seat(seat))));
            text.replace(&names[0], &names[1]).replace(r#"[Forfeit "1 "#, r#"[Forfeit "2 "#)
        } else {
            text.replace(why, "no wish to go on")
        };
        assert_ne!(other, text);
        let error = refusal(&late, line, |line| line["game"] = json!(other));
        assert!(error.contains("its text ") || error.contains("the file says"), "{error}");
    }
}

/// The games that come along are taken.
#[test]
fn lines_of_data_are_taken() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut taken = 0;
    for folder in ["checkers/tournament", "twenty48/published", "twenty48/depth"] {
        for file in std::fs::read_dir(data.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_none_or(|ending| ending != "jsonl") {
                continue;
            }
            let text = std::fs::read_to_string(file.with_extension("json")).unwrap();
            let setup = Experiment::parse(&text).unwrap().open_to_read().unwrap();
            for line in std::fs::read_to_string(&file).unwrap().lines() {
                read_json_line(&setup, line).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                taken += 1;
            }
        }
    }
    assert!(taken > 1000, "{taken}");
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
