//! How many moves there are, turn by turn.

use plywise::{Rng, Turn};
use registry::{Kind, Luck, Spec};
use serde::Deserialize;
use toml::Table;

use super::{Measure, columns, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The game.
    game: String,
    /// One agent for each seat; random moves unless given.
    #[serde(default)]
    agents: Vec<String>,
}

struct Branching {
    kind: Box<dyn Kind>,
    agents: Vec<Spec>,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let With { game, agents } = settings(with)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let kind = games::open(&game).map_err(wrong)?;
    let agents =
        agents.iter().map(|agent| Spec::parse(agent)).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    agents.iter().try_for_each(|agent| kind.check_agent(agent)).map_err(wrong)?;
    if !agents.is_empty() && agents.len() != kind.seats() {
        return Err(format!("{} agents for {} seats", agents.len(), kind.seats()));
    }
    Ok(Box::new(Branching { kind, agents, seed }))
}

impl Measure for Branching {
    fn columns(&self) -> Vec<String> {
        columns(&["ply", "seat", "moves", "passes", "game"])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let mut game =
            self.kind.live_with(Luck::starting(rng.next_u64()), None).map_err(|error| error.to_string())?;
        let agents = self
            .agents
            .iter()
            .map(|agent| game.join(agent, rng.next_u64()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.to_string())?;
        let (mut all, mut ply) = (Vec::new(), 0.0);
        while let Some(turn) = game.turn() {
            let Turn::Seat(seat) = turn else {
                game.roll(&mut rng);
                continue;
            };
            let (moves, pass) = (game.moves(), game.forced_pass());
            let count = if pass.is_some() { 0 } else { moves.len() };
            let passes = super::flag(pass.is_some());
            let values = vec![ply, f64::from(seat.0), count as f64, passes, unit as f64];
            all.push(Seen { row: String::new(), values });
            let chosen = match (agents.get(seat.index()), pass) {
                (Some(&agent), None) => super::chosen(&mut *game, agent)?.best,
                _ => moves[rng.index(moves.len())].clone(),
            };
            game.play(&chosen).map_err(|error| error.to_string())?;
            ply += 1.0;
        }
        Ok(all)
    }
}
