//! The commands that only the whole program has: what `plywise --help` says of them in either program.

use arena::registry::door::command::Command;

/// Their names, what they do, and after which command they stand in the help.
const FURTHER: [(&str, &str, &str); 8] = [
    ("tree", "Draw a search tree, with and without pruning side by side if wanted", "analyze"),
    ("serve", "Play, watch, analyse and look inside a search in the browser", "engine"),
    ("tune", "Look for an agent's best weights by playing", "bench"),
    ("drive", "Play the original web page of 2048 in a real browser", "tune"),
    (
        "contest",
        "Let the players in a folder meet: a course's hand-ins, with a page and grades",
        "tournament",
    ),
    ("lab", "Run the published experiments again, with their numbers beside ours", ""),
    ("completions", "Print what a shell completes this command with", ""),
    ("man", "Write manual pages, one for each command", ""),
];

/// The same of the verbs that games have.
fn verbs() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut all: Vec<(&str, &str, &str)> = Vec::new();
    for Command { name, about, .. } in games::verbs().map(|(_, verb)| &verb.command) {
        if all.iter().all(|known| known.0 != *name) {
            all.push((name, about, all.last().map_or("drive", |last| last.0)));
        }
    }
    all
}

/// The name as one of theirs.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    FURTHER.into_iter().chain(verbs()).map(|further| further.0).find(|further| *further == name)
}

/// A command with these below it and `ours`, in the order of the help.
pub(crate) fn among(ours: impl Iterator<Item = clap::Command>, command: clap::Command) -> clap::Command {
    let mut all: Vec<clap::Command> = ours.collect();
    for (name, about, after) in FURTHER.into_iter().chain(verbs()) {
        let before = all.iter().position(|one| one.get_name() == after);
        all.insert(before.map_or(all.len(), |at| at + 1), clap::Command::new(name).about(about));
    }
    command.subcommands(all.into_iter().enumerate().map(|(i, one)| one.display_order(i)))
}
