//! Engines of a few lines of shell: what they are told word for word, and what is made of what they write.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foreign::dialect::Draughts;
use foreign::protocol::draughts::Jump;
use foreign::{CommandLine, Dialect, Engine, Failure, Protocol, Question, Settings, Time};
use othello::{Othello, Size};
use plywise::Seat;

use crate::table::{MUCH, Table, dialect};

/// Answers GTP and writes down what it was told beside its own file.
const GTP: &str = r#"
while read -r line; do
  echo "$line" >> "$0.heard"
  case $line in
    list_commands) printf '= time_settings\ntime_left\n\n' ;;
    genmove*) printf '= d3\n\n' ;;
    *) printf '= \n\n' ;;
  esac
done
"#;

fn script(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.sh", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

fn engine(path: &Path, protocol: Protocol, dialect: Dialect) -> Engine {
    let command = CommandLine::parse(&format!("sh '{}'", path.display())).unwrap();
    Engine::new(Settings { startup: MUCH, patience: MUCH, ..Settings::new(Some(command), protocol, dialect) })
}

/// GTP knows whole seconds; what is short of one counts as one.
#[test]
fn clocks_in_whole_seconds() {
    let half = Duration::from_millis(500);
    let clock = |moves| Time::Clock { left: 120 * half, increment: Duration::ZERO, moves };
    for (number, (time, settings, left)) in [
        (Time::Move(half), "time_settings 0 1 1", "time_left b 1 1"),
        (clock(None), "time_settings 60 0 0", "time_left b 60 0"),
        (clock(Some(5)), "time_settings 0 60 5", "time_left b 60 5"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = script(&format!("clocks-{number}"), GTP);
        let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
        table.ask(&mut engine(&path, Protocol::Gtp, dialect()), Some(time)).unwrap();
        let heard = std::fs::read_to_string(path.with_extension("sh.heard")).unwrap();
        let told: Vec<&str> = heard.lines().filter(|line| line.starts_with("time_")).collect();
        assert_eq!(told, [settings, left]);
        std::fs::remove_file(path.with_extension("sh.heard")).unwrap();
        std::fs::remove_file(path).unwrap();
    }
}

/// 7 to 23 over 10 and 18.
fn jump(mv: &str) -> Option<Jump> {
    (mv == "7x14x23").then(|| Jump { from: 7, to: 23, taken: vec![10, 18] })
}

static JUMPS: Draughts = Draughts {
    variant: "english",
    hub_position: |_, _| Some(String::new()),
    read_hub_position: |text, _| Err(text.to_owned()),
    dxp_position: |_| None,
    read_dxp_position: |_, text| Err(text.to_owned()),
    jump,
};

/// What becomes of the answer of a Hub engine that says so when it is greeted, told to begin and asked, and ends; 7x14x23 is the
/// only move.
fn hub(name: &str, [wait, ready, done]: [&str; 3]) -> Result<usize, String> {
    let text = format!(
        "while read -r line; do\n  case $line in\n    hub) printf '{wait}' ;;\n    init) printf '{ready}' ;;\n    \
         go*) printf '{done}'; exit ;;\n  esac\ndone\n"
    );
    let path = script(name, &text);
    let dialect = Dialect { squares: None, draughts: Some(&JUMPS) };
    let question = Question {
        game: "checkers",
        story: None,
        seat: 0,
        start: "",
        moves: &[],
        position: "",
        legal: &["7x14x23".to_owned()],
        time: None,
    };
    let answer = engine(&path, Protocol::Hub, dialect).ask(&question, None);
    std::fs::remove_file(path).unwrap();
    answer.map(|answer| answer.choice).map_err(|failure| failure.to_string())
}

#[test]
fn a_capture_that_is_refused_is_told_beside_captures_as_the_protocol_has_them() {
    let choose = |name, given: &str| hub(name, ["wait\\n", "ready\\n", &format!("done move={given}\\n")]);
    assert_eq!(choose("capture", "7x23x18x10"), Ok(0));
    let refused = choose("refused", "7x14x23").unwrap_err();
    assert_eq!(refused, "illegal move: \"7x14x23\"; legal: 7x23x10x18");
}

/// Ends of line as on other systems, blank lines, and a last one without an end.
#[test]
fn lines_come_one_by_one_whatever_ends_them() {
    let lines = ["\\n \\nid name=x\\r\\n\\nwait\\r\\n", "ready\\n \\n", "\\r\\ndone move=7x23x10x18"];
    assert_eq!(hub("ends", lines), Ok(0));
    let path = script("gtp-ends", &GTP.replace(r"\n", r"\r\n").replace("printf '", r"printf '\r\n \r\n"));
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let answer = table.ask(&mut engine(&path, Protocol::Gtp, dialect()), None).unwrap();
    assert_eq!(table.legal()[answer.choice], "d3");
    std::fs::remove_file(path.with_extension("sh.heard")).unwrap();
    std::fs::remove_file(path).unwrap();
}

/// With time enough it is the volume that ends it, and what is one line may be as long as many.
#[test]
fn endless_output_is_a_flood_whether_it_comes_in_lines_or_not() {
    for (name, text) in [("lines", "yes ''"), ("bytes", "tr '\\0' x < /dev/zero")] {
        let path = script(name, text);
        let failure = engine(&path, Protocol::Line, dialect()).prepare(None).unwrap_err();
        // Of bytes much sooner than of so many lines as long as any.
        assert!(matches!(failure, Failure::Flood { bytes, .. } if bytes < 1 << 25), "{failure}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_wait_ends_when_its_flag_is_set() {
    let path = script("stopped", "read -r hello; sleep 600");
    let stop = AtomicBool::new(true);
    assert_eq!(engine(&path, Protocol::Line, dialect()).prepare(Some(&stop)), Err(Failure::Stopped));
    std::fs::remove_file(path).unwrap();
}
