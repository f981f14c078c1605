//! The one search that plays: compiled once for all agents.

use plywise::Either;
use plywise::alphabeta::{Alike, AlphaBeta};

use crate::course::Better;
use crate::databases::{Endgames, Informed};
use crate::net::Net;
use crate::patterns::Patterns;
use crate::{Cuts, Material, Positional};

/// Whatever an agent values positions by; the strongest is reached as soon as any.
pub type Eval = Either<Either<Material, Better>, Either<Positional, Either<Patterns, Net>>>;

/// What agents search with.
pub type Search = AlphaBeta<Informed<Eval>, Alike, Cuts, Endgames>;
