//! A person's game, typed through a pipe.

use crate::common::{Folder, good, refused, run_with};

/// What the command prints when these lines are typed, and then nothing more.
fn play(args: &[&str], lines: &[&str]) -> String {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answer = run_with(&[&["play"], args].concat(), input.as_bytes());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{}", answer.out);
    answer.out
}

/// The parts must appear in this order.
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} in\n{rest}\nof\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

const OTHELLO: &[&str] = &["othello", "--against", "greedy", "--seed", "3"];

#[test]
fn moves_are_played_and_answered_and_wrong_ones_asked_for_again() {
    let text = play(OTHELLO, &["a1", "f9", "", "d3", "moves"]);
    in_order(
        &text,
        &[
            "You are Black, against greedy. Seed 3.",
            "Type a move",
            "Black> \n\"a1\" is not legal",
            "legal: d3 c4 f5 e6",
            "Black> \n\"f9\"",
            "Black> \nBlack> \nWhite plays ",
            "Black> \n",
        ],
    );
}

#[test]
fn help_hint_position_and_moves() {
    let text = play(OTHELLO, &["help", "?", "hint", "position", "moves", "quit", "d3"]);
    in_order(
        &text,
        &[
            "undo · hint · position · save FILE · help · quit\nBlack> ",
            "undo · hint · position",
            ", depth 6: ",
            "---------------------------OX------XO--------------------------- X\n",
            "d3 c4 f5 e6\n",
        ],
    );
    assert!(!text.contains("White plays"), "nothing is read after quit");
}

#[test]
fn undo_takes_back_both_moves_and_stops_at_the_start() {
    let text = play(OTHELLO, &["undo", "d3", "position", "undo", "position", "undo"]);
    in_order(
        &text,
        &[
            "there is nothing to take back",
            "White plays ",
            " X\n",
            "OX------XO--------------------------- X\n",
            "there is nothing to take back",
        ],
    );
    let second = play(&["checkers", "--seat", "second", "--against", "greedy"], &["undo", "position"]);
    in_order(&second, &["You are White, against greedy.", "Black plays ", "nothing to take back", "W:W"]);
    assert_eq!(second.matches("Black plays ").count(), 1, "the opponent's first move stands");
}

#[test]
fn the_end_of_input_ends_the_game() {
    for game in ["othello", "checkers", "2048", "cantgoback"] {
        let text = play(&[game, "--seed", "1"], &[]);
        assert!(text.ends_with("> \n"), "{text}");
    }
}

#[test]
fn input_that_is_no_text_is_asked_for_again() {
    let answer = run_with(&["play", "2048", "--seed", "1"], b"\xFF\xFE\nmoves\n");
    assert_eq!(answer.code, Some(0));
    in_order(&answer.out, &["that is not text", "up"]);
}

#[test]
fn a_game_is_saved_and_replays() {
    let folder = Folder::new("play-save");
    for (game, moves, plies) in [
        ("othello", &["d3"][..], "2 moves"),
        ("checkers", &["11-15"], "2 moves"),
        ("2048", &["up", "left", "down", "right"], "moves"),
        ("cantgoback", &["down"], "2 moves"),
    ] {
        let file = folder.file(game);
        let save = format!("save {file}");
        let text = play(&[game, "--seed", "4"], &[moves, &["save", &save, &save]].concat());
        in_order(&text, &["save needs a file name", "saved to ", "not saved: ", "exists already"]);
        let replayed = good(&["replay", game, &file, "--strict"]);
        assert!(replayed.starts_with("1 game, 1 legal, 0 not; ") && replayed.contains(plies), "{replayed}");
        if game != "othello" {
            assert!(std::fs::read_to_string(file).unwrap().contains("\"person\""));
        }
    }
    // A transcript begins at the start, a PDN may begin anywhere.
    let save = |name: &str| format!("save {}", folder.file(name));
    let position = "---------------------------OX------OO------O-------------------- X";
    let text = play(&["othello", "--position", position], &["moves", &save("elsewhere")]);
    in_order(&text, &["not saved: "]);
    let text = play(&["checkers", "--position", "B:WK32:BK26"], &["26-22", &save("king")]);
    in_order(&text, &["saved to "]);
    assert!(good(&["replay", "checkers", &folder.file("king"), "--strict"]).contains("1 game, 1 legal"));
}

