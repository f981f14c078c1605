//! What the programs are made of, as Cargo tells it: `cargo metadata` and the lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// One package of a build.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Package {
    /// Its name in the registry.
    pub(crate) name: String,
    /// Its exact version.
    pub(crate) version: String,
    /// Its SPDX expression, <https://spdx.org/licenses>; empty where it has none.
    pub(crate) license: String,
    /// Where it comes from, in Cargo's words; None for one of this workspace.
    pub(crate) source: Option<String>,
    /// SHA-256 of its archive in hexadecimal; None for one of this workspace.
    pub(crate) checksum: Option<String>,
}

/// Everything that the lock file names and this system builds.
pub(crate) struct Packages {
    /// All of them, by name and version.
    pub(crate) all: Vec<Package>,
    root: PathBuf,
}

impl Packages {
    /// Asks Cargo about the workspace at `root`.
    ///
    /// # Errors
    /// When there is no Cargo, the lock file is behind the manifests, or a package cannot be had.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let metadata = metadata(root)?;
        let lock = root.join("Cargo.lock");
        let lock = std::fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
        let mut all: Vec<Package> = list(&metadata["packages"]).map(|package| of(package, &lock)).collect();
        all.sort();
        Ok(Self { all, root: root.to_owned() })
    }

    /// A package and all that its program is made of or built with, without what only tests use: each with those that it
    /// uses itself. The features are those of this program alone.
    ///
    /// # Errors
    /// When there is no such package.
    pub(crate) fn made_of(&self, name: &str) -> Result<BTreeMap<&Package, BTreeSet<&Package>>, String> {
        let tree = ["tree", "--locked", "-e", "normal,build", "--prefix", "depth", "-f", " {p}", "-p", name];
        let tree = cargo(&self.root, &tree)?;
        let mut found: BTreeMap<&Package, BTreeSet<&Package>> = BTreeMap::new();
        let mut path: Vec<&Package> = Vec::new();
        for line in tree.lines() {
            // The depth, the name, `v` and the version, what else there is to say.
            let mut words = line.split(' ');
            let mut word = || words.next().unwrap_or_default();
            let (depth, name, version) = (word(), word(), word().trim_start_matches('v'));
            let package = self.all.iter().find(|package| package.name == name && package.version == version);
            let (Ok(depth), Some(package)) = (depth.parse::<usize>(), package) else {
                return Err(format!("cargo tree: {line}"));
            };
            path.truncate(depth);
            found.entry(package).or_default();
            if let Some(user) = path.last() {
                found.entry(user).or_default().insert(package);
            }
            path.push(package);
        }
        Ok(found)
    }
}

/// What Cargo says of the workspace at `root` on this kind of system.
///
/// # Errors
/// When there is no Cargo, the lock file is behind the manifests, or a package cannot be had.
pub(crate) fn metadata(root: &Path) -> Result<Value, String> {
    let about = cargo(root, &["-vV"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("cargo -vV names no host")?;
    let metadata =
        cargo(root, &["metadata", "--format-version", "1", "--locked", "--filter-platform", host])?;
    serde_json::from_str(&metadata).map_err(|error| error.to_string())
}

/// The items of an array.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn of(package: &Value, lock: &str) -> Package {
    let text = |key: &str| package[key].as_str().map(str::to_owned);
    let (name, version) = (text("name").unwrap_or_default(), text("version").unwrap_or_default());
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let entry = lock.split("[[package]]\n").find(|entry| entry.starts_with(&head));
    let checksum = entry.and_then(|entry| entry.split("\nchecksum = \"").nth(1)?.split('"').next());
    Package {
        license: text("license").unwrap_or_default(),
        source: text("source"),
        checksum: checksum.map(str::to_owned),
        name,
        version,
    }
}

fn cargo(root: &Path, args: &[&str]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(args).current_dir(root).output();
    let output = output.map_err(|error| format!("cargo {}: {error}", args[0]))?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", args[0], String::from_utf8_lossy(&output.stderr).trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
