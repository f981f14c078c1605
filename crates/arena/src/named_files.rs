//! Files that the agents, the openings or the game of an experiment name: what they hold decides how its games go.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use plywise::Checksum;
use registry::{Kind, Opt, Spec, SpecError, Takes};

use crate::openings::OF_FILE;

/// What every such file holds, as a checksum; files that cannot be read are left to whoever reads them.
pub(crate) fn sums(
    kind: &dyn Kind,
    agents: &[Spec],
    suite: Option<&Spec>,
) -> Option<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
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

/// Whether these files are still what they were.
///
/// # Errors
/// The first that is not.
pub(crate) fn check(sums: &BTreeMap<String, String>) -> Result<(), SpecError> {
    let changed = sums.iter().find(|(path, then)| sum(path).is_some_and(|now| now != **then));
    changed.map_or(Ok(()), |(path, _)| {
        Err(SpecError(format!(
            "{path} is not what it was when this experiment began; put that file back, or begin an experiment of its own"
        )))
    })
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
