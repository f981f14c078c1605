//! What `plywise completions` and `plywise man` take.

use std::path::PathBuf;

use clap_complete::Shell;

pub(crate) const ABOUT_COMPLETIONS: &str = "Try: plywise completions bash > ~/.local/share/bash-completion/completions/plywise\n\
     plywise completions zsh > _plywise, in a folder of $fpath\n\
     plywise completions fish > ~/.config/fish/completions/plywise.fish\n\
     Games, agents, experiments and the like are completed by these three, names of agents.toml as it is now; by others options alone.";

pub(crate) const ABOUT_MAN: &str = "Try: plywise man ~/.local/share/man/man1, then man plywise-match";

#[derive(clap::Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ManArgs {
    /// Where to write them; the folder is made if need be
    pub(crate) folder: PathBuf,
}
