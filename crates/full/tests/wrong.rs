//! Wrong input, family by family. Each row of `wrong/FAMILY.txt` is a command as a clumsy or malicious person types it,
//! two arrows, and a part of the line that answers it: exit code 2, nothing on standard output, one line on standard
//! error, and none of it words from within.
//!
//! In a row words are divided by blanks and held together by single quotes; `\n`, `\e` and `\xFF` are a line feed, an
//! escape and a byte, `$D` is the folder of [`Fixtures`], `$LONG` a hundred thousand letters.
#![cfg(unix)]

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Folder, command, good};

/// No refusal takes this long, on whatever machine: a command that does waits for something.
const PATIENCE: Duration = Duration::from_secs(240);

/// Words of the program's own inside that tell a person nothing.
const INNER: [&str; 12] = [
    "stream did not contain",
    "expected u64",
    "expected u32",
    "expected usize",
    "float literal",
    "digit found in string",
    "Tuner::",
    "panicked",
    "unwrap",
    "unreachable",
    "Some(",
    "EOF while",
];

const TINY_PLAN: &str = "title = \"x\"\nwork = \"othello\"\nquestion = \"q\"\n[[series]]\nname = \"a\"\n\
    game = \"othello:size=4\"\nagents = [\"greedy\", \"random\"]\nsize = { quick = 2, full = 2 }\n\
    [[quantity]]\nname = \"wins\"\nof = \"won\"\n";

struct Fixtures(Folder);

impl Fixtures {
    fn new(family: &str) -> Self {
        let folder = Folder::new(&format!("wrong-{family}"));
        let kinds: [(&str, &[u8]); 4] = [
            ("binary", b"[Event \"x\"]\n\xFF\0\x01\x02\x80"),
            ("prose", b"Dear reader,\nthis is a letter.\n"),
            ("latin1", b"J\xFCrgen f5d6\n"),
            ("empty", b""),
        ];
        folder.write("keys.csv", "fen;result;key_move;source\nB:W21:B1;win;99-1;\n");
        for ending in ["", ".csv", ".toml"] {
            for (name, content) in kinds {
                folder.write(&format!("{name}{ending}"), content);
            }
            std::fs::create_dir_all(folder.file(&format!("folder{ending}"))).unwrap();
            let pipe = folder.file(&format!("fifo{ending}"));
            assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        }
        std::fs::create_dir_all(folder.file("reports/othello-depth/index.html")).unwrap();
        folder.write("ragged.csv", "1,2,3\n0,0\n");
        folder.write("alone.csv", "1\n");
        folder.write("json-wrong", "{\"version\":1,\"x\":[1,2,{\"a\":-5}]}\n");
        let plans = [
            ("games", "othello:size=4", "otello"),
            ("field", "greedy", "gredy"),
            ("size", "quick = 2", "quick = -5"),
            ("types", "title = \"x\"", "title = 5"),
            ("quantity", "name = \"wins\"", "nme = \"wins\""),
            (
                "measure",
                "game = \"othello:size=4\"\nagents = [\"greedy\", \"random\"]",
                "measure = \"banana\"",
            ),
        ];
        for (name, right, wrong) in plans {
            folder.write(&format!("{name}.toml"), TINY_PLAN.replace(right, wrong));
        }
        folder.write("unknown.toml", format!("{TINY_PLAN}\n[banana]\nx = 1\n"));
        folder.write("claim.toml", format!("{TINY_PLAN}\n[[claim]]\ntext = \"x\"\nkind = \"banana\"\n"));
        folder.write("twice.toml", format!("title = \"y\"\n{TINY_PLAN}"));
        Self(folder)
    }

    /// A store with games, an experiment, and lines of games of it that are wrong.
    fn played(&self) {
        let store = self.0.file("games.db");
        good(&["tournament", "othello:size=4", "random", "greedy", "--rounds", "1", "--store", &store]);
        let text = good(&["tournament", "othello:size=4", "random", "greedy", "--rounds", "2", "--print"]);
        let experiment = self.0.write("experiment", &text);
        self.0.write("experiment-bad", text.replace("greedy", "gredy"));
        let row = good(&["unit", &experiment, "0", "--json"]);
        let wrong = |number: &str| row.replace("\"unit\":0", &format!("\"unit\":{number}"));
        assert_ne!(wrong("1"), row);
        for (name, content) in [
            ("text", wrong("\"zero\"")),
            ("negative", wrong("-5")),
            ("infinite", wrong("1e999")),
            ("empty", "{}\n".to_owned()),
            ("array", "[]\n".to_owned()),
        ] {
            self.0.write(&format!("row-{name}"), content);
        }
    }

