//! Every verdict in the book comes out of a report that is kept in `data/reports`; none is written by hand.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use lab::claims::{Comparison, Judged, Verdict};
use lab::{Plan, catalogue};
use serde::Deserialize;

/// How a place for verdicts begins; `of EXPERIMENT` may follow, then `-->`.
const BEGIN: &str = "<!-- verdicts: UPDATE_CHAPTERS=1 cargo test -p plywise-lab chapters ";
const END: &str = "<!-- end of verdicts -->";

/// What is kept of a report.
#[derive(Deserialize)]
struct Kept {
    command: String,
    size: String,
    #[serde(default)]
    unfinished: Option<String>,
    claims: Vec<Judged>,
    rows: Vec<KeptRow>,
}

/// A number of it.
#[derive(Deserialize)]
struct KeptRow {
    row: String,
    quantity: String,
    published: Option<f64>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn kept() -> BTreeMap<String, Kept> {
    let folder = root().join("data/reports");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            (name, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        })
        .collect()
}

fn row(text: &mut String, of: &str, verdict: &str, row: Option<&Comparison>) {
    let cells = row.map_or([const { String::new() }; 6], |row| {
        let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| row.written(value));
        let against = told(row.against) + if row.published { " (published)" } else { "" };
        [
            told(row.measured),
            against,
            row.interval_text(),
            row.smallest_text(),
            row.units_text(),
            row.test_text(),
        ]
    });
    let of = of.replace('|', "\\|");
    let _ = writeln!(text, "| {of} | {verdict} | {} |", cells.join(" | "));
}

/// The verdicts of some experiments, as a chapter has them.
fn verdicts<'a>(of: impl Iterator<Item = &'a Plan>, kept: &BTreeMap<String, Kept>) -> String {
    let mut text = String::new();
    let mut missing = Vec::new();
    for plan in of.filter(|plan| !plan.claim.is_empty()) {
        let Some(report) = kept.get(&plan.name) else {
            missing.push(format!("`plywise lab run {} --full`", plan.name));
            continue;
        };
        let _ = writeln!(
            text,
            "\n### {}\n\n`{}`{}\n",
            plan.title,
            report.command,
            match &report.unfinished {
                Some(what) => format!(". {what}"),
                None => String::new(),
            }
        );
        text += "| claim | verdict | measured | against | difference, 99.7 % | smallest seen | units, ours / theirs | test |\n";
        text += "|---|---|---|---|---|---|---|---|\n";
        for judged in &report.claims {
            let verdict = format!("**{}**", judged.verdict.word());
            match &judged.evidence[..] {
                [only] => row(&mut text, &format!("{} *({})*", judged.claim, only.of), &verdict, Some(only)),
                rows => {
                    row(&mut text, &judged.claim, &verdict, None);
                    for part in rows {
                        row(&mut text, &format!("– {}", part.of), part.verdict.word(), Some(part));
                    }
                }
            }
        }
    }
    if !missing.is_empty() {
        let _ =
            writeln!(text, "\nNo report is kept, so that no verdict stands here, of {}.", missing.join(", "));
    }
    text
}

/// The pages that have verdicts, and the work of those that have all of it; others name the experiment at each place.
const PAGES: [(&str, Option<&str>); 5] = [
    ("othello", Some("othello")),
    ("2048", Some("2048")),
    ("checkers", Some("checkers")),
    ("cantgoback", Some("cantgoback")),
    ("cantgoback-questions", None),
];

/// A page's text with the verdicts of each place as they should be, and without any.
fn filled(text: &str, work: Option<&str>, plans: &[Plan], kept: &BTreeMap<String, Kept>) -> (String, String) {
    let (mut whole, mut bare, mut rest) = (String::new(), String::new(), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (of, after) = after.split_once("-->").expect("a place that ends");
        let (_, after) = after.split_once(END).expect("a place that ends");
        let named = of.trim().strip_prefix("of ").map(str::trim);
        let chosen = plans.iter().filter(|plan| match (named, work) {
            (Some(name), _) => plan.name == name,
            (None, Some(work)) => plan.work == work,
            (None, None) => false,
        });
        let told = verdicts(chosen, kept);
        let _ = write!(whole, "{before}{BEGIN}{of}-->\n{}\n{END}", told.trim_end());
        bare += before;
        rest = after;
    }
    whole += rest;
    bare += rest;
    (whole, bare)
}

