//! Whole games through the command: matches saved and replayed, published counts, files of games.

use crate::common::{Folder, good, json, run, run_with};

/// The leaves in the last row of a perft table.
fn leaves(args: &[&str]) -> u64 {
    let table = good(&[&["perft"], args].concat());
    let row: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
    row[1].parse().unwrap()
}

#[test]
fn othello_has_the_published_counts_in_both_conventions() {
    let published = include_str!("../../../data/othello/perft.txt");
    let mut checked = 0;
    for row in published.lines().filter(|line| !line.starts_with('#')) {
        let [size, depth, pass_is_a_ply, pass_is_free] = row.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        if pass_is_free.parse::<u64>().unwrap() > 4_000_000 {
            continue;
        }
        let game = format!("othello:size={size}");
        assert_eq!(leaves(&[&game, depth]).to_string(), pass_is_a_ply, "{row}");
        assert_eq!(leaves(&[&game, depth, "--pass", "free"]).to_string(), pass_is_free, "{row}");
        checked += 1;
    }
    assert!(checked >= 31, "{checked}");
}

#[test]
fn checkers_has_the_published_counts() {
    let published = include_str!("../../../data/checkers/perft.csv");
    for row in published.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let [depth, paths, _] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        if depth.parse::<u32>().unwrap() <= 9 {
            assert_eq!(leaves(&["checkers", depth]).to_string(), paths, "depth {depth}");
        }
    }
    let positions = include_str!("../../../data/checkers/positions.csv");
    for row in positions.lines().filter(|line| line.contains(':')).take(10) {
        let fields: Vec<&str> = row.split(';').collect();
        assert_eq!(leaves(&["checkers", "4", "--position", fields[0]]).to_string(), fields[4], "{row}");
    }
}

/// The divided counts and their sum.
#[test]
fn divide_splits_the_count_by_the_first_move() {
    for (game, depth) in [("othello", "4"), ("checkers", "5"), ("2048", "2"), ("cantgoback", "4")] {
        let table = good(&["perft", game, depth, "--divide"]);
        let (split, totals) = table.split_once("\n\n").unwrap();
        let sum: u64 = split
            .lines()
            .map(|line| line.split_whitespace().nth(1).unwrap().replace(',', "").parse::<u64>().unwrap())
            .sum();
        let total = totals.lines().last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
        assert_eq!(sum.to_string(), total, "{game}");
    }
}

const MATCHES: &[(&str, &[&str])] = &[
    ("othello", &["random", "alphabeta:depth=1"]),
    ("othello:size=6,setup=course", &["random", "greedy"]),
    ("checkers", &["random", "alphabeta:depth=2"]),
    ("checkers:rules=course", &["random", "greedy"]),
    ("2048", &["random", "greedy"]),
    ("cantgoback:fruits=respawn", &["simple", "random"]),
    ("cantgoback:fruits=v2", &["simple", "random"]),
];

/// Same seed: the same report and the same file on any number of threads. Another seed: another file.
#[test]
fn what_is_saved_depends_on_the_seed_alone_and_replays() {
    let folder = Folder::new("saved");
    for (game, agents) in MATCHES {
        let play = |seed: &str, threads: &str| {
            let file = folder.file("games");
            let args = ["--games", "12", "--seed", seed, "--threads", threads, "--save", &file, "--force"];
            let mut report = json(&[&["match", game], *agents, &args].concat());
            for agent in report["agents"].as_array_mut().unwrap() {
                agent["mean_time_per_game_s"] = 0.into();
                agent["mean_time_per_move_s"] = 0.into();
            }
            (report, std::fs::read_to_string(file).unwrap())
        };
        let first = play("5", "1");
        for threads in ["2", "8"] {
            assert_eq!(play("5", threads), first, "{game} on {threads} threads");
        }
        assert_ne!(play("6", "2").1, first.1);

        let file = folder.write("first", &first.1);
        let report = json(&["replay", game, &file, "--strict"]);
        let games = if game.starts_with("2048") { 24 } else { 12 };
        assert_eq!((&report["games"], &report["legal"]), (&games.into(), &games.into()), "{game}");
        assert!(
            good(&["replay", game, &file]).starts_with(&format!("{games} games, {games} legal, 0 not; "))
        );
    }
    assert_eq!(std::fs::read_dir(folder.file("")).unwrap().count(), 2, "no other files are left");
}

/// Wins and losses once more, from the results in the saved file and who sat where.
#[test]
fn the_saved_results_are_those_of_the_table() {
    let folder = Folder::new("results");
    let file = folder.file("games");
    let report = json(&["match", "othello:size=6", "greedy", "random", "--games", "30", "--save", &file]);
    let replayed = json(&["replay", "othello:size=6", &file]);
    let mut counts = [0; 3];
    for (i, game) in replayed["results"].as_array().unwrap().iter().enumerate() {
        let black: i32 = game["result"].as_str().unwrap().parse().unwrap();
        let first_agent = if i % 2 == 0 { black } else { -black };
        counts[(1 - first_agent.signum()) as usize] += 1;
    }
    let agent = &report["agents"][0];
    assert_eq!(["wins", "draws", "losses"].map(|key| agent[key].as_i64().unwrap()), counts);
}

