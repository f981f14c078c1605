//! The evaluators: room to move by a slower way, and a position worked out by hand.

use cantgoback::{Board, Cell, Direction, Options, ScoreDifference, Territory, Visible, start};
use plywise::{Evaluate, Game, Notation, Rng, Score, Seat};

/// Steps from `from` to each cell, by relaxing until nothing changes.
fn distances(position: &Visible, from: Cell) -> Vec<Option<u32>> {
    let mut steps = vec![None; 256];
    steps[from.index()] = Some(0);
    for _ in 0..256 {
        let before = steps.clone();
        for cell in position.open().iter() {
            let neighbours = Direction::ALL.into_iter().filter_map(|d| cell.step(d));
            let nearest = neighbours.filter_map(|n| before[n.index()]).min();
            let known = before[cell.index()];
            steps[cell.index()] = known.into_iter().chain(nearest.map(|n: u32| n + 1)).min();
        }
        if steps == before {
            break;
        }
    }
    steps
}

/// For the mover and the other: the open cells within reach, those reached first, and exits.
fn slow_room(position: &Visible) -> [[i32; 3]; 2] {
    let racers = [position.mover(), position.mover().other()].map(|seat| position.player(seat));
    let steps = racers.map(|cell| distances(position, cell));
    let count = |wins: &dyn Fn(Option<u32>, Option<u32>) -> bool, own: usize| {
        let open = position.open();
        open.iter().filter(|c| wins(steps[own][c.index()], steps[1 - own][c.index()])).count() as i32
    };
    [0, 1].map(|own| {
        let reachable = count(&|mine, _| mine.is_some(), own);
        let first = count(
            &|mine, other| match (mine, other) {
                (Some(mine), Some(other)) => mine < other || (mine == other && own == 0),
                (mine, _) => mine.is_some(),
            },
            own,
        );
        [reachable, first, position.exit_count(racers[own]) as i32]
    })
}

#[test]
fn the_race_is_that_of_distances() {
    let tall = (0..16).map(|r| if r == 0 { "1 0 2" } else { "0 -1 0" }).collect::<Vec<_>>().join("\n");
    let boards =
        ["default_board", "q2", "v_walls_10x8", "duel_11x11"].map(|name| Board::built_in(name).expect(name));
    for board in boards
        .into_iter()
        .chain([Board::parse("1 0 0 2", "low"), Board::parse(&tall, "tall")].map(|b| b.expect("a board")))
    {
        let options = Options { board, ..Options::default() };
        let territory = Territory::new(&options);
        let mut position = *start(&options, 1).expect("good").visible();
        let mut rng = Rng::new(5);
        loop {
            let slow = slow_room(&position);
            for (seat, [own, rival]) in
                [(position.mover(), slow), (position.mover().other(), [slow[1], slow[0]])]
            {
                let fast = territory.components(&position, seat).map(|(_, counts, _)| counts);
                let expected = [0, 1, 2].map(|term| [own[term], rival[term]]);
                assert_eq!(fast[1..], expected, "{}", position.position_text());
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.index(moves.len())]);
        }
    }
}

/// A corridor of five free cells between the players, and fruit points in the scores.
#[test]
fn a_corridor_is_valued_term_by_term() {
    let board = Board::parse("0 1 0 0 0 2", "corridor").expect("a board");
    let options = Options { board, ..Options::default() };
    let position = start(&options, 0).expect("good");
    let position = position.visible().read_position("0 1 0 0 0 2 score=10:3").expect("a position");
    let mut territory = Territory::new(&options);
    (territory.reachable, territory.first, territory.exits) = (1, 100, 10_000);
    // Reachable 4 : 3, first 3 : 1 (of the corridor the mover gets two), exits 2 : 1, score 7.
    let expected = Score::heuristic(700 + 1 + 200 + 10_000);
    assert_eq!(Evaluate::evaluate(&territory, &position, Seat::FIRST), expected);
    assert_eq!(Evaluate::evaluate(&territory, &position, Seat::SECOND), -expected);
    let difference = ScoreDifference::new(&options);
    assert_eq!(Evaluate::evaluate(&difference, &position, Seat::SECOND), Score::heuristic(-700));
    assert_eq!(Evaluate::<Visible>::unit(&difference), 100);
}
