//! Files that the agents, the openings or the game of an experiment name, and what agents look for on the machine: what it holds
//! decides how its games go.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use plywise::Checksum;
use registry::{Kind, Opt, Spec, SpecError, Takes};

use crate::openings::OF_FILE;

/// What every such file holds, as a checksum, and what agents find, as they tell it; files that cannot be read are left to whoever reads them.
pub(crate) fn sums(
    kind: &dyn Kind,
    agents: &[Spec],
    suite: Option<&Spec>,
) -> Option<BTreeMap<String, String>> {
    let mut sums: BTreeMap<String, String> = found(kind, agents).collect();
    let mut look = |spec: &Spec, options: &[Opt]| {
        let named = options.iter().filter_map(|option| match option.takes {
            Takes::Path { but } => spec.text(option.key).filter(|value| !but(value)),
            _ => None,
        });
        for path in named {
            if let Some(sum) = sum(path) {
                sums.insert(path.to_owned(), sum);
            }
        }
    };
    for agent in agents {
        if let Ok(named) = kind.listed(agent) {
            look(agent, named.options);
        }
    }
    if let Some(suite) = suite.filter(|suite| suite.name == OF_FILE.name) {
        look(suite, OF_FILE.options);
    }
    if let Ok(game) = Spec::parse(kind.name())
        && let Some(door) = games::door(kind.name())
    {
        look(&game, door.info.named.options);
    }
    (!sums.is_empty()).then_some(sums)
}

/// Whether no file is named.
#[expect(clippy::ref_option, reason = "as serde asks")]
pub(crate) fn says_nothing(sums: &Option<BTreeMap<String, String>>) -> bool {
    sums.as_ref().is_none_or(BTreeMap::is_empty)
}

/// What agents look for on the machine, by name.
fn found(kind: &dyn Kind, agents: &[Spec]) -> impl Iterator<Item = (String, String)> {
    agents.iter().filter_map(|agent| kind.found(agent)).map(|(name, held)| (name.to_owned(), held))
}

/// Whether these files, and what the agents find, are still what they were.
///
/// # Errors
/// The first that is not.
pub(crate) fn check(
    then: &BTreeMap<String, String>,
    kind: &dyn Kind,
    agents: &[Spec],
) -> Result<(), SpecError> {
    let found: BTreeMap<String, String> = found(kind, agents).collect();
    for (name, held) in then {
        let (now, again) = match found.get(name) {
            Some(now) => (Some(now.clone()), format!(" ({held}; now {now}); make it so again")),
            None => (sum(name), "; put that file back".to_owned()),
        };
        if now.is_some_and(|now| now != *held) {
            return Err(SpecError(format!(
                "{name} is not what it was when this experiment began{again}, or begin an experiment of its own"
            )));
        }
    }
    Ok(())
}

fn sum(path: &str) -> Option<String> {
    let mut file = plywise::file::open(Path::new(path)).ok()?;
    let (mut sum, mut bytes) = (Checksum::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes).ok()? {
            0 => return Some(format!("{:016x}", sum.get())),
            read => sum.add(&bytes[..read]),
        }
    }
}
