//! The published works' own calls: the positional runner of checkers, the flags of Can't Go Back, and `explain`.

use crate::common::{Folder, good, json, refused, run_with};

const CHECKERS: &[&str] = &["checkers", "600", "6000", "5"];

fn checkers(verbose: &str, red: &str, black: &str) -> String {
    good(&[CHECKERS, &[verbose, red, black]].concat())
}

#[test]
fn a_game_of_checkers_by_six_values_or_by_names() {
    let positional = checkers("n", "improved_better_h_player:depth=2", "players_1.simple_player:depth=2");
    assert_eq!(positional.lines().count(), 1, "{positional}");
    assert!(
        positional.starts_with("Red (")
            || positional.starts_with("Black (")
            || positional.starts_with("Draw: ")
    );
    let named = good(&[
        "checkers",
        "--setup-time",
        "600",
        "--time",
        "6000",
        "--moves",
        "5",
        "--red",
        "improved_better_h_player:depth=2",
        "--black",
        "players_1.simple_player:depth=2",
        "--clock",
        "cpu",
    ]);
    assert_eq!(named, positional, "the depth is the limit, not the time");
}

#[test]
fn verbose_shows_board_search_and_slot() {
    let text = checkers("y", "improved:depth=2", "random_player");
    for part in [
        "0|r| |r| |r| |r| |",
        "Red to move",
        "Red, improved:depth=2: 6,000 s for 5 moves",
        "  depth   2  value ",
        "best (2,",
        "slot 1199.95s of 6000.00s; ended after ",
        ": depth; ",
        "Red plays (2,",
        "Black, random_player: 6,000 s for 5 moves",
        "Black plays (5,",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{}", &text[..3000.min(text.len())]);
    }
    let last = text.lines().last().unwrap();
    assert!(last.contains(" wins: ") || last.starts_with("Draw: "), "{last}");
}

/// No player is ready at once or moves in no time at all, on any machine.
#[test]
fn set_up_time_and_time_can_be_exceeded() {
    let no_setup = good(&["checkers", "0", "100", "5", "n", "simple:depth=1", "random"]);
    assert_eq!(no_setup, "Draw: both players took longer than their set-up time\n");
    // A person has all the time there is.
    for (seats, said) in [
        (["interactive", "random"], "Red (interactive) wins: Black took longer than its set-up time\n"),
        (["random", "interactive"], "Black (interactive) wins: Red took longer than its set-up time\n"),
    ] {
        assert_eq!(good(&[&["checkers", "0", "100", "5", "n"], &seats[..]].concat()), said);
    }
    let no_time = good(&["checkers", "600", "0", "5", "n", "simple:depth=1", "random"]);
    assert!(no_time.starts_with("Black (random) wins: Red exceeded resources: used "), "{no_time}");
}

#[test]
fn a_game_of_checkers_can_be_saved_and_replayed() {
    let folder = Folder::new("works-checkers");
    let file = folder.file("game.pdn");
    good(&[CHECKERS, &["n", "random", "random_player", "--save", &file]].concat());
    assert!(good(&["replay", "checkers:rules=course", &file]).contains("1 game"), "{file}");
    let answer = refused(&[CHECKERS, &["n", "random", "random", "--save", &file]].concat());
    assert!(answer.contains("exists already"), "{answer}");
}

/// Numbers choose from the list; anything else is asked again; a person has all the time there is.
#[test]
fn an_interactive_player_chooses_by_number() {
    let answer =
        run_with(&["checkers", "0", "0", "5", "n", "interactive", "interactive_player"], b"99\nx\n0\n6\n");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("  0  (2,") && answer.err.contains("\"99\"") && answer.err.contains("\"x\""));
    assert!(
        answer.out.starts_with("Black (interactive_player) wins: Red gave up: resigned"),
        "{}",
        answer.out
    );
}

const CANTGOBACK: &[&str] = &["cantgoback", "-dont_print_game"];

