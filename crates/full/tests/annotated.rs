//! `analyze --file`: whole files of games, annotated, and WTHOR.

use serde_json::Value;

use crate::common::{Folder, command, good, json, refused, run};

/// The board of 4x4 to its end, two games: White's d2 gives 17 discs away in both.
const SMALL: &str = "c4d2a1b4d1a3a4a2c1d4b1d3 +10\nc4d2a1b4d3a4a3b1d1d4a2c1 -2\n";
const EXACT: [&str; 4] = ["--agent", "pvs:depth=20,eval=discs", "--depth", "20"];

fn analyze<'a>(game: &'a str, file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["analyze", game, "--file", file][..], &EXACT, more].concat()
}

#[test]
fn every_game_has_its_table_and_its_mistakes() {
    let folder = Folder::new("annotated");
    let text = good(&analyze("othello:size=4", &folder.write("games.txt", SMALL), &[]));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(
        text.replace('\n', " ")
            .contains("losses in discs: dubious (?!) from 2, mistake (?) from 6, blunder (??) from 12"),
        "{text}"
    );
    let line = |of: &str| text.lines().filter(|line| line.contains(of)).collect::<Vec<_>>();
    assert_eq!(line("2. White d2??  gives away 17.00 discs; better d4 d3 b4 a1").len(), 2, "{text}");
    assert_eq!((line("game 1: +10").len(), line("game 2: -2").len()), (1, 1), "{text}");
    let columns =
        |row: &str| row.split_whitespace().filter(|word| *word != "│").map(str::to_owned).collect::<Vec<_>>();
    // Of the summary: two games, eleven moves with a choice more than one side has in one.
    let all: Vec<Vec<String>> = line("│ Black").into_iter().chain(line("│ White")).map(columns).collect();
    assert_eq!(all.len(), 6, "{text}");
    let count = |row: &[String], at: usize| row[at].parse::<u64>().unwrap();
    for (one, two, both) in [(0, 1, 2), (3, 4, 5)] {
        assert_eq!(count(&all[both], 1), 2, "games: {text}");
        assert_eq!(count(&all[one], 1) + count(&all[two], 1), count(&all[both], 2), "moves: {text}");
        for marks in 3..6 {
            let sum = count(&all[one], marks) + count(&all[two], marks);
            assert_eq!(sum, count(&all[both], marks + 1), "marks: {text}");
        }
    }
    let every = good(&analyze("othello:size=4", &folder.file("games.txt"), &["--all-moves"]));
    assert!(every.contains("   2. White d2??  -9.00 of +8.00, depth "), "{every}");
    assert_eq!(every.lines().filter(|line| line.contains(", depth ")).count(), 25, "{every}");
}

/// Nobody has graded open lines, but what could be won and is lost is a blunder in any game, and nothing is that could not: at four
/// moves both sides leave a square alone that wins at once, whoever takes it.
#[test]
fn what_gives_a_proven_result_away_is_a_blunder_in_any_unit() {
    let folder = Folder::new("annotated-proven");
    let moves = "a e b f e a c e b g f f f b d";
    let game = format!("[Start \"......./......./......./......./......./.......\"]\n{moves}\nresult 1:-1\n");
    let (file, out) = (folder.write("games.txt", game), folder.file("said.games"));
    let asked = ["analyze", "connect-four", "--file", &file, "--agent", "pvs", "--depth", "6", "--out", &out];
    let text = good(&asked);
    let told: Vec<_> =
        text.lines().filter(|line| line.contains("??  ")).map(|line| line.trim().to_owned()).collect();
    let expected = [(11, "Red f"), (12, "Yellow f"), (13, "Red f"), (14, "Yellow b")];
    assert_eq!(told, expected.map(|(ply, mv)| format!("{ply}. {mv}??  loses the game; better d")), "{text}");
    for seat in ["Red", "Yellow"] {
        let row = text.lines().find(|line| line.starts_with(&format!("│ {seat}"))).unwrap();
        assert_eq!(row.split_whitespace().rev().nth(1), Some("2"), "{text}");
    }
    assert_eq!(std::fs::read_to_string(&out).unwrap().matches("??").count(), 4);
    // By whoever searches to the end: who was to move could win, and has let the other win.
    for (ply, _) in expected {
        let value = |plies: usize| {
            let solved = json(&["solve", "connect-four", "--position", &dropped(&moves[..2 * plies])]);
            solved["value_text"].as_str().unwrap().to_owned()
        };
        assert_eq!((value(ply - 1), value(ply)), ("win in 1".into(), "win in 1".into()), "{ply}");
    }
}