/// With --save the file has every move as soon as it is made: one's own before the other has answered, and none that was taken back.
#[test]
fn the_file_is_the_game_as_it_stands() {
    let folder = Folder::new("play-kept");
    let read = |file: &str| std::fs::read_to_string(file).unwrap();
    let (file, silent) = (folder.file("own"), folder.write("silent", "#!/bin/sh\nread ask\nexit 3\n"));
    let engine = format!("engine:cmd=\"sh {silent}\",protocol=line");
    let answer = run_with(&["play", "othello", "--against", &engine, "--save", &file], b"d3\n");
    assert!(answer.code == Some(2) && answer.err.contains("White gave no move"), "{answer:?}");
    assert_eq!(read(&file).split('#').next().unwrap().trim(), "d3", "{answer:?}");
    let back = folder.file("back");
    let args = ["othello", "--against", "greedy", "--seed", "3", "--save", &back];
    let text = play(&args, &["d3", "undo"]);
    assert!(!text.contains("not kept") && read(&back).is_empty(), "{text}");
    let text = play(&args, &["c4"]);
    assert!(text.contains("The game is kept in") && read(&back).starts_with("c4"), "{text}");
    let nowhere = folder.file("no/folder");
    assert!(refused(&["play", "othello", "--save", &nowhere]).contains("there is no folder"));
}

#[test]
fn forced_passes_are_played_and_told() {
    // After a1 White has no move, but Black has another.
    let position = format!("-OXXXX{}-OXXXX X", "------".repeat(4));
    let text = play(&["othello:size=6", "--position", &position, "--against", "greedy"], &["a1", "a6"]);
    in_order(&text, &["White: pass, there is nothing else", "Black> ", "You win: +12."]);
    // The same for the person, who is not asked.
    let text =
        play(&["othello:size=6", "--position", &position, "--seat", "second", "--against", "greedy"], &[]);
    in_order(
        &text,
        &["Black plays a", "White: pass, there is nothing else", "Black plays a", "You lose: -12."],
    );
}

#[test]
fn a_finished_game_can_be_saved_or_taken_up_again() {
    let folder = Folder::new("finished-game");
    let file = folder.file("game.pdn");
    let save = format!("save {file}");
    // Black jumps the last white man.
    let text = play(
        &["checkers", "--position", "B:W18:B14,1"],
        &["14x23", "moves", "hint", "1-5", &save, "undo", "moves", "quit"],
    );
    in_order(
        &text,
        &[
            "You win: +1.",
            "undo, save FILE or quit> ",
            "none: the game is over",
            "the game is over",
            "the game is over, no move is legal",
            "saved to ",
            "Black> ",
            "14x23",
        ],
    );
    assert!(good(&["replay", "checkers", &file, "--strict"]).contains("1-0"));
}

#[test]
fn a_game_of_dice_is_played_alone_and_taking_back_does_not_change_the_luck() {
    let text = play(
        &["2048", "--seed", "10"],
        &["position", "up", "position", "undo", "up", "position", "undo", "undo"],
    );
    in_order(&text, &["You play alone. Seed 10."]);
    let positions: Vec<&str> = text.lines().filter(|line| line.matches('/').count() == 3).collect();
    assert_eq!(positions.len(), 3, "{text}");
    assert_ne!(positions[0], positions[1]);
    assert_eq!(positions[1], positions[2], "the same move brings the same tile");
    assert!(text.contains("there is nothing to take back"));
    // Played to the end by trying every direction again and again.
    let all: Vec<&str> = ["up", "left", "right", "down"].into_iter().cycle().take(8000).collect();
    let text = play(&["2048", "--seed", "9"], &all);
    in_order(&text, &["The game is over: ", " points.", "undo, save FILE or quit> "]);
}

/// What a seat may not see is not shown: no life of any fruit, in no command.
#[test]
fn lives_of_fruits_stay_hidden() {
    let lines = ["position", "moves", "hint", "help", "down", "position", "up", "position"];
    for fruits in ["once", "respawn", "v2"] {
        let game = format!("cantgoback:board=duel_11x11,fruits={fruits}");
        let text = play(&[&game, "--seed", "12", "--against", "simple"], &lines);
        assert!(text.contains("player 1> "));
        assert!(!text.contains("life"), "{text}");
    }
}

