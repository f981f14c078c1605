//! The commands that only the whole program has: what `plywise --help` says of them in either program.

use clap::Command;

/// Their names, what they do, and after which command they stand in the help.
const FURTHER: [(&str, &str, &str); 9] = [
    ("tree", "Draw a search tree, with and without pruning side by side if wanted", "analyze"),
    ("serve", "Play, watch, analyse and look inside a search in the browser", "engine"),
    ("tune", "Look for an agent's best weights by playing", "bench"),
    ("drive", "Play the original web page of 2048 in a real browser", "tune"),
    ("train", "Let a network learn by playing itself", "drive"),
    ("tables", "Work out endgame tables for the champion of 2048", "train"),
    ("lab", "Run the published experiments again, with their numbers beside ours", ""),
    ("completions", "Print what a shell completes this command with", ""),
    ("man", "Write manual pages, one for each command", ""),
];

/// The name as one of theirs.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    FURTHER.iter().map(|further| further.0).find(|further| *further == name)
}

/// A command with these below it and `ours`, in the order of the help.
pub(crate) fn among(ours: impl Iterator<Item = Command>, command: Command) -> Command {
    let mut all: Vec<Command> = ours.collect();
    for (name, about, after) in FURTHER {
        let before = all.iter().position(|one| one.get_name() == after);
        all.insert(before.map_or(all.len(), |at| at + 1), Command::new(name).about(about));
    }
    command.subcommands(all.into_iter().enumerate().map(|(i, one)| one.display_order(i)))
}
