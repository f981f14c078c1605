//! Exhaustion: values, distances and draws against plain minimax and by definition.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::toys::{TicTacToe, Tree};
use plywise::exhaust::GaveUp;
use plywise::rng::mix;
use plywise::{Exhaustion, Game, Keyed, Limits, Score, Seat, Stop, Turn, TwoPlayer, Unknown, Value, minimax};

const ROOM: usize = 1 << 24;

/// A place of a graph: who moves there, where moves lead, and, where none lead on, what the first seat gets.
#[derive(Clone, Debug)]
struct Place {
    mover: u8,
    next: Vec<usize>,
    payoff: i32,
}

/// A stone on a graph, which may be pushed round in circles.
#[derive(Clone, Copy, Debug)]
struct Stone<'a> {
    graph: &'a [Place],
    here: usize,
    /// Keys that say nothing.
    mute: bool,
}

impl PartialEq for Stone<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.here == other.here
    }
}

impl Eq for Stone<'_> {}

impl<'a> Stone<'a> {
    fn at(graph: &'a [Place], here: usize) -> Self {
        Self { graph, here, mute: false }
    }

    fn place(&self) -> &'a Place {
        &self.graph[self.here]
    }
}

impl Game for Stone<'_> {
    type Move = usize;

    fn turn(&self) -> Turn {
        Turn::Seat(Seat(self.place().mover))
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend(&self.place().next);
    }

    fn play(&mut self, to: usize) {
        self.here = to;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        if seat == Seat::FIRST { self.place().payoff } else { -self.place().payoff }
    }
}

impl TwoPlayer for Stone<'_> {}

impl Keyed for Stone<'_> {
    fn key(&self) -> u64 {
        if self.mute { 7 } else { self.here as u64 }
    }
}

fn exhausted<G: TwoPlayer + Keyed + Eq>(start: &G) -> Exhaustion<G> {
    Exhaustion::of(start, ROOM, &Limits::default()).expect("there is room")
}

/// By definition: a position that is won is so by its best move, one ply further from the end; lost by all; drawn if no move
/// wins and one does not lose. Distances sink along the line of a win, so that this proves all values.
fn assert_consistent<G: TwoPlayer + Keyed + Eq>(exhaustion: &Exhaustion<G>) {
    let value = |position: &G| exhaustion.value(position).expect("it can be reached");
    for position in exhaustion.positions() {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let best = moves.into_iter().map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            let same = child.is_over() || child.turn() == position.turn();
            let worth = if child.is_over() { over(&child, position) } else { value(&child) };
            (if same { worth } else { -worth }).from_root(1)
        });
        let expected = best.max().unwrap_or_else(|| over(position, position));
        assert_eq!(value(position), expected, "{position:?}");
    }
}

/// What a finished game is worth to the seat to move before its last move.
fn over<G: Game>(end: &G, before: &G) -> Score {
    let Turn::Seat(seat) = before.turn() else { panic!("no seat's turn") };
    match end.payoff(seat) {
        0 => Score::ZERO,
        1.. => Score::won_in(0),
        _ => Score::lost_in(0),
    }
}

/// Up to nine places, up to three moves, seats at random, some ends.
fn random_graph(seed: u64) -> Vec<Place> {
    let size = 3 + seed as usize % 7;
    let draw = |place: usize, salt: u64| mix(mix(seed) ^ mix(place as u64) ^ mix(salt << 32));
    let place = |place: usize| {
        let moves = draw(place, 0) % 4;
        let next = (0..moves).map(|mv| (draw(place, 1 + mv) % size as u64) as usize).collect();
        let payoff = (draw(place, 8) % 3) as i32 - 1;
        Place { mover: (draw(place, 9) % 2) as u8, next, payoff: 5 * payoff }
    };
    (0..size).map(place).collect()
}

