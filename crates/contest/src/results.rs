//! What came of a contest: all games of the store that are its, and the report on them.

use std::sync::Arc;

use arena::{Error, Experiment, GameRow, Kind, Ledger, Progress, Report, Setup, SpecError};

use crate::names::plain;
use crate::plan::{Plan, Seated};

/// Letters of a reference's name that its pages are called by.
const LETTERS: usize = 60;

/// A game of the contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The game as it is kept, its agents being numbers in the field.
    pub row: GameRow,
    /// Its number within its meeting, from 1.
    pub number: u64,
}

/// What came of a contest.
pub struct Results {
    /// Who played.
    pub field: Vec<Seated>,
    /// What the pages of each of the field are called, no two alike.
    pub pages: Vec<String>,
    /// Numbers, ratings and rankings.
    pub report: Report,
    /// All games, meeting by meeting.
    pub games: Vec<Game>,
    /// Games that are still missing.
    pub missing: u64,
}

impl Results {
    /// Reads what the store holds of a contest.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn read(
        plan: &Plan,
        kind: &Arc<dyn Kind>,
        field: &[Seated],
        store: &dyn Ledger,
    ) -> Result<Self, Error> {
        let whole = whole(plan, kind, field)?;
        let stored = store.experiments()?;
        let (mut progress, mut games, mut missing) = (Progress::new(&whole), Vec::new(), 0);
        for who in Plan::meetings(kind.seats(), field) {
            let setup = plan.setup(kind, field, &who).map_err(|why| Error::Spec(SpecError(why)))?;
            missing += setup.units();
            let Some(stored) = stored.iter().find(|one| one.hash == setup.hash) else { continue };
            let kept = store.records(stored.id, setup.units(), &mut |row| {
                missing -= 1;
                games.push(Game { number: row.unit + 1, row: renumbered(row, &who, &whole) });
                Ok(())
            });
            kept?.map_err(|why| Error::Io(store.path().to_owned(), why.to_string()))?;
        }
        games.iter().for_each(|game| progress.add(&whole, game.row.clone()));
        let report = Report::new(&whole, &progress);
        Ok(Self { field: field.to_vec(), pages: pages(field), report, games, missing })
    }

    /// The players that were handed in, the best first.
    pub fn ranked(&self) -> impl Iterator<Item = usize> {
        self.report.ranking.iter().copied().filter(|&player| !self.field[player].is_reference)
    }

    /// Games of a player, with the seat that it had.
    pub fn of(&self, player: usize) -> impl Iterator<Item = (&Game, usize)> {
        self.games.iter().filter_map(move |game| {
            game.row.agents.iter().position(|&agent| agent == player).map(|seat| (game, seat))
        })
    }
}

/// A hand-in's pages are called what it is: there its errors lie. A reference may be called anything, such as a file's place, which
/// would lead elsewhere.
fn pages(field: &[Seated]) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for one in field {
        let page = if one.is_reference {
            let name: String = plain(&one.name).trim_matches('.').chars().take(LETTERS).collect();
            let name = if name.is_empty() { "reference".to_owned() } else { name };
            let is_free =
                |page: &String| pages.iter().all(|taken| taken.to_lowercase() != page.to_lowercase());
            let more = (2..).map(|number| format!("{name}-{number}"));
            std::iter::once(name.clone()).chain(more).find(is_free).unwrap_or_default()
        } else {
            one.name.clone()
        };
        pages.push(page);
    }
    pages
}

/// The whole contest as one tournament, of which references have not played among themselves.
fn whole(plan: &Plan, kind: &Arc<dyn Kind>, field: &[Seated]) -> Result<Setup, Error> {
    let names = field.iter().map(|player| player.name.clone()).collect();
    let experiment = Experiment {
        seed: plan.seed,
        rounds: plan.rounds,
        ..Experiment::new(kind.name(), field.iter().map(|player| &player.spec))
    };
    let mut setup = experiment.open_as(Arc::clone(kind)).map_err(Error::Spec)?;
    setup.names = names;
    Ok(setup)
}

/// A game of a meeting as one of the whole.
fn renumbered(row: GameRow, who: &[usize], whole: &Setup) -> GameRow {
    let table = &whole.timetable;
    let unit = match who {
        [alone] => row.unit * table.games_of_a_round() + *alone as u64,
        _ => {
            let meeting = table.meetings().iter().position(|&(a, b)| who == [a, b]).unwrap_or_default();
            row.unit / 2 * table.games_of_a_round() + 2 * meeting as u64 + row.unit % 2
        }
    };
    GameRow {
        unit,
        agents: row.agents.iter().map(|&agent| who[agent]).collect(),
        loser: row.loser.map(|agent| who[agent]),
        ..row
    }
}
