//! Engines that misbehave: each failure has its name, and the next game is played by an engine that was started again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::table::{MUCH, Table, dialect, settings};
use foreign::{CommandLine, Engine, Failure, Heard, Protocol, Settings, Time};
use othello::{Othello, Size};
use plywise::Seat;

/// For engines that will not answer in time, however fast the machine is.
const LITTLE: Duration = Duration::from_millis(100);

/// Asks until the engine fails at its third question.
fn failure(order: &str) -> (Failure, Engine) {
    let mut engine = Engine::new(settings(order));
    let silent = ["silent", "late", "deaf", "flood", "stream"].iter().any(|misdeed| order.contains(misdeed));
    let time = if silent { LITTLE } else { MUCH };
    let failure = if order.starts_with("hub") || order.starts_with("dxp") {
        fail(&mut engine, time, Table::new("checkers", checkers::start(&checkers::Options::default(), 0)))
    } else {
        fail(&mut engine, time, Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST)))
    };
    (failure, engine)
}

fn fail<G: plywise::Notation>(engine: &mut Engine, time: Duration, mut table: Table<G>) -> Failure {
    engine.new_game(1);
    for _ in 0..2 {
        let answer = table.ask(engine, None).expect("an answer");
        let legal = table.legal();
        table.play(&legal[answer.choice].clone());
        let legal = table.legal();
        table.play(&legal[0].clone());
    }
    let first = table.ask(engine, Some(Time::Move(time))).expect_err("a failure");
    // A game later the engine is there again.
    engine.new_game(2);
    assert_eq!(engine.starts(), 1);
    table.ask(engine, None).unwrap_or_else(|failure| panic!("after {first}: {failure}"));
    assert_eq!(engine.starts(), 2);
    first
}

#[test]
fn every_misdeed_has_its_name_in_every_protocol() {
    for protocol in ["gtp", "nboard", "hub", "dxp", "line"] {
        for (misdeed, names) in [
            ("crash", &["crash: "][..]),
            ("illegal", &["illegal move: ", "refused: "]),
            ("garbage", &["garbage: "]),
            ("silent", &["time: no answer within "]),
            ("resign", &["resigned", "refused: ", "garbage: "]),
        ] {
            let (failure, _) = failure(&format!("{protocol},{misdeed},3"));
            let text = failure.to_string();
            assert!(names.iter().any(|name| text.starts_with(name)), "{protocol},{misdeed}: {text}");
            assert!(!text.contains('\n'), "{text}");
        }
    }
}

#[test]
fn a_crash_is_told_with_its_exit_code_and_last_words() {
    let (failure, _) = failure("gtp,crash,3");
    let text = failure.to_string();
    assert!(text.contains('3') && text.contains("first words / assertion failed: depth < 64"), "{text}");
}

#[test]
fn an_illegal_move_is_told_with_what_was_legal() {
    let (failure, _) = failure("nboard,illegal,3");
    let text = failure.to_string();
    assert!(text.contains("A1") && text.contains("legal: "), "{text}");
}

#[test]
fn late_and_deaf_engines_are_not_waited_for() {
    let is_left = |order: &str| {
        let begun = Instant::now();
        let (failure, engine) = failure(order);
        assert!(matches!(failure, Failure::Silence(_)), "{order}: {failure}");
        drop(engine);
        // A deaf one sleeps for ten minutes.
        assert!(begun.elapsed() < Duration::from_secs(300), "{order}");
    };
    // All of it is waiting, so they wait together.
    std::thread::scope(|scope| {
        for order in ["gtp,late,3", "line,deaf,3", "dxp,late,3"] {
            scope.spawn(move || is_left(order));
        }
    });
}

#[test]
fn floods_end_by_volume_or_by_time() {
    for order in ["gtp,flood,3", "nboard,stream,3", "hub,flood,3", "line,flood,3", "dxp,flood,3"] {
        let (failure, _) = failure(order);
        let is_named = matches!(failure, Failure::Flood { .. } | Failure::Silence(_));
        // What DamExchange pours out goes to standard output, which is no part of the protocol.
        assert!(is_named, "{order}: {failure}");
    }
}

/// With time enough it is the volume that ends it: memory stays bounded however long the engine goes on.
#[test]
fn a_flood_is_called_one() {
    let mut engine = Engine::new(settings("line,flood,1"));
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let failure = table.ask(&mut engine, Some(Time::Move(MUCH))).unwrap_err();
    assert!(matches!(failure, Failure::Flood { lines, .. } if lines > 10_000), "{failure}");
}

#[test]
fn noise_on_standard_error_harms_nobody() {
    let mut engine = Engine::new(settings("gtp,noise,1"));
    let mut table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    for _ in 0..2 {
        let answer = table.ask(&mut engine, None).expect("an answer");
        table.play(&table.legal()[answer.choice].clone());
        table.play(&table.legal()[0].clone());
    }
    assert_eq!(engine.starts(), 1);
}