/// The anchors of the course's program: plies, and who was stuck, on the boards that came with it.
#[test]
fn the_baseline_player_s_games_go_as_published() {
    for (board, plies) in [("default_board.csv", 30), ("q2.csv", 14), ("rectangle_board.csv", 80)] {
        let text = good(&[
            "cantgoback",
            "-player1",
            "SimplePlayer",
            "--player2",
            "simple",
            "-board",
            board,
            "-terminal_viz",
        ]);
        let boards = text.split("\n\n").filter(|block| block.contains(" | ")).count();
        assert_eq!(boards, plies + 1, "{board}: the start and one board for each ply");
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("player ") || last.starts_with("a tie, score "), "{last}");
    }
}

#[test]
fn flags_take_one_dash_or_two_and_spellings_do_not_matter() {
    let text = |args: &[&str]| good(&[CANTGOBACK, args].concat());
    let one =
        text(&["-player1", "HeavyABPlayer", "-player2", "LightAB", "-seed", "4", "-penalty_score", "100"]);
    let two =
        text(&["--player1", "heavyab", "--player2", "lightabplayer", "--seed", "4", "--penalty-score=100"]);
    let outcome = |text: &str| text.split(", score ").nth(1).map(str::to_owned);
    assert_eq!(outcome(&one), outcome(&two), "{one}{two}");
    assert_eq!(one.lines().count(), 1, "only the announcement: {one}");
    let apostrophe = good(&["cantgoback", "-player1", "Simple", "-player2", "Simple", "-don't_print_game"]);
    assert_eq!(apostrophe.lines().count(), 1);
    let seeds =
        ["1", "7", "8"].map(|seed| text(&["-player1", "Simple", "-player2", "Simple", "-seed", seed]));
    assert!(seeds.iter().any(|other| *other != seeds[0]), "other fruits: {seeds:?}");
}

/// Every published player plays to the end; the game time may be shorter than the time for a move.
#[test]
fn every_published_player_plays() {
    for player in [
        "MinimaxPlayer",
        "Alphabeta",
        "GlobalTimeABPlayer",
        "LightAB",
        "HeavyABPlayer",
        "ContestPlayer",
        "Compete",
    ] {
        let args = ["-player1", player, "-player2", "SimplePlayer", "-game_time", "500"];
        let quick = [&format!("{player}:depth=3")[..], "SimplePlayer"];
        let args: Vec<&str> =
            args.into_iter().map(|arg| if arg == player { quick[0] } else { arg }).collect();
        let text = good(&[CANTGOBACK, &args].concat());
        assert!(text.contains(", score ") && !text.contains("too long"), "{text}");
        let answer = run_with(&[CANTGOBACK, &args, &["-move_time", "600"]].concat(), b"");
        assert_eq!((answer.code, answer.out), (Some(0), text));
    }
}

/// Nobody moves in no time: the penalty, and the game is over; the higher score wins.
#[test]
fn lateness_costs_the_penalty() {
    for limit in ["-move_time", "-game_time"] {
        let text = good(&[CANTGOBACK, &["-player1", "Simple", "-player2", "Simple", limit, "0"]].concat());
        assert!(
            text.starts_with("player 2 (Simple) has won, score -300 : 0; player 1 took ")
                && text.trim_end().ends_with(&format!(" too long ({} 0 s)", &limit[1..])),
            "{text}"
        );
    }
}

/// The board of the handout's pictures: player 1 may go left or up. Other keys are asked again.
#[test]
fn a_live_player_is_asked_until_the_key_is_right() {
    let args = ["cantgoback", "-player1", "Live", "-player2", "Simple", "-board", "example_board.csv"];
    let answer = run_with(&args, b"d\nq\n5\nw\n");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert_eq!(answer.err.matches("legal: up left").count(), 3, "{}", answer.err);
    assert!(answer.err.contains("player 1 (w a s d)> "));
    assert!(answer.out.contains("resigned: the input has ended"), "{}", answer.out);
}

