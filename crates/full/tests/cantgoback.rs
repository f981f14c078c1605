//! `plywise cantgoback`: the handout's rules, flags that change nothing, clocks, and boards of any size.

use crate::common::{Folder, good, refused, run, run_with};

const SIMPLE: &[&str] = &["cantgoback", "-player1", "Simple", "-player2", "Simple"];

/// A quiet game with these flags: its result and the warnings.
fn quiet(flags: &[&str]) -> (String, Vec<String>) {
    let answer = run(&[SIMPLE, &["-dont_print_game"], flags].concat());
    assert_eq!(answer.code, Some(0), "{flags:?}: {}", answer.err);
    assert_eq!(answer.out.lines().count(), 1, "{flags:?}: {}", answer.out);
    (answer.out, answer.err.lines().map(str::to_owned).collect())
}

/// Every board that is printed, as its numbers and walls.
fn boards(flags: &[&str]) -> Vec<Vec<String>> {
    let text = good(&[SIMPLE, &["-terminal_viz"], flags].concat());
    let blocks = text.split("\n\n").filter(|block| block.contains(" | "));
    blocks.map(|block| block.split(['|', '\n']).map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn fruits(board: &[String]) -> usize {
    board.iter().filter(|cell| cell.parse::<u32>().is_ok_and(|number| number > 2)).count()
}

/// None at the start, some later, all of 3 points where no more is allowed; and the last one stuck pays or nobody does.
#[test]
fn by_the_handout_fruits_come_while_the_game_goes_on() {
    for flags in [&["-rules", "handout"][..], &["-fruits", "v2"], &["-rules", "handout", "-fruits", "v2"]] {
        let seen = boards(&[flags, &["-max_fruit_score", "3", "-seed", "5"]].concat());
        assert_eq!(fruits(&seen[0]), 0, "{flags:?}");
        let counts: Vec<usize> = seen.iter().map(|board| fruits(board)).collect();
        assert!(counts.windows(2).any(|two| two[1] > two[0]), "none came: {counts:?}");
        assert!(counts.windows(2).any(|two| two[1] < two[0]), "none went: {counts:?}");
        let points = seen.iter().flatten().filter_map(|cell| cell.parse::<u32>().ok());
        assert!(points.max() <= Some(3));
        // The same rules are the same game.
        assert_eq!(seen, boards(&["-rules", "handout", "-max_fruit_score", "3", "-seed", "5"]));
    }
}

/// The time that a fruit stays is what the flag says: under it games differ, under v3 they do not.
#[test]
fn max_fruit_time_counts_by_the_handout_and_is_not_ignored_in_silence_elsewhere() {
    let game =
        |rules: &[&str], time: &str| quiet(&[rules, &["-max_fruit_time", time, "-seed", "2"]].concat());
    let seen: Vec<_> =
        ["7", "15", "60", "200"].iter().map(|time| game(&["-rules", "handout"], time)).collect();
    assert!(seen.iter().all(|(_, warnings)| warnings.is_empty()), "{seen:?}");
    assert!(seen.iter().any(|(end, _)| *end != seen[0].0), "{seen:?}");
    let (last, warnings) = game(&[], "20");
    assert_eq!(
        warnings,
        [
            "warning: -max_fruit_time changes nothing here: under fruits v3 every fruit stays 12 plies; it counts under \
          -fruits v1, -fruits v2 and -rules handout"
        ]
    );
    assert_eq!(last, quiet(&["-seed", "2"]).0);
    let (_, short) = game(&["-fruits", "v1"], "6");
    assert_eq!(
        short,
        ["warning: -max_fruit_time changes nothing here: on this board fruits stay 6 to 7 plies at least"]
    );
}

/// Player 1 has one step and is stuck then; player 2 goes on for a ply. Who is stuck pays, but not in the first release.
#[test]
fn who_is_stuck_pays_by_the_handout() {
    let folder = Folder::new("cantgoback-stuck");
    let board = folder.write("stuck.csv", "1 0 -1 2 0 0\n");
    let end = |flags: &[&str]| good(&[SIMPLE, &["-dont_print_game", "-board", &board], flags].concat());
    let scores = |text: String| -> Vec<i32> {
        let (_, scores) = text.trim().split_once("score ").unwrap();
        scores.split(" : ").map(|score| score.parse().unwrap()).collect()
    };
    for seed in ["1", "2", "3", "4"] {
        let paid = scores(end(&["-rules", "handout", "-penalty_score", "5000", "-seed", seed]));
        assert!(paid[0] < -4000 && paid[1] >= 0, "{paid:?}");
        let free = scores(end(&["-fruits", "v1", "-penalty_score", "5000", "-seed", seed]));
        assert!(free.iter().all(|score| *score >= 0), "{free:?}");
    }
    // Both stuck in one round: by the handout nothing is deducted.
    let board = folder.write("both.csv", "1 -1 2\n");
    let both =
        |rules| scores(good(&[SIMPLE, &["-dont_print_game", "-board", &board, "-rules", rules]].concat()));
    assert_eq!(
        (both("handout"), both("document"), both("skeleton")),
        (vec![0, 0], vec![0, 0], vec![-300, -300])
    );
}

/// Each flag beside what makes it idle, and the same flag where it counts.
#[test]
fn a_flag_without_effect_says_so_in_one_line() {
    let folder = Folder::new("cantgoback-idle");
    let full = folder.write("full.csv", "1 0 5\n0 0 2\n");
    let bare = folder.write("bare.csv", "1 0\n0 2\n");
    let idle: &[(&[&str], &str)] = &[
        (&["-move_time", "9", "-game_time", "9"], "-move_time changes nothing here: the game_time of 9.00 s"),
        (&["-game_time", "9000"], "-game_time changes nothing here: 14 moves at most"),
        (
            &["-max_fruit_score", "9", "-board", &full],
            "-max_fruit_score changes nothing here: the board has fruits",
        ),
        (
            &["-max_fruit_score", "9", "-board", &bare],
            "-max_fruit_score changes nothing here: among 2 free cells",
        ),
        (&["-seed", "9", "-board", &full], "-seed changes nothing here: the board has fruits"),
        (&["-terminal_viz"], "-terminal_viz changes nothing here: -dont_print_game"),
        (&["-pace", "1s"], "-pace changes nothing here: -dont_print_game"),
        (&["-rules", "skeleton", "-fruits", "v1"], "-rules changes nothing here: under fruits v1"),
        (&["-rules", "document", "-fruits", "respawn"], "-rules changes nothing here: under fruits v1"),
    ];
    for (flags, line) in idle {
        let warnings = quiet(flags).1;
        let [warning] = &warnings[..] else { panic!("{flags:?}: {warnings:?}") };
        assert!(warning.starts_with(&format!("warning: {line}")), "{flags:?}: {warning}");
    }
    let counts: &[&[&str]] = &[
        &["-move_time", "9", "-game_time", "90"],
        &["-game_time", "9"],
        &["-max_fruit_score", "9"],
        &["-max_fruit_score", "9", "-board", &full, "-rules", "handout"],
        &["-seed", "9"],
        &["-seed", "9", "-board", &full, "-player1", "random"],
        &["-rules", "skeleton"],
        &["-rules", "skeleton", "-fruits", "v2"],
        &["-rules", "handout", "-max_fruit_time", "9"],
        &["-penalty_score", "9", "-fruits", "v1"],
        &["-clock", "cpu"],
    ];
    for flags in counts {
        let args = [&["cantgoback", "-player2", "Simple", "-dont_print_game"], *flags].concat();
        let args =
            if flags.contains(&"-player1") { args } else { [&args[..], &["-player1", "Simple"]].concat() };
        good(&args);
    }
    let live = run_with(&["cantgoback", "-clock", "cpu", "-dont_print_game"], b"");
    assert!(live.err.starts_with("warning: -clock changes nothing here: people"), "{}", live.err);
    let line = refused(&[SIMPLE, &["-rules", "handout", "-fruits", "v1"]].concat());
    assert_eq!(line, "-rules handout plays with -fruits v2; leave one of the two flags out");
}

/// The time told is that of the limit which was broken: of one move, or of all.
#[test]
fn a_loss_on_time_says_which_time_was_up() {
    for clock in ["wall", "cpu"] {
        let late = |flags: &[&str]| {
            let game =
                ["cantgoback", "-player1", "minimax:depth=9", "-player2", "Simple", "-dont_print_game"];
            good(&[&game[..], &["-clock", clock, "-penalty_score", "7"], flags].concat())
        };
        let move_time = late(&["-move_time", "0.00001"]);
        assert!(
            move_time.starts_with("player 2 (Simple) has won, score -7 : 0; player 1 took "),
            "{move_time}"
        );
        assert!(move_time.trim_end().ends_with(" too long (move_time 10.0 µs)"), "{move_time}");
        assert!(move_time.contains(" for a move, which was "), "{move_time}");
        let game_time = late(&["-game_time", "0.00001"]);
        assert!(
            game_time.contains(" in all, which was ") && game_time.contains("(game_time 10.0 µs)"),
            "{game_time}"
        );
        let none = late(&["-game_time", "0"]);
        assert!(none.trim_end().ends_with("(game_time 0 s)"), "{none}");
    }
}

/// What is limited by depth plays the same game whatever time is measured by.
#[test]
fn the_processor_s_time_can_be_the_clock() {
    for player in
        ["Minimax:depth=2", "Alphabeta:depth=3", "GlobalTimeAB:depth=3", "Contest:depth=3", "HeavyAB:depth=2"]
    {
        let game = |clock| {
            let text = good(&[
                "cantgoback",
                "-player1",
                player,
                "-player2",
                "Simple",
                "-dont_print_game",
                "-clock",
                clock,
            ]);
            assert!(!text.contains("too long"), "{text}");
            text
        };
        assert_eq!(game("cpu"), game("wall"), "{player}");
    }
}

/// From two cells to 16x16, under every rule set; a board that cannot be is one line.
#[test]
fn boards_of_any_size_are_played_and_wrong_ones_refused() {
    let folder = Folder::new("cantgoback-boards");
    let mut huge = vec![vec!["0"; 16]; 16];
    (huge[0][0], huge[15][15]) = ("1", "2");
    let huge = huge.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    for (i, rows) in ["1 2", "2\n1", "1\n0\n2", "1 0\n0 2", &huge].into_iter().enumerate() {
        let board = folder.write(&format!("good{i}.csv"), rows);
        for rules in
            [&["-fruits", "v1"][..], &["-fruits", "v3"], &["-rules", "handout"], &["-rules", "skeleton"]]
        {
            for show in ["-dont_print_game", "-terminal_viz"] {
                let text = good(&[SIMPLE, &[show, "-board", &board], rules].concat());
                assert!(text.lines().last().unwrap().contains("score "), "{text}");
            }
        }
    }
    let wide = format!("1 2{}", " 0".repeat(15));
    let tall = format!("1 2{}", "\n0 0".repeat(16));
    for (i, (rows, part)) in [
        ("", "the file is empty"),
        ("1", "player 2 is missing"),
        ("0 0\n0 0", "player 1 is missing"),
        ("0 2\n0 0", "player 1 is missing"),
        ("1 0\n0 1", "player 1 stands in row 1, column 1 already"),
        ("1 2\n0", "row 2"),
        ("1 x\n0 2", "\"x\""),
        ("1 -7\n0 2", "-7 is out of range"),
        (&wide, "at most 16"),
        (&tall, "at most 16"),
        ("1 2 999999", "out of range"),
    ]
    .into_iter()
    .enumerate()
    {
        let board = folder.write(&format!("bad{i}.csv"), rows);
        let line = refused(&[SIMPLE, &["-board", &board]].concat());
        assert!(line.contains(part), "{rows:?}: {line}");
    }
    std::fs::create_dir(folder.file("folder.csv")).unwrap();
    for (board, part) in [
        (folder.file("folder.csv"), "this is a folder"),
        (folder.file("none.csv"), "no built-in board"),
        (folder.file("board.txt"), "ends in .csv"),
        (folder.write("bytes.csv", [0xff, 0xfe, 0x31]), "this is no text"),
        ("a\"b.csv".to_owned(), "double quote"),
        ("a\nb.csv".to_owned(), "no built-in board"),
        (String::new(), "ends in .csv"),
    ] {
        let line = refused(&[SIMPLE, &["-board", &board]].concat());
        assert!(line.contains(part), "{board:?}: {line}");
    }
}
