//! Where a game's own command runs when Python asks for it: its lines are kept, its news handed on.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::registry::door::command::{CoursePoint, CourseWords, Failure, Given, Host, Keep, Output, Work};
use arena::{GameFile, Kind, Spec, SpecError};
use plywise::Ink;
use plywise::file::{check_writable, is_same, named, replace};

use crate::errors::is_of_files;
use crate::work::Stop;

/// What long work is at, in words.
#[derive(Clone, Default)]
pub(super) struct News(Arc<Mutex<Option<String>>>);

impl News {
    /// What nobody has heard yet.
    pub(super) fn latest(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn tell(&self, news: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(news);
    }
}

impl Work for News {
    fn at(&self, place: String) {
        self.tell(place);
    }

    fn note(&self, note: String) {
        self.tell(note);
    }

    fn count(&self, _: u64, _: u64, _: &'static str) {}

    fn budget(&self, _: Duration) {}
}

/// The place of a command.
#[derive(Default)]
pub(super) struct Desk {
    lines: Vec<String>,
    news: News,
    stop: Stop,
}

impl Desk {
    pub(super) fn news(&self) -> News {
        self.news.clone()
    }

    pub(super) fn stop_flag(&self) -> Stop {
        Arc::clone(&self.stop)
    }

    /// Does what a command does; its lines.
    ///
    /// # Errors
    /// What it refuses, in one line.
    pub(super) fn run(
        mut self,
        command: fn(&Given, &mut dyn Host) -> Result<(), Failure>,
        given: &Given,
    ) -> Result<Vec<String>, Failure> {
        command(given, &mut self).map(|()| self.lines)
    }
}

impl Host for Desk {
    fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.lines.push(text.to_owned());
        Ok(())
    }

    fn sentence(&mut self, text: &str) -> Result<(), Failure> {
        self.line(text)
    }

    fn warn(&mut self, text: &str) {
        self.lines.push(format!("warning: {text}"));
    }

    fn game(&self, text: &str) -> Result<Box<dyn Kind>, SpecError> {
        games::open(text)
    }

    fn agent(&self, kind: &dyn Kind, text: &str) -> Result<Spec, Failure> {
        let spec = Spec::parse(text)?;
        kind.check_options(&spec)?;
        Ok(spec)
    }

    fn work(&mut self, _: &str) -> Box<dyn Work> {
        Box::new(self.news.clone())
    }

    fn stop(&mut self) -> Result<Stop, Failure> {
        Ok(Arc::clone(&self.stop))
    }

    fn can_draw(&self) -> bool {
        false
    }

    fn ink(&self) -> Ink {
        Ink::Plain
    }

    fn draw(&mut self, picture: &str) -> Result<(), Failure> {
        self.line(picture)
    }

    fn create(&mut self, path: &Path, replace: bool) -> Result<Box<dyn Keep>, Failure> {
        Ok(Box::new(Kept(GameFile::create(path, replace)?)))
    }

    fn output(&mut self, path: &Path, kept: Option<&Path>) -> Result<Box<dyn Output>, Failure> {
        if kept.is_some_and(|kept| is_same(kept, path)) {
            return Err(Failure::input(format!(
                "{}: the run is kept there; name another file",
                path.display()
            )));
        }
        check_writable(path)?;
        Ok(Box::new(Written(path.to_owned())))
    }

    fn take(&mut self, path: &Path) -> Result<Box<dyn Send>, Failure> {
        let lock = arena::lock(path).map_err(|error| match is_of_files(&error) {
            true => Failure::File(error.to_string()),
            false => Failure::input(error.to_string()),
        })?;
        Ok(Box::new(lock))
    }

    fn course(&self, points: &[CoursePoint], words: &CourseWords<'_>) -> String {
        lab::course_svg(points, words)
    }
}

/// A file that is written when there is what to write.
struct Written(PathBuf);

impl Output for Written {
    fn write(&mut self, content: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let whole = replace(&self.0, |file| {
            let mut file = BufWriter::new(file);
            content(&mut file)?;
            file.flush()
        });
        whole.map_err(|error| named(&self.0, &error))?;
        Ok(())
    }
}

struct Kept(GameFile);

impl Keep for Kept {
    fn keep(self: Box<Self>, text: &str) -> Result<(), Failure> {
        let Self(mut file) = *self;
        Ok(file.add(0, text).and_then(|()| file.finish())?)
    }
}