#[test]
fn bad_flags_get_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["-board", "default_board"], "ends in .csv"),
        (&["-board", "nowhere.csv"], "no built-in board"),
        (&["-player1", "Simpel"], "did you mean simple?"),
        (&["-move_time", "soon"], "seconds from 0"),
        (&["-penalty_score", "-1"], "from 0 to 100000"),
        (&["-max_fruit_score", "2"], "from 3 to 10000"),
        (&["-max_fruit_time", "0"], "from 1 to 200"),
        (&["-fruits", "v4"], "once (v3), respawn (v1) or v2"),
        (&["-rules", "both"], "handout, document, skeleton"),
        (&["-colour", "red"], "no option of plywise cantgoback \"--colour\""),
    ];
    for (args, part) in cases {
        let line = refused(&[CANTGOBACK, args].concat());
        assert!(line.contains(part), "{args:?}: {line}");
    }
    for (args, part) in [
        (&["2", "3", "5", "y", "simple"][..], "5 values given where six belong"),
        (&["2", "3", "5", "maybe", "simple", "simple"], "y or n"),
        (&["2", "3", "0", "y", "simple", "simple"], "from 1 to 1000"),
        (&["two", "3", "5", "y", "simple", "simple"], "SETUP \"two\""),
        (&["2", "3", "5", "y", "simple", "simpel"], "did you mean simple?"),
        (&["2", "3", "5", "y", "simple", "improved:stable_from=0"], "from 1 to 1000"),
        (&["--time", "3"], "--setup-time is missing"),
        (&["2", "3", "5", "y", "simple", "simple", "--time", "3"], "cannot be used"),
    ] {
        let line = refused(&[&["checkers"], args].concat());
        assert!(line.contains(part), "{args:?}: {line}");
    }
}

