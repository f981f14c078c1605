//! `solve --file`: each position of a file solved, judged by what the file says and kept.

use serde_json::Value;

use crate::common::{Folder, good, json, refused, run};

/// Two positions of the federation's suite; the second answer that the file gives is false, the third position is too much.
const OBF: &str = "% FFO 20, 21\n\
    XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6;\n\
    OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O; G5:+2;\n\
    ---------------------------OX------XO--------------------------- X;\n";

/// A game that is over stands among the problems with its value and no move; the empty square is the winner's.
#[test]
fn a_finished_position_has_its_value() {
    let folder = Folder::new("finished");
    let over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-";
    let text = format!("{over} O;\n{} X; H5:+6;\n", &OBF.lines().nth(1).unwrap()[..64]);
    let report = json(&["solve", "othello", "--file", &folder.write("some.obf", text)]);
    let told = |at: usize| {
        let one = &report["problems"][at];
        (one["value"].as_f64(), one["best"].as_str().unwrap().to_owned(), one["solved"].as_bool())
    };
    assert_eq!(told(0), (Some(-64.0), String::new(), Some(true)), "{report}");
    assert_eq!((told(1).0, &report["right"]), (Some(6.0), &1.into()));
    let kings = folder.write("kings.csv", "fen;result\nB:WK1:B;loss\n");
    let report = json(&["solve", "checkers", "--file", &kings]);
    assert_eq!(report["problems"][0]["value_text"], "loss in 0", "{report}");
    assert_eq!(report["right"], 1, "{report}");
}

#[test]
fn problems_are_solved_judged_and_kept() {
    let folder = Folder::new("problems");
    let (file, state) = (folder.write("some.obf", OBF), folder.file("state"));
    let args = [
        "solve",
        "othello",
        "--file",
        &file,
        "--state",
        &state,
        "--time",
        "500ms",
        "--table",
        "1",
        "--threads",
        "2",
    ];
    let answer = run(&args);
    assert_eq!(answer.code, Some(1), "{answer:?}");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(lines[0].contains("+6.00") && lines[0].ends_with("right"), "{answer:?}");
    assert!(lines[1].contains(" draw ") && lines[1].ends_with("WRONG, not +2 g5"), "{answer:?}");
    assert!(lines[2].ends_with("not solved"), "{answer:?}");
    assert!(lines[3].starts_with("2 of 3 problems solved, 1 right, 1 wrong; "), "{answer:?}");
    assert!(answer.out.contains("score: wof"), "{answer:?}");
    let otherwise = "wrong? If the file counts otherwise, type othello:score=discs";
    assert!(answer.out.trim_end().ends_with(otherwise), "{answer:?}");
    // What is in the state is not solved again: the same nodes and the same time. A line that was cut off goes.
    let kept = std::fs::read_to_string(&state).unwrap();
    assert_eq!(kept.lines().count(), 2, "{kept}");
    std::fs::write(&state, format!("{kept}{{\"game\":\"oth")).unwrap();
    let again = run(&args).out;
    assert_eq!(again.lines().take(2).collect::<Vec<_>>(), lines[..2]);
    assert_eq!(std::fs::read_to_string(&state).unwrap(), kept);
    // One thread or two, kept or not: the same values in as many nodes.
    let mut other = args.to_vec();
    other.drain(4..6);
    other.pop();
    other.extend(["1", "--json"]);
    let report: Value = serde_json::from_str(&run(&other).out).unwrap();
    assert_eq!(
        (&report["solved"], &report["right"], &report["wrong"]),
        (&2.into(), &1.into(), &1.into()),
        "{report}"
    );
    for (line, problem) in kept.lines().zip(report["problems"].as_array().unwrap()) {
        let line: Value = serde_json::from_str(line.split_once(' ').unwrap().1).unwrap();
        let known = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .find(|p| p["position"] == line["position"])
            .unwrap();
        assert_eq!((&line["nodes"], &line["best"]), (&known["nodes"], &known["best"]), "{problem}");
    }
    // What was changed since is no answer, and what is no file is not read for ever.
    let wrong = "line 1: this is no state of plywise solve, or it is damaged; name another file";
    for damaged in
        [kept.replacen("+6.00", "+16.00", 1), kept.replacen("points", "pointz", 1), "a letter\n".into()]
    {
        assert_ne!(damaged, kept);
        std::fs::write(&state, &damaged).unwrap();
        assert!(refused(&args).contains(wrong), "{damaged}");
        assert_eq!(std::fs::read_to_string(&state).unwrap(), damaged, "it is left as it was");
    }
    if cfg!(unix) {
        let mut special = args.to_vec();
        special[5] = "/dev/zero";
        assert!(refused(&special).contains("/dev/zero: this is no ordinary file"));
    }
}

