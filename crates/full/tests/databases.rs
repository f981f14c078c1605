//! `plywise databases`, and who looks endings up in what it makes.

use std::fs;

use crate::common::{Folder, command, good, json, refused};

#[test]
fn databases_are_made_once_and_verified() {
    let folder = Folder::new("databases");
    let cache = folder.file("cache");
    let args = ["databases", "checkers", "--pieces", "3", "--cache", &cache];
    let made = json(&args);
    let totals = &made["databases"][0]["totals"][1];
    let counted =
        ["positions", "wins", "draws", "losses", "longest"].map(|what| totals[what].as_u64().unwrap());
    assert_eq!(counted, [196_032, 100_250, 8_477, 87_305, 62]);
    let files = made["databases"][0]["files"].as_array().unwrap();
    for file in files {
        let path = file["file"].as_str().unwrap();
        assert_eq!(Some(fs::metadata(path).unwrap().len()), file["bytes"].as_u64(), "{path}");
    }
    let again = good(&args);
    let two = "2 pieces: 3,488 positions, for the side to move\n  716 won, 2,370 drawn, 402 lost; the longest 13 plies\n";
    assert!(again.contains(two), "{again}");
    assert!(again.contains("checkers-3.plies: ") && again.contains("was there"), "{again}");
    let verify = ["databases", "checkers", "--pieces", "3", "--cache", &cache, "--verify"];
    assert_eq!(good(&verify), "199,520 positions follow from their successors\n");
    assert_eq!(json(&verify)["verified"], 199_520);

    let plies = format!("{cache}/checkers-3.plies");
    let mut bytes = fs::read(&plies).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&plies, bytes).unwrap();
    let damaged = "checkers-3.plies: a damaged database of endings: its checksum does not fit";
    let anew = "; without --verify the command makes what is not there, with --again all anew";
    assert!(refused(&verify).ends_with(&format!("{damaged}{anew}")));
    assert!(refused(&args).ends_with(&format!("{damaged}; --again makes it anew")));
    good(&["databases", "checkers", "--pieces", "3", "--cache", &cache, "--again"]);
    good(&verify);
}

/// Distances say how soon, results alone who wins.
fn an_ending_is_explained_as_far_as_it_is_known(folder: &Folder, cache: &str) {
    let explained = |side: &str| {
        let position = format!("{side}:WK1,K2,K3,K4:BK30");
        let args = ["explain", "checkers", "--agent", "champion:databases=5", "--position", &position];
        let answer = command(&args).env("XDG_CACHE_HOME", folder.file("")).output().unwrap();
        let text = String::from_utf8(answer.stdout).unwrap();
        text.lines().find(|line| line.contains("database: ")).expect(&text).trim().to_owned()
    };
    for (side, result) in [("W", "win"), ("B", "loss")] {
        let line = explained(side);
        assert!(line.starts_with(&format!("database: {result} in ")), "{line}");
    }
    // Whoever looks deeper without naming an agent meets what is there, and only that.
    let looked = |home: &str| {
        let args = ["analyze", "checkers", "--depth", "3", "--json", "--position", "W:WK1,K2,K3,K4:BK30"];
        let answer = command(&args).env("XDG_CACHE_HOME", folder.file(home)).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&answer.stdout).unwrap()
    };
    assert_eq!(looked("")["stopped"], "solved", "{}", looked(""));
    assert_eq!(looked("elsewhere")["stopped"], "depth", "{}", looked("elsewhere"));
    fs::remove_file(format!("{cache}/checkers-5-0104.plies")).unwrap();
    for (side, result) in [("W", "win"), ("B", "loss")] {
        assert_eq!(explained(side), format!("database: {result} for the side to move"));
    }
}

#[test]
fn what_is_wrong_gets_one_line() {
    let folder = Folder::new("no-databases-at-all");
    let none = folder.file("none");
    assert!(
        refused(&["databases", "othello"]).contains("\"othello\" has no databases of endings; checkers has")
    );
    let pieces = refused(&["databases", "checkers", "--pieces", "8", "--cache", &none]);
    assert!(pieces.contains("it should be a whole number from 2 to 7"), "{pieces}");
    let missing = refused(&["databases", "checkers", "--verify", "--cache", &none]);
    assert!(
        missing.contains("checkers-4.plies: ") && missing.contains("makes what is not there"),
        "{missing}"
    );
    let args = ["match", "checkers", "champion:databases=5", "random", "--games", "2"];
    let answer = command(&args).env("XDG_CACHE_HOME", &none).output().unwrap();
    let line = String::from_utf8(answer.stderr).unwrap();
    let wanted = "plywise databases checkers --pieces 5 makes it";
    assert!(answer.status.code() == Some(2) && line.lines().count() == 1 && line.contains(wanted), "{line}");
    assert!(
        refused(&["analyze", "checkers", "--agent", "pvs:databases=3"])
            .contains("should be off, all, 4, 5, 6 or 7")
    );
}

