//! Two agents on several games in turn whose results belong together: one rate over five boards, say.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::rng::mix;
use plywise::{Rng, TimeControl};
use registry::{Kind, Opening, Spec, Unit};
use serde::Deserialize;
use toml::Table;

use super::{Measure, columns, flag, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct With {
    /// The games, such as boards.
    games: Vec<String>,
    /// Who meets. The observations are the first one's.
    agents: [String; 2],
    /// Every seat's time.
    clock: Option<String>,
    /// Whether each unit is a pair of games with swapped seats; else it is one game, and the seats change with the unit.
    #[serde(default = "yes")]
    pairs: bool,
}

fn yes() -> bool {
    true
}

struct Meetings {
    pairs: bool,
    kinds: Vec<Box<dyn Kind>>,
    agents: [Spec; 2],
    clock: Option<TimeControl>,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let read = |text: &String| Spec::parse(text).map_err(wrong);
    let agents = [read(&with.agents[0])?, read(&with.agents[1])?];
    let mut kinds = Vec::new();
    for game in &with.games {
        let kind = games::open(game).map_err(wrong)?;
        if kind.seats() != 2 {
            return Err(format!("{game} is no game of two seats"));
        }
        agents.iter().try_for_each(|agent| kind.check_agent(agent)).map_err(wrong)?;
        kinds.push(kind);
    }
    if kinds.is_empty() {
        return Err("games = [] should name one game at least".into());
    }
    let clock = with.clock.as_deref().map(arena::parse_clock).transpose().map_err(wrong)?;
    Ok(Box::new(Meetings { pairs: with.pairs, kinds, agents, clock, seed }))
}

impl Measure for Meetings {
    fn columns(&self) -> Vec<String> {
        columns(&[
            "won", "drawn", "lost", "score", "points", "nodes", "time_s", "plies", "seat", "forfeit", "game",
        ])
    }

    /// A pair of games with swapped seats and the same luck, or one game, on the games in turn.
    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let place = (unit % self.kinds.len() as u64) as usize;
        let mut crew = self.kinds[place].crew(&self.agents).map_err(|error| error.to_string())?;
        let mut rng = Rng::derive(mix(self.seed), unit);
        let (start, dice) = (rng.next_u64(), rng.next_u64());
        let agent_seeds = vec![rng.next_u64(), rng.next_u64()];
        let mut pair = Vec::new();
        let seats = if self.pairs { vec![0, 1] } else { vec![(unit % 2) as usize] };
        for seat in seats {
            let game = crew
                .play(
                    &Unit {
                        number: 2 * unit + seat as u64,
                        seating: if seat == 0 { vec![0, 1] } else { vec![1, 0] },
                        start,
                        dice,
                        agent_seeds: agent_seeds.clone(),
                        opening: Opening::Start,
                        clock: self.clock,
                        adjudication: registry::Adjudication::default(),
                        keep_moves: false,
                        players: Vec::new(),
                        tags: Vec::new(),
                    },
                    &Arc::new(AtomicBool::new(false)),
                    None,
                )
                .map_err(|error| error.to_string())?
                .ok_or("a game was broken off")?;
            let (own, other) = (game.payoffs[seat], game.payoffs[1 - seat]);
            let spent = &game.spent[seat];
            pair.push(Seen {
                row: String::new(),
                values: vec![
                    flag(own > other),
                    flag(own == other),
                    flag(own < other),
                    flag(own > other) + 0.5 * flag(own == other),
                    f64::from(own),
                    spent.nodes as f64,
                    spent.time.as_secs_f64(),
                    f64::from(game.plies),
                    seat as f64,
                    flag(game.forfeit.as_ref().is_some_and(|(agent, _)| *agent == 0)),
                    place as f64,
                ],
            });
        }
        Ok(pair)
    }
}
