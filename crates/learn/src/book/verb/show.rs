//! What a book says of a position.

use std::path::Path;

use plywise::book::{Book, BookGame, best};
use plywise::{Game, Notation, Value};
use registry::door::command::{Failure, Given, Host};
use registry::numbers::{count, plural};
use serde_json::json;

use super::{Grows, moves, texts};

/// Prints the value of a position, its moves, the best first, and the line that the book expects.
pub(super) fn show<B: Grows>(given: &Given, host: &mut dyn Host, file: &Path) -> Result<(), Failure> {
    if let Some(other) = ["time", "positions", "from"].into_iter().find(|other| given.has(other)) {
        return Err(Failure::input(format!("--show grows nothing; leave out --{other}")));
    }
    let start = B::start();
    let position = given.text("position").map_or(Ok(start.clone()), |text| start.read_position(text))?;
    let book = B::shelf().open(file, &start, B::GAME).map_err(Failure::input)?;
    let facts = Facts::of(&book, &position);
    if given.has("json") {
        return host.line(&format!("{:#}", facts.json(&book, &position, B::GAME)));
    }
    let Some(at) = facts.at else {
        return host.line(&format!(
            "{}: not in this book of {}",
            position.position_text(),
            plural(book.len() as u64, "position")
        ));
    };
    let searched = book.get(at);
    host.line(&position.position_text())?;
    let own = format!("a search of {} said {}", nodes(searched.nodes), shown::<B::Game>(searched.value));
    if book.replies(at).is_none() {
        return host.line(&format!("not expanded; {own}"));
    }
    host.line(&format!("worth {} {} to the seat to move; {own}", shown::<B::Game>(book.value(at)), B::UNIT))?;
    for (mv, value) in &facts.moves {
        let mut child = position.clone();
        child.play(*mv);
        let there = match book.find(&child) {
            Some(at) if book.replies(at).is_some() => "expanded".to_owned(),
            Some(at) => nodes(book.get(at).nodes),
            None => "the end".to_owned(),
        };
        let value = value.map_or_else(String::new, shown::<B::Game>);
        host.line(&format!("  {:<8} {value:>10}  {there}", position.move_text(*mv)))?;
    }
    host.sentence(&format!("line: {}", moves(&position, &book.line(&position), usize::MAX)))
}

/// What there is to say.
struct Facts<G: BookGame> {
    at: Option<usize>,
    /// The moves with what is known of them, the best first.
    moves: Vec<(G::Move, Option<plywise::Score>)>,
}

impl<G: BookGame> Facts<G> {
    fn of(book: &Book<G>, position: &G) -> Self {
        let mut moves = book.known(position);
        // A stable order: of equal ones the first comes first, as it is played.
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        Self { at: book.find(position), moves }
    }

    fn json(&self, book: &Book<G>, position: &G, game: &str) -> serde_json::Value {
        let number = |value: plywise::Score| value.to_value(G::UNIT).as_f64();
        let own = self.at.map(|at| book.get(at));
        let moves = self
            .moves
            .iter()
            .filter(|_| self.at.is_some())
            .map(|(mv, value)| json!({ "move": position.move_text(*mv), "value": value.map(number) }));
        let best = book.answers(position).and_then(|answers| best::<G>(&answers));
        json!({
            "game": game, "position": position.position_text(), "best": best.map(|(mv, _)| position.move_text(mv)),
            "value": self.at.map(|at| number(book.value(at))), "searched": own.map(|own| number(own.value)),
            "nodes": own.map(|own| own.nodes), "expanded": self.at.is_some_and(|at| book.replies(at).is_some()),
            "moves": moves.collect::<Vec<_>>(), "line": texts(position, &book.line(position)),
        })
    }
}

fn shown<G: BookGame>(value: plywise::Score) -> String {
    let value: Value = value.to_value(G::UNIT);
    value.to_string()
}

fn nodes(nodes: u64) -> String {
    if nodes == 0 { "nodes not told".to_owned() } else { format!("{} nodes", count(nodes)) }
}
