//! The file of what a measure found: torn, damaged and of other settings.

use std::fs::OpenOptions;
use std::io::Write;

use lab::observe::Seen;
use lab::rows::{Rows, line};

const HEAD: &str = "{\"a\":1}";

fn seen(x: f64) -> Vec<Seen> {
    vec![Seen { row: "r".into(), values: vec![x, f64::NAN] }]
}

#[test]
fn a_torn_line_is_forgotten_and_another_head_is_kept_aside() {
    let folder = std::env::temp_dir().join(format!("plywise-rows-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("rows.jsonl");
    let mut rows = Rows::open(&path, "{\"a\":1}").unwrap();
    rows.add(&line(HEAD, 0, seen(0.1)).unwrap()).unwrap();
    rows.add(&line(HEAD, 5, seen(1e-300)).unwrap()).unwrap();
    drop(rows);
    let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
    write!(torn, "{{\"unit\":6,\"se").unwrap();
    drop(torn);
    let mut rows = Rows::open(&path, "{\"a\":1}").unwrap();
    assert_eq!(rows.units.keys().copied().collect::<Vec<_>>(), [0, 5]);
    assert_eq!(rows.units[&0][0].values[0], 0.1);
    assert!(rows.units[&5][0].values[1].is_nan());
    rows.add(&line(HEAD, 6, seen(2.0)).unwrap()).unwrap();
    assert!(rows.add(r#"{"unit":7,"seen":[]}"#).is_err(), "whoever opens the file would refuse the line");
    drop(rows);
    assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 3);
    assert_eq!(Rows::open(&path, "{\"a\":2}").unwrap().units.len(), 0);
    std::fs::rename(path.with_extension("aside-1.jsonl"), &path).unwrap();
    assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 3, "nothing of it is lost");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A line that is damaged is told by its number, whatever its bytes; nothing behind it goes.
#[test]
fn a_damaged_line_is_told_and_nothing_is_erased() {
    let folder = std::env::temp_dir().join(format!("plywise-damaged-rows-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("rows.jsonl");
    let row = |unit| line(HEAD, unit, seen(0.5)).unwrap().into_bytes();
    // Another number than was measured, which reads as well.
    let changed = |row: Vec<u8>| String::from_utf8(row).unwrap().replace("0.5", "0.7").into_bytes();
    for (bad, part) in [
        (b"{\"unit\":1,\"\xff\xfe".to_vec(), "line 3 cannot be read (byte 12 is not UTF-8)"),
        (b"{\"unit\":1".to_vec(), "line 3 cannot be read ("),
        (changed(row(1)), "line 3 cannot be read (it was changed: its checksum is another)"),
        (line("{\"a\":2}", 1, seen(0.5)).unwrap().into_bytes(), "line 3 cannot be read (it was changed"),
        (b"{\"unit\":1,\"seen\":[],\"sum\":null}".to_vec(), "line 3 cannot be read (it was changed"),
        (
            b"{\"unit\":1,\"seen\":[]}".to_vec(),
            "line 3 cannot be read (it has no checksum, as lines before it have)",
        ),
    ] {
        let text = [b"{\"a\":1}".to_vec(), row(0), bad, row(2), Vec::new()].join(&b'\n');
        std::fs::write(&path, &text).unwrap();
        let error = Rows::open(&path, "{\"a\":1}").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), text);
    }
    let unsealed = "{\"a\":1}\n{\"unit\":4,\"seen\":[{\"row\":\"r\",\"values\":[0.5,null]}]}\n";
    std::fs::write(&path, unsealed).unwrap();
    assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 1, "lines of before have no checksum");
    std::fs::write(&path, b"\xff\n").unwrap();
    assert_eq!(Rows::open(&path, "{\"a\":1}").unwrap().units.len(), 0, "another head is kept aside");
    assert!(path.with_extension("aside-1.jsonl").is_file());
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let error = Rows::open(&path, "{\"a\":1}").map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("no ordinary file"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}