#[test]
fn graphs_have_the_values_of_minimax_that_looks_further_than_any_win() {
    let (mut draws, mut longest) = (0, 0);
    for seed in 0..3000 {
        let graph = random_graph(seed);
        let start = Stone::at(&graph, 0);
        let found = exhausted(&start);
        // A win that takes as many plies as there are places goes through one of them twice, and there is a shorter one.
        let whole = minimax(&start, &Unknown, &Limits::depth(graph.len() as u32));
        assert_eq!(found.value(&start), Some(whole.value), "seed {seed}: {graph:?}");
        assert_consistent(&found);
        let report = found.report();
        assert_eq!((report.value, report.stopped), (whole.value, Stop::Exhausted));
        assert_eq!(report.nodes as usize, found.positions().len());
        if let Value::Win { plies } | Value::Loss { plies } = whole.value.to_value(1) {
            assert_eq!(report.line.len(), plies as usize, "seed {seed}: {graph:?}");
            longest = longest.max(plies);
        } else {
            draws += 1;
        }
        let mute = exhausted(&Stone { mute: true, ..start });
        assert_eq!(mute.report().line, report.line, "keys that collide change nothing");
    }
    assert!(draws > 500 && longest >= 5, "{draws} draws, wins in up to {longest}");
}

/// The second seat is lost wherever it goes, unless it can drive the other round in a circle.
#[test]
fn a_repetition_is_an_escape() {
    let graph = |way_back: usize| {
        [
            Place { mover: 1, next: vec![1, 2], payoff: 0 },
            Place { mover: 0, next: vec![4], payoff: 0 },
            Place { mover: 0, next: vec![3, way_back], payoff: 0 },
            Place { mover: 0, next: vec![], payoff: -1 },
            Place { mover: 1, next: vec![], payoff: 1 },
        ]
    };
    let circle = graph(0);
    let start = Stone::at(&circle, 0);
    let found = exhausted(&start);
    assert_eq!((found.value(&start), found.line(&start)), (Some(Score::ZERO), vec![2, 0]));
    let dead_end = graph(1);
    let start = Stone::at(&dead_end, 0);
    let found = exhausted(&start);
    // A move of the first seat leads to another of its own.
    assert_eq!((found.value(&start), found.line(&start)), (Some(Score::lost_in(3)), vec![2, 1, 4]));
    assert_eq!(found.value(&Stone::at(&dead_end, 2)), Some(Score::won_in(2)));
}

#[test]
fn games_without_circles_have_their_value_everywhere() {
    let start = TicTacToe::default();
    let found = exhausted(&start);
    assert_eq!(found.positions().len(), 5478, "Schaefer, \"How many games of Tic-Tac-Toe are there?\"");
    assert_consistent(&found);
    assert_eq!((found.value(&start), found.line(&start).len()), (Some(Score::ZERO), 9));
    for position in found.positions().iter().step_by(40) {
        let whole = minimax(position, &Unknown, &Limits::default()).value;
        let over = position.is_over();
        assert!(over || found.value(position) == Some(whole), "{position:?}");
    }
    let drawn = TicTacToe::default();
    let elsewhere = exhausted(&found.positions()[100]);
    assert_eq!((elsewhere.value(&drawn), elsewhere.best(&drawn)), (None, None));
    assert!(elsewhere.line(&drawn).is_empty(), "it cannot be reached from there");
}

#[test]
fn who_wins_of_a_game_for_points_is_found_too() {
    for seed in 0..200 {
        let tree = Tree::new(seed, 3, 6, true);
        let whole = minimax(&tree, &Unknown, &Limits::default()).value;
        assert_eq!(exhausted(&tree).value(&tree), Some(whole), "seed {seed}");
    }
}

#[test]
fn it_gives_up_where_it_is_told_to() {
    let start = TicTacToe::default();
    let gave_up = |memory, limits: &Limits| Exhaustion::of(&start, memory, limits).expect_err("too little");
    let too_many = gave_up(100_000, &Limits::default());
    assert!(too_many.stopped.is_none() && (500..5000).contains(&too_many.nodes), "{too_many:?}");
    let few = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(gave_up(ROOM, &few), GaveUp { nodes: 1000, stopped: Some(Stop::Nodes) });
    let late = Limits { deadline: Some(Instant::now() - Duration::from_millis(1)), ..Limits::default() };
    assert_eq!(gave_up(ROOM, &late).stopped, Some(Stop::Deadline));
    let stopped = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(gave_up(ROOM, &stopped).stopped, Some(Stop::Flag));
    // While values are worked back it is heeded too: so few positions are listed before the first look.
    let step = |next: &[usize], payoff| Place { mover: 0, next: next.to_vec(), payoff };
    let graph = [step(&[1], 0), step(&[], 1)];
    assert_eq!(
        Exhaustion::of(&Stone::at(&graph, 0), ROOM, &stopped).expect_err("it is stopped"),
        GaveUp { nodes: 2, stopped: Some(Stop::Flag) }
    );
}
