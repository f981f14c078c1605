//! The command that starts an engine, as one line of text.

use std::path::{Path, PathBuf};

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program's file.
    pub program: PathBuf,
    /// What it is given.
    pub arguments: Vec<String>,
}

/// What stands in a command for the number of a free TCP port.
pub const PORT: &str = "{port}";

impl CommandLine {
    /// Reads a program and its arguments, divided by blanks. What holds blanks stands in single or double quotes.
    /// There is no shell: no variable, no `~`, no pipe. A program without a path is looked up in `PATH`.
    ///
    /// # Errors
    /// One line: an open quote, no program, or a program that does not exist.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut words = split(text)?.into_iter();
        let Some(program) = words.next() else {
            return Err(
                "the command is empty; it should be a program and its arguments, such as edax -gtp".into()
            );
        };
        let program = find(&program).ok_or_else(|| {
            let place = if program.contains(std::path::MAIN_SEPARATOR) { "" } else { " in PATH" };
            match Path::new(&program).is_dir() {
                true => format!("{program:?} is a folder; name a program in it"),
                false => format!(
                    "there is no program {program:?}{place}; give its path, as from the current directory"
                ),
            }
        })?;
        if !may_run(&program) {
            return Err(format!(
                "{program:?} is no program: it is not executable, as chmod +x would make it"
            ));
        }
        Ok(Self { program, arguments: words.collect() })
    }

    /// The same command with a port's number put in where [`PORT`] stands.
    #[must_use]
    pub fn with_port(&self, port: u16) -> Self {
        let put_in = |text: &String| text.replace(PORT, &port.to_string());
        Self { program: self.program.clone(), arguments: self.arguments.iter().map(put_in).collect() }
    }
}

/// The program and its arguments, for a reader.
impl std::fmt::Display for CommandLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument:?}"))
    }
}

fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<char> = None;
    for c in text.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                open = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = open {
        return Err(format!("the command {text:?} has a quote {quote} that is not closed"));
    }
    words.extend(word);
    Ok(words)
}

fn find(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    let suffix = std::env::consts::EXE_SUFFIX;
    std::env::split_paths(&folders)
        .flat_map(|folder| [folder.join(program), folder.join(format!("{program}{suffix}"))])
        .find(|file| file.is_file())
}

#[cfg(unix)]
fn may_run(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    program.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_run(_: &Path) -> bool {
    true
}
