//! What the lists promise: every game opens, every agent plays, every option takes what it says it takes.

use crate::common::{Folder, plan, play};
use arena::{Kind, Named, Opt, Spec, Takes, parse_duration};

/// Values of an option as its entry in the list describes them: those that must be taken and those that must not.
fn values(option: &Opt) -> (Vec<String>, Vec<String>) {
    let junk = || vec!["nonsense".to_owned(), String::new(), "-1".to_owned(), "1.5".to_owned()];
    match option.key {
        "time" | "reserve" => {
            let mut bad: Vec<String> = vec!["5".into(), "-1s".into(), "soon".into()];
            // Nothing may be kept in reserve, but a move takes time.
            bad.extend((option.key == "time").then(|| "0s".to_owned()));
            return (vec!["50ms".into(), "2s".into()], bad);
        }
        "board" => {
            return (vec!["default_board".into(), "duel_11x11".into()], vec!["no_such_board".into()]);
        }
        "probcut" => {
            let bad = ["nonsense", "", "-1", "0", "10.5", "nan"].map(str::to_owned).to_vec();
            return (["off", "on", "0.1", "1.5", "10"].map(str::to_owned).to_vec(), bad);
        }
        // There are no tables yet where the tests run.
        "tables" => return (vec!["off".to_owned()], junk()),
        // Nor databases beyond what comes along.
        "databases" => {
            let bad = ["nonsense", "", "-1", "3", "7"].map(str::to_owned).to_vec();
            return (vec!["off".to_owned(), "4".to_owned()], bad);
        }
        _ if option.values.split_once("..=").is_some_and(|(low, _)| low.contains('.')) => {
            let (low, high) = option.values.split_once("..=").unwrap();
            let above = high.parse::<f64>().unwrap() + 1.0;
            let bad = ["nonsense", "", "-1", "nan", &above.to_string()].map(str::to_owned).to_vec();
            return (vec![low.to_owned(), high.to_owned()], bad);
        }
        "network" | "late" | "net" | "patterns" => return (Vec::new(), junk()),
        "book" => return (vec!["on".to_owned(), "off".to_owned()], junk()),
        "weights" => return (vec![option.default.to_owned(), "-1/0/1e9/0.5".to_owned()], junk()),
        _ => {}
    }
    let (mut good, mut bad) = (Vec::new(), junk());
    for part in option.values.split('|') {
        let Some((low, high)) = part.split_once("..") else {
            good.push(part.to_owned());
            continue;
        };
        let Ok(low) = low.parse::<u64>() else {
            good.push(part.to_owned()); // a word with a bound: dynamic..9
            continue;
        };
        let high: Option<u64> = high.strip_prefix('=').map(|high| high.parse().unwrap());
        good.push(low.to_string());
        if let Some(high) = high {
            // Tables of tens of gigabytes are allowed, but not here.
            let most = if matches!(option.takes, Takes::Memory) { low + 1 } else { high };
            good.push(most.to_string());
            bad.push((high + 1).to_string());
        }
        bad.extend(low.checked_sub(1).map(|below| below.to_string()));
    }
    (good, bad)
}

/// The values that the documentation leaves as words for nothing.
fn has_default(option: &Opt) -> bool {
    !["no limit", "the one that comes along"].contains(&option.default)
}

/// An agent with one option given, and with what that option belongs to.
fn with(agent: &Named, option: &Opt, value: &str) -> String {
    let has_even =
        agent.options.iter().any(|o| o.key == "policy" && o.values.split('|').any(|word| word == "even"));
    let belongs_to = match option.key {
        "reserve" if has_even => "policy=even,",
        "reduce" => "cutoff=0.01,",
        "width" => "widening=0.5,",
        _ => "",
    };
    format!("{}:{belongs_to}{}={value}", agent.name, option.key)
}

/// The agents that need no other program: those are in the registry's own tests.
fn own(kind: &dyn Kind) -> impl Iterator<Item = &'static Named> {
    kind.agents().iter().filter(|agent| agent.name != "engine")
}

