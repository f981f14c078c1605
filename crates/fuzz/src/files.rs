//! The readers of files: states, experiments, stores, presets, databases, networks, problems.

use std::sync::LazyLock;

use arena::{Experiment, Ledger, Presets, Setup, Spec};
use checkers::databases::Databases;
use checkers::net::Net;
use othello::patterns::Patterns;
use plywise::book::{self, BookGame};
use plywise::{Checksum, Evaluate, Game, Seat};
use store::Store;
use tune::{Optimizer, Outcome, Tuner};
use twenty48::endgame::Table;
use twenty48::ntuple::{Network, Trainer};

use crate::scratch::{folder, with_file};
use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("tune_state", |bytes| as_text(bytes, tune_state)),
    Target::slow("train_state", |bytes| sealed(bytes, train_state)),
    Target::slow("network", |bytes| sealed(bytes, network)),
    Target::slow("endgame_table", endgame_table),
    Target::quick("endgame_database", |bytes| sealed(bytes, endgame_database)),
    Target::quick("checkers_net", |bytes| sealed(bytes, checkers_net)),
    Target::quick("othello_patterns", |bytes| sealed(bytes, othello_patterns)),
    Target::quick("book", |bytes| sealed(bytes, books)),
    Target { inputs: 200, ..Target::quick("lab_experiment", |bytes| as_text(bytes, lab_experiment)) },
    Target::quick("experiment", |bytes| as_text(bytes, experiment)),
    Target::slow("store", store),
    Target::quick("store_row", |bytes| as_text(bytes, store_row)),
    Target::quick("presets", |bytes| as_text(bytes, presets)),
    Target::quick("problems", |bytes| as_text(bytes, problems)),
];

/// Reads the bytes as they are, and with the checksum at their end put right: what is damaged is found by it, what is forged is
/// not.
fn sealed(bytes: &[u8], read: fn(&[u8])) {
    read(bytes);
    if let Some((content, _)) = bytes.split_last_chunk::<8>() {
        read(&[content, &Checksum::of(content).get().to_le_bytes()].concat());
    }
}

/// A state as it is, and with its seal put right. One that is accepted goes on, and is written as text that reads as the same.
fn tune_state(text: &str) {
    let inside = text.strip_prefix("{\"seal\":\"").and_then(|text| text.split_once("\","));
    let mended =
        inside.map(|(_, rest)| format!("{{\"seal\":\"{:016x}\",{rest}", Checksum::of(rest.as_bytes()).get()));
    for text in [Some(text), mended.as_deref()].into_iter().flatten() {
        let mut tuner = match Tuner::resume(text) {
            Ok(tuner) => tuner,
            Err(error) => {
                laws::one_line(&error.to_string());
                continue;
            }
        };
        let written = tuner.checkpoint();
        assert_eq!(Tuner::resume(&written).expect("its own text").checkpoint(), written);
        // A state may ask for more than a fuzzer has time for.
        if tuner.plan().repeats > 100 || tuner.parameters().len() > 20 {
            continue;
        }
        let outcomes: Vec<Outcome> = tuner
            .ask()
            .iter()
            .map(|trial| Outcome { id: trial.id, score: trial.weights.iter().sum() })
            .collect();
        if outcomes.len() < 1000
            && let Err(error) = tuner.tell(&outcomes)
        {
            laws::one_line(&error.to_string());
        }
    }
}

/// Sets of tuples whose tables take more memory than a fuzzer should.
fn is_large(bytes: &[u8]) -> bool {
    // Behind the magic bytes, the kind and of a late stage where it begins: how many tuples, and of how many cells the first is.
    let is_late = bytes.get(8).is_some_and(|kind| kind & 8 != 0);
    bytes.get(if is_late { 14 } else { 10 }).is_some_and(|&cells| cells >= 5)
}

fn train_state(mut bytes: &[u8]) {
    if is_large(bytes) {
        return;
    }
    if let Err(error) = Trainer::read(&mut bytes) {
        laws::one_line(&error.to_string());
    }
}

fn network(mut bytes: &[u8]) {
    if is_large(bytes) {
        return;
    }
    if let Err(error) = Network::read(&mut bytes) {
        laws::one_line(&error.to_string());
    }
}

/// Whole ones are too long to be made of bytes at random: what is cut short, forged or of another kind is refused.
fn othello_patterns(bytes: &[u8]) {
    if let Err(why) = Patterns::of_file(bytes) {
        laws::one_line(why);
    }
}

/// A book of either game, as it is and with the checksums of its lines put right. What is accepted is written as text and as bytes
/// that read as the same.
fn books(bytes: &[u8]) {
    book_of(&othello::Othello::start_with(othello::Size::Eight, Seat::FIRST), "othello", bytes);
    book_of(&checkers::start(&checkers::Options::default(), 0), "checkers", bytes);
}

fn book_of<G: BookGame>(start: &G, game: &str, bytes: &[u8]) {
    let mended = String::from_utf8_lossy(bytes).lines().fold(String::new(), |text, line| {
        let told = line.rsplit_once(' ').filter(|_| !line.starts_with('#'));
        let line = told.map_or(line.to_owned(), |(told, _)| {
            format!("{told} {:016x}", Checksum::of(told.as_bytes()).get())
        });
        text + &line + "\n"
    });
    for bytes in [bytes, mended.as_bytes()] {
        let book = match book::of_bytes(start, game, bytes) {
            Ok(book) => book,
            Err(why) => {
                laws::one_line(&why);
                continue;
            }
        };
        let text = book::header(game) + &book::block(book.iter());
        let again = book::of_bytes(start, game, text.as_bytes()).expect("its own text");
        assert!(again.iter().eq(book.iter()));
        let packed = book::packed(&book, game);
        assert_eq!(book::of_bytes(start, game, &packed).expect("its own bytes").len(), book.len());
        assert!(book.line(start).len() <= book.len().max(100));
    }
}

