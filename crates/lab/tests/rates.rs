//! How often the judge is right: simulated reports, whose truth is known.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use plywise::rng::Rng;

use lab::claims::Verdict;
use lab::observe::{Observed, Seen};
use lab::plan::{Plan, Size};
use lab::report::{Report, judge, subjects};

/// How many reports are simulated: the bounds are made for 10,000 ([`keeps`]); 4,000 where all is tried (`.ci/run`), else 200.
pub(crate) static REPORTS: LazyLock<u64> = LazyLock::new(|| if crate::whole() { 4_000 } else { 200 });

/// Whether a rate keeps its bounds, which hold for 10,000 reports; fewer may miss them by the luck of the fewer, four
/// standard errors of them.
pub(crate) fn keeps(rate: f64, least: f64, most: f64) -> bool {
    let more = 4.0 * ((*REPORTS as f64).sqrt().recip() - 0.01);
    let luck = |bound: f64| more * (bound * (1.0 - bound)).sqrt() + 1e-9;
    (least - luck(least)..=most + luck(most)).contains(&rate)
}

/// What is simulated: the row, how many units, how often each unit is a success, and how its claim is to come out.
struct Case {
    row: &'static str,
    units: u64,
    p: f64,
    /// The published sample: how many, how often.
    published: Option<(u64, f64)>,
    claim: &'static str,
    /// The verdict whose share of the reports is bounded, and its bounds.
    wanted: &'static [(Verdict, f64, f64)],
}

const CASES: &[Case] = &[
    Case {
        row: "true, many games",
        units: 300,
        p: 0.95,
        published: Some((300, 0.95)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Confirmed, 0.9, 1.0), (Verdict::Refuted, 0.0, 0.0027)],
    },
    Case {
        row: "true, a hundred published",
        units: 200,
        p: 0.6,
        published: Some((100, 0.6)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Confirmed, 0.0, 0.0), (Verdict::Refuted, 0.0, 0.0027)],
    },
    Case {
        row: "false by 30 points",
        units: 200,
        p: 0.5,
        published: Some((100, 0.8)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Refuted, 0.95, 1.0), (Verdict::Confirmed, 0.0, 0.0)],
    },
    Case {
        row: "false by the tolerance, many games",
        units: 300,
        p: 0.85,
        published: Some((300, 0.95)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Confirmed, 0.0, 0.0014)],
    },
    Case {
        row: "six games, false by 30 points",
        units: 50,
        p: 0.7,
        published: Some((6, 0.4)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Confirmed, 0.0, 0.0), (Verdict::Refuted, 0.0, 0.1)],
    },
    Case {
        row: "three games",
        units: 10,
        p: 0.1,
        published: Some((3, 1.0)),
        claim: "kind = \"reproduced\"",
        wanted: &[(Verdict::Undecided, 1.0, 1.0)],
    },
    Case {
        row: "above the bound by what is seen",
        units: 100,
        p: 0.686,
        published: None,
        claim: "kind = \"at-least\"\nvalue = 50",
        wanted: &[(Verdict::Confirmed, 0.72, 0.88), (Verdict::Refuted, 0.0, 0.0)],
    },
    Case {
        row: "on the bound",
        units: 100,
        p: 0.5,
        published: None,
        claim: "kind = \"at-least\"\nvalue = 50",
        wanted: &[(Verdict::Confirmed, 0.0, 0.0027), (Verdict::Refuted, 0.0, 0.0027)],
    },
    Case {
        row: "never, in truth one of twenty",
        units: 120,
        p: 0.05,
        published: None,
        claim: "kind = \"zero\"",
        wanted: &[(Verdict::Refuted, 0.99, 1.0), (Verdict::Confirmed, 0.0, 0.0)],
    },
];

/// The head of an experiment about whatever game.
fn head() -> String {
    format!("title = \"t\"\nwork = \"{}\"\nquestion = \"q\"\n", games::all()[0].named.name)
}

fn plan() -> Plan {
    let mut text = head();
    for Case { row, published, claim, .. } in CASES {
        text += &format!(
            "[[series]]\nname = \"{row}\"\nsize = {{ quick = 1, full = 1 }}\nmeasure = \"branching\"\n"
        );
        text += &format!("[[claim]]\ntext = \"{row}\"\nrows = [\"{row}\"]\nquantity = \"wins\"\n{claim}\n");
        if let Some((n, _)) = published {
            text += &format!(
                "[[number]]\nrow = \"{row}\"\nquantity = \"wins\"\nvalue = 0\nn = {n}\nshare = true\n"
            );
        }
    }
    text += "[[quantity]]\nname = \"wins\"\nof = \"won\"\nshare = true\nscale = 100\n";
    Plan::parse("simulated", &text).unwrap()
}

fn hits(rng: &mut Rng, n: u64, p: f64) -> Vec<f64> {
    (0..n).map(|_| f64::from(u8::from(rng.unit() < p))).collect()
}

fn observed(row: &str, values: &[f64]) -> Observed {
    let seen = |value: &f64| vec![Seen { row: row.to_owned(), values: vec![*value] }];
    let groups = values.iter().enumerate().map(|(unit, value)| (unit as u64, seen(value))).collect();
    Observed { columns: vec!["won".into()], groups }
}