#[test]
fn every_game_takes_the_options_that_it_lists() {
    for game in games::all() {
        let name = game.named.name;
        games::open(name).unwrap();
        for option in game.named.options {
            let (good, bad) = values(option);
            // Refused where it changes nothing.
            let belongs_to = if option.key == "max_fruit_time" { "fruits=respawn," } else { "" };
            assert!(good.contains(&option.default.to_owned()) || option.values.contains(".."), "{option:?}");
            for value in good.iter().chain([&option.default.to_owned()]) {
                let opened = games::open(&format!("{name}:{belongs_to}{}={value}", option.key));
                assert!(opened.is_ok(), "{name} {}={value}: {}", option.key, opened.err().unwrap());
            }
            for value in bad {
                let error = games::open(&format!("{name}:{belongs_to}{}={value}", option.key)).err();
                let error = error.unwrap_or_else(|| panic!("{name} {}={value} is accepted", option.key));
                assert!(error.to_string().starts_with(name), "{error}");
            }
        }
    }
}

/// Published players divide a time of their own; what the others divide is the match's clock, and none runs.
#[test]
fn what_divides_a_clock_is_refused_without_one_but_of_players_with_their_own() {
    let (mut own_clocks, mut champions) = (0, 0);
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        for agent in own(&*kind).filter(|agent| agent.options.iter().any(|option| option.key == "reserve")) {
            let spec = Spec::parse(&format!("{}:reserve=20ms", agent.name)).unwrap();
            let has_own = agent.options.iter().any(|option| option.key == "clock");
            let checked = arena::clock::check_without(&*kind, &spec);
            assert_eq!(checked.is_ok(), has_own, "{}: {spec}", game.named.name);
            own_clocks += usize::from(has_own);
            champions += usize::from(agent.name == "champion");
        }
    }
    assert!(own_clocks > 5 && champions == 2, "{own_clocks} and {champions}");
}

#[test]
fn every_agent_takes_the_options_that_it_lists() {
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        let check = |text: String| Spec::parse(&text).and_then(|spec| kind.check_agent(&spec));
        for agent in own(&*kind) {
            check(agent.name.to_owned()).unwrap();
            for option in agent.options {
                let (mut good, bad) = values(option);
                good.extend(has_default(option).then(|| option.default.to_owned()));
                for value in good {
                    let text = with(agent, option, &value);
                    check(text.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
                }
                for value in bad {
                    let text = with(agent, option, &value);
                    assert!(check(text.clone()).is_err(), "{text} is accepted");
                }
            }
        }
    }
}

#[test]
fn no_option_is_listed_twice() {
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        for agent in kind.agents() {
            let mut keys: Vec<_> = agent.options.iter().map(|option| option.key).collect();
            keys.sort_unstable();
            assert!(keys.is_sorted_by(|a, b| a < b), "{} {}: {keys:?}", kind.name(), agent.name);
        }
    }
}

