//! A page that shows what a test wants: what is read, what is recorded and what is refused.

use std::sync::atomic::AtomicBool;

use arena::Spec;
use drive::{Error, Page, Played, Player, State};
use serde_json::{Value, json};

use crate::driver;

/// The page that shows `before` until a key is pressed, then `after`; both as a slide to the left would have them, seen in a
/// mirror where the key is another one.
fn page(before: Value, after: Value) -> Result<Page, Error> {
    let mut shown = before;
    let browser = driver::open(move |question, body| {
        let value = if question.contains("/execute/") {
            shown.clone()
        } else if question.contains("/actions") && question.starts_with("POST") {
            shown = if is_left(body) { after.clone() } else { mirrored(&after) };
            Value::Null
        } else {
            json!({ "sessionId": "7" })
        };
        (200, json!({ "value": value }).to_string())
    });
    Page::open(browser?, "http://page/")
}

/// Whether the key pressed is the arrow to the left; the tests' boards leave only that to the right besides.
fn is_left(body: &str) -> bool {
    let keys = serde_json::from_str::<Value>(body).unwrap().to_string();
    let pressed = |key: char| keys.contains(key) || keys.contains(&format!("\\u{:x}", key as u32));
    assert!(pressed('\u{e012}') != pressed('\u{e014}'), "{keys}");
    pressed('\u{e012}')
}

fn mirrored(state: &Value) -> Value {
    let mut state = state.clone();
    for row in state["cells"].as_array_mut().unwrap().chunks_mut(4) {
        row.reverse();
    }
    state
}

/// What the script finds on a page: the first tiles of a board, the others empty, and the score.
fn state(tiles: &[u32], score: u32) -> Value {
    let cells: Vec<u32> = (0..16).map(|cell| tiles.get(cell).copied().unwrap_or(0)).collect();
    json!({ "cells": cells, "score": score, "over": false, "won": false })
}

/// One slide of an agent that likes points.
fn slide(before: Value, after: Value) -> Result<Played, Error> {
    let agent = Spec::parse("greedy:eval=score").unwrap();
    Player::new(page(before, after)?, &agent, 1)?.play(1, &AtomicBool::new(false), &mut |_, _| ())
}

fn refused<T>(result: Result<T, Error>) -> String {
    let error = result.err().expect("a refusal").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn what_a_page_says_is_read_or_refused() {
    let shown = |state: Value| page(state, Value::Null).and_then(|page| page.state());
    let cells = [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65536];
    let State { board, score, over, won } =
        shown(json!({ "cells": cells, "score": 12, "over": false, "won": true })).unwrap();
    assert_eq!(board.ranks()[..6], [1, 0, 0, 0, 0, 2]);
    assert_eq!((board.max_tile(), score, over, won), (65536, 12, false, true));
    let mut odd = cells;
    odd[3] = 3;
    for wrong in [
        json!({ "cells": odd, "score": 0 }),
        json!({ "cells": [2], "score": 0 }),
        json!({ "cells": cells, "score": -4 }),
        json!({ "cells": cells }),
        json!("hello"),
    ] {
        let error = refused(shown(wrong));
        assert!(error.contains("no board of 2048"), "{error}");
    }
}

/// A page shows nothing for a moment after it was loaded, and when a game has just ended.
#[test]
fn what_is_not_there_yet_is_waited_for() {
    let mut looks = 0;
    let browser = driver::open(move |question, _| {
        let looking = question.contains("/execute/");
        looks += u32::from(looking);
        let value = match looks {
            _ if !looking => json!({ "sessionId": "7" }),
            1..3 => Value::Null,
            _ => state(&[2, 4], 0),
        };
        (200, json!({ "value": value }).to_string())
    });
    let page = Page::open(browser.unwrap(), "http://page/").unwrap();
    assert_eq!(page.state().unwrap().board.ranks()[..3], [1, 2, 0]);
}

#[test]
fn a_page_that_plays_by_the_rules_is_recorded_and_any_other_refused() {
    let start = || state(&[2, 2], 0);
    let played = slide(start(), state(&[4, 0, 0, 0, 0, 2], 4)).unwrap();
    assert_eq!((played.score, played.tile, played.moves, played.over), (4, 4, 1, false));
    let text = played.text.unwrap();
    assert!(text.contains("score 4"), "{text}");
    let mut plies = Vec::new();
    games::open("2048").unwrap().replay(&text, &mut |game| plies.push(game.plies)).unwrap();
    assert_eq!(plies, [4], "two tiles, a slide, a tile: {text}");
    let mut over = state(&[4, 2], 4);
    over["over"] = true.into();
    for (after, part) in [
        (state(&[4], 4), "not one new tile"),
        (state(&[4, 0, 8], 4), "no 2 or 4"),
        (state(&[4, 2], 8), "another score"),
        (state(&[8, 2], 4), "not one new tile"),
        (over, "for one of us only"),
    ] {
        let error = refused(slide(start(), after));
        assert!(error.contains(part), "{error}");
    }
}

/// One that begins with more tiles than two, or with points, goes on from what is seen.
#[test]
fn a_game_met_half_way_has_no_record() {
    for (tiles, score, after) in [(&[2, 2, 2][..], 0, [4, 2, 2]), (&[4, 4], 4, [8, 2, 0])] {
        let gained = after[0];
        let played = slide(state(tiles, score), state(&after, score + gained)).unwrap();
        assert_eq!((played.text, played.score), (None, score + gained));
    }
}
