//! Commands of the games' own: how published works ran their games.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use arena::registry::door::command::{Failure as Ended, Host, Keep};
use arena::{GameFile, Kind, Spec};
use plywise::Ink;

use crate::args::works::Works;
use crate::commands::matches::create;
use crate::failure::{Failure, warn};
use crate::layout;
use crate::output;
use crate::presets;
use crate::progress::Progress;

pub(crate) fn run(works: &Works) -> Result<ExitCode, Failure> {
    (works.command.run)(&works.given, &mut Terminal)?;
    Ok(ExitCode::SUCCESS)
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Input(why) => Self::Input(why),
            Ended::Unprinted(error) => Self::unprinted(error),
        }
    }
}

/// Standard output, standard error and what they stand on.
struct Terminal;

impl Host for Terminal {
    fn line(&mut self, text: &str) -> Result<(), Ended> {
        output::written(&layout::fitted(text)).map_err(Ended::Unprinted)
    }

    fn warn(&mut self, text: &str) {
        warn(text);
    }

    fn agent(&self, kind: &dyn Kind, text: &str) -> Result<Spec, Ended> {
        presets::agent(kind, text).map_err(|failure| match failure {
            Failure::Input(why) => Ended::Input(why),
            _ => Ended::Unprinted(std::io::ErrorKind::BrokenPipe.into()),
        })
    }

    fn thinking(&mut self, who: &str) -> Box<dyn Send> {
        Box::new(Progress::begin(who))
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
        match create(path, replace) {
            Ok(file) => Ok(Box::new(Kept(file))),
            Err(Failure::Input(why)) => Err(Ended::Input(why)),
            Err(_) => Err(Ended::Unprinted(std::io::ErrorKind::BrokenPipe.into())),
        }
    }
}

struct Kept(GameFile);

impl Keep for Kept {
    fn keep(self: Box<Self>, text: &str) -> Result<(), Ended> {
        let Self(mut file) = *self;
        file.add(0, text).and_then(|()| file.finish()).map_err(|error| Ended::input(error.to_string()))
    }
}
