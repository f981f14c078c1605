//! Games that begin as a file says.

use std::fs;

use arena::openings::lines;
use arena::{Experiment, Spec};

use crate::common::{Folder, plan, play};

/// The suite of a file in a folder that holds this.
fn suite_of(folder: &Folder, name: &str, text: &str, options: &str) -> String {
    let path = folder.file(name);
    fs::write(&path, text).unwrap();
    format!("file:path=\"{}\"{options}", path.display())
}

fn texts(game: &str, suite: &str) -> Result<Vec<String>, String> {
    let lines = lines(&*games::open(game).unwrap(), &Spec::parse(suite).unwrap());
    lines
        .map(|lines| lines.iter().map(|line| line.opening.text()).collect())
        .map_err(|error| error.to_string())
}

const THREE: &str = "[Event \"one\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n[Event \"two\"]\n\n1. 11-15 23-19 2. 9-14 *\n\n\
                     [Event \"three\"]\n[SetUp \"1\"]\n[FEN \"W:WK32:BK1,K2\"]\n\n1. 32-27 1-6 2. 27-23 *\n";

/// The first plies of each game, what two have in common once; a game from elsewhere is the position that it reached.
#[test]
fn games_give_their_first_plies() {
    let folder = Folder::new("opened-games");
    let suite = |options| suite_of(&folder, "three.pdn", THREE, options);
    let whole = ["11-15 23-19 8-11 22-17", "11-15 23-19 9-14", "B:WK23:BK2,K6"];
    assert_eq!(texts("checkers", &suite("")).unwrap(), whole);
    assert_eq!(texts("checkers", &suite(",plies=2")).unwrap(), ["11-15 23-19", "W:WK27:BK2,K6"]);
    assert_eq!(texts("checkers", &suite(",plies=3")).unwrap().len(), 3);
    assert_eq!(texts("checkers", &suite(",plies=0")).unwrap(), ["", "W:WK32:BK1,K2"]);
    let short = texts("checkers", &suite(",plies=4")).unwrap_err();
    assert!(short.ends_with("game 2: it has 3 plies; plies=3 or fewer go"), "{short}");
    let othello = suite_of(&folder, "one.txt", "f5d6c3d3c4f4\nf5f6e6f4\n", ",plies=1");
    assert_eq!(texts("othello", &othello).unwrap(), ["f5"]);
}

#[test]
fn positions_stand_one_a_line() {
    let folder = Folder::new("opened-positions");
    let two = "\nB:W18,24:BK22\r\n\nW:WK3:BK10\n";
    let suite = suite_of(&folder, "two.txt", two, "");
    assert_eq!(texts("checkers", &suite).unwrap(), ["B:W18,24:BK22", "W:WK3:BK10"]);
    for (wrong, why) in [
        ("W:WK3:BK10\nW:W3:BK10\n", "line 2: "),
        ("W:WK3:BK10\nB:WK3:B\n", "line 2: the game is over there"),
        ("1. 11-15 23-18 2. 15x22 25x18 3. 1-5 *", "game 1: "),
        ("", "no game of checkers"),
    ] {
        let error = texts("checkers", &suite_of(&folder, "wrong.txt", wrong, "")).unwrap_err();
        assert!(error.contains(why) && error.contains("wrong.txt") && !error.contains('\n'), "{error}");
    }
}

/// A finished game leaves nothing to play.
#[test]
fn an_opening_is_no_whole_game() {
    let (_, games) = play("connect-four", &plan(&["random", "random"], 1));
    let folder = Folder::new("opened-whole");
    let error = texts("connect-four", &suite_of(&folder, "c4.txt", &games[0].game, "")).unwrap_err();
    assert!(
        error.contains("it is over after") && error.ends_with("a smaller plies= leaves some to play"),
        "{error}"
    );
    assert_eq!(
        texts("connect-four", &suite_of(&folder, "c4.txt", &games[0].game, ",plies=3")).unwrap().len(),
        1
    );
}

/// Both games of a pair begin with the same line of the file, from whatever board each game has.
#[test]
fn matches_begin_so() {
    let folder = Folder::new("opened-matches");
    let opened = |game: &str, suite: String| {
        let plan = Experiment { openings: Some(suite), ..plan(&["random", "random"], 4) };
        play(game, &plan).1.into_iter().map(|row| row.game).collect::<Vec<_>>()
    };
    let games = opened("checkers", suite_of(&folder, "three.pdn", THREE, ",plies=2"));
    let from_elsewhere = |text: &&String| text.contains("[FEN \"W:WK27:BK2,K6\"]");
    assert_eq!(games.iter().filter(from_elsewhere).count(), 2, "{games:?}");
    assert_eq!(games.iter().filter(|text| text.contains("1. 11-15 23-19 2. ")).count(), 2, "{games:?}");
    assert_eq!(from_elsewhere(&&games[0]), from_elsewhere(&&games[1]));

    // Where the seed draws the board, an opening is a board.
    let (_, first) = play("cantgoback", &plan(&["random", "random"], 1));
    let games = opened("cantgoback", suite_of(&folder, "fruits.txt", &first[0].game, ",plies=2"));
    let start = |text: &str| text.lines().find(|line| line.starts_with("[Start ")).map(str::to_owned);
    assert!(start(&games[0]).is_some() && start(&games[0]) != start(&first[0].game), "{}", games[0]);
    assert!(games.iter().all(|game| start(game) == start(&games[0])), "{games:?}");
}

/// What the file holds is a part of what is played.
#[test]
fn another_file_is_another_experiment() {
    let folder = Folder::new("opened-changed");
    let setup = |text: &str| {
        let suite = suite_of(&folder, "lines.txt", text, "");
        Experiment { openings: Some(suite), ..Experiment::new("othello", ["random", "random"]) }
            .open()
            .unwrap()
    };
    let before = setup("f5d6\n");
    assert_eq!(before.hash, setup("f5d6\n").hash);
    assert_ne!(before.hash, setup("f5f6\n").hash);
    let sent = Experiment::parse(&before.experiment.text()).unwrap().open().unwrap();
    let error = sent.ready().unwrap_err().to_string();
    assert!(error.contains("lines.txt is not what it was"), "{error}");
}
