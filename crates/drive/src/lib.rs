#![doc = include_str!("../README.md")]

mod game;
mod page;
mod webdriver;

pub use game::{GAME, Played, Player, Watch};
pub use page::{Page, State, check_url};
pub use webdriver::{Browser, Driver, Options};

/// Why a page could not be played: one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

impl Error {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}