/// The board of Connect Four after these moves.
fn dropped(moves: &str) -> String {
    let mut rows = vec![['.'; 7]; 6];
    for (ply, mv) in moves.split_whitespace().enumerate() {
        let column = usize::from(mv.as_bytes()[0] - b'a');
        let row = (0..6).rev().find(|&row| rows[row][column] == '.').unwrap();
        rows[row][column] = ['R', 'Y'][ply % 2];
    }
    rows.into_iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

#[test]
fn programs_get_the_same_for_any_number_of_threads() {
    let folder = Folder::new("annotated-json");
    let file = folder.write("games.txt", SMALL.repeat(3));
    let report = json(&analyze("othello:size=4", &file, &[]));
    assert_eq!(report, json(&analyze("othello:size=4", &file, &["--threads", "3"])));
    assert_eq!(
        (&report["unit"], &report["asked"], &report["stopped"]),
        (&"discs".into(), &6.into(), &Value::Null)
    );
    let second = &report["games"][0]["moves"][1];
    assert_eq!(
        (&second["move"], &second["best"], &second["mark"]),
        (&"d2".into(), &"d4".into(), &"blunder".into())
    );
    assert_eq!(
        (second["value"].as_f64(), second["best_value"].as_f64(), second["loss"].as_f64()),
        (Some(-9.0), Some(8.0), Some(17.0))
    );
    assert_eq!(report["players"][0]["games"], 6);
    // A mean of exp(−loss / 6) over the moves that had an alternative.
    let side = &report["games"][0]["sides"][1];
    assert!(side["accuracy"].as_f64().unwrap() < 100.0 && side["blunder"] == 1, "{side}");
}

/// What follows a move that is none is left out, which the file says: a result that was claimed for it is no longer there.
#[test]
fn a_broken_game_is_written_as_far_as_it_came() {
    let folder = Folder::new("annotated-broken");
    let game = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. 11-15 23-18 2. 8-12 27-23 1-0\n";
    let (file, out) = (folder.write("games.pdn", game), folder.file("out.pdn"));
    good(&["analyze", "checkers", "--file", &file, "--depth", "2", "--out", &out]);
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(
        written.contains("[Result \"*\"]") && written.trim_end().ends_with("\n1. 11-15 23-18 *"),
        "{written}"
    );
    assert!(written.contains("[Broken \"left out from ply 3 on: ") && written.contains("8-12"), "{written}");
    assert!(good(&["replay", "checkers", "--strict", &out]).contains("1 game"), "what was written is a game");
}

/// A man is thrown away; the file says so as PDN does, and is read again as it was.
#[test]
fn annotated_pdn_has_glyphs_and_comments() {
    let folder = Folder::new("annotated-pdn");
    let game = "[Event \"one\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. 11-16 24-19 2. 16-20 19-16 3. 12x19 23x16 4. 8-12 22-17 5. 12x19 27-23 6. 10-15 23x16\n7. 9-14 17x10 8. 7x14 31-27 9. 14-17 21x14 10. 6-9 14-10 11. 1-6 10x1 *\n";
    let (file, out) = (folder.write("games.pdn", game), folder.file("out.pdn"));
    let told = good(&["analyze", "checkers", "--file", &file, "--depth", "7", "--out", &out]);
    assert!(told.contains("│ Black Ann ") && told.contains("│ White Bob "), "{told}");
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    assert!(
        written.contains("[Annotator \"plywise, champion:depth=60,databases=all, 7 plies\"]"),
        "{written}"
    );
    let glyphs: Vec<&str> = written.split_whitespace().filter(|word| word.starts_with('$')).collect();
    assert!(!glyphs.is_empty() && glyphs.iter().all(|glyph| ["$2", "$4", "$6"].contains(glyph)), "{written}");
    let comments = written.replace('\n', " ");
    assert!(comments.contains("11. 1-6 $4 {gives away ") && comments.contains(" men; better "), "{written}");
    assert!(comments.contains("} 11... 10x1"), "a comment interrupts the moves: {written}");
    assert_eq!(
        glyphs.len(),
        told.lines().filter(|line| line.contains("gives away")).count(),
        "{told}\n{written}"
    );
    let replayed = json(&["replay", "checkers", &out]);
    assert_eq!((&replayed["legal"], &replayed["results"][0]["plies"]), (&1.into(), &22.into()), "{replayed}");
    // Told to write what it was told to read, or what it cannot write, it does neither.
    assert!(refused(&["analyze", "checkers", "--file", &file, "--out", &file]).contains("name another file"));
    assert!(
        refused(&["analyze", "checkers", "--file", &file, "--out", &folder.file("x.ggf")])
            .contains("ends in .pdn")
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), game);
}