#[test]
fn the_seed_repeats_a_game() {
    let lines = ["down", "down", "down"];
    let args = ["cantgoback:fruits=respawn", "--against", "random", "--seed", "77"];
    assert_eq!(play(&args, &lines), play(&args, &lines));
}

/// What an arrow key sends is its move, also in a line or a pipe.
#[test]
fn arrow_keys_are_moves() {
    let words = play(&["2048", "--seed", "9"], &["up", "left", "position"]);
    let keys = play(&["2048", "--seed", "9"], &["\u{1b}[A", "\u{1b}OD", "position"]);
    assert_eq!(keys, words);
    assert!(keys.contains("Arrow keys play at once."), "{keys}");
    assert!(!play(&["othello", "--seed", "9"], &[]).contains("Arrow keys"));
}

#[test]
fn nobody_plays_against_a_solo_game() {
    let line = refused(&["play", "2048", "--against", "random"]);
    assert_eq!(line, "2048 is played alone; leave out --against");
}

/// The same command goes on where the game was left, moves taken back included, however it ended.
#[test]
fn a_game_that_is_kept_goes_on() {
    let folder = Folder::new("play-kept");
    for (game, against, first, second) in [
        ("othello", &["--against", "greedy"][..], "d3", "hint"),
        ("checkers", &["--against", "greedy"], "11-15", "hint"),
        ("2048", &[], "up", "left"),
        ("cantgoback:fruits=respawn", &["--against", "random"], "down", "hint"),
    ] {
        let file = folder.file(&game[..4]);
        let args = [&[game, "--seed", "9", "--save", &file][..], against].concat();
        let begun = play(&args, &[first, "position"]);
        in_order(&begun, &["The game is kept in ", "> \n"]);
        let at = |text: &str| text.rsplit("> \n").nth(1).expect("a position").to_owned();
        let resumed = play(&args, &["position"]);
        in_order(&resumed, &["The game goes on from ", "> \n"]);
        assert_eq!(at(&resumed), at(&begun), "{game}");
        let on = play(&args, &["undo", "undo", first, second]);
        in_order(&on, &["there is nothing to take back"]);
        assert!(good(&["replay", game, &file, "--strict"]).starts_with("1 game, 1 legal, 0 not; "));
    }
    let none = std::fs::read_dir(folder.file("")).unwrap().count();
    assert_eq!(none, 4, "nothing is left beside the files");
}

#[test]
fn what_play_cannot_go_on_with_is_refused() {
    let folder = Folder::new("play-refused");
    let two = folder.file("two.pdn");
    good(&["match", "checkers", "random", "random", "--games", "2", "--save", &two]);
    let nonsense = folder.write("nonsense.pdn", "1. 11-15 99-98 *\n");
    let binary = folder.write("binary.pdn", [0xFF, 0xFE, 0, 1]);
    for (file, part) in [(&two, "several games"), (&nonsense, "ply"), (&binary, "binary.pdn")] {
        let before = std::fs::read(file).unwrap();
        let line = refused(&["play", "checkers", "--save", file]);
        assert!(line.contains(part) && line.contains(".pdn"), "{line}");
        assert_eq!(std::fs::read(file).unwrap(), before, "it stays as it was");
    }
    let kept = folder.file("kept.pdn");
    play(&["checkers", "--seed", "1", "--save", &kept], &["11-15"]);
    let line = refused(&["play", "checkers", "--save", &kept, "--position", "B:WK32:BK26"]);
    assert!(line.contains("another position"), "{line}");
}

/// In a match a person is an agent like any other: asked on standard error, and resigned at the end of the input.
#[test]
fn a_person_can_play_a_match() {
    let game = ["match", "othello:size=4", "human", "random", "--games", "1", "--seed", "5", "--json"];
    let answer = run_with(&game, b"z9\nb1\n");
    in_order(&answer.err, &["Black> ", "\"z9\"", "legal: b1", "Black> ", "Black> "]);
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.code, &report["agents"][0]["losses"]), (Some(0), &1.into()), "{}", answer.err);
    assert_eq!(report["agents"][0]["first_forfeit"]["reason"], "resigned: the input has ended");
}