/// However slowly it is listened to, what it said last is told whole, as long as something comes.
#[cfg(unix)]
#[test]
fn last_words_are_heard_out() {
    let command =
        CommandLine::parse("sh -c 'for word in one two three four; do echo $word >&2; done; exit 3'");
    let slowly = Heard(Some(Arc::new(|_: &str| std::thread::sleep(Duration::from_millis(300)))));
    let usual = settings("gtp,crash,1");
    let mut engine = Engine::new(Settings { command: Some(command.unwrap()), heard: slowly, ..usual });
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let text = table.ask(&mut engine, Some(Time::Move(MUCH))).unwrap_err().to_string();
    assert!(text.contains("two / three / four"), "{text}");
}

/// Whoever an engine has started dies with it, though they hold its output open.
#[cfg(target_os = "linux")]
#[test]
fn children_of_an_engine_die_with_it() {
    let mut engine = Engine::new(settings("gtp,orphans,1"));
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let time = Some(Time::Move(MUCH));
    let text = table.ask(&mut engine, time).unwrap_err().to_string();
    drop(engine);
    let words = text.rsplit_once("last words ").map(|words| words.1.replace('"', ""));
    let Some(words) = words else { panic!("{text}") };
    for child in words.split_whitespace() {
        let gone = Instant::now() + MUCH;
        let path = format!("/proc/{child}/stat");
        // A zombie is dead: nobody but the first process of the machine can bury it.
        while std::fs::read_to_string(&path).is_ok_and(|stat| !stat.contains(") Z ")) {
            assert!(Instant::now() < gone, "{child} is still running");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_zombie_stays() {
    let zombies = || {
        let own = std::process::id().to_string();
        let processes = std::fs::read_dir("/proc").expect("a list of processes");
        let stats =
            processes.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok());
        stats
            .filter(|stat| {
                let mut fields = stat.rsplit_once(") ").map_or("", |split| split.1).split(' ');
                fields.next() == Some("Z") && fields.next() == Some(&own)
            })
            .count()
    };
    for order in ["gtp,crash,1", "line,silent,1", "hub", "gtp"] {
        let mut engine = Engine::new(settings(order));
        let time = Some(Time::Move(LITTLE));
        if order.starts_with("hub") {
            let _ = Table::new("checkers", checkers::start(&checkers::Options::default(), 0))
                .ask(&mut engine, time);
        } else {
            let _ =
                Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST)).ask(&mut engine, time);
        }
    }
    // Other tests of this binary may be burying theirs at this moment.
    let until = Instant::now() + MUCH;
    while zombies() > 0 {
        assert!(Instant::now() < until, "zombies");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn engines_that_do_not_start_say_why() {
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let ask = |settings: Settings| table.ask(&mut Engine::new(settings), None).unwrap_err().to_string();
    for (order, words, startup) in [
        ("gtp,crash,0", "assertion failed", MUCH),
        ("gtp,flood,0", "", MUCH),
        ("nboard,deaf,0", "ready within", LITTLE),
    ] {
        let text = ask(Settings { startup, ..settings(order) });
        let is_named = text.starts_with("start: ") || text.starts_with("flood: ");
        assert!(is_named && text.contains(words), "{order}: {text}");
    }
    let nobody = Settings { startup: LITTLE, port: Some(9), ..Settings::new(None, Protocol::Dxp, dialect()) };
    let checkers = Table::new("checkers", checkers::start(&checkers::Options::default(), 0));
    let text = checkers.ask(&mut Engine::new(nobody), None).unwrap_err().to_string();
    assert!(text.starts_with("start: nobody answers at 127.0.0.1:9"), "{text}");
    let text = ask(Settings::new(None, Protocol::Gtp, dialect()));
    assert!(text.contains("no command"), "{text}");
    let manifest = concat!("'", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml'");
    assert!(CommandLine::parse(manifest).unwrap_err().contains("it is not executable"));
}

/// What may be run but cannot be is this machine's failure.
#[cfg(unix)]
#[test]
fn a_program_that_is_none_is_the_hosts_failure() {
    use std::os::unix::fs::PermissionsExt;
    let program = std::env::temp_dir().join(format!("plywise-no-program-{}", std::process::id()));
    std::fs::write(&program, [0; 64]).expect("there is a place for temporary files");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a file of ours");
    let command = CommandLine::parse(&format!("'{}'", program.display())).expect("it may be run");
    let table = Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST));
    let mut engine = Engine::new(Settings::new(Some(command), Protocol::Gtp, dialect()));
    let text = table.ask(&mut engine, None).unwrap_err().to_string();
    std::fs::remove_file(&program).expect("it is there");
    assert!(text.starts_with("host: ") && text.contains("plywise-no-program-"), "{text}");
}