#[test]
fn watching_changes_nothing_and_needs_no_terminal() {
    let folder = Folder::new("watch");
    let args = ["match", "cantgoback", "simple", "random", "--games", "4", "--save"];
    let (plain, watched) = (folder.file("plain"), folder.file("watched"));
    good(&[&args[..], &[plain.as_str()]].concat());
    let shown = good(&[&args[..], &[watched.as_str(), "--watch", "0s"]].concat());
    assert_eq!(std::fs::read_to_string(plain).unwrap(), std::fs::read_to_string(watched).unwrap());
    assert!(!shown.contains('\u{1b}'), "no escapes where there is no terminal");
    for text in
        ["game 1 of 4: player 1 simple – player 2 random", "game 4 is over: ", "cantgoback: 4 games, seed 1"]
    {
        assert!(shown.contains(text), "{text}: {shown}");
    }
}

#[test]
fn transcripts_are_read_in_all_their_forms() {
    let folder = Folder::new("transcripts");
    // A game with a pass, unwritten, written, in capitals, spaced out; with and without its score.
    let report = json(&[
        "match",
        "othello:size=4",
        "random",
        "random",
        "--games",
        "40",
        "--save",
        &folder.file("games"),
    ]);
    assert_eq!(report["games"], 40);
    let text = std::fs::read_to_string(folder.file("games")).unwrap();
    let spaced: String = text
        .lines()
        .map(|line| {
            let (moves, score) = line.split_once(' ').unwrap();
            let squares: Vec<_> =
                moves.as_bytes().chunks(2).map(|square| std::str::from_utf8(square).unwrap()).collect();
            format!("{} {score}\r\n", squares.join(" ").to_uppercase())
        })
        .collect();
    let bare: String = text.lines().map(|line| format!("{}\n", line.split(' ').next().unwrap())).collect();
    let expected = json(&["replay", "othello:size=4", &folder.file("games")]);
    for variant in [spaced, bare, format!("\u{feff}# comment\n\n{}", text.trim_end())] {
        let file = folder.write("variant", &variant);
        let report = json(&["replay", "othello:size=4", &file]);
        assert_eq!(report["results"], expected["results"]);
        let answer = run_with(&["replay", "othello:size=4", "-", "--json"], variant.as_bytes());
        let piped: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(piped["results"], expected["results"]);
    }
}

#[test]
fn strict_fails_where_a_game_breaks_and_the_others_still_count() {
    let folder = Folder::new("strict");
    let file = folder.write(
        "games.pdn",
        "[Event \"a\"]\n1. 11-15 23-19 1-0\n\n[Event \"b\"]\n1. 11-15 23-20 *\n\n[Event \"c\"]\n1. 9-14 *\n",
    );
    for (args, code) in
        [(&["replay", "checkers", file.as_str()][..], 0), (&["replay", "checkers", &file, "--strict"], 1)]
    {
        let answer = run(args);
        assert_eq!((answer.code, answer.err.as_str()), (Some(code), ""));
        assert!(answer.out.starts_with("game 2 (line 4), ply 2: "), "{}", answer.out);
        assert!(answer.out.contains("\"23-20\" is not a legal move here; legal: "), "{}", answer.out);
        assert!(answer.out.contains("\n3 games, 2 legal, 1 not; 4 moves\n"), "{}", answer.out);
        assert!(answer.out.contains("\nresults: * x1, 1-0 x1\n"), "{}", answer.out);
    }
    let report = json(&["replay", "checkers", &file]);
    assert_eq!(report["results"][0]["result"], "1-0");
}

#[test]
fn an_empty_file_is_no_games() {
    let folder = Folder::new("empty");
    let file = folder.write("empty", "\n");
    for game in ["othello", "checkers", "2048", "cantgoback"] {
        for (args, code) in [(&["replay", game, &file][..], 0), (&["replay", game, &file, "--strict"], 1)] {
            let answer = run(args);
            let told = (answer.code, answer.out.as_str());
            assert_eq!(told, (Some(code), "0 games, 0 legal, 0 not; 0 moves\n"));
        }
    }
}

#[test]
fn a_match_of_2048_tells_the_tiles() {
    let args = ["match", "2048", "greedy", "random", "--games", "30"];
    let report = json(&args);
    for agent in report["agents"].as_array().unwrap() {
        let tiles = agent["tiles"].as_array().unwrap();
        let shares: Vec<f64> = tiles.iter().map(|tile| tile["rate"].as_f64().unwrap()).collect();
        assert!(shares.is_sorted_by(|a, b| a >= b) && shares[0] == 1.0, "{agent}");
        assert!(tiles.iter().all(|tile| tile["low"].as_f64() <= tile["rate"].as_f64()), "{agent}");
    }
    let greatest =
        |agent: usize| report["agents"][agent]["tiles"].as_array().unwrap().last().unwrap().clone();
    let [first, second] = [0, 1].map(greatest);
    assert!(first["tile"].as_u64() > second["tile"].as_u64(), "{report}");
    let share = format!("{} {:.1} %", first["tile"], 100.0 * first["rate"].as_f64().unwrap());
    assert!(good(&args).contains(&share), "the table has {share} too");
    assert_eq!(
        json(&["match", "othello:size=4", "random", "random", "--games", "2"])["agents"][0]["tiles"],
        serde_json::json!([])
    );
}