    /// The words of a row.
    fn words(&self, row: &str) -> Vec<OsString> {
        let row = row.replace("$LONG", &"x".repeat(100_000)).replace("$D/", &self.0.file(""));
        let mut words: Vec<Option<Vec<u8>>> = vec![None];
        let (mut quoted, mut rest) = (false, row.as_bytes());
        while let [first, after @ ..] = rest {
            rest = after;
            let last = words.last_mut().unwrap();
            match first {
                b' ' if !quoted => words.push(None),
                b'\'' => {
                    quoted = !quoted;
                    last.get_or_insert_default();
                }
                b'\\' => {
                    let (byte, taken) = match after {
                        [b'n', ..] => (b'\n', 1),
                        [b'e', ..] => (0x1B, 1),
                        [b'x', ..] => {
                            (u8::from_str_radix(&row[row.len() - after.len() + 1..][..2], 16).unwrap(), 3)
                        }
                        _ => panic!("{row}"),
                    };
                    last.get_or_insert_default().push(byte);
                    rest = &after[taken..];
                }
                byte => last.get_or_insert_default().push(*byte),
            }
        }
        words.into_iter().flatten().map(OsString::from_vec).collect()
    }

    /// What is wrong with the answer to a row, if anything is.
    fn fault(&self, row: &str, expected: &str) -> Option<String> {
        let home = self.0.file("home");
        // Without the large networks of 2048, which a warning would tell of if anything began.
        let mut child = command(&[])
            .env("PLYWISE_DATA", "/nowhere")
            .args(self.words(row))
            .current_dir(self.0.file(""))
            .envs([("HOME", &home), ("XDG_STATE_HOME", &home), ("XDG_CACHE_HOME", &home)])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                return Some("it does not end".into());
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_end(&mut err).unwrap();
        let Ok(err) = String::from_utf8(err) else { return Some("no text".into()) };
        let line = err.strip_prefix("error: ").and_then(|line| line.strip_suffix('\n'));
        let is_line = |line: &&str| !line.is_empty() && !line.contains(char::is_control);
        let expected = expected.replace("$D/", &self.0.file(""));
        match line.filter(is_line) {
            _ if status.code() != Some(2) || !out.is_empty() => {
                let out: String = String::from_utf8_lossy(&out).chars().take(200).collect();
                Some(format!("{status}, {out:?}, {err:?}"))
            }
            None => Some(format!("not one line: {err:?}")),
            Some(line) if line.chars().count() > 2000 => Some("nobody reads a line that long".into()),
            Some(line) if INNER.iter().any(|inner| line.contains(inner)) => {
                Some(format!("inner words: {line}"))
            }
            Some(line) if !line.contains(&expected) => Some(format!("it says {line:?}, not {expected:?}")),
            Some(_) => None,
        }
    }
}

fn check(family: &str) {
    let file = format!("{}/tests/wrong/{family}.txt", env!("CARGO_MANIFEST_DIR"));
    let rows = std::fs::read_to_string(file).unwrap();
    let fixtures = Fixtures::new(family);
    if rows.contains("$D/experiment") || rows.contains("$D/games.db") {
        fixtures.played();
    }
    let rows: Vec<&str> = rows.lines().filter(|row| !row.is_empty() && !row.starts_with('#')).collect();
    assert!(rows.len() >= 60, "{family}: {} rows", rows.len());
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (typed, expected) = row.split_once(" => ").unwrap_or_else(|| panic!("{row}"));
            assert!(expected.chars().count() >= 7, "{row}: too little to be sure");
            if let Some(fault) = fixtures.fault(typed.trim_end(), expected.trim()) {
                faults.lock().unwrap().push(format!("{}: {fault}", typed.trim_end()));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} rows:\n{}", faults.len(), rows.len(), faults.join("\n"));
}

macro_rules! families {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*
    };
}

families!(matches tournament play analyze learn lab works lists);
