//! Commands that games bring: how published works ran their games, and what one game alone has.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::registry::door::command::{CoursePoint, CourseWords, Failure as Ended, Host, Keep, Output, Work};
use arena::{GameFile, Kind, Spec, SpecError};
use plywise::Ink;

use crate::DrawCourse;
use crate::args::works::Works;
use crate::commands::matches::create;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::layout;
use crate::outfile::OutFile;
use crate::output;
use crate::presets;
use crate::progress::Progress;

pub(crate) fn run(works: &Works, course: DrawCourse) -> Result<ExitCode, Failure> {
    (works.command.run)(&works.given, &mut Terminal { course })?;
    Ok(if interrupt::is_set() { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Input(why) | Ended::File(why) => Self::Input(why),
            Ended::Unprinted(error) => Self::unprinted(error),
        }
    }
}

/// What ends the command, as the game's command may end.
fn ended(failure: Failure) -> Ended {
    match failure {
        Failure::Input(why) => Ended::Input(why),
        _ => Ended::Unprinted(std::io::ErrorKind::BrokenPipe.into()),
    }
}

/// Standard output, standard error and what they stand on.
struct Terminal {
    course: DrawCourse,
}

impl Host for Terminal {
    fn line(&mut self, text: &str) -> Result<(), Ended> {
        output::written(text).map_err(Ended::Unprinted)
    }

    fn sentence(&mut self, text: &str) -> Result<(), Ended> {
        self.line(&layout::fitted(text))
    }

    fn warn(&mut self, text: &str) {
        warn(text);
    }

    fn game(&self, text: &str) -> Result<Box<dyn Kind>, SpecError> {
        games::open(text)
    }

    fn agent(&self, kind: &dyn Kind, text: &str) -> Result<Spec, Ended> {
        presets::agent(kind, text).map_err(ended)
    }

    fn work(&mut self, what: &str) -> Box<dyn Work> {
        Box::new(Progress::begin(what))
    }

    fn stop(&mut self) -> Result<Arc<AtomicBool>, Ended> {
        interrupt::stop_on_interrupt().map_err(ended)
    }

    fn can_draw(&self) -> bool {
        output::can_draw()
    }

    fn ink(&self) -> Ink {
        output::ink()
    }

    fn draw(&mut self, picture: &str) -> Result<(), Ended> {
        let clear = if output::can_draw() { "\u{1b}[H\u{1b}[J" } else { "" };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{clear}{picture}").and_then(|()| out.flush()).map_err(Ended::Unprinted)
    }

    fn create(&mut self, path: &Path, replace: bool) -> Result<Box<dyn Keep>, Ended> {
        create(path, replace).map(|file| Box::new(Kept(file)) as _).map_err(ended)
    }

    fn output(&mut self, path: &Path, kept: Option<&Path>) -> Result<Box<dyn Output>, Ended> {
        OutFile::other_than(path, kept).map(|file| Box::new(file) as _).map_err(ended)
    }

    fn take(&mut self, path: &Path) -> Result<Box<dyn Send>, Ended> {
        arena::lock(path).map(|lock| Box::new(lock) as _).map_err(|error| Ended::input(error.to_string()))
    }

    fn course(&self, points: &[CoursePoint], words: &CourseWords<'_>) -> String {
        (self.course)(points, words)
    }
}

impl Work for Progress {
    fn at(&self, place: String) {
        self.at(place);
    }

    fn note(&self, note: String) {
        self.note(note);
    }

    fn count(&self, done: u64, all: u64, unit: &'static str) {
        self.count(done, all, unit);
    }

    fn budget(&self, time: Duration) {
        self.budget(time);
    }
}

impl Output for OutFile {
    fn write(&mut self, content: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Ended> {
        self.write_by(|file| content(file)).map_err(ended)
    }
}

struct Kept(GameFile);

impl Keep for Kept {
    fn keep(self: Box<Self>, text: &str) -> Result<(), Ended> {
        let Self(mut file) = *self;
        file.add(0, text).and_then(|()| file.finish()).map_err(|error| Ended::input(error.to_string()))
    }
}
