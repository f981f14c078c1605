//! Heuristics taken apart: what is told adds up to the value that the search uses.

use plywise::{Rng, Turn};
use registry::{Explanation, LiveGame, Spec, Term};

/// Plays at random for so many plies, or until a seat is to move after them.
fn played(game: &str, seed: u64, plies: usize) -> Box<dyn LiveGame> {
    let mut live = games::open(game).expect(game).live(seed, None).expect("a start");
    let mut rng = Rng::new(seed);
    while live.turn().is_some() && (live.plies() < plies || live.turn() == Some(Turn::Chance)) {
        if live.turn() == Some(Turn::Chance) {
            live.roll(&mut rng);
        } else {
            let moves = live.moves();
            live.play(&moves[rng.index(moves.len())]).expect("it was listed");
        }
    }
    live
}

fn told(live: &dyn LiveGame, agent: &str) -> Explanation {
    live.explain(Some(&Spec::parse(agent).expect(agent))).unwrap_or_else(|e| panic!("{agent}: {e}"))
}

/// Of every evaluator that an agent takes, in the middle of games at random.
#[test]
fn the_terms_add_up_to_the_value() {
    for (game, evaluators, others) in [
        ("othello:size=4", "discs|weighted|mobility|corners", "course"),
        ("othello", "discs|weighted|mobility|corners", "course"),
        ("checkers", "material|positional|patterns|net", "simple|better_h|champion"),
        ("cantgoback", "territory|score|heavy|light", "light_ab|heavy_ab"),
        // On the network that is built in: reading the one that comes along takes longer than all these tests.
        (
            "2048",
            "published|score|empties|network,network=small",
            "champion:network=small|heuristic:weights=-1/2/3/-4",
        ),
    ] {
        let search = if game == "2048" { "expectimax" } else { "pvs" };
        let agents: Vec<String> = evaluators.split('|').map(|eval| format!("{search}:eval={eval}")).collect();
        for seed in 0..4 {
            let live = played(game, seed, 3 + 5 * seed as usize);
            if live.turn().is_none() {
                continue;
            }
            for agent in agents.iter().map(String::as_str).chain(others.split('|')) {
                let Explanation { agent, terms, value, definition, .. } = told(&*live, agent);
                let sum: f64 = terms.iter().map(Term::contribution).sum();
                let value = value.expect("it is a sum");
                // A network adds up in numbers of seven digits, and values are kept in hundredths.
                assert!((sum - value).abs() < 0.02 + 1e-6 * value.abs(), "{agent}: {sum} and {value}");
                assert!(!terms.is_empty() && !definition.is_empty(), "{agent}");
                for term in terms.iter().filter(|term| !term.parts.is_empty()) {
                    let parts: f64 = term.parts.iter().map(|part| part.1).sum();
                    assert!((parts - term.value).abs() < 1e-6, "{agent}: {term:?}");
                }
            }
        }
    }
}

#[test]
fn what_a_piece_adds_to_a_net_is_what_the_value_loses_without_it() {
    let net = |fen: &str| {
        let live = games::open("checkers").unwrap().live(0, Some(fen)).expect(fen);
        told(&*live, "champion")
    };
    let whole = net("W:W21,28,K32:BK19,25");
    for (piece, without) in [
        ("own man on 21", "W:W28,K32:BK19,25"),
        ("own king on 32", "W:W21,28:BK19,25"),
        ("other's king on 19", "W:W21,28,K32:B25"),
        ("other's man on 25", "W:W21,28,K32:BK19"),
    ] {
        let term = whole.terms.iter().find(|term| term.name == piece);
        let term = term.unwrap_or_else(|| panic!("{piece}: {:?}", whole.terms));
        let lost = whole.value.unwrap() - net(without).value.unwrap();
        assert!((term.contribution() - lost).abs() < 1e-9 && lost != 0.0, "{term:?} and {lost}");
    }
    assert_eq!(whole.terms.len(), 6);
}

#[test]
fn one_that_looks_a_ply_ahead_says_what_it_finds_there() {
    let live = played("othello", 1, 6);
    let Explanation { candidates, .. } = told(&*live, "greedy:eval=corners");
    let moves: Vec<&str> = candidates.iter().map(|candidate| candidate.0.as_str()).collect();
    assert_eq!(moves, live.moves());
    let live = played("2048", 2, 30);
    let Explanation { candidates, value, terms, .. } = told(&*live, "champion:network=small");
    let best = candidates.iter().map(|candidate| candidate.1).fold(f64::MIN, f64::max);
    assert!((best - value.expect("a value")).abs() < 0.02);
    assert_eq!(terms.iter().map(|term| term.parts.len()).sum::<usize>(), 4 * 8, "each tuple in each image");
}

#[test]
fn those_without_a_heuristic_are_refused() {
    for (game, agent, part) in [
        ("othello", "random", "greedy"),
        ("othello", "nobody", "heuristic can be explained"),
        ("othello", "pvs:eval=x", "weighted"),
        ("2048", "human", "champion"),
        ("checkers", "pvs:late=2", "option of pvs"),
        ("cantgoback", "engine", "heuristic can be explained"),
    ] {
        let live = played(game, 1, 4);
        let error = live.explain(Some(&Spec::parse(agent).expect(agent))).expect_err(agent).to_string();
        assert!(error.contains(part), "{agent}: {error}");
    }
}
