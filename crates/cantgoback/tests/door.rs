//! The game's door: what the published program called its rules, boards and players.

use cantgoback::BUILT_IN;
use cantgoback::door::DOOR;
use registry::door::command::ArgTakes;
use registry::{Kind, Spec, SpecError};

/// By the list of games, in which is compiled already what the house does with this one.
fn open(options: &str) -> Result<Box<dyn Kind>, SpecError> {
    games::open(&format!("cantgoback:{options}"))
}

/// The words of the published program's releases do as well: the start says by what goes on where it is read.
#[test]
fn rules_for_fruits_have_the_names_of_releases() {
    let start = |fruits: &str| {
        let game = open(&format!("fruits={fruits}")).unwrap().live(1, None).unwrap();
        game.position()
    };
    assert_eq!([start("v1"), start("v3")], [start("respawn"), start("once")]);
    assert_ne!(start("v1"), start("v3"));
    assert_eq!(
        open("fruits=v9").err().unwrap().to_string(),
        "cantgoback: fruits=\"v9\" should be once (v3), respawn (v1) or v2"
    );
}

#[test]
fn every_board_that_comes_along_can_be_played() {
    for (name, _) in BUILT_IN {
        for fruits in ["once", "respawn", "v2"] {
            open(&format!("board={name},fruits={fruits}")).unwrap();
        }
    }
}

#[test]
fn every_published_spelling_is_understood() {
    let kind = open("fruits=once").unwrap();
    let listed = |name: &str| kind.listed(&Spec::parse(name).unwrap()).map(|entry| entry.name);
    for (names, agent) in [
        ("LivePlayer Live liveplayer", "live"),
        ("SimplePlayer Simple simple", "simple"),
        ("MinimaxPlayer Minimax MINIMAX", "minimax_player"),
        ("AlphabetaPlayer AlphaBetaPlayer Alphabeta", "alphabeta_player"),
        ("GlobalTimeABPlayer GlobalTimeAB globaltimeabplayer", "global_time_ab"),
        ("LightABPlayer LightAB Light_AB", "light_ab"),
        ("HeavyABPlayer HeavyAB HeavyABPlayerPlayer", "heavy_ab"),
        ("ContestPlayer Contest CompetePlayer Compete", "contest"),
        ("minimax", "minimax"),
    ] {
        for name in names.split(' ') {
            assert_eq!(listed(name).as_ref(), Ok(&agent), "{name}");
        }
    }
    listed("Alpha").unwrap_err();
}

/// The published program read some points as decimals.
#[test]
fn points_may_be_decimals() {
    let args = DOOR.commands.iter().flat_map(|command| command.args);
    let points = args.filter_map(|arg| match arg.takes {
        ArgTakes::Value("POINTS", check) => Some((arg.name, check)),
        _ => None,
    });
    let points: Vec<_> = points.collect();
    assert!(points.len() > 1, "{points:?}");
    for (name, check) in points {
        assert_eq!(check("9.0"), Ok(()), "{name}");
        check("9.5").unwrap_err();
    }
}
