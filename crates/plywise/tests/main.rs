//! All integration tests of the crate in one program: built and linked once, with one copy of what they share.

mod agreement;
mod alphabeta;
mod average;
mod capabilities;
mod chance;
mod chance_options;
mod chance_record;
mod crowd;
mod detached;
mod examples;
mod exhaust;
mod fewest_leaves;
mod mcts;
mod mcts_run;
mod probe;
mod recover;
mod seats;
mod selective;
mod strategy;
mod stress;
mod time;
mod timed;
mod toys;
mod visits;
mod walls;
mod with_progress;
