//! The networks that come along, and the one that is built in.

use std::sync::LazyLock;

use plywise::{Game, Notation, Rng, Stochastic, Turn};
use twenty48::ntuple::{BUILT_IN, Continuations, Network, Stages, TupleSet, lines_lost, load, load_stages};
use twenty48::{Move, Twenty48};

/// The large networks, which take a while to unpack: for all tests once.
static LARGE: LazyLock<Stages> = LazyLock::new(|| load_stages(None, None).unwrap());

/// The one of whole games among them.
fn whole_games() -> Network {
    LARGE.at(Twenty48::START.board())
}

#[test]
fn the_network_that_comes_along_is_small_and_plays() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/twenty48/network/");
    let size = |name| std::fs::metadata(format!("{folder}{name}")).unwrap().len();
    assert!(size("4x6.network") + size("8x6-late.network") <= 30_000_000);
    let network = whole_games();
    assert_eq!(network.tuples(), TupleSet::FourBySix);
    assert!(network.games() >= 100_000, "{} games", network.games());
    let expected = |text: &str| {
        let position = Twenty48::START.read_position(text).unwrap();
        network.best(position.board()).unwrap().1
    };
    // Large tiles in a corner promise more than the same ones apart.
    assert!(
        expected("4096 2048 1024 512/2 8 2 0/2 0 0 0/0 0 0 0")
            > 1.5 * expected("4096 2 8 2048/2 0 2 0/0 0 0 0/512 0 0 1024")
    );
    let mean = mean_score(&network, 20);
    assert!(mean > 140_000.0, "{mean}");
}

/// Where the large ones are missing.
#[test]
fn the_network_that_is_built_in_plays_less_well() {
    let network = load(Some(BUILT_IN)).unwrap();
    assert_eq!((network.tuples(), network.games()), (TupleSet::FourByFive, 60_000));
    let mean = mean_score(&network, 20);
    assert!((40_000.0..140_000.0).contains(&mean), "{mean}");
}

/// By the slide with the best afterstate.
fn mean_score(network: &Network, games: u64) -> f64 {
    let mut sum = 0.0;
    for seed in 0..games {
        let mut rng = Rng::derive(1, seed);
        let mut game = Twenty48::START;
        while !game.is_over() {
            game.play(match game.turn() {
                Turn::Chance => game.sample(&mut rng),
                Turn::Seat(_) => Move::Slide(network.best(game.board()).unwrap().0),
            });
        }
        sum += f64::from(game.score());
    }
    sum / games as f64
}

/// Games on from a position with 16384, 8192, 4096, 2048 and 1024, by the slide with the best afterstate.
#[test]
fn the_network_for_the_late_stage_plays_it_better() {
    let (without_late, games) = (Stages::whole(whole_games()), if crate::whole() { 40 } else { 16 });
    let wins = |networks: &Stages| {
        let won = |seed: u64| {
            let mut rng = Rng::derive(2, seed);
            let start = "16384 8192 4096 2048/2 4 64 1024/0 0 2 8/0 0 0 2";
            let mut game = Twenty48::START.read_position(start).unwrap();
            while !game.is_over() && game.board().max_tile() < 32_768 {
                game.play(match game.turn() {
                    Turn::Chance => game.sample(&mut rng),
                    Turn::Seat(_) => {
                        let board = game.board();
                        Move::Slide(networks.at(board).best(board).unwrap().0)
                    }
                });
            }
            game.board().max_tile() >= 32_768
        };
        (0..games).filter(|&seed| won(seed)).count()
    };
    let (without, with) = (wins(&without_late), wins(&LARGE));
    println!("{with} of {games} with it, {without} without");
    assert!(with >= without + games as usize / 8, "{with} of {games} with it, {without} without");
}

#[test]
fn lines_are_lost_on_the_brink_and_never_on_an_open_board() {
    let lost = |text: &str, ahead: Continuations| {
        lines_lost(&LARGE, Twenty48::START.read_position(text).unwrap(), ahead)
    };
    let ahead = |turns, seed| Continuations { turns, lines: 400, seed };
    // One hole, where only a 4 saves the game: within no further turn it is over with probability 0.9, and 4.9 standard
    // deviations of 400 lines are 29.
    let brink = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 8 0 spawn";
    let at_once = lost(brink, ahead(0, 1));
    assert!((331..=389).contains(&at_once), "{at_once}");
    assert_eq!(at_once, lost(brink, ahead(0, 1)), "one seed, one figure");
    assert_ne!(
        [1, 2, 3, 4].map(|seed| lost(brink, ahead(0, seed))),
        [at_once; 4],
        "another seed, other lines"
    );
    // The same lines further: what is over stays over, and in the end all are.
    let within = [0, 1, 5, 10].map(|turns| lost(brink, ahead(turns, 1)));
    assert!(within.is_sorted() && within[3] < 400, "{within:?}");
    assert_eq!(lost(brink, Continuations { turns: 1_000_000, lines: 40, seed: 1 }), 40);
    assert_eq!(lost("0 2 0 0/0 0 4 0/0 0 0 0/0 0 0 2 spawn", ahead(10, 1)), 0);
}

#[test]
fn what_is_no_network_gets_one_line_with_its_name() {
    let folder = std::env::temp_dir().join(format!("twenty48-no-network-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("x.network");
    std::fs::write(&file, "nonsense").unwrap();
    for (name, part) in [(file.to_str().unwrap(), "no 2048 network"), ("/nowhere/x.net", "No such file")] {
        let error = load(Some(name)).unwrap_err().message;
        assert!(error.contains(name) && error.contains(part) && !error.contains('\n'), "{error}");
    }
    assert!(load(folder.to_str()).is_err(), "a folder is no network");
    std::fs::remove_dir_all(folder).unwrap();
}