#[test]
fn the_chapters_have_the_verdicts_of_the_kept_reports() {
    let (plans, kept) = (catalogue::all().unwrap(), kept());
    for (page, work) in PAGES {
        let path = root().join(format!("docs/works/{page}.md"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (wanted, bare) = filled(&text, work, &plans, &kept);
        assert!(wanted.len() > bare.len() + 1000, "{page} has no place for verdicts");
        if std::env::var_os("UPDATE_CHAPTERS").is_some() {
            std::fs::write(&path, wanted).unwrap();
        } else {
            assert!(
                text == wanted,
                "docs/works/{page}.md: UPDATE_CHAPTERS=1 cargo test -p plywise-lab chapters"
            );
        }
    }
}

/// A kept report is of the experiment as it is now, and its verdicts follow from its numbers.
#[test]
fn kept_reports_are_of_these_experiments() {
    let plans = catalogue::all().unwrap();
    let kept = kept();
    assert!(kept.len() >= 10, "most experiments are kept");
    for (name, report) in kept {
        let plan =
            plans.iter().find(|plan| plan.name == name).unwrap_or_else(|| panic!("{name} is no experiment"));
        assert_eq!(report.size, "full", "{name}");
        let claims: Vec<&str> = plan.claim.iter().map(|claim| claim.text.as_str()).collect();
        let judged: Vec<&str> = report.claims.iter().map(|judged| judged.claim.as_str()).collect();
        assert_eq!(claims, judged, "{name}");
        for row in &report.rows {
            let known = plan.number.iter().find(|one| one.row == row.row && one.quantity == row.quantity);
            let known = known.map(|number| number.value);
            assert_eq!(row.published, known, "{name}: {}, {}: published", row.row, row.quantity);
        }
        for (claim, judged) in plan.claim.iter().zip(&report.claims) {
            assert_eq!(claim.judge_again(&judged.evidence), judged.verdict, "{name}: {}", claim.text);
        }
    }
}

/// Every claim of a kept report has its command, and every number of it that was observed verdict, interval, what would have been
/// seen, and test; what was not observed waits, and the claim says for what.
#[test]
fn every_kept_claim_has_verdict_interval_power_and_command() {
    let (mut found, mut numbers) = (Vec::new(), 0);
    for (name, report) in kept() {
        assert_eq!(report.command, format!("plywise lab run {name} --full"));
        for judged in &report.claims {
            let mut wrong = |what: String| found.push(format!("{name}: {}: {what}", judged.claim));
            if judged.evidence.is_empty() {
                wrong("no numbers".into());
            }
            for row in &judged.evidence {
                let is_joint = row.of.ends_with("all categories at once");
                match row.measured {
                    None if is_joint => {
                        assert!(row.p.is_some() && judged.evidence.len() > 2, "{name}: {}", row.of);
                    }
                    None if row.verdict != Verdict::Undecided || judged.missing.is_empty() => {
                        wrong(format!("{} was not observed", row.of));
                    }
                    None => {}
                    Some(_) => {
                        numbers += 1;
                        if row.interval.is_none() || row.smallest_text() == "–" || row.test.is_empty() {
                            wrong(row.line());
                        }
                    }
                }
            }
        }
    }
    assert!(numbers > 300, "{numbers}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A line of a checklist that holds by an experiment rests on a report of its full size that is kept and finished.
#[test]
fn what_was_not_played_does_not_hold() {
    let kept = kept();
    let played = |name: &str| kept.get(name).is_some_and(|report| report.unfinished.is_none());
    let mut found = Vec::new();
    for page in std::fs::read_dir(root().join("docs/checklist")).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&page).unwrap();
        for line in text.lines().filter(|line| line.starts_with('|')) {
            let state = line.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or("").trim();
            let names = catalogue::names().filter(|name| {
                let is_name = |c: char| c.is_alphanumeric() || c == '-';
                line.split(|c| !is_name(c)).any(|word| word == *name)
            });
            let missing: Vec<&str> = names.filter(|name| !played(name)).collect();
            if state.starts_with("holds") && !missing.is_empty() {
                found.push(format!("{}: {missing:?}: {line}", page.file_name().unwrap().display()));
            }
        }
    }
    assert!(found.is_empty(), "hold by what was not played:\n{}", found.join("\n"));
}

/// Outside of these tables no chapter, no checklist and no front page says that a claim is this or that.
#[test]
fn no_verdict_is_written_by_hand() {
    let mut files = vec![root().join("README.md")];
    for folder in ["docs/works", "docs/checklist"] {
        files.extend(std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let (_, by_hand) = filled(&text, None, &[], &BTreeMap::new());
        for line in by_hand.lines() {
            let mut words = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
            let is_verdict = |word: &str| Verdict::ALL.iter().any(|verdict| verdict.word() == word);
            if words.any(|word| is_verdict(&word) || word.starts_with("confirm") || word.starts_with("refut"))
            {
                found.push(format!("{}: {line}", path.file_name().unwrap().display()));
            }
        }
    }
    assert!(found.is_empty(), "verdicts by hand:\n{}", found.join("\n"));
}
