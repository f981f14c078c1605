//! Agents under names of their own: found, told, stored with what they stand for, and never mixed.

use serde_json::Value;

use crate::common::{Answer, Folder, command, good, json, refused};

const FILE: &str = "mine = \"alphabeta:depth=2,eval=discs\"\nyours = \"greedy\"\n\n[edax]\ncmd = \"true\"\n\
    protocol = \"gtp\"\n\n[reader]\ngame = 1\nagent = \"random\"\n";

fn file(folder: &Folder, depth: u32) -> String {
    let text = format!(
        "mine = \"alphabeta:depth={depth},eval=discs\"\nyours = \"greedy\"\n[x]\ncmd = \"true\"\nprotocol = \"gtp\"\n"
    );
    folder.write("agents.toml", text)
}

fn in_folder(folder: &Folder, args: &[&str], config: &str) -> Answer {
    let mut command = command(args);
    command.current_dir(folder.file("")).env("XDG_CONFIG_HOME", config);
    command.output().expect("the command starts").into()
}

#[test]
fn a_match_of_presets_is_the_match_of_what_they_stand_for_under_their_names() {
    let folder = Folder::new("presets");
    let agents = file(&folder, 2);
    let games = ["--games", "4", "--agents", &agents];
    let by_name = json(&[&["match", "othello:size=4", "mine", "yours"], &games[..]].concat());
    let by_spec =
        json(&["match", "othello:size=4", "alphabeta:depth=2,eval=discs", "greedy", "--games", "4"]);
    assert_eq!(
        (&by_name["agents"][0]["agent"], &by_name["agents"][1]["agent"]),
        (&"mine".into(), &"yours".into())
    );
    assert_eq!(by_name["agents"][0]["stands_for"], "alphabeta:depth=2,eval=discs");
    assert_eq!(by_spec["agents"][0]["stands_for"], Value::Null);
    // The same games, of the same experiment.
    assert_eq!(by_name["experiment"], by_spec["experiment"]);
    assert_eq!(by_name["agents"][0]["mean_nodes_per_game"], by_spec["agents"][0]["mean_nodes_per_game"]);
    let table = good(&[&["match", "othello:size=4", "mine", "yours:eval=discs"], &games[..]].concat());
    assert!(
        table.contains(" mine ")
            && table.contains("yours:eval=discs")
            && table.contains("mine stands for alphabeta:depth=2,eval=discs")
            && table.contains("yours:eval=discs stands for greedy:eval=discs"),
        "{table}"
    );
}

#[test]
fn a_store_keeps_what_a_name_stood_for_and_refuses_another_meaning() {
    let folder = Folder::new("presets-store");
    let (agents, store) = (file(&folder, 1), folder.file("games.db"));
    let other = folder.write("other.toml", "");
    let play =
        ["match", "othello:size=4", "mine", "yours", "--games", "2", "--store", &store, "--agents", &agents];
    let first = json(&play);
    let shown = json(&["store", "show", &store]);
    assert_eq!(shown["report"]["agents"], first["agents"]);
    assert_eq!(shown["experiments"][0]["experiment"]["agents"][0], "alphabeta:depth=1,eval=discs");
    let listed = good(&["store", "show", &store]);
    assert!(listed.contains("othello:size=4: mine yours, 2 games"), "{listed}");
    let exported = good(&["store", "export", &store, "--format", "json"]);
    let game: Value = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
    assert_eq!(game["names"], serde_json::json!(["mine", "yours"]));
    assert_eq!(game["stand_for"], serde_json::json!(["alphabeta:depth=1,eval=discs", "greedy"]));
    // Nothing of the file is needed to go on.
    let resumed = json(&["tournament", "--resume", "--store", &store, "--rounds", "2"]);
    assert_eq!((&resumed["games"], &resumed["agents"][0]["agent"]), (&4.into(), &"mine".into()));
    std::fs::remove_file(&agents).unwrap();
    let typed =
        ["match", "othello:size=4", "mine", "yours", "--games", "6", "--store", &store, "--agents", &other];
    let more = json(&typed);
    assert_eq!((&more["games"], &more["experiment"]), (&6.into(), &first["experiment"]));
    assert_eq!(more["agents"][0]["stands_for"], "alphabeta:depth=1,eval=discs");
    assert!(
        refused(&[&typed[..3], &["theirs"], &typed[4..]].concat()).contains("there is no agent \"theirs\"")
    );
    file(&folder, 3);
    let line = refused(&play);
    assert!(line.contains("knows mine as alphabeta:depth=1,eval=discs (experiment 1)"), "{line}");
    assert!(line.contains("now it is alphabeta:depth=3,eval=discs; give it another name"), "{line}");
}

