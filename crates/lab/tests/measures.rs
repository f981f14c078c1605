//! Measures: the settings of those that are games' own, and the games that were made for some.

use lab::measures::{ConstantTree, Trails, minimal_tree, open};
use plywise::contract::{Promise, check_rules};
use plywise::{Game, Seat};

fn refused(name: &str, settings: &str) -> String {
    open(name, &toml::from_str(settings).unwrap(), 1).err().unwrap_or_default()
}

/// Yes and no are on and off, several numbers are divided by `/`: as it says of a depth that is none.
#[test]
fn settings_are_options() {
    for (setting, option) in
        [("13", "13"), ("true", "on"), ("[600, 10]", "600/10"), ("\"x\"", "x"), ("0.5", "0.5")]
    {
        let error = refused("recover", &format!("depth = {setting}\nplies = [2, 9]"));
        assert!(error.contains(&format!("depth=\"{option}\" should be")), "{error}");
    }
}

#[test]
fn the_setting_game_says_whose_measurement_is_meant() {
    let good = |game: &str| format!("game = \"{game}\"\ndepth = 2\nplies = [2, 9]");
    let at = |game: &str| {
        let opened = open("recover", &toml::from_str(&good(game)).unwrap(), 1).unwrap();
        opened.measure.observe(3).unwrap()
    };
    let games: Vec<&str> = games::measurements()
        .filter(|(_, one)| one.named.name == "recover")
        .map(|(game, _)| game)
        .chain(["constant-tree"])
        .collect();
    assert!(games.len() > 2, "{games:?}");
    for game in &games {
        assert_eq!(at(game).len(), 1);
        let unsaid = games.iter().filter(|other| *other != game);
        assert!(unsaid.into_iter().all(|other| at(other) != at(game)), "{game}");
    }
    for (settings, part) in [
        (good("chess"), "there is no game that recover measures \"chess\"; there are: "),
        (good(&format!("{}:sise=6", games[0])), "there is no option of "),
        (
            good(games[0]).replace("= 2", "= 13"),
            "recover: depth=\"13\" should be a whole number from 1 to 12",
        ),
        (good(games[0]).replace("[2, 9]", "[9, 2]"), "from the fewest to the most"),
        (good(games[0]).replace("depth", "dept"), "did you mean depth?"),
        (good(games[0]).replace("depth = 2", ""), "depth= is missing"),
    ] {
        let error = refused("recover", &settings);
        assert!(error.contains(part) && !error.contains('\n'), "{settings}: {error}");
    }
}

/// Three moves everywhere, four plies: 121 positions, of which 1 + 3 + 5 + 11 + 17 must be entered.
#[test]
fn the_smallest_tree() {
    assert!((minimal_tree(121, 4) - 37.0).abs() < 1e-6);
    assert!((minimal_tree(1, 0) - 1.0).abs() < 1e-9);
}

#[test]
fn trails_are_a_game() {
    for seed in 0..20 {
        let promise = Promise { games: 10, seed, longest: 33, payoffs: 0..=33 };
        check_rules(&Trails::start(seed), &promise);
    }
}

/// A walker goes to cells beside its own, none of them across an edge.
#[test]
fn edges_do_not_wrap() {
    let mut reached = std::collections::BTreeMap::<u8, std::collections::BTreeSet<u8>>::new();
    for seed in 0..2_000 {
        // The first of them walks from where it stands to each of its exits, and has come from there.
        let start = Trails::start(seed);
        let mut exits = Vec::new();
        start.moves(&mut exits);
        reached.entry(start.place(Seat::FIRST)).or_default().extend(exits);
    }
    assert_eq!(reached.len(), 36);
    for (from, exits) in reached {
        let beside = |to: &u8| (to / 6).abs_diff(from / 6) + (to % 6).abs_diff(from % 6) == 1;
        assert!(exits.iter().eq((0..36).filter(beside).collect::<Vec<_>>().iter()), "{from}: {exits:?}");
    }
}

#[test]
fn constant_trees_are_a_game() {
    let promise = Promise { games: 20, seed: 1, longest: 9, payoffs: -90..=90 };
    check_rules(&ConstantTree::new(1, 3, 9), &promise);
    assert_eq!(plywise::tree_size(&ConstantTree::new(1, 3, 9), 4), 121);
}
