//! `analyze`, `solve` and `tree`: what they find and what they refuse.

use serde_json::Value;

use crate::common::{Folder, command, good, json, refused, run, small_json};

/// 4x4 Othello is won by White, 11 discs to 3 (Feinstein 1993 gives the 6x6 board; 4x4 falls to any full search).
#[test]
fn the_small_board_is_solved() {
    let report = json(&["solve", "othello:size=4"]);
    assert_eq!(report["value"], -8.0);
    assert_eq!(report["game"], "othello:size=4");
    // To the end: 14 discs lie there in the end, four lay there from the beginning.
    assert_eq!(report["line"].as_array().expect("a line").iter().filter(|mv| **mv != "pass").count(), 10);
    assert!(report["nodes"].as_u64().expect("a count") > 100);
}

/// Two kings against one in the double corner's way: Lasker, "Chess and Checkers", diagram 88.
#[test]
fn a_won_ending_is_proven() {
    let report = json(&["solve", "checkers", "--position", "W:WK32:BK26"]);
    assert!(report["value_text"].as_str().expect("text").starts_with("win in"), "{report}");
    assert_eq!(report["best"], "32-27");
}

/// The shortest of its wins; king against king, which no search from above proves to be drawn.
#[test]
fn endings_of_four_pieces_are_solved_by_database() {
    let report = json(&["solve", "checkers", "--position", "W:WK15,20:B12,K28"]);
    assert_eq!((&report["value_text"], &report["solved"]), (&"win in 81".into(), &true.into()), "{report}");
    assert_eq!(report["stopped"], "solved, by database");
    assert_eq!(report["line"].as_array().map(Vec::len), Some(81));
    let kings = ["solve", "checkers", "--position", "W:WK1:BK32"];
    let report = json(&kings);
    assert_eq!((&report["value"], &report["value_text"]), (&0.0.into(), &"draw".into()), "{report}");
    let text = good(&kings);
    assert!(text.contains("exact value draw for the side to move, best "), "{text}");
    assert!(text.contains("by database: ") && text.contains(" positions looked up in "), "{text}");
}

/// F. C. Shardlow 1938, found by a retrograde analysis.
#[test]
fn other_endings_are_solved_by_exhaustion() {
    let folder = Folder::new("no-databases");
    let args = ["solve", "checkers", "--position", "W:WK15,K20:B8,10,16"];
    let output = command(&args).env("XDG_CACHE_HOME", folder.file("none")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("exact value win in 39 for the side to move, best 15x6"), "{text}");
    assert!(text.contains("by exhaustion: ") && text.contains(", all that can be reached"), "{text}");
}

/// A line is shown to its last move, also where the game's own knowledge of wins, or the table, ended the search before.
#[test]
fn a_solved_line_ends_where_the_game_does() {
    for (board, plies) in [
        ("......./......./......./......./...YY../...RR..", 3),
        ("......./...R.../...Y.../...RY../Y..YRR./R..RYY.", 27),
    ] {
        let report = json(&["solve", "connect-four", "--position", board]);
        assert_eq!(report["value_text"], format!("win in {plies}"), "{report}");
        let columns: Vec<usize> = report["line"].as_array().unwrap().iter().map(column).collect();
        assert_eq!(columns.len(), plies, "{report}");
        let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        for (at, column) in columns.into_iter().enumerate() {
            assert!(!has_four(&rows), "over before its end: {report}");
            let row = rows.iter().rposition(|row| row[column] == '.').expect("room in the column");
            rows[row][column] = if at % 2 == 0 { 'R' } else { 'Y' };
        }
        assert!(has_four(&rows), "{rows:?}");
    }
}

fn column(mv: &serde_json::Value) -> usize {
    "abcdefg".find(mv.as_str().unwrap()).unwrap()
}

