#![doc = include_str!("../README.md")]

mod agent;
pub mod alphabeta;
pub mod average;
mod bench;
pub mod chance;
mod checksum;
mod clock;
pub mod contract;
mod deepen;
mod evaluate;
pub mod exhaust;
mod expectimax;
pub mod file;
pub mod game;
pub mod gauge;
pub mod grid;
mod limits;
mod lines;
pub mod mapped;
pub mod mcts;
mod meter;
mod minimax;
pub mod notation;
mod pace;
mod partner;
pub mod perft;
mod playout;
pub mod recover;
mod report;
pub mod rng;
mod score;
pub mod seats;
mod setting;
mod stop;
pub mod strategy;
pub mod table;
pub mod time;
pub mod trace;
pub mod tree;

pub use agent::{
    Agent, AlphaBetaAgent, ExpectimaxAgent, GreedyAgent, MinimaxAgent, RandomAgent, SearchLimits, greedy,
};
pub use alphabeta::{AlphaBeta, Settings, alpha_beta};
pub use average::{AverageAgent, average};
pub use bench::Bench;
pub use chance::{Ahead, ChanceAgent, ChanceOptions, ChanceSearch, EvaluateChance, Horizon, Met, Pruning};
pub use checksum::Checksum;
pub use clock::{Clock, OutOfTime, TimeControl};
pub use deepen::deepen;
pub use evaluate::{Either, Evaluate, FinalPoints, Lead, PathState, Unknown};
pub use exhaust::Exhaustion;
pub use expectimax::expectimax;
pub use game::{Game, Image, Keyed, Observe, Open, Seat, Stochastic, Symmetric, Turn, TwoPlayer};
pub use grid::{Grid, Placement};
pub use limits::Limits;
pub use mapped::OutOfMemory;
pub use mcts::{Mcts, MctsAgent, MctsReport, Reward, Rollout, RootMove, Widening, mcts};
pub use meter::Meter;
pub use minimax::{minimax, tree_size};
pub use notation::{
    Archive, GameRecord, Ink, Mark, MoveError, Notation, Note, Planes, ReplayError, Replayed, TextError,
};
pub use pace::{Pace, TimeSource, WallTime};
pub use partner::{PartnerAgent, Skill};
pub use perft::{Convention, divide, perft};
pub use playout::{playout, playout_with_chance};
pub use recover::recover_move;
pub use report::{Report, TableUse};
pub use rng::Rng;
pub use score::{Score, Value};
pub use seats::{Handover, SeatSum, best_reply, max_n, paranoid};
pub use setting::{Deterministic, Duel, Luck, Party, Setting};
pub use stop::Stop;
pub use strategy::{Strategy, StrategyAgent, keep_strategy};
pub use table::{Bound, Entry, Table};
pub use time::{Decision, EvenShare, Naive, Stability, Stable, Thrift, TimePolicy, Timed};
