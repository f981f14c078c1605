//! The original page in a real browser: `.ci/drive/run` serves it and says where.

use std::sync::atomic::AtomicBool;

use arena::Spec;
use drive::{Browser, Driver, Options, Page, Player};

fn player(agent: &str) -> Player {
    let url = std::env::var("PAGE_2048").expect("PAGE_2048 holds the address of the page");
    let options = Options { driver: "chromedriver".to_owned(), headless: true, arguments: Vec::new() };
    let browser = Browser::open(Driver::start(&options).unwrap(), &options).unwrap();
    Player::new(Page::open(browser, &url).unwrap(), &Spec::parse(agent).unwrap(), 1).unwrap()
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