fn has_four(rows: &[Vec<char>]) -> bool {
    let at = |row: isize, column: isize| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        row.zip(usize::try_from(column).ok())
            .and_then(|(row, column)| row.get(column))
            .filter(|disc| **disc != '.')
    };
    let starts = (0..6).flat_map(|row| (0..7).map(move |column| (row, column)));
    starts.into_iter().any(|(row, column)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            let disc = |step: isize| at(row + step * down, column + step * right);
            disc(0).is_some() && (1..4).all(|step| disc(step) == disc(0))
        })
    })
}

#[test]
fn what_is_out_of_reach_is_said_plainly() {
    let answer = run(&["solve", "othello", "--time", "50ms", "--table", "1"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.starts_with("not solved within 50.0 ms"), "{}", answer.out);
    let answer = run(&["solve", "2048"]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(answer.err.lines().count(), 1);
    for time in ["never", "0s"] {
        let line = refused(&["solve", "othello:size=4", "--time", time]);
        assert!(line.contains(time) && line.contains("a time above 0 such as 500ms"), "{line}");
    }
}

#[test]
fn an_analysis_values_every_move_and_its_best_is_the_best_of_them() {
    for (game, agent) in [
        ("othello:size=6", "pvs:depth=6"),
        ("checkers", "mtdf:depth=7"),
        ("cantgoback", "alphabeta:depth=5"),
        ("othello", "minimax:depth=3"),
    ] {
        let report = json(&["analyze", game, "--agent", agent, "--all-moves"]);
        let moves = report["moves"].as_array().expect("moves");
        assert!(moves.len() > 1, "{report}");
        assert_eq!(moves[0]["value"], report["value"], "{game}: {report}");
        assert_eq!(report["line"][0], report["best"], "{game}");
        let text = good(&["analyze", game, "--agent", agent, "--all-moves"]);
        assert!(text.contains("stopped: depth"), "{text}");
    }
    let agent = "expectimax:depth=2,eval=network,network=small";
    let report = json(&["analyze", "2048", "--agent", agent, "--all-moves", "--seed", "2"]);
    assert_eq!(report["moves"][0]["move"], report["best"]);
}

/// Who gives time or positions, and names nobody, has them used.
#[test]
fn an_analysis_takes_what_it_is_given() {
    for game in ["othello", "checkers", "connect-four"] {
        let found = json(&["analyze", game, "--nodes", "20000"]);
        let nodes = found["nodes"].as_u64().unwrap();
        assert!((15_000..=20_000).contains(&nodes), "{found}");
    }
}

/// The moves of an analysis of 2048 by name.
/// A depth that is asked for is reached, and time that is given is used, where the agent names no end of its own; one that it names holds.
#[test]
fn an_analysis_goes_as_far_as_it_is_asked_to() {
    let drawn = "....R../.R..R../RR..YY./RY.RRRY/YYYRYYY/RYYYRRR";
    let found = json(&["analyze", "connect-four", "--position", drawn, "--depth", "42"]);
    assert_eq!((found["value"].as_f64(), found["stopped"].as_str()), (Some(0.0), Some("solved")), "{found}");
    for (agent, limit, depth) in [
        (None, ["--depth", "11"], 11),
        (Some("pvs"), ["--depth", "9"], 9),
        (Some("alphabeta"), ["--depth", "2"], 2),
        (Some("alphabeta:depth=4"), ["--nodes", "1000000"], 4),
    ] {
        let args: Vec<&str> = ["analyze", "othello:size=6"].into_iter().chain(limit).collect();
        let named = agent.map_or(Vec::new(), |agent| vec!["--agent", agent]);
        let found = json(&[args, named].concat());
        assert_eq!(found["depth"], depth, "{agent:?} {limit:?}: {found}");
    }
    let found = json(&["analyze", "othello:size=6", "--agent", "pvs", "--nodes", "100000"]);
    assert!(found["depth"].as_u64() > Some(6) && found["stopped"] == "nodes", "{found}");
    let why = refused(&["analyze", "othello", "--agent", "pvs:depth=4", "--depth", "9"]);
    assert!(why.contains("--depth 9: pvs:depth=4 looks 4 plies ahead at most"), "{why}");
}

#[test]
fn a_tree_is_drawn_beside_the_one_without_pruning() {
    let folder = Folder::new("tree");
    let svg = folder.file("t.svg");
    let svg = svg.as_str();
    let args = ["tree", "othello:size=4", "--agent", "alphabeta:depth=4", "--compare", "--svg", svg];
    good(&args);
    let picture = std::fs::read_to_string(svg).expect("a picture");
    assert!(picture.contains("without pruning: 189 positions") && picture.contains("alphabeta:depth=4"));
    assert_eq!(picture.matches("<g ").count(), 2, "two panels");
    assert!(picture.contains("65 % of the work saved, the same value"), "{picture}");
    // What is left out by guess may change the value, and the picture says so.
    let position = "--O----OO---XOXX--OOOO--X----------- X";
    let agent = "pvs:depth=4,lmr=on";
    let other = folder.file("u.svg");
    good(&["tree", "othello:size=6", "--position", position, "--agent", agent, "--compare", "--svg", &other]);
    let picture = std::fs::read_to_string(&other).expect("a picture");
    assert!(picture.contains("worth -4.00 where the whole tree says -6.00"), "{picture}");
    // Passes before the one that is drawn are work, too; what is stopped, or looks further, saves nothing that could be told.
    for (game, agent, wanted) in [
        (
            "othello:size=6",
            "mtdf:depth=4",
            "9 positions in its last pass, 241 in all, 24 % of the work saved",
        ),
        (
            "connect-four",
            "pvs:depth=3,nodes=10",
            "not finished, so that nothing can be said of what it saves",
        ),
        ("checkers", "alphabeta:depth=4,quiescence=6", ": of another tree nothing is saved"),
    ] {
        let text = good(&["tree", game, "--agent", agent, "--compare", "--svg", svg]);
        let picture = std::fs::read_to_string(svg).expect("a picture");
        assert!(text.contains(wanted) && picture.contains(wanted), "{text}");
    }
    for (agent, word) in [
        ("random", "no tree"),
        ("minimax:depth=9", "lower the depth"),
        ("alphabeta:depth=30", "positions and more; at most 4000 can be drawn"),
    ] {
        let answer = run(&["tree", "othello", "--agent", agent, "--svg", svg]);
        assert_eq!(answer.code, Some(2), "{agent}");
        assert!(answer.err.contains(word) && answer.err.lines().count() == 1, "{}", answer.err);
    }
}

/// Whatever searches can be drawn; what does not says so in one line.
#[test]
fn published_players_and_champions_are_drawn_too() {
    let folder = Folder::new("trees");
    let svg = folder.file("t.svg");
    let svg = svg.as_str();
    for (game, agent) in [
        ("othello:size=6,setup=course", "course:depth=2"),
        ("othello:size=6,setup=course", "course:depth=3,compat=course"),
        ("checkers:rules=course", "simple:depth=2"),
        ("checkers:rules=course", "simple:compat=code,depth=2"),
        ("checkers", "champion:depth=2"),
        ("cantgoback", "heavy_ab:depth=2"),
        ("2048", "expectimax:depth=1"),
    ] {
        good(&["tree", game, "--agent", agent, "--svg", svg]);
        let picture = std::fs::read_to_string(svg).expect("a picture");
        assert!(picture.matches("<text").count() > 5, "{game} {agent}");
    }
    // What the published search leaves out is seen: minimax enters more.
    let entered = |prune: &str| {
        let agent = format!("course:depth=3,prune={prune}");
        let told = good(&["tree", "othello:size=6,setup=course", "--agent", &agent, "--svg", svg]);
        let (_, count) = told.split_once(": ").expect("a count");
        count
            .split(' ')
            .next()
            .and_then(|count| count.replace(',', "").parse::<u64>().ok())
            .expect("a number")
    };
    assert!(entered("on") < entered("off"));
}

/// A board on which nothing can be played any more: how it ended and why, and no error.
#[test]
fn a_game_that_is_over_is_explained_by_its_end() {
    let stuck = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2 score=16";
    let full = format!("{} X", "X".repeat(36));
    for (game, position, parts) in [
        ("othello:size=6", full.as_str(), ["The game is over: the board is full.", "Black has won by 36"]),
        ("checkers", "B:W18,22:B", ["The game is over: Black is to move and cannot.", "White has won by"]),
        ("2048", stuck, ["no two neighbours are equal.", "It has brought 16 points"]),
    ] {
        let text = good(&["explain", game, "--position", position]).replace('\n', " ");
        assert!(parts.iter().all(|part| text.contains(part)), "{game}: {text}");
        let report = json(&["explain", game, "--position", position]);
        assert!(
            report["over"] == true && report["why"].is_string() && report["result"].is_array(),
            "{report}"
        );
    }
}

/// A board that is full has its value, by whichever door it comes.
#[test]
fn a_finished_board_is_solved_as_in_a_file() {
    let board = "XXXXXXXXXXXXXXXO X";
    let report = json(&["solve", "othello:size=4", "--position", board]);
    assert_eq!((&report["value"], &report["best"]), (&14.0.into(), &Value::Null), "{report}");
    let shown = good(&["solve", "othello:size=4", "--position", board]);
    assert!(shown.contains("the game is over; exact value +14.00 for the side to move"), "{shown}");
    let drawn = good(&["solve", "othello:size=4", "--position", "XXXXXXXXOOOOOOOO X"]);
    assert!(drawn.contains("the game is over; exact value draw for the side to move"), "{drawn}");
    let folder = Folder::new("finished-position");
    let file = folder.write("boards.txt", format!("{board}\n"));
    let listed = good(&["solve", "othello:size=4", "--file", &file]);
    assert!(listed.contains("+14.00"), "{listed}");
    assert!(
        refused(&["solve", "2048", "--position", "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"])
            .contains("cannot be solved")
    );
}

/// Files of positions hold no games.
#[test]
fn positions_are_no_games_to_look_over() {
    let folder = Folder::new("obf");
    let problem = "--XXXXX--OOOXX-O-OOXXOXX-OXOXXOX-OOXXOOO--OOXOO---OOOXO---OOOO-- X; A1:+18; A2:+12;\n";
    let line = refused(&["analyze", "othello", "--file", &folder.write("o.obf", problem)]);
    assert!(line.contains("o.obf: there is no legal move of a game in it"), "{line}");
    assert!(line.contains("plywise solve othello --file takes positions"), "{line}");
}

/// How points are counted is said of values that are such points.
#[test]
fn points_are_explained_where_values_are_points() {
    let told =
        |eval: &str| good(&["analyze", "othello:size=4", "--agent", &format!("pvs:depth=2,eval={eval}")]);
    assert!(told("discs").contains("score: discs"));
    assert!(!told("weighted").contains("score: "), "{}", told("weighted"));
}

/// What a pruned search is held against is there in games of chance, too.
#[test]
fn the_tree_of_a_game_of_chance_is_compared_with_all_of_it() {
    let folder = Folder::new("chance-tree");
    let svg = folder.file("tree.svg");
    let told = good(&["tree", "2048", "--agent", "star1:depth=1", "--compare", "--svg", &svg]);
    assert!(told.contains("star1:depth=1: "), "{told}");
    let drawn = std::fs::read_to_string(&svg).expect("a picture");
    assert!(drawn.contains("without pruning: "), "the whole tree stands above");
}

/// A window about the last value is another search, to the same depth, than the whole one; 0.2 men is what the champion has.
#[test]
fn the_window_of_the_champion_is_its_own() {
    let nodes = |options: &str| {
        let agent = format!("champion:depth=13{options}");
        json(&["analyze", "checkers", "--agent", &agent])["nodes"].as_u64().expect("a count")
    };
    assert_eq!(nodes(""), nodes(",window=20"));
    assert_ne!(nodes(""), nodes(",window=0"));
}

/// Five squares before the end, h1 and h4 lose by ten discs and the other three moves by fourteen, as two solvers have it: who
/// names nobody is told so.
#[test]
fn an_ending_is_seen_without_naming_anybody() {
    let position = "XOOOO-O-XOOO-OO-XOOOOOOXXXXXOOO-XXOOXOXXOOOOXOXOOXXXOXOOOX-XXXXO X";
    let told = good(&["analyze", "othello", "--position", position, "--all-moves"]);
    for (mv, value) in
        [("h1", "-10.00"), ("h4", "-10.00"), ("f1", "-14.00"), ("e2", "-14.00"), ("h2", "-14.00")]
    {
        let row = |line: &&str| line.split_whitespace().take(2).eq([mv, value]);
        assert!(told.lines().any(|line| row(&line)), "{mv}: {told}");
    }
}

/// Who gives time or nodes has them used, whether every move is valued or not.
#[test]
fn moves_are_valued_as_deep_as_the_search_goes() {
    let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";
    let args = ["analyze", "othello", "--position", position, "--nodes", "40000"];
    let [alone, all] = [&[][..], &["--all-moves"]].map(|more| json(&[&args[..], more].concat()));
    for key in ["best", "value", "depth", "nodes", "stopped"] {
        assert_eq!(alone[key], all[key], "{key}");
    }
    assert_eq!(all["moves"].as_array().unwrap().len(), 9);
    assert_eq!(all["moves"][0]["move"], all["best"]);
}

/// A ply deep every move is worth what the position after it is at sight, the best as well as the others.
#[test]
fn a_ply_deep_all_moves_are_a_ply_deep() {
    // Columns of Connect Four's empty board by the open lines through their lowest square.
    for agent in ["minimax:depth=1", "alphabeta:depth=1", "pvs:depth=1"] {
        let report = json(&["analyze", "connect-four", "--agent", agent, "--all-moves"]);
        let told: Vec<_> = report["moves"].as_array().unwrap().iter().collect();
        let values: Vec<_> = told.iter().map(|one| one["value"].as_f64().unwrap()).collect();
        assert_eq!(values, [7.0, 5.0, 5.0, 4.0, 4.0, 3.0, 3.0], "{report}");
        assert!(told.iter().all(|one| one["depth"] == 1), "{report}");
    }
    let board = "2 2 8 0/16 4 2 8/16 4 8 4/0 4 16 0";
    let agent = "expectimax:depth=1,eval=score";
    let report = small_json(&["analyze", "2048", "--position", board, "--agent", agent, "--all-moves"]);
    let points = |way: &str| {
        let told = report["moves"].as_array().unwrap().iter().find(|one| one["move"] == way).unwrap();
        (told["value"].as_f64().unwrap(), told["depth"].as_u64().unwrap())
    };
    // What a slide merges: 16 and 16, 4 and 4 upwards and downwards, 2 and 2 along the row.
    assert_eq!(["up", "down", "right", "left"].map(points), [(40.0, 1), (40.0, 1), (4.0, 1), (4.0, 1)]);
}

/// A solved value is what its line brings by the rules: fruits that vanish on the way are nobody's.
#[test]
fn a_solved_line_brings_its_value() {
    let folder = Folder::new("vanish");
    // The fruit of 251 is nine plies away, and all are gone after eight.
    let board = "0 0 0 0/251 1 0 0/4 0 0 2/0 0 0 0";
    let game = format!("cantgoback:board={board}");
    let solved = json(&["solve", &game]);
    assert_eq!((&solved["value"], &solved["solved"]), (&4.0.into(), &true.into()), "{solved}");
    let line: Vec<_> = solved["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let start = solved["position"].as_str().unwrap();
    let text = format!("[Game \"Can't Go Back\"]\n[Start \"{start}\"]\n{}\n", line.join(" "));
    let file = folder.write("line.cgb", text);
    let replayed = good(&["replay", &game, &file]);
    assert!(replayed.contains("4:0"), "{replayed}");
}
