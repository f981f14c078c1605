//! Whether an agent plays as well as possible: each of its moves beside the best, by a search to the end.

use plywise::{Limits, Rng, Seat, Turn};
use registry::{Kind, Luck, Spec};
use serde::Deserialize;
use toml::Table;

use super::{Measure, columns, flag, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The game.
    game: String,
    /// Where it starts; its own start unless given.
    position: Option<String>,
    /// Who is judged.
    agent: String,
    /// Its seat, from 0.
    seat: u8,
    /// Who plays the other seats.
    #[serde(default = "random")]
    rival: String,
    /// Who judges: a search whose depth reaches the end of the game.
    judge: String,
    /// That depth.
    depth: u32,
    /// The first ply whose move is judged, from 0: an early one may be too dear.
    #[serde(default)]
    from: u32,
}

fn random() -> String {
    "random".into()
}

struct BestPlay {
    kind: Box<dyn Kind>,
    with: With,
    agents: [Spec; 3],
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let kind = games::open(&with.game).map_err(wrong)?;
    kind.live(0, with.position.as_deref()).map_err(|error| error.to_string())?;
    if usize::from(with.seat) >= kind.seats() {
        return Err(format!("seat = {} should be below {}", with.seat, kind.seats()));
    }
    let open = |text: &str| {
        let spec = Spec::parse(text).map_err(wrong)?;
        kind.check_agent(&spec).map_err(wrong)?;
        Ok::<_, String>(spec)
    };
    let agents = [open(&with.agent)?, open(&with.rival)?, open(&with.judge)?];
    Ok(Box::new(BestPlay { kind, with, agents, seed }))
}

impl Measure for BestPlay {
    fn columns(&self) -> Vec<String> {
        columns(&["ply", "moves", "loss", "not_best", "points", "given", "game"])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let mut game = self
            .kind
            .live_with(Luck::starting(rng.next_u64()), self.with.position.as_deref())
            .map_err(|error| error.to_string())?;
        let mut ids = Vec::new();
        for agent in &self.agents {
            ids.push(game.join(agent, rng.next_u64()).map_err(|error| error.to_string())?);
        }
        let (mut all, mut ply, mut given) = (Vec::new(), 0.0, 0.0);
        while let Some(turn) = game.turn() {
            let Turn::Seat(seat) = turn else {
                game.roll(&mut rng);
                continue;
            };
            let own = seat == Seat(self.with.seat);
            let mv = match game.forced_pass() {
                Some(pass) => pass,
                None => {
                    let who = if own { ids[0] } else { ids[1] };
                    super::chosen(&mut *game, who)?.best
                }
            };
            if own && ply >= f64::from(self.with.from) && game.forced_pass().is_none() {
                let values = game.move_values(ids[2], self.with.depth, &Limits::default());
                let value = |mv: &str| values.iter().find(|value| value.mv == mv).map(|v| v.value.as_f64());
                let best = values.iter().map(|value| value.value.as_f64()).fold(f64::NEG_INFINITY, f64::max);
                let loss = best - value(&mv).ok_or_else(|| format!("{mv} has no value"))?;
                given += loss;
                let (moves, none) = (values.len() as f64, f64::NAN);
                let values = vec![ply, moves, loss, flag(loss > 0.0), none, none, unit as f64];
                all.push(Seen { row: String::new(), values });
            }
            game.play(&mv).map_err(|error| error.to_string())?;
            ply += 1.0;
        }
        let points = f64::from(game.payoffs()[usize::from(self.with.seat)]);
        let none = f64::NAN;
        let values = vec![ply, none, none, none, points, given, unit as f64];
        all.push(Seen { row: String::new(), values });
        Ok(all)
    }
}
