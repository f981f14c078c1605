//! The examples for authors of games, searches and engines run, and stay short enough to be read at once.

#![allow(clippy::duplicate_mod)] // each is a program of its own and brings the game along

#[path = "../examples/engine_author.rs"]
#[allow(dead_code)] // its `main` reads lines that nobody sends here; its own test is run
mod engine_author;
#[path = "../examples/search_author.rs"]
mod search_author;

#[test]
fn a_game_is_written_counted_and_solved() {
    engine_author::game_author::main();
}

#[test]
fn a_search_is_written_and_held_to_the_oracle() {
    search_author::main();
}

#[test]
fn no_example_is_longer_than_sixty_lines() {
    for text in [
        include_str!("../examples/game_author.rs"),
        include_str!("../examples/search_author.rs"),
        include_str!("../examples/engine_author.rs"),
    ] {
        assert!(text.lines().count() <= 60, "{}", text.lines().next().unwrap_or_default());
    }
}
