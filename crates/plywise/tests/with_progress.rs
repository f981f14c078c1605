//! What agents tell of a search while it goes on.

use crate::toys::dice::{DiceValue, Shape};
use crate::toys::{Tree, TreeValue, UNKNOWN};
use plywise::trace::Iteration;
use plywise::{
    Agent, AverageAgent, ChanceAgent, ChanceOptions, ChanceSearch, Duel, ExpectimaxAgent, Game, Limits, Mcts,
    MctsAgent, MinimaxAgent, Reward, SearchLimits, Value,
};

const NONE: SearchLimits = SearchLimits { depth: None, nodes: None, time: None };

/// An iteration and the units in a point of its value.
type Told<G> = (Iteration<<G as Game>::Move>, i32);

/// The answer and all that was told on the way to it.
fn heard<G: Game, A: Agent<G>>(
    agent: &mut A,
    position: &G,
    limits: &Limits,
) -> (plywise::Report<G::Move, Value>, Vec<Told<G>>) {
    let mut told = Vec::new();
    let report = agent
        .choose_with_progress(position, limits, &mut |iteration, unit| told.push((iteration.clone(), unit)));
    (report, told)
}

/// Each depth in its order, the last one's being the answer, which is that of a silent search.
fn tells_each_depth<G: Game, A: Agent<G>>(mut agent: A, position: &G, deepest: u32)
where
    G::Move: PartialEq + std::fmt::Debug,
{
    let limits = Limits { nodes: Some(1_000_000), ..Limits::depth(deepest) };
    let (report, told) = heard(&mut agent, position, &limits);
    let depths: Vec<u32> = told.iter().map(|(iteration, _)| iteration.depth).collect();
    assert_eq!(depths, (1..=deepest).collect::<Vec<_>>());
    assert!(told.windows(2).all(|pair| pair[0].0.nodes < pair[1].0.nodes));
    let (last, unit) = told.last().expect("there are depths");
    assert_eq!((&last.line, last.nodes, last.depth), (&report.line, report.nodes, report.depth));
    let rounding = 0.5 / f64::from(*unit);
    assert!((last.value.to_value(*unit).as_f64() - report.value.as_f64()).abs() <= rounding);
    let silent = agent.choose(position, &limits);
    assert_eq!((silent.best, silent.nodes, silent.value), (report.best, report.nodes, report.value));
}

#[test]
fn agents_that_deepen_tell_each_depth() {
    let (tree, eval) = (Tree::new(3, 6, 30, false), TreeValue { one_sided: false });
    tells_each_depth(MinimaxAgent { eval, limits: NONE }, &tree, 4);
    tells_each_depth(AverageAgent { eval, limits: NONE }, &tree, 4);
    let (dice, eval) = (Shape::regular(5, 1, 3, 3, 12).tree(), DiceValue::default());
    tells_each_depth(ExpectimaxAgent { eval, limits: NONE }, &dice, 3);
    let search = ChanceSearch::new(eval, ChanceOptions::default());
    tells_each_depth(ChanceAgent { search, limits: NONE }, &dice, 3);
}

#[test]
fn simulations_tell_now_and_then_what_they_favour() {
    let tree = Tree::new(4, 5, 30, false);
    let options = Mcts { iterations: Some(5000), reward: Reward::Points { bounds: None }, ..Mcts::default() };
    let agent = || MctsAgent::new(Duel, UNKNOWN, options.clone(), NONE);
    let (report, told) = heard(&mut agent(), &tree, &Limits::default());
    assert!((10..40).contains(&told.len()), "{} times", told.len());
    assert!(told.windows(2).all(|pair| pair[0].0.nodes < pair[1].0.nodes));
    let (last, unit) = told.last().expect("5000 simulations are told of");
    assert_eq!(last.depth as usize, last.line.len());
    assert!((last.value.to_value(*unit).as_f64() - report.value.as_f64()).abs() < 3.0);
    let silent = agent().choose(&tree, &Limits::default());
    assert_eq!((silent.best, silent.value, silent.nodes), (report.best, report.value, report.nodes));
}