/// One that is accepted values every board of a short game, whatever its weights.
fn checkers_net(bytes: &[u8]) {
    let net = match Net::of_bytes(bytes) {
        Ok(net) => net,
        Err(why) => return laws::one_line(why),
    };
    let (mut game, mut moves) = (checkers::start(&checkers::Options::default(), 0), Vec::new());
    for _ in 0..60 {
        if game.is_over() {
            break;
        }
        net.evaluate(&game, Seat::FIRST);
        moves.clear();
        game.moves(&mut moves);
        game.play(moves[bytes.len() % moves.len()]);
    }
}

/// The smallest rank that a table can have, so that seeds are short.
const RANK: u8 = 6;

fn endgame_table(bytes: &[u8]) {
    let path = Table::path(&folder(), RANK);
    let name = path.file_name().and_then(|name| name.to_str()).expect("plain letters");
    with_file(name, bytes, |_| match Table::open(&folder(), RANK) {
        Ok(table) => {
            let ranks = [2, 1, 2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            let board = twenty48::Board::from_ranks(ranks).expect("these are ranks");
            if let Some((way, chance)) = table.best(board) {
                assert!((0.0..=1.0).contains(&chance) && board.slide(way) != board);
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    });
}

fn endgame_database(bytes: &[u8]) {
    with_file("endings", bytes, |path| {
        let mut all = Databases::default();
        if let Err(error) = all.read(path) {
            return laws::one_line(&error.to_string());
        }
        for fen in ["W:WK1:BK32", "B:WK1:BK32", "W:W32:BK1", "B:W20:B9", "W:WK1,K2:BK32"] {
            let board = plywise::Notation::read_position(&checkers::Board::start(), fen).expect("a position");
            let _ = all.bounds(&board);
        }
    });
}

fn lab_experiment(text: &str) {
    if let Err(error) = lab::Plan::parse("fuzz", text) {
        laws::one_line(&error.to_string());
    }
}

fn experiment(text: &str) {
    match Experiment::parse(text) {
        Ok(experiment) => {
            let again = Experiment::parse(&experiment.text()).expect("its own text");
            assert_eq!(again.hash(), experiment.hash());
            if is_harmless(&experiment)
                && let Err(error) = experiment.open()
            {
                laws::one_line(&error.to_string());
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}

/// Whether nothing in it names a file or a program.
fn is_harmless(experiment: &Experiment) -> bool {
    let text = experiment.text();
    !["board", "cmd", "net", "late", "suite", "file"].iter().any(|word| text.contains(word))
}

/// A file that should be a store: read, checked, and every game looked at.
fn store(bytes: &[u8]) {
    with_file("games.db", bytes, |path| {
        let checked = Store::read(path).and_then(|store| {
            if store.experiments()?.iter().all(|stored| is_harmless(&stored.experiment)) {
                let checked = arena::check::check_store(&store, &mut |_, _| {})?;
                checked.faults.iter().for_each(|fault| laws::one_line(&fault.message));
            }
            Ok(())
        });
        if let Err(error) = checked {
            laws::one_line(&error.to_string());
        }
        for more in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(path.with_file_name(format!("games.db{more}")));
        }
    });
}

/// A game as `store export --format json` writes it, of the smallest experiment.
fn store_row(line: &str) {
    static SETUP: LazyLock<Setup> = LazyLock::new(|| {
        let text = r#"{"game":"othello:size=4","agents":["random","greedy"],"seed":1,"rounds":4}"#;
        Experiment::parse(text).and_then(|experiment| experiment.open()).expect("an experiment")
    });
    match arena::export::read_json_line(&SETUP, line) {
        Ok(row) => {
            let written = arena::export::json_line(&SETUP, &row);
            let again = arena::export::read_json_line(&SETUP, &written).expect("its own line");
            assert_eq!(arena::export::json_line(&SETUP, &again), written);
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}

fn presets(text: &str) {
    match Presets::parse("agents.toml", text) {
        Ok(presets) => {
            for game in games::all() {
                let kind = games::open(game.named.name).expect("it is in the list");
                for (name, _) in presets.of(&*kind) {
                    if let Err(error) = presets.resolve(&*kind, name) {
                        laws::one_line(&error.to_string());
                    }
                }
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}

/// The problems of every game: what is read has a position that is one, or the line that says why not.
fn problems(text: &str) {
    for door in games::doors() {
        let mut spec = Spec { name: door.info.named.name.to_owned(), options: Vec::new() };
        spec.options.extend(door.problems.custom.map(|custom| (custom.option.into(), custom.usual.into())));
        let kind = games::open(&spec.to_string()).expect("it is in the list");
        match (door.problems.read)(text) {
            Ok(problems) => {
                for problem in problems.into_iter().take(100) {
                    assert!(!problem.name.contains('\n'));
                    if let Err(error) = kind.live(0, Some(&problem.position)) {
                        laws::one_line(&error.message);
                    }
                }
            }
            Err(error) => laws::one_line(&error.message),
        }
    }
}
