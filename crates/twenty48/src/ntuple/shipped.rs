//! Networks by file name, those that come along, and the small one that is built in.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use plywise::TextError;

use super::checkpoint::CheckpointError;
use super::network::Network;
use super::packed::Sealed;
use super::stages::{Late, Stages};

/// The network that comes along, inside the data folder.
const SHIPPED: &str = "twenty48/network/4x6.network";

/// And the one for the late stage.
const SHIPPED_LATE: &str = "twenty48/network/8x6-late.network";

/// The name of the one that is built in, and its file (`data/twenty48/network/SOURCE.md`).
pub const BUILT_IN: &str = "small";
const SMALL: &[u8] = include_bytes!("../../networks/small.network");

/// The network in `file`, a packed network or a training run; [`BUILT_IN`] is the one inside the program, and without a
/// name it is the one that comes along.
///
/// Each file is read once in the life of the process, and its tables are shared. The one that comes along lies in the
/// folder `data` beside the executable, in the user's data folder, in the folder `data` of the sources, or wherever the
/// environment variable `PLYWISE_DATA` says.
///
/// # Errors
/// One line with the file's name.
pub fn load(file: Option<&str>) -> Result<Network, TextError> {
    match file {
        Some(BUILT_IN) => built_in(),
        Some(file) => known(file.into()),
        None => known(find(&data_folders(), SHIPPED)?),
    }
}

/// The networks for the stages of a game: `whole` and `late`, files like those of [`load`]. Without names those that come
/// along; a `whole` that is named has no late stage unless that is named too.
///
/// # Errors
/// One line with the file's name.
pub fn load_stages(whole: Option<&str>, late: Option<&str>) -> Result<Stages, TextError> {
    let stages = Stages::whole(load(whole)?);
    let late = match (whole, late) {
        (_, Some(late)) => PathBuf::from(late),
        (None, None) => return Ok(stages.and(shipped_late()?)),
        (Some(_), None) => return Ok(stages),
    };
    let network = known(late.clone())?;
    match network.begins() {
        0 => Err(TextError::new(format!(
            "network {} learned whole games; one for the late stage comes of `plywise train 2048 --starts FILE`",
            late.display()
        ))),
        _ => Ok(stages.with_late(network)),
    }
}

/// What is to be told where a network that comes along is missing: where it was looked for, and how to get it.
#[must_use]
pub fn missing() -> Option<String> {
    let folders = data_folders();
    let lacks = |name: &&str| find(&folders, name).is_err();
    let name = [SHIPPED, SHIPPED_LATE].into_iter().find(lacks)?;
    let own =
        folders.get(usize::from(folders.len() > 1)).map_or(String::new(), |own| own.display().to_string());
    Some(format!(
        "there is no {name} in {}; copy the folder data of {} to {own}, or set PLYWISE_DATA to it",
        listed(&folders),
        env!("CARGO_PKG_REPOSITORY")
    ))
}

fn listed(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" or in ")
}

fn built_in() -> Result<Network, TextError> {
    static LOADED: Loaded<Network> = Loaded::new(Vec::new());
    let mut loaded = LOADED.lock().expect("reading a network does not panic");
    if let Some((_, known)) = loaded.first() {
        return Ok(known.clone());
    }
    let network = Network::read(&mut &SMALL[..]).map_err(|error| wrong(Path::new(BUILT_IN), &error))?;
    loaded.push((BUILT_IN.into(), network.clone()));
    Ok(network)
}

/// The network for the late stage that comes along, read and still packed.
fn shipped_late() -> Result<Arc<Late>, TextError> {
    static LOADED: Loaded<Arc<Late>> = Loaded::new(Vec::new());
    once(&LOADED, find(&data_folders(), SHIPPED_LATE)?, |file| {
        Sealed::open(file).map(Late::from).map(Arc::new)
    })
}

fn known(path: PathBuf) -> Result<Network, TextError> {
    static LOADED: Loaded<Network> = Loaded::new(Vec::new());
    once(&LOADED, path, Network::read)
}

/// What was read from which file.
type Loaded<T> = Mutex<Vec<(PathBuf, T)>>;

/// What `read` makes of the file, which is read once. While one thread reads, the others wait for the same.
fn once<T: Clone>(
    loaded: &Loaded<T>,
    path: PathBuf,
    read: impl FnOnce(&mut File) -> Result<T, CheckpointError>,
) -> Result<T, TextError> {
    let mut loaded = loaded.lock().expect("reading a network does not panic");
    if let Some((_, known)) = loaded.iter().find(|(known, _)| *known == path) {
        return Ok(known.clone());
    }
    let content = read(&mut open(&path)?).map_err(|error| wrong(&path, &error))?;
    loaded.push((path, content.clone()));
    Ok(content)
}

fn open(path: &Path) -> Result<File, TextError> {
    plywise::file::open(path).map_err(|error| TextError::new(format!("no network {error}")))
}

fn wrong(path: &Path, error: &CheckpointError) -> TextError {
    TextError::new(format!("network {}: {error}", path.display()))
}

/// Where to look, in this order.
fn data_folders() -> Vec<PathBuf> {
    if let Some(folder) = std::env::var_os("PLYWISE_DATA") {
        return vec![folder.into()];
    }
    let beside = std::env::current_exe().ok().and_then(|file| Some(file.parent()?.join("data")));
    // The XDG base directories, <https://specifications.freedesktop.org/basedir-spec/latest/>.
    let variable = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let users = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(|root| root.join("data"));
    beside.into_iter().chain(users.map(|folder| folder.join("plywise"))).chain(sources).collect()
}

fn find(folders: &[PathBuf], name: &str) -> Result<PathBuf, TextError> {
    let mut files = folders.iter().map(|folder| folder.join(name));
    files.find(|file| file.is_file()).ok_or_else(|| {
        TextError::new(format!(
            "there is no {name} in {}; set PLYWISE_DATA to the folder data of plywise, or name a file; network={BUILT_IN} is \
             built in",
            listed(folders)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_broken_gets_one_line_with_its_name() {
        let folder = std::env::temp_dir().join(format!("twenty48-shipped-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("twenty48/network")).unwrap();
        let error = find(&["/nowhere/data".into(), folder.clone()], SHIPPED).unwrap_err().message;
        assert!(
            error.starts_with("there is no twenty48/network/4x6.network in /nowhere/data or in "),
            "{error}"
        );
        assert!(error.contains("PLYWISE_DATA") && !error.contains('\n'), "{error}");
        let file = folder.join(SHIPPED);
        std::fs::write(&file, "nonsense").unwrap();
        assert_eq!(find(&["/nowhere/data".into(), folder.clone()], SHIPPED).unwrap(), file);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
