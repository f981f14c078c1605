#![doc = include_str!("../README.md")]

pub mod agent;
pub mod alphabeta;
pub mod average;
pub mod bench;
pub mod chance;
pub mod clock;
pub mod contract;
pub mod deepen;
pub mod evaluate;
pub mod expectimax;
pub mod game;
pub mod limits;
pub mod mcts;
pub mod minimax;
pub mod notation;
pub mod perft;
pub mod playout;
pub mod recover;
pub mod report;
pub mod rng;
pub mod score;
pub mod seats;
pub mod setting;
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
pub use chance::{ChanceAgent, ChanceOptions, ChanceSearch, Pruning};
pub use clock::{Clock, OutOfTime, TimeControl};
pub use deepen::deepen;
pub use evaluate::{Ahead, Either, Evaluate, FinalPoints, Horizon, Met, Unknown};
pub use expectimax::expectimax;
pub use game::{Game, Image, Keyed, Observe, Seat, Stochastic, Symmetric, Turn, TwoPlayer};
pub use limits::{Limits, Meter, Stop};
pub use mcts::{Mcts, MctsAgent, MctsReport, Reward, Rollout, RootMove, Widening, mcts};
pub use minimax::{minimax, minimax_with, tree_size};
pub use notation::{Archive, GameRecord, Ink, MoveError, Notation, ReplayError, Replayed, TextError};
pub use perft::{Convention, divide, perft};
pub use playout::{playout, playout_with_chance};
pub use recover::recover_move;
pub use report::{Report, TableUse};
pub use rng::Rng;
pub use score::{Score, Value};
pub use seats::{Coalition, CoalitionAgent, Handover, MaxnAgent, SeatSum, best_reply, max_n, paranoid};
pub use setting::{Deterministic, Duel, Luck, Party, Setting};
pub use strategy::{Strategy, StrategyAgent, keep_strategy};
pub use table::{Bound, Entry, Table};
pub use time::{Decision, EvenShare, Naive, Stability, Stable, Thrift, TimePolicy, TimeSource, Timed};
