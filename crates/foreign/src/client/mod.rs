//! The protocols, seen from the side that asks.

mod dxp;
mod gtp;
mod hub;
mod line;
mod nboard;

use crate::dialect::Draughts;
use crate::failure::{Failure, quote};
use crate::inbox::Wait;
use crate::protocol::draughts::Jump;
use crate::question::{Answer, Question};

pub(crate) use dxp::Dxp;
pub(crate) use gtp::Gtp;
pub(crate) use hub::Hub;
pub(crate) use line::Line;
pub(crate) use nboard::NBoard;

/// A running engine that understands what is asked. After a failure it is not asked again: it is dropped, which kills
/// it.
pub(crate) trait Client: Send {
    /// The next question is about a new game, whose luck comes from `seed`.
    fn new_game(&mut self, seed: u64) -> Result<(), Failure>;
    /// Asks for a move.
    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure>;
    /// Ends it politely, or else by force.
    fn quit(&mut self);
}

/// The place of the legal move that `is_meant` recognises.
fn choose(question: &Question<'_>, given: &str, is_meant: impl Fn(&str) -> bool) -> Result<Answer, Failure> {
    choose_as(question, given, str::to_owned, is_meant)
}

/// The same where legal moves are told as `spelt` in the protocol.
fn choose_as(
    question: &Question<'_>,
    given: &str,
    spelt: impl Fn(&str) -> String,
    is_meant: impl Fn(&str) -> bool,
) -> Result<Answer, Failure> {
    match question.legal.iter().position(|legal| is_meant(legal)) {
        Some(choice) => Ok(Answer { choice, ..Answer::default() }),
        None => {
            let legal: Vec<String> = question.legal.iter().take(40).map(|mv| spelt(mv)).collect();
            Err(Failure::Illegal(format!("{}; legal: {}", quote(given), legal.join(" "))))
        }
    }
}

/// The legal move of draughts that this jump is.
fn choose_jump(
    question: &Question<'_>,
    draughts: &Draughts,
    given: &str,
    jump: &Jump,
) -> Result<Answer, Failure> {
    let spelt = |mv: &str| (draughts.jump)(mv).map_or_else(|| mv.to_owned(), |jump| jump.hub());
    choose_as(question, given, spelt, |legal| (draughts.jump)(legal).as_ref() == Some(jump))
}

/// What an engine has been told of a game, so that it need only be told what is new.
#[derive(Debug, Default)]
struct Told {
    /// The [story](Question::story), and how many of its moves.
    known: Option<(u64, usize)>,
    /// The last of these moves, where it is the engine's own answer.
    answer: Option<String>,
}

impl Told {
    /// What is new since the last time; None where it is another game and has to be told from its start.
    fn news<'a>(&self, question: &Question<'a>) -> Option<&'a [String]> {
        let (story, known) = self.known?;
        let (told, new) = question.moves.split_at_checked(known)?;
        // Who plays something else than the engine has answered has to tell the game again.
        let as_answered = self.answer.as_ref().is_none_or(|answer| told.last() == Some(answer));
        (question.story == Some(story) && as_answered).then_some(new)
    }

    /// The engine now knows all that the question tells.
    fn remember(&mut self, question: &Question<'_>) {
        *self = Self { known: question.story.map(|story| (story, question.moves.len())), answer: None };
    }

    /// The engine has played its own move besides.
    fn remember_answer(&mut self, mv: &str) {
        if let Some((_, known)) = &mut self.known {
            *known += 1;
            self.answer = Some(mv.to_owned());
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
