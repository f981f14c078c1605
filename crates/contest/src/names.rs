//! What lies in a folder of hand-ins: who plays, and how each is started.

use std::path::{Path, PathBuf};

use arena::registry::human::is_person;
use arena::{Kind, Spec};
use plywise::Checksum;
use plywise::file::{is_same, named, read_text};

/// Main files of a folder in Python, the first that is there.
/// A course's whole folder has its own referee in `main.py`, so that comes last.
const MAINS: [&str; 8] = [
    "player.py",
    "Player.py",
    "improved_better_h_player/__init__.py",
    "__init__.py",
    "players/CompetePlayer.py",
    "players/ContestPlayer.py",
    "players/improved_better_h_player/__init__.py",
    "main.py",
];
/// Endings of files that go with hand-ins and are no players.
const BESIDE: [&str; 9] = ["md", "txt", "pdf", "toml", "csv", "json", "html", "pyc", "log"];
/// Bytes of a hand-in that are read to know it again.
const MOST_BYTES: u64 = 256 << 20;

/// How a hand-in plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// In Python: its main file.
    Python(PathBuf),
    /// A program that speaks the line protocol.
    Program,
    /// One of our agents, or a program of the teacher's own, by its text.
    Agent,
}

/// One hand-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandIn {
    /// What tables call it: the name of its file without the ending.
    pub name: String,
    /// Its file or folder.
    pub path: PathBuf,
    /// How it plays.
    pub way: Way,
    /// What games are kept under: the name with a checksum of what was handed in, or the agent's own text.
    pub spec: Spec,
}

/// What a folder holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The players, by name.
    pub players: Vec<HandIn>,
    /// What could be no player, and why.
    pub left_out: Vec<(PathBuf, String)>,
}

/// Looks through a folder; `except` is a folder in it that holds results.
///
/// # Errors
/// One line: when it cannot be read, or two players have one name.
pub fn find(folder: &Path, except: &Path, kind: &dyn Kind) -> Result<Found, String> {
    let wrong = |why: std::io::Error| named(folder, &why).to_string();
    if !folder.exists() {
        return Err(format!("{}: there is no such folder", folder.display()));
    }
    let mut found = Found::default();
    for path in sorted(folder).map_err(wrong)? {
        if is_beside(&path) || is_same(&path, except) {
            continue;
        }
        match one(&path, kind) {
            Ok(player) => found.players.push(player),
            Err(why) => found.left_out.push((path, why)),
        }
    }
    found.players.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(pair) = found.players.windows(2).find(|pair| pair[0].name == pair[1].name) {
        let [a, b] = [&pair[0], &pair[1]].map(|player| player.path.display());
        return Err(format!("{a} and {b} would both be called {}; rename one", pair[0].name));
    }
    Ok(found)
}

/// Whether something in a folder is no hand-in by its name, or holds the results of another contest.
fn is_beside(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_results = || path.join("games.db").is_file() && path.join("players").is_dir();
    name.starts_with(['.', '_']) || if path.is_dir() { is_results() } else { BESIDE.contains(&&*ending) }
}

/// An agent of ours that plays in a contest.
///
/// # Errors
/// One line: why it is none.
pub(crate) fn agent(text: &str, kind: &dyn Kind) -> Result<Spec, String> {
    let spec = Spec::parse(text).map_err(|why| why.to_string())?;
    kind.check_options(&spec).map_err(|why| why.to_string())?;
    if is_person(&spec.name) {
        return Err(format!("{} is no agent for a contest: nobody sits at its board", spec.name));
    }
    Ok(spec)
}

