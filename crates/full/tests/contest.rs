//! A contest as a teacher runs it: players of our own in the shapes of the courses, some of which behave badly.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::{Answer, Folder, answer_of, refused, run};

mod hand_ins;
mod misdeeds;
mod pages;

/// The first legal move, in any game.
const FIRST: &str =
    "class Player:\n    def choose(self, position, clock):\n        return position.legal_moves()[0]\n";

/// A player whose move is what `body` does first; then it plays the first legal move.
fn player(body: &str) -> String {
    let lines: String = body.lines().map(|line| format!("        {line}\n")).collect();
    format!(
        "import os, socket, sys, threading\nclass Player:\n    def choose(self, position, clock):\n{lines}        \
         return position.legal_moves()[0]\n"
    )
}

/// An interpreter of our own: what only looks for one (a shim that chooses between several), and what is installed beside it and
/// looks around whenever it starts, take longer than it does to start.
fn python() -> &'static str {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let place = concat!(env!("CARGO_TARGET_TMPDIR"), "/python");
        let made = Command::new("python3").args(["-m", "venv", "--clear", "--without-pip", place]).status();
        assert!(made.expect("there is a python3").success());
        format!("{place}/bin/python")
    });
    &PYTHON
}

/// A contest of what lies in a folder.
fn contest(folder: &Folder, more: &[&str]) -> Value {
    let place = folder.file("hand-ins");
    let rounds: &[&str] = if more.contains(&"--rounds") { &[] } else { &["--rounds", "1"] };
    let answer = run(&[&["contest", &place, "--json", "--python", python()], rounds, more].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{}", answer.out);
    serde_json::from_str(&answer.out).expect("--json prints JSON")
}

fn hand_in(folder: &Folder, name: &str, text: &str) {
    std::fs::create_dir_all(folder.file("hand-ins")).unwrap();
    let path = format!("hand-ins/{name}");
    if let Some(parent) = Path::new(&folder.file(&path)).parent() {
        std::fs::create_dir_all(parent).unwrap();
    }
    folder.write(&path, text);
}

fn of<'a>(report: &'a Value, name: &str) -> &'a Value {
    let players = report["players"].as_array().unwrap();
    players.iter().find(|player| player["agent"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
}

fn errors(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.file(&format!("hand-ins/results/players/{name}/errors.txt")))
        .unwrap_or_default()
}

/// A trial of one player, which is expected to end so; all it printed.
fn checked(folder: &Folder, name: &str, game: &str, code: i32) -> String {
    checked_by(&run_with_python, folder, name, game, code)
}

fn run_with_python(args: &[&str]) -> Answer {
    run(&[args, &["--python", python()]].concat())
}

/// The same by whoever runs the command.
fn checked_by(run: &Run<'_>, folder: &Folder, name: &str, game: &str, code: i32) -> String {
    let file = folder.file(&format!("hand-ins/{name}"));
    let Answer { code: ended, out, err } = run(&[
        "contest", "check", &file, "--game", game, "--rounds", "1", "--clock", "move=20s", "--memory", "256",
    ]);
    assert_eq!((ended, err.as_str()), (Some(code), ""), "{name}: {out}");
    out
}

type Run<'a> = dyn Fn(&[&str]) -> Answer + 'a;

/// Where stacks may be large, a player's threads have room all the same; where there are few files already, it has as many.
#[test]
fn limits_of_the_system_cost_no_player_its_game() {
    let folder = Folder::new("contest-limits");
    hand_in(&folder, "good.py", FIRST);
    for limit in ["ulimit -S -s 262144", "ulimit -n 50"] {
        let run = |args: &[&str]| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{limit} 2> /dev/null; exec \"$@\""), "sh"]);
            command.arg(env!("CARGO_BIN_EXE_plywise-full")).args(args).args(["--python", python()]);
            command.env("PLYWISE_PROGRESS", "off");
            answer_of(command, b"")
        };
        let out = checked_by(&run, &folder, "good.py", "othello:size=4", 0);
        assert!(out.contains("no crash, no timeout, no illegal move"), "{limit}: {out}");
    }
}