/// What lies in the cache and cannot be read is told of: it is not passed over.
#[test]
fn solve_says_that_what_it_would_look_up_is_damaged() {
    let folder = Folder::new("damaged-cache");
    let plies = folder.file("plywise/checkers-5.plies");
    fs::create_dir(folder.file("plywise")).unwrap();
    fs::write(&plies, b"no endings").unwrap();
    let args = ["solve", "checkers", "--position", "W:W14,K32:B13,K25"];
    let answer = command(&args).env("XDG_CACHE_HOME", folder.file("")).output().unwrap();
    let line = String::from_utf8(answer.stderr).unwrap();
    assert!(answer.status.code() == Some(2) && line.lines().count() == 1, "{line}");
    assert!(line.contains("checkers-5.plies: ") && line.contains("--again"), "{line}");
}

/// A draw that no search from above proves, and a search without databases does not.
#[test]
fn agents_look_endings_up() {
    let ask =
        |agent: &str| json(&["analyze", "checkers", "--position", "W:W14,K32:B13,K25", "--agent", agent]);
    for agent in ["champion:depth=4", "pvs:depth=4,databases=4", "mtdf:depth=4,databases=4"] {
        let answer = ask(agent);
        assert_eq!(
            (&answer["stopped"], &answer["value"]),
            (&"solved".into(), &0.0.into()),
            "{agent}: {answer}"
        );
    }
    for agent in ["champion:depth=4,databases=off", "pvs:depth=4"] {
        assert_eq!(ask(agent)["stopped"], "depth", "{agent}");
    }
}

/// What five pieces cost is planned.
#[test]
fn units_are_planned() {
    let plan = ["databases", "checkers", "--plan", "--pieces", "5"];
    // Each measures four million positions: where not all is tried the table of the same numbers is enough.
    let text = good(&plan);
    assert!(
        text.contains("pieces    positions   memory a unit's") && text.contains("unit  6: 0410 and 1004"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    if !crate::whole() {
        return;
    }
    let facts = json(&plan);
    let costs = facts["costs"].as_array().unwrap();
    let positions: Vec<_> = costs.iter().map(|cost| cost["positions"].as_u64().unwrap()).collect();
    assert_eq!(positions, [139_450_808, 2_426_085_676, 34_243_113_624]);
    let one_core = |cost: &serde_json::Value| cost["hours"][0]["hours"].as_f64().unwrap();
    let [rate, bytes] = ["seconds_a_position", "bytes_a_position"].map(|what| facts[what].as_f64().unwrap());
    // Two kings against three, either to move: 32 over 2 by 30 over 3, twice.
    assert_eq!(facts["measured_on"], 2 * 496 * 4_060, "{facts}");
    assert!(rate > 0.0 && bytes > 0.0 && bytes < 1.25, "{facts}");
    assert!((one_core(&costs[1]) * 3600.0 / rate / 2_426_085_676.0 - 1.0).abs() < 1e-9, "{facts}");
    let units = facts["units"].as_array().unwrap();
    assert_eq!((units.len(), &units[5]["needs"]), (22, &serde_json::json!([1])));
}

/// Of the units of five pieces one is made, verified and looked up, and one that needs another says which.
#[test]
fn a_unit_is_made_verified_and_looked_up() {
    let folder = Folder::new("database-units");
    let cache = folder.file("plywise");
    let unit = |number: &'static str| {
        ["databases", "checkers", "--pieces", "5", "--unit", number, "--cache", &cache].to_vec()
    };
    let needy = refused(&unit("6"));
    assert!(needy.contains("no unit 1 of 5 pieces in ") && needy.contains("--unit 1 makes it"), "{needy}");
    let made = json(&unit("1"));
    assert_eq!((&made["positions"], &made["longest"]), (&2_013_760.into(), &34.into()), "{made}");
    assert!(good(&unit("1")).contains("checkers-5-0104.slice: was there"));
    let verify = [unit("1"), vec!["--verify"]].concat();
    assert_eq!(good(&verify), "2,013,760 positions follow from their successors\n");
    // Games need no more than this one.
    let args = ["match", "checkers", "champion:databases=5,nodes=500", "random", "--games", "2"];
    let answer = command(&args).env("XDG_CACHE_HOME", folder.file("")).output().unwrap();
    assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
    an_ending_is_explained_as_far_as_it_is_known(&folder, &cache);
}
