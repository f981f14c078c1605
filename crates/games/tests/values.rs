//! What an agent says of all moves agrees with the move that it would play.

use plywise::{Limits, Turn};
use registry::{LiveGame, Spec};

/// So that every search ends soon, whatever it goes by; agents that take none of these end by themselves.
const SMALL: [(&str, &str); 4] = [("nodes", "300"), ("depth", "2"), ("iterations", "200"), ("moves", "1")];

/// What only one who has more than these crates can play: a person, another program, files of its own.
fn is_elsewhere(game: &dyn registry::Kind, spec: &Spec) -> bool {
    registry::human::is_person(&spec.name) || game.check_options(spec).is_err()
}

/// Some plies into a game at random, at a seat's turn.
fn played(game: &dyn registry::Kind, seed: u64) -> Box<dyn LiveGame> {
    let mut live = game.live(seed, None).expect("a start");
    let mut rng = plywise::Rng::new(seed);
    while live.plies() < 3 + seed as usize || live.turn() == Some(Turn::Chance) {
        match live.turn() {
            Some(Turn::Chance) => live.roll(&mut rng),
            Some(_) => {
                let moves = live.moves();
                live.play(&moves[rng.index(moves.len())]).expect("it was listed");
            }
            None => panic!("{}: it is over too soon", game.name()),
        }
    }
    live
}

/// Of every agent of every game: the move that it would play stands first with the value that it was chosen for, no other has
/// more, and all are there.
#[test]
fn all_moves_agree_with_the_headline() {
    let mut asked = 0;
    for door in games::all() {
        let game = games::open(door.named.name).expect("a game");
        for agent in game.agents() {
            let options = agent.options.iter().filter(|option| !option.default.is_empty());
            let small = SMALL.iter().find(|(key, _)| options.clone().any(|option| option.key == *key));
            let limit = small.map(|(key, value)| format!("{key}={value}"));
            // Reading the network that comes along would take longer than all these searches.
            let network =
                (agent.name == "champion" && door.named.name == "2048").then(|| "network=small".to_owned());
            let given: Vec<String> = limit.into_iter().chain(network).collect();
            let colon = if given.is_empty() { "" } else { ":" };
            let text = format!("{}{colon}{}", agent.name, given.join(","));
            let spec = Spec::parse(&text).expect("a spec");
            if is_elsewhere(&*game, &spec) {
                continue;
            }
            for seed in 0..3 {
                let mut live = played(&*game, seed);
                let Ok(id) = live.join(&spec, seed) else { continue };
                let Some(thought) = live.think(id, &Limits::default()) else { continue };
                let values = live.move_values(id, thought.depth, &Limits::default());
                let told = format!("{} {text}, {}: {thought:?}\n{values:#?}", game.name(), live.position());
                assert_eq!(values.len(), live.moves().len(), "{told}");
                assert_eq!((&values[0].mv, values[0].value), (&thought.best, thought.value), "{told}");
                assert!(values.iter().all(|one| one.value.as_f64() <= thought.number()), "{told}");
                asked += 1;
            }
        }
    }
    assert!(asked > 60, "only {asked} were asked");
}