#[test]
fn a_teacher_sees_who_is_best_and_what_went_wrong() {
    let folder = Folder::new("contest");
    hand_in(&folder, "alice.py", FIRST);
    hand_in(
        &folder,
        "bob/player.py",
        "from helper import choose\nclass Player:\n    def choose(self, position, clock):\n        return choose(position)\n",
    );
    hand_in(
        &folder,
        "bob/helper.py",
        "def choose(position):\n    print('{\"type\": \"move\"}')\n    return position.legal_moves()[-1]\n",
    );
    hand_in(&folder, "carol.py", &player("raise ValueError(f'no idea as {position.turn}')"));
    hand_in(&folder, "dave.py", "import nosuchmodule\n");
    hand_in(&folder, "notes.txt", "no player");
    let rules = folder.write(
        "rules.toml",
        "loaded = 10\nforfeit = -1\n[[reference]]\nagent = \"greedy\"\nname = \"the greedy one\"\nscore = 0.5\npoints = 30\n",
    );
    let more = ["--game", "othello:size=4", "--clock", "move=2s", "--grades", &rules];
    let report = contest(&folder, &more);
    assert_eq!(report["missing"], 0);
    assert_eq!(report["players"].as_array().unwrap().len(), 4, "three that can be loaded, and a reference");
    // Alice and Bob have lost no game by forfeit; Carol all that she could.
    for name in ["alice", "bob", "the greedy one"] {
        assert_eq!(of(&report, name)["forfeits"], 0, "{name}: {}", errors(&folder, name));
    }
    assert_eq!(of(&report, "carol")["forfeits"], 6, "{report}");
    for part in ["ValueError: no idea as", "carol.py\", line 4, in choose"] {
        assert!(errors(&folder, "carol").contains(part), "{}", errors(&folder, "carol"));
    }
    assert_eq!(report["left_out"][0]["hand_in"], "dave");
    assert!(report["left_out"][0]["why"].as_str().unwrap().contains("nosuchmodule"), "{report}");
    let results =
        |name: &str| std::fs::read_to_string(folder.file(&format!("hand-ins/results/{name}"))).unwrap();
    let page = results("index.html");
    for part in ["alice", "the greedy one", "nosuchmodule", "players/bob/index.html", "Sandbox"] {
        assert!(page.contains(part), "{part} is not on the page");
    }
    assert!(
        results("players/carol/index.html").contains("ValueError"),
        "the traceback is on the player's page"
    );
    assert!(results("games/alice+bob-1.html").contains("show([[\"the start\""), "games can be replayed");
    let grades = results("grades.csv");
    assert!(
        grades.starts_with("player,rank,score,elo,games,forfeits,greedy,points greedy,total\n"),
        "{grades}"
    );
    assert_eq!(grades.lines().count(), 5, "{grades}");
    assert!(grades.lines().any(|line| line.starts_with("dave,,") && line.ends_with(",0.00")), "{grades}");

    // A late hand-in plays its own games; one that comes again plays all of its games anew, and its errors are its own.
    let count = |who: &str| of(&report, who)["games"].as_u64().unwrap();
    assert_eq!(report["played"], 2 * (3 + 3), "three pairs, and three with the reference");
    hand_in(&folder, "gina.py", FIRST);
    let again = contest(&folder, &more);
    assert_eq!(of(&again, "alice")["games"].as_u64().unwrap(), count("alice") + 2);
    assert_eq!(again["played"], 2 * 4, "four others, two games each");
    hand_in(&folder, "carol.py", FIRST);
    let third = contest(&folder, &more);
    assert_eq!((of(&third, "carol")["forfeits"].as_u64(), errors(&folder, "carol").as_str()), (Some(0), ""));
    assert_eq!(third["played"], 2 * 4);
    assert_eq!(contest(&folder, &more)["played"], 0, "nothing is missing");
}

/// Who thinks beyond its time loses, and whoever it plays does not wait.
#[test]
fn who_never_answers_loses_by_time() {
    let folder = Folder::new("contest-time");
    hand_in(&folder, "erin.py", &player("while True: print('still thinking')"));
    hand_in(&folder, "frank.agent", "random\n");
    let report = contest(&folder, &["--game", "othello:size=4", "--clock", "move=500ms"]);
    assert_eq!((&of(&report, "erin")["forfeits"], &of(&report, "frank")["forfeits"]), (&2.into(), &0.into()));
    assert!(errors(&folder, "erin").contains("time: "), "{}", errors(&folder, "erin"));
}

