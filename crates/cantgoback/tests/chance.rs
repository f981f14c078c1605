//! The library's searches of chance on Can't Go Back, where two seats and chance take turns.

use cantgoback::{Board, CantGoBack, Fruits, Options, ScoreDifference, Territory, start};
use plywise::chance::Luck;
use plywise::{
    ChanceOptions, ChanceSearch, Evaluate, EvaluateChance, Game, Limits, Pruning, Rng, Score, Seat,
    Stochastic, Turn, expectimax,
};

const PRUNINGS: [Pruning; 3] = [Pruning::Off, Pruning::Star1, Pruning::STAR2];

/// Room and score as [`Territory`] weighs them, a tenth of it, cut off at 5 points either way.
#[derive(Clone, Copy, Debug)]
struct Five(Territory);

impl Five {
    fn squeeze(score: Score) -> Score {
        Score::heuristic((score.raw() / 10).clamp(-500, 500))
    }
}

impl Evaluate<CantGoBack> for Five {
    fn evaluate(&self, position: &CantGoBack, seat: Seat) -> Score {
        Self::squeeze(self.0.evaluate(position, seat))
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-500), Score::heuristic(500))
    }
    fn finished(&self, position: &CantGoBack, seat: Seat, ply: u32) -> Score {
        Self::squeeze(self.0.finished(position, seat, ply))
    }
}

impl EvaluateChance<CantGoBack> for Five {
    fn proves(&self) -> bool {
        false
    }
}

fn options() -> Options {
    on("1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2")
}

fn on(board: &str) -> Options {
    Options {
        board: Board::parse(board, "small").expect("a board"),
        fruits: Fruits::Respawn,
        max_fruit_score: 4,
        max_fruit_time: 4,
        penalty: 5,
        ..Options::default()
    }
}

/// Positions at a seat's turn, some plies into random games.
fn positions(options: &Options, count: u64) -> Vec<CantGoBack> {
    let position = |seed| {
        let mut rng = Rng::new(seed);
        let mut game = start(options, seed).expect("good options");
        let mut turns = seed % 3;
        while !game.is_over() && (turns > 0 || game.turn() == Turn::Chance) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            match game.turn() {
                Turn::Chance => game.play(game.sample(&mut rng)),
                Turn::Seat(_) => game.play(moves[rng.index(moves.len())]),
            }
            turns = turns.saturating_sub(u64::from(game.turn() != Turn::Chance));
        }
        game
    };
    (0..).map(position).filter(|game| !game.is_over()).take(count as usize).collect()
}

/// The nodes that each pruning needs, as listed and ordered; its values are the oracle's.
fn nodes(eval: &dyn EvaluateChance<CantGoBack>, positions: &[CantGoBack], depth: u32) -> [[u64; 3]; 2] {
    let mut nodes = [[0; 3]; 2];
    for position in positions {
        let oracle = expectimax(position, &eval, &Limits::depth(depth));
        for (ordered, nodes) in [false, true].into_iter().zip(&mut nodes) {
            for (sum, pruning) in nodes.iter_mut().zip(PRUNINGS) {
                for memory in [false, true] {
                    let options = ChanceOptions { pruning, ordered, ..ChanceOptions::default() };
                    let mut search = ChanceSearch::new(eval, options);
                    if memory {
                        search = search.with_memory(1);
                    }
                    let report = search.search(position, &Limits::depth(depth));
                    let place = format!("{position:?}, depth {depth}, {options:?}, memory {memory}");
                    let (ours, theirs) = (report.value, oracle.value);
                    assert!(
                        (ours - theirs).abs() <= 1e-9 * ours.abs().max(1e3),
                        "{ours} is not {theirs}: {place}"
                    );
                    if !memory {
                        *sum += report.nodes;
                    }
                }
            }
        }
    }
    nodes
}

/// The general bounds of the game's own evaluators are too wide to prune much; a heuristic in [-5, 5] is pruned well.
#[test]
fn two_seats_and_chance_are_pruned_to_the_oracles_value() {
    let options = options();
    let four = positions(&options, 3);
    // Two turns of chance between three of seats: on a smaller board there are fewer outcomes.
    let oblong = on("1 0 0 0\n0 0 0 0\n0 0 0 2");
    let three = positions(&oblong, 3);
    for depth in [1, 2] {
        for eval in [&Territory::new(&options) as &dyn EvaluateChance<_>, &ScoreDifference::new(&options)] {
            let all = nodes(eval, &four, depth);
            println!("depth {depth}: {all:?}");
            assert!(all.iter().all(|[plain, star1, star2]| star1 <= plain && star2 <= plain), "{all:?}");
        }
    }
    for (depth, positions, options) in
        [(1, &four[..], &options), (2, &four, &options), (3, &three[1..], &oblong)]
    {
        let all = nodes(&Five(Territory::new(options)), positions, depth);
        println!("depth {depth}: in [-5, 5]: {all:?}");
        assert!(all.iter().all(|[plain, star1, star2]| star1 * 10 < plain * 9 && star2 <= star1), "{all:?}");
    }
}

#[test]
fn an_adversary_of_luck_is_pruned_to_the_same_value() {
    let options = options();
    let eval = Territory::new(&options);
    let mut nodes = [0; 2];
    for position in positions(&options, 4) {
        let mut values = Vec::new();
        for (i, pruning) in [Pruning::Off, Pruning::Star1].into_iter().enumerate() {
            let options = ChanceOptions { pruning, luck: Luck::Adversary, ..ChanceOptions::default() };
            let report = ChanceSearch::new(&eval as &dyn EvaluateChance<_>, options)
                .search(&position, &Limits::depth(2));
            nodes[i] += report.nodes;
            values.push((report.value, report.best));
        }
        assert_eq!(values[0], values[1], "{position:?}");
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
