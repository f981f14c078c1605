//! What the workspace takes from others: licences, sources, versions and reasons.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[path = "../examples/sbom/bill.rs"]
mod bill;

use crate::packages::{Package, Packages, list, metadata};

/// Licences that programs under MIT or Apache-2.0 may carry. A person has read each: a new one is a decision.
const LICENCES: &[&str] = &[
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "0BSD OR MIT OR Apache-2.0",
    "Apache-2.0",
    "Apache-2.0 OR BSD-3-Clause",
    "Apache-2.0 OR BSL-1.0",
    "Apache-2.0 OR GPL-2.0-only",
    "Apache-2.0 OR MIT",
    "Apache-2.0 WITH LLVM-exception",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    "BSD-2-Clause OR Apache-2.0 OR MIT",
    "ISC",
    "MIT",
    "MIT AND BSD-3-Clause",
    "MIT OR Apache-2.0",
    "MIT OR Zlib OR Apache-2.0",
    "MIT/Apache-2.0",
    "Unicode-3.0",
    "Unlicense OR MIT",
    "Zlib",
    "Zlib OR Apache-2.0 OR MIT",
];

/// Packages in more than one version, none of them in a program twice; whoever gets rid of one deletes it here.
const TWICE: &[&str] = &["syn"];

/// Never: what another one or the standard library does here already, or links what a system may lack, or nobody maintains by the
/// database of RustSec (<https://rustsec.org/advisories>, as of 2026-08-21, which knows of nothing that is here).
const BANNED: &[&str] =
    &["chrono", "instant", "lazy_static", "native-tls", "openssl", "openssl-sys", "reqwest"];

/// What is handed out.
const PROGRAMS: &[&str] = &["plywise-cli", "plywise-full", "plywise-python"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn packages() -> Packages {
    Packages::read(root()).unwrap_or_else(|error| panic!("{error}"))
}

fn programs(packages: &Packages) -> impl Iterator<Item = (&'static str, Vec<&Package>)> {
    PROGRAMS.iter().map(|&program| {
        let made_of: Vec<_> = packages.made_of(program).unwrap().into_keys().collect();
        assert!(made_of.len() > 20, "{program} is made of {} packages", made_of.len());
        (program, made_of)
    })
}

#[test]
fn licences_and_sources_are_known_ones() {
    let packages = packages();
    assert!(packages.all.len() > 100, "{}", packages.all.len());
    for package in &packages.all {
        assert!(LICENCES.contains(&&*package.license), "read the licence of {package:?} and list it");
        assert!(!BANNED.contains(&&*package.name), "{package:?}");
        if let Some(source) = &package.source {
            assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{package:?}");
            assert_eq!(package.checksum.as_deref().map(str::len), Some(64), "{package:?}");
        }
    }
    let used: BTreeSet<&str> = packages.all.iter().map(|package| &*package.license).collect();
    let unused: Vec<_> = LICENCES.iter().filter(|licence| !used.contains(**licence)).collect();
    assert!(unused.is_empty() || !cfg!(target_os = "linux"), "no longer needed: {unused:?}");
}

/// Also those of other systems: the lock file has them all.
#[test]
fn no_other_package_comes_in_two_versions() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut count: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in lock.split("[[package]]\n").skip(1) {
        let name = entry.strip_prefix("name = \"").and_then(|rest| rest.split('"').next()).unwrap();
        *count.entry(name).or_default() += 1;
    }
    // Bindings to systems that are not built here.
    count.remove("r-efi");
    count.retain(|name, versions| *versions > 1 && !name.starts_with("windows"));
    assert_eq!(count.into_keys().collect::<Vec<_>>(), TWICE);
}

/// The table of `docs/dependencies.md` has every package that a manifest names, with what it is for, and none more.
#[test]
fn each_dependency_has_its_reason() {
    let metadata = metadata(root()).unwrap();
    let named: BTreeSet<&str> = list(&metadata["packages"])
        .filter(|package| package["source"].is_null())
        .flat_map(|package| list(&package["dependencies"]))
        .filter(|dependency| !dependency["source"].is_null())
        .filter_map(|dependency| dependency["name"].as_str())
        .collect();
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let rows: BTreeMap<&str, &str> = rows.collect();
    assert_eq!(rows.keys().copied().collect::<BTreeSet<_>>(), named);
    for (name, why) in rows {
        assert!(why.len() > 20, "{name}: {why}");
    }
}

/// The bill names each package of the program once, with where it comes from, and every edge leads somewhere.
#[test]
fn the_bill_of_materials_is_whole_and_the_same_twice() {
    let packages = packages();
    let bill = bill::bill(&packages, "plywise-full").unwrap();
    assert_eq!(
        bill.to_string(),
        bill::bill(&Packages::read(root()).unwrap(), "plywise-full").unwrap().to_string()
    );
    let references: Vec<&str> = list(&bill["components"])
        .chain([&bill["metadata"]["component"]])
        .map(|component| component["bom-ref"].as_str().unwrap())
        .collect();
    let distinct: BTreeSet<&str> = references.iter().copied().collect();
    assert_eq!(distinct.len(), references.len());
    let (_, made_of) = programs(&packages).find(|(program, _)| *program == "plywise-full").unwrap();
    assert_eq!(distinct.len(), made_of.len());
    for name in ["rusqlite", "libsqlite3-sys", "plywise-othello", "axum"] {
        assert!(
            references.iter().any(|reference| reference.starts_with(&format!("pkg:cargo/{name}@"))),
            "{name}"
        );
    }
    assert!(!references.iter().any(|reference| reference.contains("libloading")), "only tests use it");
    for edge in list(&bill["dependencies"]) {
        for end in list(&edge["dependsOn"]).chain([&edge["ref"]]) {
            assert!(distinct.contains(end.as_str().unwrap()), "{end}");
        }
    }
    assert!(bill::bill(&packages, "plywise-none").is_err());
}