/// The players in the shapes of the published courses, which import what the courses gave.
#[test]
fn players_of_the_courses_run_as_they_are() {
    let folder = Folder::new("contest-courses");
    for (name, text, games) in [
        ("walker.py", include_str!("contest/walker.py"), &["cantgoback", "cantgoback:board=q2"][..]),
        ("jumper.py", include_str!("contest/jumper.py"), &["checkers", "checkers:rules=course"][..]),
        ("flipper.py", include_str!("contest/flipper.py"), &["othello:size=6", "othello"][..]),
        ("slider.py", FIRST, &["2048", "connect-four"][..]),
    ] {
        hand_in(&folder, name, text);
        let tried = if crate::whole() { games } else { &games[..1] };
        for game in tried {
            let out = checked(&folder, name, game, 0);
            assert!(out.contains("no crash, no timeout, no illegal move"), "{name}, {game}: {out}");
        }
    }
    // Where a file lies is what counts from here on, not how it plays.
    let easy = "import abstract\n\nclass Player(abstract.AbstractPlayer):\n    def get_move(self, state, moves):\n        return moves[0]\n";
    // Whole folders as courses collect them: with the course's referee, with what draws, with players that know each other.
    let walker = include_str!("contest/walker.py");
    let draws = format!(
        "import matplotlib.pyplot as plt\nfrom matplotlib.animation import FuncAnimation\nplt.figure()\n{walker}"
    );
    hand_in(&folder, "whole/main.py", "raise SystemExit('the referee')\n");
    hand_in(&folder, "whole/players/CompetePlayer.py", &draws);
    hand_in(&folder, "AI2_1_2/__init__.py", "");
    hand_in(&folder, "AI2_1_2/better_h_player/__init__.py", include_str!("contest/jumper.py"));
    let heir =
        "from players.AI2_1_2.better_h_player import Player as Better\n\nclass Player(Better):\n    pass\n";
    hand_in(&folder, "AI2_1_2/improved_better_h_player/__init__.py", heir);
    hand_in(&folder, "players_2/better_h_player/__init__.py", easy);
    let heir = "from players import better_h_player, simple_player\n\nclass Player(better_h_player.Player):\n    pass\n";
    hand_in(&folder, "players_2/improved_better_h_player/__init__.py", heir);
    // The course's whole folder, with the player where it was written, or with what was handed in where it was collected.
    let heir = "from ..better import Player as Better\n\nclass Player(Better):\n    pass\n";
    for (name, place) in [("written", "players"), ("collected", "players/AI2_1_2")] {
        hand_in(&folder, &format!("{name}/run_game.py"), "raise SystemExit('the referee')\n");
        hand_in(&folder, &format!("{name}/run_test.py"), "");
        hand_in(&folder, &format!("{name}/{place}/better.py"), easy);
        hand_in(&folder, &format!("{name}/{place}/improved_better_h_player/__init__.py"), heir);
    }
    for (name, game) in [
        ("whole", "cantgoback"),
        ("written", "checkers:rules=course"),
        ("collected", "checkers"),
        ("AI2_1_2", "checkers:rules=course"),
        ("players_2", "checkers:rules=course"),
    ] {
        let out = checked(&folder, name, game, 0);
        assert!(out.contains("no crash, no timeout, no illegal move"), "{name}, {game}: {out}");
    }
    hand_in(&folder, "nobody.py", "class Nobody:\n    pass\n");
    let out = checked(&folder, "nobody.py", "checkers", 1);
    assert!(out.contains("a class Player with get_move"), "what the game's course wants is told: {out}");
}

