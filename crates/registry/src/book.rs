//! The option `book` of agents: opening books to play from.

use std::path::Path;
use std::sync::Arc;

use plywise::book::{Book, BookGame, Shelf};
use plywise::{Agent, BookAgent};

use crate::key::Key;
use crate::spec::{Opt, Spec, SpecError};
use crate::takes::Takes;

/// The option `book` of an agent.
pub const BOOK: Key<String> = Key::text(Opt {
    key: "book",
    takes: Takes::Path { but: is_word },
    values: "on|off|FILE",
    default: "off",
    about: "play from an opening book: the one that comes along, or one that plywise book grew",
});

fn is_word(value: &str) -> bool {
    ["on", "off"].contains(&value)
}

/// An agent of this name that plays from the book in this file.
#[must_use]
pub fn playing_from(agent: &str, book: &Path) -> Spec {
    let name = book.display().to_string();
    let value = if is_word(&name) { format!("./{name}") } else { name };
    Spec { name: agent.to_owned(), options: vec![(BOOK.opt.key.to_owned(), value)] }
}

/// The books of a game.
#[derive(Debug)]
pub struct Library<G: 'static> {
    /// The game's name, as its books have it.
    pub game: &'static str,
    /// The rules that its books are for, in words that follow "for".
    pub rules: &'static str,
    /// Its start by these rules.
    pub start: fn() -> G,
    /// The book that comes along.
    pub shipped: &'static [u8],
    /// Books that somebody plays from.
    pub shelf: Shelf<G>,
}

impl<G: BookGame + 'static> Library<G> {
    /// The agent as it is, or with the book that a spec names; `fits` says whether the game is played by the rules of the books.
    ///
    /// # Errors
    /// When there is no such book, or it is for another game.
    pub fn lend(
        &self,
        spec: &Spec,
        fits: bool,
        agent: Box<dyn Agent<G>>,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let named = spec.get(&BOOK)?;
        if named == "off" {
            return Ok(agent);
        }
        let wrong = |why: String| SpecError(format!("{}: book={why}", spec.name));
        if !fits {
            return Err(wrong(format!("{named} is for {}; leave it out here", self.rules)));
        }
        let book: Arc<Book<G>> = match named.as_str() {
            "on" => self
                .shelf
                .of_bytes(&(self.start)(), self.game, self.shipped)
                .map_err(|why| wrong(format!("on: the book that comes along{why}")))?,
            path => self.shelf.open(Path::new(path), &(self.start)(), self.game).map_err(|why| {
                let hint = if Path::new(path).exists() { "" } else { "; on is the book that comes along" };
                wrong(why + hint)
            })?,
        };
        Ok(Box::new(BookAgent::new(book, agent)))
    }
}