/// What is there already stays, by whatever name it is called; and who stops reading does not lose the file.
#[cfg(unix)]
#[test]
fn annotated_games_take_no_files_place_and_outlive_a_closed_pipe() {
    let folder = Folder::new("annotated-out");
    let file = folder.write("games.txt", SMALL);
    let (link, out) = (folder.file("link.txt"), folder.file("out.txt"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let other = folder.write("other.ggf", "precious");
    for taken in [&link, &other] {
        let line = refused(&analyze("othello:size=4", &file, &["--out", taken]));
        assert!(line.contains("exists already; name another file"), "{line}");
    }
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), SMALL);
    let mut child = command(&analyze("othello:size=4", &file, &["--out", &out]));
    let mut child =
        child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    let written = std::fs::read_to_string(&out).unwrap();
    assert_eq!(written.lines().filter(|line| !line.starts_with('#')).count(), 2, "{written}");
}

#[test]
fn annotated_ggf_and_transcripts_are_read_again() {
    let folder = Folder::new("annotated-ggf");
    let file = folder.write("games.txt", SMALL);
    for ending in ["ggf", "txt"] {
        let out = folder.file(&format!("out.{ending}"));
        good(&analyze("othello:size=4", &file, &["--out", &out]));
        let written = std::fs::read_to_string(&out).unwrap();
        let said = if ending == "ggf" {
            "W[D2/-9.00]C[?? gives away 17.00 discs, better d4 "
        } else {
            "# 2. White d2?? gives away 17.00 discs; better d4 "
        };
        assert_eq!(written.matches(said).count(), 2, "{written}");
        let (before, after) =
            (json(&["replay", "othello:size=4", &file]), json(&["replay", "othello:size=4", &out]));
        assert_eq!(
            (&before["results"], &after["errors"]),
            (&after["results"], &before["errors"]),
            "{written}"
        );
    }
}

/// Every game by what is provided: one of one seat and chance, one whose evaluation is points, the one to copy.
#[test]
fn other_games_are_looked_over_too() {
    let folder = Folder::new("annotated-others");
    for (game, agent, ending) in [
        ("2048", "random", "2048"),
        ("cantgoback:board=q2", "random", "cgb"),
        ("connect-four", "random", "games"),
    ] {
        let (file, out) = (folder.file(&format!("in.{ending}")), folder.file(&format!("out.{ending}")));
        let agents: &[&str] = if game == "2048" { &[agent] } else { &[agent, agent] };
        good(&[&["match", game][..], agents, &["--games", "2", "--save", &file]].concat());
        let report = json(&[
            "analyze",
            game,
            "--file",
            &file,
            "--nodes",
            "200",
            "--agent",
            kind_agent(game),
            "--out",
            &out,
        ]);
        assert_eq!(report["games"].as_array().map(Vec::len), Some(2), "{report}");
        let moves = report["games"][0]["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv["best"].is_string() && mv["move"].is_string()), "{report}");
        let replayed = [&file, &out].map(|file| json(&["replay", game, file])["results"].clone());
        assert_eq!(replayed[0], replayed[1], "{game}");
    }
}

fn kind_agent(game: &str) -> &'static str {
    if game == "2048" { "expectimax:depth=1,eval=empties" } else { "pvs:depth=3" }
}

