//! Whether a store holds what was played: every row by its checksum, every game by the rules.

use plywise::Seat;
use plywise::notation::quote;
use registry::{Luck, Recount};

use crate::error::Error;
use crate::ledger::{Ledger, Stored};
use crate::progress::Progress;
use crate::record::{GameRow, check};
use crate::recount;
use crate::setup::Setup;

/// Something that is not as it was stored, or against the rules.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Fault {
    /// The experiment's number within the store; None where the file itself is damaged.
    pub experiment: Option<i64>,
    /// The game.
    pub game: Option<u64>,
    /// What is wrong, in one line.
    pub message: String,
}

/// What was looked at, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Checked {
    /// Experiments.
    pub experiments: u64,
    /// Games, with or without faults.
    pub games: u64,
    /// In the order in which they were met.
    pub faults: Vec<Fault>,
}

/// Looks at all that a store holds. `watch` hears how many games of an experiment are done, and of how many.
///
/// # Errors
/// When the file is so damaged that it cannot be read any further.
pub fn check_store(store: &dyn Ledger, watch: &mut dyn FnMut(u64, u64)) -> Result<Checked, Error> {
    let mut checked = Checked::default();
    for message in store.integrity()? {
        checked.faults.push(Fault { experiment: None, game: None, message });
    }
    for stored in store.experiments()? {
        checked.experiments += 1;
        let id = stored.id;
        let faults = check_experiment(store, &stored, &mut checked.games, watch)?;
        checked.faults.extend(faults.into_iter().map(|(game, message)| Fault {
            experiment: Some(id),
            game,
            message,
        }));
        store.versions(id)?;
    }
    Ok(checked)
}

type Faults = Vec<(Option<u64>, String)>;

fn check_experiment(
    store: &dyn Ledger,
    stored: &Stored,
    games: &mut u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Faults, Error> {
    let mut faults: Faults = Vec::new();
    if stored.hash != stored.experiment.hash() {
        faults.push((None, "its text is not the one that its hash was taken of".into()));
    }
    if store.agents(stored.id)? != stored.experiment.agents {
        faults.push((None, "the list of its agents is not that of its text".into()));
    }
    let round = stored.experiment.open_to_read()?.timetable.games_of_a_round();
    let setup = stored.experiment.with_room_for(stored.games, round).open_to_read()?;
    let sums = store.sums(stored.id, u64::MAX)?;
    // Added up again, as far as the sums go.
    let mut progress = Progress::new(&setup);
    let (mut is_same, mut count) = (None, 0);
    store.rows(stored.id, &mut |unit, row| {
        count += 1;
        watch(count, stored.games);
        match row.and_then(|game| by_the_rules(&setup, &game)) {
            Ok(game) => progress.add(&setup, game),
            Err(message) => faults.push((Some(unit), message)),
        }
        if let Some((units, standings)) = &sums
            && progress.counted == *units
        {
            is_same = Some(progress.standings == *standings);
        }
    })?;
    *games += count;
    if faults.is_empty() && sums.is_some_and(|(units, _)| units > 0) && is_same != Some(true) {
        faults.push((None, "its games do not add up to the sums that were kept of them".into()));
    }
    Ok(faults)
}

/// Whether nobody moved in it.
pub(crate) fn is_moveless(game: &GameRow) -> bool {
    game.fingerprint == registry::crew::fingerprint::<u8>(&[])
}

/// The game without its record, if it is one of the experiment, its moves are legal and those that were played, and what else is said
/// of it is what they come to.
pub(crate) fn by_the_rules(setup: &Setup, game: &GameRow) -> Result<GameRow, String> {
    check(game, setup)?;
    let mut replayed = Vec::new();
    let seat = game.agents.iter().position(|agent| game.loser == Some(*agent));
    let forfeit = seat.map(|seat| Seat(seat as u8)).zip(game.why.clone());
    setup
        .kind
        .replay_to_end(&game.game, forfeit, &mut |game, counted| replayed.push((game, counted)))
        .map_err(|error| error.to_string())?;
    // Where a game was lost before its first move there are no moves to hold to the rules, and in a format of lines there is no game.
    if replayed.is_empty() && is_moveless(game) && game.loser.is_some() && game.why.is_some() {
        let nothing = Recount { moves: Vec::new(), payoffs: None, open: None, milestone: None, text: None };
        recount::check(game, setup, &nothing)?;
        check_first_move(game, setup)?;
        return Ok(game.without_record());
    }
    let [(replay, counted)] = &replayed[..] else {
        return Err(format!("{} games stand where one belongs", replayed.len()));
    };
    if let Some((ply, message)) = &replay.error {
        return Err(format!("ply {ply}: {}", quote(message)));
    }
    if replay.fingerprint != game.fingerprint {
        return Err("its moves are not those that its fingerprint was taken of".into());
    }
    let counted = counted.as_ref().ok_or("its start cannot be read")?;
    recount::check(game, setup, counted)?;
    Ok(game.without_record())
}

/// Whether the text of a game that has no moves names nobody else as who lost it.
fn check_first_move(game: &GameRow, setup: &Setup) -> Result<(), String> {
    let start = setup.kind.live_with(Luck::starting(setup.luck(game.unit).start), None);
    let start = start.map_err(|error| error.to_string())?;
    let said =
        |seat: usize| game.game.contains(&format!("# {} forfeits: ", start.seat_name(Seat(seat as u8))));
    match (0..game.agents.len()).find(|&seat| game.loser != Some(game.agents[seat]) && said(seat)) {
        Some(seat) => {
            Err(format!("its text says that agent {} lost it, and it says another", game.agents[seat]))
        }
        None => Ok(()),
    }
}
