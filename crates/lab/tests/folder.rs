//! The folder of an experiment: what lies in it is not lost to another run.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lab::hand_out::Missing;
use lab::plan::{Plan, Size};
use lab::{Error, Options, Report, run};

const TINY: &str = "title = \"t\"\nwork = \"othello\"\nquestion = \"q\"\n[[series]]\nname = \"moves\"\nmeasure = \"branching\"\n\
    size = { quick = 20, full = 40 }\n[series.with]\ngame = \"othello:size=4\"\n[[quantity]]\nname = \"branching\"\nof = \"moves\"\n";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-folder-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn plan() -> Plan {
    Plan::parse("tiny", TINY).unwrap()
}

fn go(out: &Path, size: Size, fresh: bool) -> Result<Report, Error> {
    let options = Options { size, out: out.to_owned(), threads: 1, fresh };
    run(&plan(), &options, &AtomicBool::new(false), &mut |_, _, _| {})
}

fn refusal(out: &Path, size: Size, fresh: bool) -> String {
    let line = go(out, size, fresh).unwrap_err().to_string();
    assert!(!line.contains('\n'), "{line}");
    line
}

/// A full report is not replaced by a quick one, and what is begun anew is of the size that lies there.
#[test]
fn a_report_of_another_size_stays() {
    let out = folder("sizes");
    let bytes = |name: &str| std::fs::read(out.join("tiny").join(name)).unwrap();
    go(&out, Size::Quick, false).unwrap();
    let line = refusal(&out, Size::Full, true);
    assert!(line.contains("holds a quick report, and this run is full") && line.contains("--out"), "{line}");
    go(&out, Size::Full, false).unwrap();
    let lying = bytes("report.json");
    for (fresh, works) in [(false, "--full goes on with it"), (true, "--full --fresh begins it anew")] {
        let line = refusal(&out, Size::Quick, fresh);
        assert!(
            line.contains("holds a full report, and this run is quick") && line.contains(works),
            "{line}"
        );
        assert!(line.contains("another folder (--out) keeps both"), "{line}");
    }
    assert_eq!(bytes("report.json"), lying);
    go(&out, Size::Full, true).unwrap();
    std::fs::remove_dir_all(out).unwrap();
}

/// Two runs of one folder would measure everything twice: the second is refused, and whoever was killed leaves no lock.
#[test]
fn a_folder_is_one_run_s() {
    let out = folder("lock");
    let plan = plan();
    let other = Missing::of(&plan, &plan.series[0], Size::Quick, &out.join("tiny")).unwrap();
    let line = refusal(&out, Size::Quick, false);
    assert!(line.contains("tiny is in use by another run (process "), "{line}");
    assert!(line.contains("wait until it has ended, or name another folder with --out"), "{line}");
    drop(other);
    std::fs::write(out.join("tiny/run.lock"), "1").unwrap();
    go(&out, Size::Quick, false).unwrap();
    assert!(!out.join("tiny/run.lock").exists());
    std::fs::remove_dir_all(out).unwrap();
}

/// A row with too few values, or a line that is no text, is one line of what is wrong where.
#[test]
fn damaged_rows_are_told_by_their_line() {
    let out = folder("damaged");
    go(&out, Size::Quick, false).unwrap();
    let rows = std::fs::read_dir(out.join("tiny/rows")).unwrap().map(|entry| entry.unwrap().path());
    let path =
        rows.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "jsonl")).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    let third = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 5;
    bytes[third] = 0xff;
    std::fs::write(&path, &bytes).unwrap();
    let line = refusal(&out, Size::Quick, false);
    assert!(line.contains("line 3 cannot be read (byte 5 is not UTF-8)"), "{line}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing behind it goes");
    let text = String::from_utf8(whole).unwrap();
    let longer = text.replacen("\"values\":[", "\"values\":[1.0,", 1);
    std::fs::write(&path, &longer).unwrap();
    let line = refusal(&out, Size::Quick, false);
    assert!(line.contains("line 2 cannot be read (it was changed: its checksum is another)"), "{line}");
    // A line of before, which has none.
    let sum = |line: &str| line.find(",\"sum\"").map_or(line.to_owned(), |at| format!("{}}}", &line[..at]));
    let unsealed: Vec<String> = longer.lines().map(sum).collect();
    std::fs::write(&path, unsealed.join("\n") + "\n").unwrap();
    let line = refusal(&out, Size::Quick, false);
    assert!(line.contains("unit 0 has not"), "{line}");
    std::fs::remove_dir_all(out).unwrap();
}