/// The counts of discs, where nothing is said otherwise in the game's name.
#[test]
fn problems_go_by_the_score_that_is_asked_for() {
    let folder = Folder::new("problems-score");
    // Black takes all that White has; 1 square stays empty, and nobody can fill it.
    let file = folder.write("end", format!("{}{} X\n", "X".repeat(60), "XO--"));
    for (game, value) in
        [("othello", "+64.00"), ("othello:score=wof", "+64.00"), ("othello:score=discs", "+63.00")]
    {
        let report = json(&["solve", game, "--file", &file]);
        assert_eq!(report["problems"][0]["value_text"], value, "{game} {report}");
    }
}

/// A file that knows the value and calls a move best that does not keep it is wrong, however well it is solved.
#[test]
fn best_moves_of_the_file_are_held_to_its_values() {
    let folder = Folder::new("keys");
    // 32-28 lets the king go, 23-27 wins as 19-24 loses; of two kings beside one both may come nearer.
    let text = "fen;result_for_side_to_move;key_move;source\n\
        W:WK32:BK26;win;32-28;let go\nW:WK32:BK26;win;32-27;kept\n\
        W:WK19,K23:B12,K28;win;19-24;lost\n";
    let args = ["solve", "checkers", "--file", &folder.write("keys.csv", text)];
    let answer = run(&args);
    assert_eq!(answer.code, Some(1), "{answer:?}");
    let ends = ["WRONG, 32-28 is not as good", "right", "WRONG, 19-24 is not as good"];
    for (line, end) in answer.out.lines().zip(ends) {
        assert!(line.ends_with(end), "{answer:?}");
    }
    let report: Value = serde_json::from_str(&run(&[&args[..], &["--json"]].concat()).out).unwrap();
    let told: Vec<_> = (0..3).map(|at| &report["problems"][at]).collect();
    assert_eq!(
        told.iter().map(|one| one["right"].as_bool()).collect::<Vec<_>>(),
        [false, true, false].map(Some)
    );
    assert_eq!((told[0]["not_as_good"].as_str(), told[1]["not_as_good"].is_null()), (Some("32-28"), true));
    // What was kept was held against other moves: it is tried again, and then no more.
    let state = folder.file("state");
    for (key, verdict, times) in
        [("32-27", "right", 1), ("32-28", "WRONG, 32-28", 2), ("32-28", "WRONG, 32-28", 2)]
    {
        let file = folder.write("one.csv", format!("fen;result;key\nW:WK32:BK26;win;{key}\n"));
        let out = run(&["solve", "checkers", "--file", &file, "--state", &state]).out;
        assert!(out.contains(verdict), "{key}: {out}");
        assert_eq!(std::fs::read_to_string(&state).unwrap().lines().count(), times, "{key}");
    }
    // Another move that wins as well is no mistake of the file's.
    let both =
        "fen;result;key\nW:WK14,K15:BK32;win;14-18\nW:WK14,K15:BK32;win;15-19\nW:WK14,K15:BK32;win;14-10\n";
    let out = good(&["solve", "checkers", "--file", &folder.write("both.csv", both)]);
    assert!(out.contains("3 right, 0 wrong"), "{out}");
}