/// A player of the course takes its time for full again after `k` moves. Where the clock is for a whole game, the next round has what
/// is left of it.
#[test]
fn the_time_for_a_game_lasts_for_more_than_one_round() {
    let folder = Folder::new("contest-rounds");
    // Its clock has no more left than what it did not spend itself, however long others keep it waiting.
    let banker = "        begun, self.spent = time.time(), getattr(self, 'spent', 0)\n        \
                  left = 20 - self.spent\n        \
                  assert 2 * self.time_per_k_turns <= left + 0.01, 'two rounds have more than there is'\n        \
                  self.turns_remaining_in_round = 1\n        \
                  self.book()\n        \
                  assert self.time_remaining_in_round == self.time_per_k_turns\n        \
                  self.spent += time.time() - begun\n        return moves[0]\n";
    let player = "import time\nfrom players import simple_player\n\nclass Player(simple_player.Player):\n    def get_move(self, state, moves):\n";
    hand_in(&folder, "banker.py", &format!("{player}{banker}"));
    let file = folder.file("hand-ins/banker.py");
    let Answer { code, out, err } =
        run(&["contest", "check", &file, "--game", "checkers", "--rounds", "1", "--clock", "game=20s"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
}

#[test]
fn what_is_no_player_is_told() {
    let folder = Folder::new("contest-none");
    hand_in(&folder, "two/a.py", FIRST);
    hand_in(&folder, "two/b.py", FIRST);
    let place = folder.file("hand-ins");
    let line = refused(&["contest", &folder.file("hand-ins/two/a.py"), "--game", "othello:size=4"]);
    assert!(
        line.contains("this is a file, and hand-ins are a folder; to try one: plywise contest check"),
        "{line}"
    );
    let line = refused(&["contest", &place, "--game", "othello:size=4"]);
    assert!(line.contains("which of a.py, b.py is the player"), "{line}");
    hand_in(&folder, "alone.py", FIRST);
    let line = refused(&["contest", &place, "--game", "othello:size=4"]);
    assert!(line.contains("a contest takes two players at least"), "{line}");
    // A name from another system's archive.
    let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"jos\xe9.py");
    std::fs::write(Path::new(&place).join(name), FIRST).unwrap();
    let line = refused(&["contest", &place, "--game", "othello:size=4"]);
    assert!(line.contains("a contest takes two players at least"), "{line}");
    let Answer { code, err, .. } = run(&["contest", "check", &place, "--game", "othello:size=4"]);
    assert_eq!((code, err.lines().count()), (Some(2), 1), "{err}");
    hand_in(&folder, "alone.agent", "random");
    let line = refused(&["contest", &place, "--game", "othello:size=4"]);
    assert!(line.contains("would both be called alone"), "{line}");
    let line = refused(&["contest", &place, "--game", "othello:size=4", "--python", "no-such-python"]);
    assert!(line.contains("would both be called alone") || line.contains("no-such-python"), "{line}");
}

/// What would make no contest, or spoil the folder of hand-ins, is said before anybody plays.
#[test]
fn orders_that_make_no_contest_are_refused() {
    let folder = Folder::new("contest-orders");
    hand_in(&folder, "one.agent", "greedy");
    hand_in(&folder, "two.agent", "random");
    hand_in(&folder, "three.agent", "human");
    hand_in(&folder, "four.zip", "PK");
    let place = folder.file("hand-ins");
    let order = |more: &[&str]| {
        refused(&[&["contest", &place, "--game", "othello:size=4", "--rounds", "1"], more].concat())
    };
    assert!(order(&["--out", &place]).contains("results go into a folder of their own"));
    assert!(order(&["--opening-plies", "500"]).contains("over before an agent moves"));
    for (rules, part) in [
        ("", "it gives no points"),
        ("loaded = nan", "loaded = NaN should be a number"),
        ("forfeit = -inf", "forfeit = -inf should be a number"),
        ("loaded = -1", "loaded = -1 should be 0 or above"),
        ("[[reference]]\nagent = \"random\"\nscore = 0.5\npoints = inf", "points = inf should be a number"),
        ("[[reference]]\nagent = \"human\"\nscore = 0.5\npoints = 9", "human is no agent for a contest"),
    ] {
        let path = folder.write("rules.toml", rules);
        let said = order(&["--grades", &path]);
        assert!(said.contains(part), "{rules}: {said}");
    }
    assert!(!Path::new(&place).join("results").exists() && !Path::new(&place).join("games.db").exists());
    let report = contest(&folder, &["--game", "othello:size=4"]);
    let told: Vec<&str> =
        report["left_out"].as_array().unwrap().iter().filter_map(|one| one["hand_in"].as_str()).collect();
    assert_eq!(told, ["four.zip", "three.agent"], "{report}");
}