#[test]
fn the_file_that_is_named_comes_first_then_the_one_here_then_the_one_of_the_user() {
    let folder = Folder::new("presets-order");
    let told = |args: &[&str]| {
        let answer =
            in_folder(&folder, &[&["agents", "othello", "mine"], args].concat(), &folder.file("config"));
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
        answer.out
    };
    std::fs::create_dir_all(folder.file("config/plywise")).unwrap();
    folder.write("config/plywise/agents.toml", "mine = \"pvs:depth=3\"\n");
    assert!(told(&[]).contains("stands for pvs:depth=3"));
    file(&folder, 4);
    assert!(told(&[]).contains("stands for alphabeta:depth=4,eval=discs"));
    let named = folder.write("other.toml", "mine = \"minimax:depth=2\"\n");
    let listed = told(&["--agents", &named]);
    assert!(listed.contains("stands for minimax:depth=2"), "{listed}");
    let depth = listed.lines().find(|line| line.trim().starts_with("depth=")).expect("it takes a depth");
    assert!(depth.ends_with("[default: 2]"), "{depth}: what holds under this name");
}

#[test]
fn every_command_that_takes_an_agent_takes_a_preset() {
    let folder = Folder::new("presets-commands");
    let agents = folder.write(
        "agents.toml",
        "mine = \"alphabeta:depth=2\"\n[tuned]\n2048 = \"heuristic:depth=1\"\n[a_player]\ncheckers = \"simple\"\n\
         cantgoback = \"simple\"\n",
    );
    let svg = folder.file("tree.svg");
    for (args, part) in [
        (&["analyze", "othello:size=4", "--agent", "mine"][..], "\nmine (alphabeta:depth=2)\n"),
        (&["tree", "othello:size=4", "--agent", "mine", "--svg", &svg], "alphabeta:depth=2"),
        (&["explain", "othello", "--agent", "mine"], "alphabeta:depth=2"),
        (&["play", "othello:size=4", "--against", "mine"], "against mine"),
        (&["tournament", "othello:size=4", "mine", "random", "--rounds", "1"], " mine "),
        (
            &[
                "tune",
                "2048",
                "tuned",
                "--optimizer",
                "random:iterations=1",
                "--repeats",
                "1",
                "--recheck",
                "0",
            ],
            "h1",
        ),
        (&["checkers", "2", "0.05", "5", "n", "a_player", "simple_player"], ""),
        (&["cantgoback", "-player1", "a_player", "-player2", "Simple"], ""),
        (&["engine", "othello", "--protocol", "gtp", "--agent", "mine"], ""),
    ] {
        let args = [args, &["--agents", &agents]].concat();
        let answer = crate::common::run(&args);
        assert_eq!(answer.code, Some(0), "{args:?}: {answer:?}");
        assert!(answer.out.contains(part), "{args:?}: {answer:?}");
    }
}

#[test]
fn a_wrong_file_is_told_with_its_line_and_nothing_is_played() {
    let folder = Folder::new("presets-wrong");
    let agents = folder.write("agents.toml", FILE);
    let line = refused(&["match", "othello", "mine", "yours", "--agents", &agents]);
    let what = format!("{agents} line 9: reader: there is no option of random \"game\"");
    assert!(line.starts_with(&what), "{line}");
    // One that merely lies here is read where it is needed.
    let here =
        |agent| in_folder(&folder, &["match", "othello:size=4", agent, "random", "--games", "2"], "/nowhere");
    assert_eq!(here("greedy").code, Some(0));
    let answer = here("mine");
    assert!(
        answer.code == Some(2) && answer.err.starts_with("error: agents.toml line 9: reader: "),
        "{answer:?}"
    );
    let agents =
        folder.write("agents.toml", "mine = \"alphabeta\"\n[slow]\ncmd = \"false\"\nprotocol = \"line\"\n");
    let line = refused(&["match", "connect-four", "mine:zz=1", "random", "--agents", &agents]);
    assert!(line.starts_with("mine:zz=1: there is no option of alphabeta \"zz\""), "{line}");
    let line = refused(&["match", "connect-four", "slow", "random", "--agents", &agents]);
    assert!(line.starts_with("slow (engine:cmd=false,protocol=line) cannot play: start: "), "{line}");
    let agents = folder.write("agents.toml", "mine = \"pvs:eval=nosuch\"\n");
    let line = refused(&["match", "othello", "mine", "random", "--agents", &agents]);
    assert!(line.starts_with(&format!("{agents} line 1: mine: pvs: eval=\"nosuch\" should be")), "{line}");
    let line = refused(&["games", "--agents", &folder.file("none.toml")]);
    assert!(line.contains("none.toml: No such file"), "{line}");
}
