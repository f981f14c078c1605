//! What is wrong is said before anything takes long: networks are read when all that was typed is understood, and then at
//! once. The networks here are missing: an error that names one was told after it was looked for.

use crate::common::{Folder, good, refused};

const MISSING: &str = "champion:network=/nowhere/x.network";
const SEARCH: &str = "expectimax:eval=network,network=/nowhere/x.network";

#[test]
fn typing_errors_come_before_networks() {
    let folder = Folder::new("late");
    let (there, svg) = (folder.write("there", "x"), folder.file("t.svg"));
    let start = ["match", "2048", MISSING];
    let cup = ["tournament", "2048", MISSING, "random"];
    for (args, part) in [
        (&["analyze", "2048", "--position", "nonsense", "--agent", MISSING][..], "nonsense"),
        (&["explain", "2048", "--position", "nonsense", "--agent", MISSING], "nonsense"),
        (&["tree", "2048", "--position", "nonsense", "--agent", SEARCH, "--svg", &svg], "nonsense"),
        (&["tree", "2048", "--agent", "expectimax:eval=network,depth=no", "--svg", &svg], "depth"),
        (&["play", "2048", "--seat", "second"], "only one seat"),
        (&[&start[..], &["nobody"]].concat(), "there is no agent \"nobody\""),
        (&[&start[..], &["champion:depth=no"]].concat(), "depth"),
        (&[&start[..], &["--clock", "never"]].concat(), "never"),
        (&[&start[..], &["--openings", "none"]].concat(), "openings"),
        (&[&start[..], &["--sprt", "much"]].concat(), "much"),
        (&[&start[..], &["--adjudicate", "never"]].concat(), "never"),
        (&[&start[..], &["--save", &there]].concat(), "exists already"),
        (&[&cup[..], &["nobody"]].concat(), "there is no agent \"nobody\""),
        (&[&cup[..], &["--clock", "never"]].concat(), "never"),
        (&["drive", "2048", "--url", "bad", "--agent", MISSING], "\"bad\" is no address"),
        (&["drive", "2048", "--url", "http://x/", "--save", &there, "--agent", MISSING], "exists already"),
    ] {
        let line = refused(args);
        assert!(line.contains(part) && !line.contains("x.network"), "{args:?}: {line}");
    }
    let line = refused(&["tune", "2048", MISSING]);
    assert!(line.contains("has no weights"), "{line}");
}

/// And where everything is right but the network, that is said at once and nothing is begun.
#[test]
fn networks_are_looked_for_before_anything_is_begun() {
    let folder = Folder::new("early");
    let (file, svg) = (folder.file("begun"), folder.file("t.svg"));
    for args in [
        &["analyze", "2048", "--agent", MISSING][..],
        &["explain", "2048", "--agent", MISSING],
        &["tree", "2048", "--agent", SEARCH, "--svg", &svg],
        &["match", "2048", MISSING, "--save", &file],
        &["tournament", "2048", "random", MISSING, "--store", &file],
        &["engine", "2048", "--protocol", "line", "--agent", MISSING],
    ] {
        let line = refused(args);
        assert!(line.contains("x.network"), "{args:?}: {line}");
    }
    assert_eq!(std::fs::read_dir(folder.file("")).unwrap().count(), 0, "no file is begun");
}

/// Where no agent plays none has to be there.
#[test]
fn who_does_not_play_needs_no_network() {
    let text = good(&["tournament", "2048", MISSING, "random", "--print"]);
    assert!(text.contains("x.network"), "{text}");
    let folder = Folder::new("print");
    let file = folder.write("experiment", text);
    assert!(good(&["slurm", &file]).contains("plywise unit"));
}