#[test]
fn heuristics_are_taken_apart() {
    let text = good(&["explain", "checkers:rules=course", "--position", "R:R12,K5:B18,24"]);
    for part in ["100 a + 50 b + c + d", "a: pieces", "d: kings' distances", "plain move", "value"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let simple = json(&["explain", "checkers", "--agent", "simple_player"]);
    assert_eq!(simple["terms"][1]["weight"], 1.5);
    // A side without pieces has its row, and no number has digits that are left of rounding.
    let alone = good(&["explain", "checkers", "--position", "W:W21,K22:B", "--agent", "champion"]);
    assert!(alone.contains("other's pieces: none"), "{alone}");
    let lone = good(&["explain", "checkers", "--position", "W:W21:B", "--agent", "champion"]);
    assert!(lone.contains("own man on 21"), "{lone}");
    let champion = json(&["explain", "checkers", "--agent", "champion"]);
    let written = champion["terms"].as_array().unwrap().iter().map(|term| term["adds"].to_string());
    assert!(
        written.clone().count() > 20 && written.clone().all(|adds| adds.len() < 9),
        "{:?}",
        written.collect::<Vec<_>>()
    );
    let heavy = json(&["explain", "cantgoback", "--seed", "3"]);
    let adds: f64 =
        heavy["terms"].as_array().unwrap().iter().map(|term| term["adds"].as_f64().unwrap()).sum();
    assert!((adds - heavy["value"].as_f64().unwrap()).abs() < 0.006, "{heavy}");
    assert!(heavy["terms"].as_array().unwrap().len() >= 6);
    let steps = json(&["explain", "cantgoback:board=example_board", "--agent", "SimplePlayer"]);
    assert_eq!(
        steps["candidates"],
        serde_json::json!([{"move": "up", "value": 3.0}, {"move": "left", "value": 2.0}])
    );
    let nearest = good(&["explain", "cantgoback", "--agent", "heavy_ab:eval=nearest-fruit"]);
    assert!(nearest.contains("Manhattan"), "{nearest}");
    assert!(
        refused(&["explain", "checkers", "--agent", "random"]).contains("whose heuristic can be explained")
    );
    assert!(refused(&["explain", "checkers", "--position", "x"]).contains("\"x\""));
}

/// Black has the corner a1 and the C square b1; of the X squares each side has two.
const CORNERED: &str = "XX---OX--XO----- X";

#[test]
fn evaluators_of_othello_and_2048_are_taken_apart() {
    let weighted = good(&["explain", "othello:size=4", "--position", CORNERED]);
    assert_eq!(weighted, WEIGHTED, "{weighted}");
    let terms = |agent: &str| json(&["explain", "othello:size=4", "--position", CORNERED, "--agent", agent]);
    let corners = terms("pvs:eval=corners");
    assert_eq!(corners["value"], 12.0, "4 discs to 2 and a corner: {corners}");
    assert_eq!(terms("alphabeta:eval=discs")["terms"][0]["own"], 4.0);
    let board = "0 2 4 8/0 0 0 16/0 0 0 0/0 0 2 2";
    let published = json(&["explain", "2048", "--position", board]);
    let weights: Vec<f64> =
        published["terms"].as_array().unwrap().iter().map(|term| term["weight"].as_f64().unwrap()).collect();
    assert_eq!(weights, [-1.6321, 2.7553, 3.0645, -6.8515]);
    assert_eq!(published["terms"][2]["value"], 10.0, "empty cells");
    let champion = good(&["explain", "2048", "--position", board, "--agent", "champion:network=small"]);
    for part in ["score so far", "points of sliding", "tuple a1 b1 c1 d1 a2 ", "  left: "] {
        assert!(champion.contains(part), "no {part:?} in {champion}");
    }
    assert_eq!(
        champion.lines().filter(|line| line.starts_with("    ") && line.contains(": ")).count(),
        32,
        "{champion}"
    );
}

const WEIGHTED: &str = "   a  b  c  d
1  X  X  -  -
2  .  O  X  -
3  -  X  O  .
4  -  -  .  .
Black (X) 4, White (O) 2; Black to move

alphabeta:eval=weighted, from the point of view of the side to move
  value = what the squares of the own discs are worth, less those of the other's

  term                                 own       other       value    weight          adds
  corners (a1)                           1           0           1         8             8
  C squares (b1)                         1           0           1         1             1
  X squares (b2)                         2           2           0         1             0
  value                                                                                  9

  legal moves: a2 d3 c4 d4
";

/// A line for each game and three totals, as the notebooks have them; the same with the same seed but for the times.
#[test]
fn games_of_othello_go_as_the_published_program_reports_them() {
    let timeless = |text: &str| -> Vec<String> {
        let untimed = |line: &str| match (line.find("Time: "), line.find(", Visited")) {
            (Some(from), Some(to)) => line[..from].to_owned() + &line[to..],
            _ => line.to_owned(),
        };
        text.lines().filter(|line| !line.starts_with("Average time")).map(untimed).collect()
    };
    let args = ["othello", "--depth", "3", "--games", "20", "--seed", "4"];
    let text = good(&args);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 23, "{text}");
    for (number, line) in lines[..20].iter().enumerate() {
        let rest = line.strip_prefix(&format!("{}: ", number + 1)).unwrap_or_else(|| panic!("{line}"));
        assert!(["W, ", "D, ", "L, "].iter().any(|result| rest.starts_with(result)), "{line}");
        assert!(rest.contains("Time: ") && rest.contains("Visited Nodes: "), "{line}");
    }
    let wins = lines[..20].iter().filter(|line| line.contains(": W, ")).count();
    assert_eq!(lines[20], format!("Total wins: {wins} of 20"));
    assert!(lines[21].starts_with("Average time: ") && lines[22].starts_with("Average visited nodes: "));
    assert_eq!(timeless(&good(&args)), timeless(&text), "the same seed");
    // Without pruning the same games, all of whose positions are reported.
    let whole = good(&[&args[..], &["--no-prune"]].concat());
    let results =
        |text: &str| text.lines().map(|line| line[..line.len().min(5)].to_owned()).collect::<Vec<_>>();
    assert_eq!(results(&whole)[..20], results(&text)[..20]);
}
