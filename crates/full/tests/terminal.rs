//! The command in a terminal: colours, the progress bar, watched games, a person's game, and what it leaves behind.
#![cfg(unix)]

use crate::common::Folder;
use crate::common::terminal::{Terminal, escapes, without_escapes};

/// Nothing that lasts: no hidden cursor, no alternate screen, no mode switched; only lines cleared, the cursor moved.
pub(crate) fn leaves_nothing_behind(text: &str) {
    for sequence in escapes(text) {
        assert!(
            ["[2K", "[1A", "[1B", "[A", "[B", "[H", "[J", "[K"].contains(&sequence.as_str()),
            "{sequence:?}"
        );
    }
    let colours_end = text.rfind("\u{1b}[0m");
    let colours_begin = text.rmatch_indices("\u{1b}[").find(|(at, _)| {
        let rest = &text[at + 2..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        rest[end..].starts_with('m') && &rest[..end] != "0"
    });
    assert!(
        colours_begin.is_none_or(|(at, _)| colours_end.is_some_and(|end| end > at)),
        "colours are not reset"
    );
}

#[test]
fn a_match_shows_its_progress_and_a_table_that_fits() {
    for columns in [60, 80, 200] {
        let terminal = Terminal::start(
            &["match", "othello:size=6", "alphabeta:depth=2", "random", "--games", "200"],
            columns,
        );
        let (code, text) = terminal.end();
        assert_eq!(code, Some(0), "{text}");
        leaves_nothing_behind(&text);
        let table = &text[text.find("othello:size=6: 200 games").expect(&text)..];
        for line in table.lines() {
            assert!(line.trim_end().chars().count() <= usize::from(columns), "{columns}: {line}");
        }
        for fact in
            ["wins", "draws", "losses", "95 %", "time/game", "time/move", "nodes/game ± sd", "game length"]
        {
            assert!(table.contains(fact), "{fact}: {table}");
        }
    }
}

#[test]
fn an_interrupt_ends_a_match_with_its_report() {
    let folder = Folder::new("interrupt");
    let file = folder.file("games.pdn");
    let terminal = Terminal::start(
        &["match", "checkers", "alphabeta:depth=3", "random", "--games", "1000000", "--save", &file],
        80,
    );
    terminal.wait_for("first agent", 2);
    terminal.interrupt();
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    leaves_nothing_behind(&text);
    assert!(text.contains(" of 1,000,000 games (broken off), seed 1"), "{text}");
    assert!(text.ends_with('\n'));
    assert!(crate::common::good(&["replay", "checkers", &file]).contains(" 0 not;"));
}

#[test]
fn watched_games_are_drawn_in_place() {
    let terminal = Terminal::start(
        &["match", "othello:size=4", "random", "greedy", "--games", "2", "--watch", "1ms"],
        80,
    );
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0));
    leaves_nothing_behind(&text);
    assert!(text.matches("\u{1b}[H\u{1b}[J").count() > 10, "a board for each move");
    assert!(text.contains("game 1 of 2: Black random – White greedy"), "{text}");
    assert!(text.contains("game 2 of 2: Black greedy – White random"));
    assert!(text.contains("1. Black plays "));
    assert!(text.contains("game 1 is over: Black random "));
    assert!(escapes(&text).len() < text.matches('\u{1b}').count(), "and colours");
}

#[test]
fn a_watched_game_can_be_interrupted_between_two_moves() {
    // More than once: what is asked has threads to pass before it holds.
    for _ in 0..4 {
        let terminal = Terminal::start(&["match", "checkers", "random", "random", "--watch", "1h"], 80);
        terminal.wait_for("1. Black plays ", 1);
        terminal.interrupt();
        let (code, text) = terminal.end();
        assert_eq!(code, Some(130));
        leaves_nothing_behind(&text);
        assert!(text.contains("checkers: 0 of 100 games (broken off)"), "{text}");
        assert!(!text.contains("2. White plays "), "{text}");
    }
}

#[test]
fn a_person_plays_in_the_terminal() {
    let mut terminal = Terminal::start(&["play", "othello", "--against", "greedy", "--seed", "1"], 80);
    terminal.wait_for("Black> ", 1);
    terminal.enter("a1");
    terminal.wait_for("is not legal", 1);
    terminal.wait_for("Black> ", 2);
    terminal.enter("d3");
    terminal.wait_for("White plays ", 1);
    terminal.wait_for("Black> ", 3);
    terminal.enter("quit");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0));
    leaves_nothing_behind(&text);
    assert!(text.contains("\u{1b}["), "boards have colours");
    assert!(without_escapes(&text).contains("legal: d3 c4 f5 e6"), "{text}");
}

#[test]
fn an_interrupt_ends_a_persons_game() {
    let terminal = Terminal::start(&["play", "2048"], 80);
    terminal.wait_for("player> ", 1);
    terminal.interrupt();
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130));
    leaves_nothing_behind(&text);
    let terminal = Terminal::start(&["play", "2048"], 80);
    terminal.wait_for("player> ", 1);
    terminal.terminate();
    assert_eq!(terminal.end().0, Some(143), "and the terminal is as it was");
}

/// No Enter, no echo of what the keys send, and the line can still be edited.
#[test]
fn arrow_keys_play_at_once() {
    let mut terminal = Terminal::start(&["play", "2048", "--seed", "9"], 80);
    // Pressed before there is a question, a key is not shown as its own code either.
    terminal.wait_for("Arrow keys play at once.", 1);
    terminal.press("\u{1b}[A");
    terminal.wait_for("player> up\r\n", 1);
    terminal.wait_for("player> ", 2);
    terminal.press("\u{1b}OD");
    terminal.wait_for("player> left\r\n", 1);
    terminal.press("movex\u{7f}s\n");
    terminal.wait_for("player> movex\u{8} \u{8}s\r\n", 1);
    terminal.press("quit\n");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("\u{1b}[A") && !text.contains("^["), "{text:?}");
}

#[test]
fn errors_are_marked_and_plain_colours_can_be_had() {
    let (code, text) = Terminal::start(&["match", "chess", "random", "random"], 80).end();
    assert_eq!(code, Some(2));
    assert!(text.starts_with("\u{1b}[1;31merror\u{1b}[0m: there is no game \"chess\""), "{text}");
    leaves_nothing_behind(&text);
}

#[test]
fn lists_fit_the_terminal() {
    for args in [&["games"][..], &["agents"]] {
        let (code, text) = Terminal::start(args, 80).end();
        assert_eq!(code, Some(0));
        for line in text.lines() {
            assert!(line.trim_end().chars().count() <= 80, "{line}");
        }
    }
}