#[test]
fn reductions_without_a_cut_off_are_refused() {
    let kind = games::open("2048").unwrap();
    let check = |text: &str| Spec::parse(text).and_then(|spec| kind.check_agent(&spec));
    for text in ["expectimax:reduce=0.1", "heuristic:reduce=0.1,cutoff=0", "champion:reduce=0.1,time=1s"] {
        let error = check(text).expect_err(text).to_string();
        assert!(error.contains("reduce=\"0.1\" should be given with a cutoff"), "{text}: {error}");
    }
    for text in ["expectimax:reduce=1", "expectimax:reduce=0.1,depth=dynamic", "champion:reduce=0.1"] {
        check(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// What an agent does without an option is what it does with the option's default.
#[test]
fn defaults_are_what_the_lists_say() {
    for game in games::all() {
        let name = game.named.name;
        let kind = games::open(name).unwrap();
        let play = |game: &str, agent: &str| {
            let agents = if kind.seats() == 1 { vec![agent] } else { vec![agent, "random"] };
            // One game: what an option means does not depend on the seat.
            let (_, games) = play(game, &plan(&agents, 1));
            games.iter().map(|g| (g.payoffs.clone(), g.fingerprint, g.spent[0].nodes)).collect::<Vec<_>>()
        };
        for agent in own(&*kind).filter(|agent| !agent.options.is_empty()) {
            let takes = |key| agent.options.iter().any(|option| option.key == key);
            let depth = takes("depth");
            // 2048 lasts long: one ply tells evaluators apart as well.
            let base = match (depth, name) {
                (true, "2048") => format!("{}:depth=1", agent.name),
                (true, _) => format!("{}:depth=3", agent.name),
                (false, _) if takes("iterations") => format!("{}:iterations=20", agent.name),
                (false, _) => agent.name.to_owned(),
            };
            let usual = play(name, &base);
            let usual_depth =
                agent.options.iter().find(|option| option.key == "depth" && has_default(option));
            // Whole games at depths that agents have by themselves take long.
            if let Some(option) = usual_depth.filter(|_| name != "2048" && crate::whole()) {
                let spelled = format!("{}:depth={}", agent.name, option.default);
                assert_eq!(play(name, agent.name), play(name, &spelled), "{name} {spelled}: the default");
            }
            if takes("iterations") && name == "cantgoback" {
                let spelled = format!("{}:iterations=1000", agent.name);
                assert_eq!(play(name, agent.name), play(name, &spelled), "{name} {spelled}: the default");
            }
            // Without a policy there is nothing that a reserve could be taken from, without widening no width.
            let fixed = ["depth", "iterations", "reserve", "width"];
            let mut spelled = base.clone();
            for option in agent.options.iter().filter(|o| has_default(o) && !fixed.contains(&o.key)) {
                let mark = if spelled.contains(':') { ',' } else { ':' };
                spelled += &format!("{mark}{}={}", option.key, option.default);
            }
            assert_eq!(play(name, &spelled), usual, "{name} {spelled}");
        }
        for option in game.named.options {
            let spelled = format!("{name}:{}={}", option.key, option.default);
            assert_eq!(play(&spelled, "random"), play(name, "random"), "{spelled}");
        }
    }
}

#[test]
fn unknown_names_list_what_exists() {
    let game = |text: &str| games::open(text).err().unwrap().to_string();
    let all = games::all().iter().map(|game| game.named.name).collect::<Vec<_>>().join(", ");
    let known = |wrong, meant| format!("there is no game {wrong:?}; did you mean {meant}? There are: {all}");
    assert_eq!(game("othelo"), known("othelo", "othello"));
    assert_eq!(game("Chekers"), known("Chekers", "checkers"));
    assert!(game("othello:sise=4").contains("option of othello \"sise\"; did you mean size?"));
    assert!(game("2048:size=4").contains("there is no option of 2048 \"size\"; it takes none"));
    assert!(game("cantgoback:board=defaultboard").contains("default_board"));
    let kind = games::open("checkers").unwrap();
    let agent = |text: &str| kind.check_agent(&Spec::parse(text).unwrap()).unwrap_err().to_string();
    assert!(agent("alphabet").contains("did you mean alphabeta? There are: "));
    assert!(agent("expectimax").starts_with("there is no agent \"expectimax\"; "), "no dice, no expectimax");
    for name in kind.agents() {
        assert!(agent("x").contains(name.name));
    }
    let bench = games::benches(Some("otello")).err().unwrap().to_string();
    assert!(bench.contains("did you mean othello"), "{bench}");
}

/// The names of evaluators and sparring partners that the code holds besides the lists.
#[test]
fn every_game_has_a_sparring_partner() {
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        kind.check_agent(&Spec::parse(kind.sparring_partner()).unwrap()).unwrap();
        kind.check_agent(&Spec::parse(kind.analyst()).unwrap()).unwrap();
    }
}

/// A board file is read like the boards that come along, and a bad one gets one line with file, row and column.
#[test]
fn boards_come_from_files() {
    let folder = Folder::new("boards");
    let open = |name: &str, content: &str| {
        let path = folder.0.join(name);
        std::fs::write(&path, content).unwrap();
        games::open(&format!("cantgoback:board={}", path.display()))
    };
    let good = open("good.csv", "0,0,-1,2\n0,0,0,0\n1,0,30,0\n").unwrap();
    assert_eq!(good.live(1, None).unwrap().position().matches('/').count(), 2, "three rows");
    for (name, content, place) in [
        ("word.csv", "0,0,0,2\n0,0,x,0\n1,0,3,0\n", "row 2, column 3"),
        ("short.csv", "0,0,0,2\n0,0,0\n1,0,3,0\n", "row 2"),
        ("twice.csv", "0,0,0,2\n0,1,0,0\n1,0,3,0\n", "row 3, column 1"),
    ] {
        let error = open(name, content).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains(place), "{error}");
        assert!(!error.contains('\n'));
    }
    assert!(open("long.csv", &"0,".repeat(200_000)).err().unwrap().to_string().contains("too long"));
    let error = games::open(&format!("cantgoback:board={}", folder.0.display())).err().unwrap();
    assert!(error.to_string().contains("this is a folder"), "{error}");
}

#[test]
fn times_in_the_lists_are_times() {
    for text in ["50ms", "2s", "500ms", "60s", "100ms", "1.5m", "1h"] {
        assert!(parse_duration(text).is_some(), "{text}");
    }
}
