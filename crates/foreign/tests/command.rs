//! The command that starts an engine.

use foreign::{CommandLine, PORT};

/// The running program, which is there to be started, as a word of a command.
fn own() -> String {
    format!("'{}'", std::env::current_exe().unwrap().display())
}

#[test]
fn words_are_split_at_blanks_outside_quotes() {
    let split = |text: &str| CommandLine::parse(&format!("{} {text}", own())).map(|line| line.arguments);
    assert_eq!(split("a  -b\t'c d' \"e 'f\" g''h ''").unwrap(), ["a", "-b", "c d", "e 'f", "gh", ""]);
    assert!(split("a 'b").unwrap_err().contains("not closed"));
    assert!(split(" ").unwrap().is_empty());
}

#[test]
fn programs_are_looked_up_before_anything_is_played() {
    for nothing in ["", " "] {
        assert!(CommandLine::parse(nothing).unwrap_err().contains("empty"));
    }
    assert!(CommandLine::parse("./no-such-engine -x").unwrap_err().contains("no-such-engine"));
    assert!(CommandLine::parse("no-such-engine").unwrap_err().contains("in PATH"));
    let line = CommandLine::parse(&format!("{} --port {PORT}", own())).unwrap();
    assert_eq!(line.program, std::env::current_exe().unwrap());
    assert_eq!(line.with_port(27531).arguments, ["--port", "27531"]);
}