/// True claims are confirmed and false ones refuted as often as promised; weak samples get neither verdict.
#[test]
fn verdicts_come_at_the_promised_rates() {
    let (mut plan, mut rng) = (plan(), Rng::new(1935));
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for _ in 0..*REPORTS {
        for case in CASES {
            let Some((n, p)) = case.published else { continue };
            let number = plan.number.iter_mut().find(|number| number.row == case.row).unwrap();
            number.value = 100.0 * hits(&mut rng, n, p).iter().sum::<f64>() / n as f64;
        }
        let samples: Vec<_> = CASES.iter().map(|case| hits(&mut rng, case.units, case.p)).collect();
        let evidence: Vec<_> = plan
            .series
            .iter()
            .zip(&samples)
            .map(|(series, sample)| (series, observed(&series.name, sample)))
            .collect();
        for (case, judged) in CASES.iter().zip(judge(&plan, Size::Quick, &subjects(&evidence))) {
            *counts.entry((case.row, judged.verdict.word())).or_default() += 1;
        }
    }
    for case in CASES {
        let rate = |verdict: Verdict| {
            counts.get(&(case.row, verdict.word())).map_or(0.0, |&count| count as f64 / *REPORTS as f64)
        };
        let told: Vec<String> =
            Verdict::ALL.iter().map(|&verdict| format!("{} {:.4}", verdict.word(), rate(verdict))).collect();
        println!("{}: {}", case.row, told.join(", "));
        for &(verdict, least, most) in case.wanted {
            let rate = rate(verdict);
            assert!(
                keeps(rate, least, most),
                "{}: {} in {rate}, not {least} to {most}",
                case.row,
                verdict.word()
            );
        }
    }
}

/// Means of normal numbers, five units on either side and no difference: Student's law keeps the level that three standard
/// errors would break by far.
#[test]
fn five_units_keep_the_level() {
    let text = head()
        + "[[series]]\nname = \"a\"\nsize = { quick = 1, full = 1 }\n\
        measure = \"branching\"\n[[series]]\nname = \"b\"\nsize = { quick = 1, full = 1 }\nmeasure = \"branching\"\n\
        [[quantity]]\nname = \"points\"\nof = \"won\"\n[[claim]]\ntext = \"t\"\nkind = \"rising\"\nrows = [\"a\", \"b\"]\nquantity = \"points\"\n";
    let plan = Plan::parse("simulated", &text).unwrap();
    let mut rng = Rng::new(1908);
    let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
    let (mut decided, mut three_errors) = (0, 0);
    // These are small, and what three standard errors would break is rare.
    let reports = (*REPORTS).max(400);
    for _ in 0..reports {
        let evidence: Vec<_> = plan
            .series
            .iter()
            .map(|series| {
                let sample: Vec<f64> = (0..5).map(|_| normal()).collect();
                (series, observed(&series.name, &sample))
            })
            .collect();
        let report = Report::new(&plan, Size::Quick, Path::new(""), &evidence);
        decided += u64::from(report.claims[0].verdict != Verdict::Undecided);
        let (a, b) = (&report.rows[0], &report.rows[1]);
        let error = a.error.unwrap().hypot(b.error.unwrap());
        three_errors += u64::from((a.ours - b.ours).abs() >= 3.0 * error);
    }
    println!(
        "five units each, no difference: decided {decided}, by three standard errors {three_errors} of {reports}"
    );
    assert!(keeps(decided as f64 / reports as f64, 0.0, 0.004), "{decided} of {reports}");
    assert!(three_errors > reports / 100, "{three_errors}: the sample tests nothing");
}

/// A claim without named rows is about all rows with a published number: with two of three played it is undecided, and names
/// the third.
#[test]
fn a_row_that_was_not_played_leaves_its_claim_undecided() {
    let mut text = head();
    for row in ["a", "b", "c"] {
        text += &format!(
            "[[series]]\nname = \"{row}\"\nsize = {{ quick = 1, full = 1 }}\nmeasure = \"branching\"\n\
             [[number]]\nrow = \"{row}\"\nquantity = \"wins\"\nvalue = 50\nn = 1000\nshare = true\n"
        );
    }
    text += "[[quantity]]\nname = \"wins\"\nof = \"won\"\nshare = true\nscale = 100\n\
             [[claim]]\ntext = \"t\"\nkind = \"reproduced\"\nquantity = \"wins\"\n";
    let half: Vec<f64> = (0..1000).map(|unit| f64::from(unit % 2)).collect();
    let played = |text: &str, rows: usize, unfinished: bool| {
        let plan = Plan::parse("simulated", text).unwrap();
        let played = plan.series.iter().take(rows);
        let evidence: Vec<_> = played.map(|series| (series, observed(&series.name, &half))).collect();
        let mut report = Report::new(&plan, Size::Quick, Path::new(""), &evidence);
        if unfinished {
            report.leave_open(
                &plan,
                Size::Quick,
                &[(vec![plan.series[1].name.clone()], " (1000 of 1200)".into())],
            );
        }
        report.claims.remove(0)
    };
    let judged = |text: &str, rows| played(text, rows, false);
    let (part, whole) = (judged(&text, 2), judged(&text, 3));
    assert_eq!((whole.verdict_text().as_str(), whole.evidence.len()), ("confirmed", 3));
    assert_eq!((part.verdict_text().as_str(), part.evidence.len()), ("undecided, waits for: c", 3));
    // Nor is a claim confirmed by a row that was broken off, since whoever breaks off has seen how it stands.
    assert_eq!(played(&text, 3, true).verdict_text(), "undecided, waits for: b (1000 of 1200)");
    let otherwise = text.replace("value = 50", "value = 90");
    assert_eq!(played(&otherwise, 3, true).verdict_text(), "refuted, waits for: b (1000 of 1200)");
    // A row of the full size is none of the quick one's.
    let full_only = text.replace("name = \"c\"\nsize", "name = \"c\"\nonly = \"full\"\nsize");
    assert_eq!(judged(&full_only, 2).verdict_text(), "confirmed");
}
