//! A game as it is kept on disk: what was asked for and what was played, so that the rest can be built again.

use arena::registry::Luck;
use arena::{LiveGame, Thought};
use serde::{Deserialize, Serialize};

use crate::error::Answer;
use crate::names;

/// What a game is begun with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The game, such as `othello:size=6`.
    pub(crate) game: String,
    /// Who sits at each seat: an agent, or `person`.
    pub(crate) seats: Vec<String>,
    /// The source of all luck; drawn from the clock unless given.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Where the game starts, unless at its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// The lesson of the game that it is; its position is that of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lesson: Option<String>,
    /// Moves that are played already, outcomes of chance included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<String>,
    /// What is known of the game besides: who played it, where and when, how it ended. Names and values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<(String, String)>,
    /// Every seat's time, such as `game=60s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<String>,
    /// Milliseconds that an agent's move takes at least.
    #[serde(default)]
    pub(crate) pace: Option<u64>,
    /// Whether agents wait until the viewer lets them go on.
    #[serde(default)]
    pub(crate) paused: bool,
    /// Who gave up or was late after these moves. Kept in [`Saved`] once the game is begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<Ended>,
}

/// A move that was played, and what its agent said of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Ply {
    /// The move.
    pub(crate) m: String,
    /// The seat that moved; none for chance.
    pub(crate) s: Option<u8>,
    /// Milliseconds that it took.
    #[serde(default)]
    pub(crate) t: u64,
    /// What the agent expects, as text and as a number for its own seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) v: Option<(String, f64)>,
    /// The depth that it completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) d: Option<u32>,
    /// Positions that it entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) n: Option<u64>,
}

impl Ply {
    /// A move of which nothing else is known.
    pub(crate) fn new(m: impl Into<String>) -> Self {
        Self { m: m.into(), s: None, t: 0, v: None, d: None, n: None }
    }
}

impl From<&Thought> for Ply {
    fn from(thought: &Thought) -> Self {
        let searched = thought.depth > 0;
        Self {
            v: searched.then(|| (thought.value.to_string(), thought.number())),
            d: searched.then_some(thought.depth),
            n: Some(thought.nodes),
            ..Self::new(thought.best.clone())
        }
    }
}

impl Ended {
    /// Whose doing it was.
    pub(crate) fn seat(&self) -> usize {
        let (Self::Resigned(seat) | Self::Late(seat)) = self;
        usize::from(*seat)
    }
}

/// How a game ended before the rules ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    /// A seat gave up.
    Resigned(u8),
    /// A seat had no time left.
    Late(u8),
}

/// A game on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Its name in addresses.
    pub(crate) id: String,
    /// What it was begun with; its seed is known by now, its moves are in `plies`.
    pub(crate) request: Request,
    /// What was played.
    pub(crate) plies: Vec<Ply>,
    /// Who gave up or was late.
    pub(crate) ended: Option<Ended>,
    /// Milliseconds that the seat to move had used of its turn by then.
    #[serde(default)]
    pub(crate) used: u64,
    /// Seconds since 1970 at which it was begun.
    pub(crate) begun: u64,
    /// How its start follows from the seed: as everywhere, or 0, from the seed itself, as early versions had it.
    #[serde(default)]
    pub(crate) luck: u8,
}

impl Saved {
    /// A game as it stands in its file: all of it as it once was, and after that the plies that came later, one by one. Of
    /// a ply that could not be written to its end nothing is known.
    ///
    /// # Errors
    /// When the file does not begin with a game.
    pub(crate) fn read(text: &str) -> serde_json::Result<Self> {
        let mut values = serde_json::Deserializer::from_str(text);
        let mut saved = Self::deserialize(&mut values)?;
        while let Ok(ply) = Ply::deserialize(&mut values) {
            saved.plies.push(ply);
        }
        Ok(saved)
    }

    /// The same game with nothing played yet.
    pub(crate) fn before_play(&self) -> Self {
        Self {
            plies: Vec::new(),
            request: self.request.clone(),
            id: self.id.clone(),
            ended: self.ended.clone(),
            ..*self
        }
    }

    /// The game at its start.
    pub(crate) fn start(&self) -> Answer<Box<dyn LiveGame>> {
        let seed = self.request.seed.unwrap_or_default();
        let luck = Luck::of(seed);
        let luck = if self.luck == 0 { Luck { start: seed, ..luck } } else { luck };
        Ok(names::game(&self.request.game)?.live_with(luck, self.request.position.as_deref())?)
    }
}
