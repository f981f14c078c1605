//! The original page in a real browser: `.ci/drive/run` serves it and says where.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::Spec;
use drive::{Browser, Driver, Page, Player};

use crate::driver;

fn player(agent: &str) -> Player {
    let url = std::env::var("PAGE_2048").expect("PAGE_2048 holds the address of the page");
    let options = driver::options("chromedriver".to_owned(), Duration::from_secs(1));
    let browser = Browser::open(Driver::start(&options).unwrap(), &options).unwrap();
    Player::new(Page::open(browser, &url).unwrap(), &Spec::parse(agent).unwrap(), 1).unwrap()
}

/// A browser opened by a driver that answers each question with the next of `answers` (status, body), the last one for
/// ever; and the questions.
fn open_with(answers: Vec<(u16, String)>) -> (Result<Browser, drive::Error>, Vec<String>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    let browser = driver::open(move |question, _| {
        let mut heard = heard.lock().unwrap();
        heard.push(question.to_owned());
        answers.get(heard.len() - 1).unwrap_or(&answers[answers.len() - 1]).clone()
    });
    let asked = asked.lock().unwrap().clone();
    (browser, asked)
}

fn refusal(error: &str, message: &str) -> (u16, String) {
    (500, format!(r#"{{"value": {{"error": "{error}", "message": "{message}"}}}}"#))
}

#[test]
fn a_browser_that_ends_while_it_starts_is_started_again() {
    const NOT_CREATED: &str = "session not created";
    let exited = || {
        refusal(NOT_CREATED, "session not created: Chrome instance exited. Examine ChromeDriver verbose log")
    };
    for ended in [exited(), refusal("unknown error", "Process unexpectedly closed with status 1")] {
        let (browser, asked) = open_with(vec![ended, (200, r#"{"value": {"sessionId": "7"}}"#.to_owned())]);
        browser.expect("the second one lives");
        assert_eq!(asked, ["POST /session HTTP/1.1"; 2]);
    }
    // Not for ever: it ends thrice, and is given up with its words.
    let (browser, asked) = open_with(vec![exited()]);
    assert!(browser.unwrap_err().to_string().contains("Chrome instance exited"));
    assert_eq!(asked.len(), 3);
    // What will be no better the next time is not tried again.
    let (browser, asked) =
        open_with(vec![refusal(NOT_CREATED, "session not created: cannot find Chrome binary")]);
    assert!(browser.unwrap_err().to_string().contains("cannot find Chrome binary"));
    assert_eq!(asked.len(), 1);
}

#[test]
#[ignore = "needs a browser and the page"]
fn a_page_that_is_reloaded_goes_on_where_it_was() {
    let mut player = player("greedy:eval=empties");
    let go = AtomicBool::new(false);
    let first = player.play(30, &go, &mut |_, _| ()).unwrap();
    assert_eq!((first.moves, first.over), (30, false));
    let before = player.page().state().unwrap();
    player.page().browser().reload().unwrap();
    assert_eq!(player.page().state().unwrap(), before);
    let second = player.play(u64::MAX, &go, &mut |_, _| ()).unwrap();
    assert!(second.over && second.score > first.score && second.text.is_none());
    // A game that is over makes room for the next, which is seen from its start.
    player.page().restart().unwrap();
    let third = player.play(20, &go, &mut |_, _| ()).unwrap();
    assert!(third.text.is_some_and(|text| text.contains("2048 v1")));
}

#[test]
#[ignore = "needs a browser and the page"]
fn the_game_goes_on_past_2048() {
    let mut player = player("champion:depth=1");
    let mut asked = 0;
    let go = AtomicBool::new(false);
    let played = player.play(1_400, &go, &mut |state, _| asked += u64::from(state.won)).unwrap();
    assert_eq!((asked, played.over), (1, false), "the page asks once: {played:?}");
    assert!(played.tile >= 2048, "{}", played.tile);
}
