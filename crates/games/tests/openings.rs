//! Suites of openings: how many there are, and that games can begin with each.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use games::open;
use plywise::Seat;
use registry::{Adjudication, Kind, Opening, Spec, SuiteLine, Unit};

fn suite(kind: &dyn Kind, name: &str) -> Vec<SuiteLine> {
    kind.suite(&Spec::parse(name).unwrap()).unwrap()
}

fn unit(opening: Opening, adjudication: Adjudication) -> Unit {
    Unit {
        number: 0,
        seating: vec![0, 1],
        start: 1,
        dice: 2,
        agent_seeds: vec![3, 4],
        opening,
        clock: None,
        adjudication,
        keep_moves: true,
        players: Vec::new(),
        tags: Vec::new(),
    }
}

fn specs(agents: &[&str]) -> Vec<Spec> {
    agents.iter().map(|agent| Spec::parse(agent).unwrap()).collect()
}

#[test]
fn checkers_has_49_two_move_openings() {
    let kind = open("checkers").unwrap();
    let lines = suite(&*kind, "two-move");
    let texts: HashSet<String> = lines.iter().map(|line| line.opening.text()).collect();
    assert_eq!((lines.len(), texts.len()), (49, 49));
}

/// The American Checker Federation's list of three-move ballots has 174 entries; it too leaves out what loses a man
/// and counts positions that several lines lead to once. 216 positions arise after three moves.
#[test]
fn checkers_has_174_ballots() {
    let kind = open("checkers").unwrap();
    let ballots = suite(&*kind, "three-move");
    assert_eq!(ballots.len(), 174);
    assert_eq!(suite(&*kind, "three-move:depth=4"), ballots, "the filter does not hang on the depth");
    assert_eq!(suite(&*kind, "three-move:loss=any").len(), 216);
    // Known to lose a man at once, and a well-known ballot.
    let texts: HashSet<String> = ballots.iter().map(|line| line.opening.text()).collect();
    assert!(!texts.contains("12-16 24-20 16-19") && texts.contains("9-13 21-17 5-9"));
}

#[test]
fn othello_openings_differ_and_are_even() {
    let kind = open("othello:size=6").unwrap();
    // One first move, three replies (the rest are mirror images), 14 positions after three plies (published counts
    // of positions up to symmetry begin 1, 3, 14).
    assert_eq!(suite(&*kind, "balanced:plies=1").len(), 1);
    assert_eq!(suite(&*kind, "balanced:plies=2").len(), 3);
    assert_eq!(suite(&*kind, "balanced:plies=3").len(), 14);
    let lines = suite(&*kind, "balanced:plies=6,count=20,drawn=80,depth=3");
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted_by_key(|line| (line.value.unwrap().abs() * 100.0) as i64), "the most even first");
    assert_eq!(lines, suite(&*kind, "balanced:plies=6,count=20,drawn=80,depth=3"), "always the same");
}

#[test]
fn random_boards_are_fair() {
    let kind = open("cantgoback").unwrap();
    let lines = suite(&*kind, "boards:count=30");
    assert_eq!(lines.len(), 30);
    for line in &lines {
        let text = line.opening.text();
        let cells: Vec<&str> = text.split(['/', ' ']).collect();
        let other = |cell: &&str| match *cell {
            "1" => "2".to_owned(),
            "2" => "1".to_owned(),
            same => same.to_owned(),
        };
        assert!(
            cells.iter().rev().map(other).eq(cells.iter().copied()),
            "turned by half it is the same: {text}"
        );
        kind.live(0, Some(&text)).unwrap();
    }
    assert_ne!(lines, suite(&*kind, "boards:count=30,seed=2"));
}

#[test]
fn a_game_begins_with_its_opening() {
    let stop = Arc::new(AtomicBool::new(false));
    for (game, agents, name) in [
        ("checkers", ["random", "alphabeta:depth=2"], "three-move"),
        ("othello:size=6", ["alphabeta:depth=2", "random"], "balanced:plies=4,count=5"),
        ("cantgoback", ["simple", "random"], "boards:count=3"),
    ] {
        let kind = open(game).unwrap();
        let mut crew = kind.crew(&specs(&agents)).unwrap();
        for line in suite(&*kind, name).into_iter().take(5) {
            let opening = line.opening.clone();
            let played =
                crew.play(&unit(opening.clone(), Adjudication::default()), &stop, None).unwrap().unwrap();
            let own: u32 = played.spent.iter().map(|spent| spent.moves).sum();
            assert_eq!(played.moves.len() as u32, own, "{game}");
            if let Opening::Moves(moves) = opening {
                assert!(played.plies >= own + moves.len() as u32);
                let text = played.text.to_lowercase();
                assert!(moves.iter().all(|mv| text.contains(&mv.to_lowercase())), "{text}");
            }
        }
    }
}

#[test]
fn openings_that_cannot_be_played_are_refused() {
    let stop = Arc::new(AtomicBool::new(false));
    let kind = open("checkers").unwrap();
    let mut crew = kind.crew(&specs(&["random", "random"])).unwrap();
    for opening in
        [Opening::Moves(vec!["11-15".into(), "11-15".into()]), Opening::Position("B:W33:B1".into())]
    {
        let error = crew.play(&unit(opening, Adjudication::default()), &stop, None).unwrap_err().to_string();
        assert!(error.starts_with("opening: ") && !error.contains('\n'), "{error}");
    }
    let error = kind.suite(&Spec::parse("four-move").unwrap()).unwrap_err().to_string();
    assert!(error.contains("three-move"), "{error}");
    let error = open("2048").unwrap().suite(&Spec::parse("boards").unwrap()).unwrap_err().to_string();
    assert!(error.contains("no suites"), "{error}");
}

#[test]
fn adjudicated_games_say_so() {
    let stop = Arc::new(AtomicBool::new(false));
    let kind = open("checkers").unwrap();
    let mut crew = kind.crew(&specs(&["alphabeta:depth=6", "random"])).unwrap();
    let play = |crew: &mut dyn registry::Crew, rules: &str| {
        let rules = Adjudication::parse(rules).unwrap();
        crew.play(&unit(Opening::Drawn(2), rules), &stop, None).unwrap().unwrap()
    };
    let capped = play(&mut *crew, "cap=10");
    assert_eq!((capped.payoffs.as_slice(), capped.plies), (&[0, 0][..], 10));
    assert!(capped.adjudicated.unwrap().contains("10 plies"));
    assert!(capped.text.contains("[Result \"1/2-1/2\"]"), "{}", capped.text);
    let solved = play(&mut *crew, "solved=yes");
    assert_eq!(solved.payoffs, [1, -1]);
    assert!(solved.adjudicated.unwrap().contains("win in"), "the agent saw it before it was there");
    let first = solved.moves.iter().find(|mv| mv.seat == Seat::FIRST).unwrap();
    assert!(first.depth == 6 && first.value.is_some() && first.nodes > 3);
    assert!(
        solved.moves.iter().all(|mv| mv.seat == Seat::FIRST || mv.value.is_none()),
        "random has no opinion"
    );
    // A replay of an adjudicated game finds nothing wrong with it.
    kind.replay(&solved.text, &mut |game| assert!(game.error.is_none(), "{game:?}")).unwrap();
}