/// The hand-in that a file or folder is.
///
/// # Errors
/// One line: why it is none.
pub fn one(path: &Path, kind: &dyn Kind) -> Result<HandIn, String> {
    let about = path.symlink_metadata().map_err(|why| why.to_string())?;
    if about.is_symlink() {
        return Err("this is a link; what it leads to belongs here itself".into());
    }
    let path = path.canonicalize().map_err(|why| why.to_string())?;
    if path.to_str().is_none() {
        return Err("its name is no text in UTF-8; give it another".into());
    }
    let name = name_of(&path);
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    if ending == "agent" {
        let text = read_text(&path).map_err(|why| why.to_string())?;
        let spec = agent(text.trim(), kind)?;
        return Ok(HandIn { name, path, way: Way::Agent, spec });
    }
    let way = if about.is_dir() {
        Way::Python(main_of(&path, &name)?)
    } else if !about.is_file() {
        return Err("this is no ordinary file".into());
    } else if ending == "py" {
        Way::Python(path.clone())
    } else if is_executable(&about) {
        Way::Program
    } else {
        return Err(
            "this is no player: a file in Python ends in .py, a text that names an agent in .agent, and a program may be \
             executed (chmod +x)"
                .into(),
        );
    };
    let mut sum = Sum::default();
    sum.add_tree(&path, &path).map_err(|why| named(&path, &why).to_string())?;
    let spec =
        Spec { name: name.clone(), options: vec![("sum".to_owned(), format!("{:016x}", sum.sum.get()))] };
    Ok(HandIn { name, path, way, spec })
}

/// The name of a file without its ending, in letters that any file, address and table takes, and the name of an agent: a dot is none.
fn name_of(path: &Path) -> String {
    let stem = if path.is_dir() { path.file_name() } else { path.file_stem() };
    plain(&stem.unwrap_or_default().to_string_lossy()).replace('.', "_")
}

/// A text in letters that any file takes.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
}

/// The file of a folder that holds its player.
fn main_of(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let own = format!("{name}.py");
    let usual = MAINS.iter().copied().chain([own.as_str()]);
    if let Some(main) = usual.map(|name| folder.join(name)).find(|path| path.is_file()) {
        return Ok(main);
    }
    if let Some(main) = collected(folder) {
        return Ok(main);
    }
    let is_python = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "py");
    let mut files = sorted(folder).map_err(|why| named(folder, &why).to_string())?;
    files.retain(is_python);
    let names = || files.iter().filter_map(|file| file.file_name()?.to_str()).collect::<Vec<_>>().join(", ");
    match &files[..] {
        [only] => Ok(only.clone()),
        [] => Err("this folder holds no player; its file should be player.py".into()),
        _ => Err(format!("which of {} is the player? It should be called player.py", names())),
    }
}

/// The player in a course's whole folder where what was handed in lies in one of its own, `players/AI2_ID_ID`, and nobody else does.
fn collected(folder: &Path) -> Option<PathBuf> {
    let below = sorted(&folder.join("players")).ok()?;
    let mut mains = below.iter().map(|group| group.join("improved_better_h_player/__init__.py"));
    let main = mains.find(|path| path.is_file())?;
    (!mains.any(|path| path.is_file())).then_some(main)
}

/// What lies in a folder, in the order of names.
fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = std::fs::read_dir(folder)?.map(|e| Ok(e?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(unix)]
fn is_executable(about: &std::fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    true
}

/// A checksum of files and their names.
#[derive(Default)]
struct Sum {
    sum: Checksum,
    bytes: u64,
}

impl Sum {
    /// What lies at a path, in the order of names. Links are passed over: a player could not read what they lead to.
    fn add_tree(&mut self, root: &Path, path: &Path) -> std::io::Result<()> {
        let about = path.symlink_metadata()?;
        if about.is_dir() {
            let below = sorted(path)?;
            let kept = |path: &&PathBuf| path.file_name().is_some_and(|name| name != "__pycache__");
            return below.iter().filter(kept).try_for_each(|path| self.add_tree(root, path));
        }
        if !about.is_file() {
            return Ok(());
        }
        self.bytes = self.bytes.saturating_add(about.len());
        if self.bytes > MOST_BYTES {
            return Err(std::io::Error::other(format!(
                "this is more than {} MiB; a hand-in should be less",
                MOST_BYTES >> 20
            )));
        }
        self.sum.add(path.strip_prefix(root).unwrap_or(path).to_string_lossy().as_bytes());
        self.sum.add(&[0]);
        self.sum.add(&std::fs::read(path)?);
        self.sum.add(&[0]);
        Ok(())
    }
}
