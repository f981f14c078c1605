//! What a game's file holds, and what has to be written.

use super::Table;
use crate::record::Ply;

/// What a game's file holds.
pub(super) struct Kept {
    /// All but the plies, as text.
    head: String,
    plies: usize,
    /// The number of the last of these plies.
    serial: u64,
    /// The plies of the game as it was written last as a whole.
    whole: usize,
}

/// What has to be written for a game to be kept.
pub(crate) enum Unsaved {
    /// What follows in the file.
    More(String),
    /// All of it.
    Whole(String),
}

impl Table {
    /// What the disk does not know yet. After a ply that is this ply, however long the game is, but now and then the file is
    /// written anew, so that it stays short.
    pub(crate) fn unsaved(&mut self) -> Unsaved {
        let head = serde_json::to_string(&self.saved.before_play()).unwrap_or_default();
        let plies = self.plies();
        let is_kept = |kept: &Kept| {
            let last = kept.plies.checked_sub(1).map_or(Some(0), |last| self.serials.get(last).copied());
            kept.head == head && last == Some(kept.serial) && plies <= 2 * kept.whole + 64
        };
        let known = self.kept.take().filter(is_kept);
        let (from, whole) = known.map_or((None, plies), |kept| (Some(kept.plies), kept.whole));
        let serial = self.serials.last().copied().unwrap_or(0);
        self.kept = Some(Kept { head, plies, serial, whole });
        let text = |ply: &Ply| format!("\n{}", serde_json::to_string(ply).unwrap_or_default());
        match from {
            Some(from) => Unsaved::More(self.saved.plies[from..].iter().map(text).collect()),
            None => Unsaved::Whole(serde_json::to_string(&self.saved).unwrap_or_default()),
        }
    }

    /// What was to be written is not there.
    pub(crate) fn is_not_kept(&mut self) {
        (self.unsaved, self.kept) = (true, None);
    }
}