/// Games of our own to WTHOR, its players beside it, and back through every door that reads games.
#[test]
fn wthor_is_written_and_read() {
    let folder = Folder::new("wthor");
    let (store, out) = (folder.file("games.db"), folder.file("ours.wtb"));
    good(&["match", "othello", "greedy", "random", "--games", "4", "--store", &store]);
    good(&["store", "export", &store, "--format", "wthor", "--output", &out]);
    assert_eq!(std::fs::metadata(&out).unwrap().len(), 16 + 4 * 68);
    let replayed = json(&["replay", "othello", &out]);
    assert_eq!((&replayed["games"], &replayed["legal"]), (&4.into(), &4.into()), "{replayed}");
    let report = json(&["analyze", "othello", "--file", &out, "--nodes", "500"]);
    let players: Vec<&str> =
        report["players"].as_array().unwrap().iter().filter_map(|one| one["player"].as_str()).collect();
    assert_eq!(players, ["greedy", "random"], "names stand beside the games: {report}");
    let whole = std::fs::read(&out).unwrap();
    let cut = folder.write("cut.wtb", &whole[..whole.len() - 1]);
    assert_eq!(
        refused(&["replay", "othello", &cut]),
        format!(
            "{cut}: a damaged WTHOR file: 4 games, as its head counts them, take 288 bytes, the file has 287"
        )
    );
    let named = folder.write("games.txt", &whole);
    assert!(refused(&["replay", "othello", &named]).ends_with("; a file of wthor is named *.wtb"));
    assert!(refused(&["store", "export", &store, "--format", "wthor"]).contains("name a file with --output"));
    assert!(
        refused(&["store", "export", &store, "--format", "wthor", "--output", &out])
            .contains("exists already")
    );
}

/// The agent's own depth gives way to the one that was typed, or says that it does not.
#[test]
fn a_file_is_looked_over_as_deep_as_was_asked() {
    let folder = Folder::new("annotated-depth");
    let file = folder.write("games.txt", "f5d6c3d3c4\n");
    let args = ["analyze", "othello", "--file", &file, "--depth", "3"];
    let report = json(&[&args[..], &["--agent", "alphabeta"]].concat());
    assert_eq!(report["agent"], "alphabeta:depth=3");
    let depths: Vec<&Value> =
        report["games"][0]["moves"].as_array().unwrap().iter().map(|mv| &mv["depth"]).collect();
    assert!(!depths.is_empty() && depths.iter().all(|depth| **depth == 3), "{report}");
    let line = refused(&[&args[..], &["--agent", "alphabeta:depth=2"]].concat());
    assert!(line.starts_with("--depth 3: alphabeta:depth=2 looks 2 plies ahead at most"), "{line}");
}

#[test]
fn whoever_knows_no_values_grades_nobody() {
    let folder = Folder::new("annotated-ignorant");
    let file = folder.write("games.txt", "f5d6c3d3c4\n");
    let args = |agent| ["analyze", "othello", "--file", &file, "--agent", agent];
    let answer = run(&args("random"));
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.err.starts_with("error: random chooses without a search and knows"), "{answer:?}");
    let answer = run(&args("mcts:iterations=20"));
    assert_eq!((answer.code, answer.err.lines().count()), (Some(0), 1), "{answer:?}");
    assert!(answer.err.starts_with("warning: mcts:iterations=20 values moves by the mean"), "{answer:?}");
}

#[test]
fn names_in_latin_1_are_read_as_they_are() {
    let folder = Folder::new("annotated-latin");
    let pdn = b"[Black \"J\xf6rg\"]\n[White \"Ren\xe9\"]\n[Result \"*\"]\n1. 11-15 22-18 *\n";
    let file = folder.write("games.pdn", pdn);
    let report = json(&["analyze", "checkers", "--file", &file, "--depth", "1"]);
    let players: Vec<&Value> =
        report["players"].as_array().unwrap().iter().map(|player| &player["player"]).collect();
    assert_eq!(players, ["Jörg", "René"]);
}
