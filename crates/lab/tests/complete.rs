//! Every claim of every experiment that comes along is judged by numbers: verdict, interval, power, test and command.

use std::path::Path;

use plywise::rng::Rng;

use lab::catalogue;
use lab::claims::{Comparison, LEAST_UNITS};
use lab::observe::{Observed, Seen};
use lab::plan::{Plan, Says, Series, Size};
use lab::report::Report;

/// Units of every row: enough for a verdict.
const UNITS: u64 = 20;

/// The values of a column that some quantity looks for, and two that any column may have.
fn values(plan: &Plan, column: &str) -> Vec<f64> {
    let mut values = vec![0.0, 1.0];
    for quantity in &plan.quantity {
        let own = quantity.of == column;
        values.extend([quantity.equals, quantity.at_least].into_iter().flatten().filter(|_| own));
        for range in quantity.only.iter().filter(|range| range.column == column) {
            values.extend([range.from, range.to].into_iter().filter(|end| end.is_finite()));
        }
    }
    values
}

/// A series as if it had been played.
fn made_up(plan: &Plan, series: &Series, rng: &mut Rng) -> Observed {
    let columns = series.check_names().unwrap();
    let rows: Vec<String> = plan.rows().into_iter().filter(|row| series.has_row(row)).collect();
    let seen = |rng: &mut Rng, row: &str| {
        let value = |column: &String| {
            let all = values(plan, column);
            all[rng.index(all.len())]
        };
        Seen { row: row.to_owned(), values: columns.iter().map(value).collect() }
    };
    let groups = (0..UNITS).map(|unit| {
        (unit, (0..4).flat_map(|_| rows.iter().map(|row| seen(rng, row)).collect::<Vec<_>>()).collect())
    });
    Observed { groups: groups.collect(), columns: columns.clone() }
}

/// What a row of evidence lacks of difference, interval, power and test.
fn lacks(row: &Comparison) -> Vec<&'static str> {
    let told = [
        ("a number", row.measured.is_some()),
        ("an interval", row.interval.is_some()),
        ("what would have been seen", row.smallest_text() != "–"),
        ("a test", !row.test.is_empty()),
    ];
    told.into_iter().filter(|told| !told.1).map(|told| told.0).collect()
}

#[test]
fn every_claim_has_interval_power_test_and_command() {
    let (mut rng, mut found, mut claims) = (Rng::new(7), Vec::new(), 0);
    for plan in catalogue::all().unwrap() {
        let series: Vec<&Series> = plan.series.iter().filter(|series| series.is_of(Size::Full)).collect();
        let evidence: Vec<_> =
            series.into_iter().map(|series| (series, made_up(&plan, series, &mut rng))).collect();
        let report = Report::new(&plan, Size::Full, Path::new(""), &evidence);
        assert_eq!(report.claims.len(), plan.claim.len());
        for (claim, judged) in plan.claim.iter().zip(&report.claims) {
            claims += 1;
            // The joint test of several shares has no interval; each of the shares behind it has.
            let joint = usize::from(claim.kind == Says::Distribution);
            let rows = &judged.evidence[joint.min(judged.evidence.len())..];
            let lacking: Vec<_> =
                rows.iter().map(|row| (&row.of, lacks(row))).filter(|row| !row.1.is_empty()).collect();
            if rows.is_empty() || !lacking.is_empty() || !judged.missing.is_empty() {
                found.push(format!(
                    "{}: {}: {lacking:?}, waits for {:?}",
                    plan.name, judged.claim, judged.missing
                ));
            }
        }
    }
    assert!(claims > 100, "{claims}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What a claim rests on stands in the table, though the file keeps it for plots: what the claim names, or what was published.
#[test]
fn no_number_that_a_claim_rests_on_is_hidden() {
    let text = |claim: &str| {
        format!(
            "title = \"t\"\nwork = \"{}\"\nquestion = \"q\"\n[[series]]\nname = \"a\"\nmeasure = \"branching\"\n\
             size = {{ quick = 1, full = 1 }}\n[[quantity]]\nname = \"x\"\nof = \"moves\"\nhidden = true\n\
             [[number]]\nrow = \"a\"\nquantity = \"x\"\nvalue = 1\n{claim}",
            games::all()[0].named.name
        )
    };
    let shown = |claim: &str| {
        let plan = Plan::parse("hidden", &text(claim)).unwrap();
        plan.shows(&plan.quantity[0])
    };
    let claim = |more: &str| format!("[[claim]]\ntext = \"t\"\n{more}");
    assert!(!shown(""));
    assert!(shown(&claim("kind = \"zero\"\nrows = [\"a\"]\nquantity = \"x\"\n")));
    assert!(shown(&claim("kind = \"reproduced\"\n")));
}

/// Fewer units than the judge asks for decide nothing: a claim about a row that has no more in its full size is open for ever.
#[test]
fn every_full_size_can_decide_its_claims() {
    let mut open = Vec::new();
    for plan in catalogue::all().unwrap() {
        for claim in &plan.claim {
            let rows = claim.rows.iter().map(|row| {
                let of_row = |series: &&Series| series.is_of(Size::Full) && series.has_row(row);
                (row, plan.series.iter().filter(of_row).map(|series| series.groups(Size::Full)).max())
            });
            for (row, _) in rows.filter(|row| row.1.is_some_and(|groups| groups < LEAST_UNITS)) {
                open.push(format!("{}: {row}", plan.name));
            }
        }
    }
    // Two players without luck have one game.
    assert_eq!(open, ["cantgoback-simple-optimal: q2, no fruits, as player 2 against best play"]);
}
