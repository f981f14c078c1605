//! What came of an experiment, and the files that say so.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::chart;
use crate::claims::{Cell, Judged, Known};
use crate::error::Error;
use crate::figure::Figure;
use crate::observe::Observed;
use crate::page;
use crate::plan::{Claim, Part, Plan, Quantity, Series, Size};
use crate::text::with_unit;

/// One number of a report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The row of the table.
    pub row: String,
    /// The column.
    pub quantity: String,
    /// Observations.
    pub n: u64,
    /// What we found.
    pub ours: f64,
    /// Its standard error.
    pub error: Option<f64>,
    /// Standard deviation of the observations.
    pub spread: f64,
    /// What was published.
    pub published: Option<f64>,
    /// Its standard error, from what was published with it.
    pub published_error: Option<f64>,
    /// How many standard errors ours lies above it.
    pub standard_errors: Option<f64>,
    /// Where ours less the published number may lie, three standard errors either way.
    pub interval: Option<(f64, f64)>,
    /// The chance of a difference as large, both ways, if there were none.
    pub p: Option<f64>,
}

/// A report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The experiment's name.
    pub experiment: String,
    /// Its title.
    pub title: String,
    /// The work that it is about.
    pub work: String,
    /// What is asked.
    pub question: String,
    /// What the numbers answer; empty where the experiment's file has no words for it.
    pub answer: String,
    /// How much of it was done.
    pub size: Size,
    /// The command that made it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// Every number.
    pub rows: Vec<Row>,
    /// Every claim with its verdict.
    pub claims: Vec<Judged>,
    /// What is missing, where it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// The page.
    pub report: PathBuf,
}

/// The observations of each series that was done.
pub type Evidence<'a> = [(&'a Series, Observed)];

/// One row of the table: its series, and where that holds it.
pub struct Subject<'a> {
    /// The row's name.
    pub name: String,
    /// Its series.
    pub series: &'a Series,
    /// What was observed of that.
    pub observed: &'a Observed,
}

/// Every row of the table, in the order of the file.
#[must_use]
pub fn subjects<'a>(evidence: &'a Evidence<'a>) -> Vec<Subject<'a>> {
    let mut all = Vec::new();
    for (series, observed) in evidence {
        for name in observed.rows() {
            all.push(Subject { name: name.to_owned(), series, observed });
        }
    }
    all
}

impl Subject<'_> {
    pub(crate) fn figure(&self, quantity: &Quantity) -> Option<Figure> {
        quantity.of_row(self.observed, &self.name)
    }
}

/// A published number.
pub(crate) fn published(plan: &Plan, row: &str, quantity: &Quantity) -> Option<Known> {
    let number = plan.number.iter().find(|number| number.row == row && number.quantity == quantity.name)?;
    Some(number.known(quantity.scale))
}

impl Report {
    /// Sums the evidence up; the report is to be written into `folder`.
    #[must_use]
    pub fn new(plan: &Plan, size: Size, folder: &Path, evidence: &Evidence<'_>) -> Self {
        let subjects = subjects(evidence);
        let mut rows = Vec::new();
        for subject in &subjects {
            for quantity in &plan.quantity {
                let Some(ours) = subject.figure(quantity) else { continue };
                let known = published(plan, &subject.name, quantity);
                let beside = cell(plan, Some(subject), &subject.name, quantity).beside();
                rows.push(Row {
                    row: subject.name.clone(),
                    quantity: quantity.name.clone(),
                    n: ours.n,
                    ours: ours.value,
                    error: ours.error,
                    spread: ours.spread,
                    published: known.map(|known| known.value),
                    published_error: known.and_then(|known| known.error),
                    standard_errors: known
                        .filter(|known| known.error.is_some())
                        .and_then(|known| ours.above(known.value, known.error))
                        .filter(|errors| errors.is_finite()),
                    interval: beside.0,
                    p: beside.1,
                });
            }
        }
        Self {
            experiment: plan.name.clone(),
            title: plan.title.clone(),
            work: plan.work.clone(),
            question: plan.question.trim().replace('\n', " "),
            answer: answer(plan, &subjects),
            size,
            command: plan.command(size),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rows,
            claims: judge(plan, size, &subjects),
            unfinished: None,
            report: folder.join("index.html"),
        }
    }

    /// Leaves claims open about rows that were not observed to the end: those of each series, and how far it came.
    pub fn leave_open(&mut self, plan: &Plan, size: Size, unfinished: &[(Vec<String>, String)]) {
        for (judged, claim) in self.claims.iter_mut().zip(&plan.claim) {
            for row in rows_of(plan, size, claim) {
                let of_row = unfinished.iter().find(|(rows, _)| rows.iter().any(|own| own == row));
                // A row of which nothing is there is missed already.
                if let Some((_, how_far)) = of_row
                    && !judged.missing.iter().any(|missing| missing == row)
                {
                    judged.wait_for(format!("{row}{how_far}"));
                }
            }
        }
    }

    /// Sees to it that [`write`](Self::write) can write what every experiment has, now and not after hours of play.
    pub(crate) fn check_writable(folder: &Path) -> Result<(), Error> {
        let check = |name| plywise::file::check_writable(&folder.join(name)).map_err(Error::Named);
        ["data.csv", "report.json", "index.html"].into_iter().try_for_each(check)
    }

    /// Writes page, plots, tables and this report into the folder.
    pub(crate) fn write(&self, plan: &Plan, folder: &Path, evidence: &Evidence<'_>) -> Result<(), Error> {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(Error::file(&path))
        };
        let subjects = subjects(evidence);
        let plots = chart::plots(plan, &subjects);
        for (number, plot) in plots.iter().enumerate() {
            write(&format!("plot-{}.svg", number + 1), &chart::standalone(&plot.broad))?;
        }
        write("data.csv", &self.csv())?;
        for (number, (_, observed)) in evidence.iter().enumerate() {
            write(&format!("observations-{}.csv", number + 1), &observations(observed))?;
        }
        let json = serde_json::to_string_pretty(self).expect("numbers and texts become JSON");
        write("report.json", &(json + "\n"))?;
        write("index.html", &page::page(self, plan, evidence, &plots))
    }

    /// The numbers as a table for other programs.
    fn csv(&self) -> String {
        let mut csv = String::from(
            "row,quantity,n,ours,error,spread,published,published_error,standard_errors,difference_low,difference_high,p\n",
        );
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        for row in &self.rows {
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{},{},{},{},{},{}",
                field(&row.row),
                field(&row.quantity),
                row.n,
                row.ours,
                number(row.error),
                row.spread,
                number(row.published),
                number(row.published_error),
                number(row.standard_errors),
                number(row.interval.map(|interval| interval.0)),
                number(row.interval.map(|interval| interval.1)),
                number(row.p)
            );
        }
        csv
    }
}

/// The experiment's answer with our numbers in place of their names.
fn answer(plan: &Plan, subjects: &[Subject<'_>]) -> String {
    let number = |row: &str, name: &str| {
        let quantity = plan.quantity.iter().find(|quantity| quantity.name == name)?;
        let subject = subjects.iter().find(|subject| subject.name == row)?;
        let figure = subject.figure(quantity)?;
        Some(with_unit(figure.value, figure.error, quantity.digits, &quantity.unit))
    };
    let parts = plan.answer_parts().map(|part| match part {
        Part::Words(words) => words.to_owned(),
        Part::Number(row, quantity) => number(row, quantity).unwrap_or_else(|| "(not played)".to_owned()),
    });
    parts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The claims with their verdicts, in the order of the plan.
#[must_use]
pub fn judge(plan: &Plan, size: Size, subjects: &[Subject<'_>]) -> Vec<Judged> {
    plan.claim
        .iter()
        .map(|claim| {
            let mut cells = Vec::new();
            for row in rows_of(plan, size, claim) {
                let subject = subjects.iter().find(|subject| subject.name == row);
                cells.extend(asked(plan, claim, row).map(|quantity| cell(plan, subject, row, quantity)));
            }
            claim.judge(&cells)
        })
        .collect()
}

/// The rows that a claim is about, played or not: those that it names, else all of this size with a published number.
fn rows_of<'a>(plan: &'a Plan, size: Size, claim: &'a Claim) -> Vec<&'a str> {
    if !claim.rows.is_empty() {
        return claim.rows.iter().map(String::as_str).collect();
    }
    let elsewhere = |row: &str| {
        let mut of_row = plan.series.iter().filter(|series| series.has_row(row)).peekable();
        of_row.peek().is_some() && !of_row.any(|series| series.is_of(size))
    };
    let mut rows: Vec<&str> = Vec::new();
    for number in &plan.number {
        let asked = asked(plan, claim, &number.row).any(|quantity| quantity.name == number.quantity);
        if asked && !rows.contains(&number.row.as_str()) && !elsewhere(&number.row) {
            rows.push(&number.row);
        }
    }
    rows
}

/// The quantities that a claim asks of a row: those that it names, in its order, else all with a published number.
fn asked<'a>(plan: &'a Plan, claim: &'a Claim, row: &'a str) -> impl Iterator<Item = &'a Quantity> {
    let named =
        claim.quantities().filter_map(|name| plan.quantity.iter().find(|quantity| quantity.name == *name));
    let all = claim.quantities().next().is_none().then_some(&plan.quantity).into_iter().flatten();
    named.chain(all.filter(move |quantity| published(plan, row, quantity).is_some()))
}

/// A number as it is judged.
fn cell(plan: &Plan, subject: Option<&Subject<'_>>, row: &str, quantity: &Quantity) -> Cell {
    Cell {
        row: row.to_owned(),
        quantity: quantity.name.clone(),
        ours: subject.and_then(|subject| subject.figure(quantity)),
        share: quantity.is_share().then_some(quantity.scale),
        digits: quantity.digits,
        unit: quantity.unit.clone(),
        published: published(plan, row, quantity),
        series: subject.map_or(String::new(), |subject| subject.series.name.clone()),
        pulls: subject.map_or_else(Vec::new, |subject| quantity.pulls(subject.observed, &subject.name)),
        cases: subject.map_or(0, |subject| quantity.cases(subject.observed, &subject.name)),
    }
}

/// Every observation of a series as a table for other programs.
fn observations(observed: &Observed) -> String {
    let mut csv = format!("group,row,{}\n", observed.columns.join(","));
    for (group, seen) in &observed.groups {
        for seen in seen {
            let _ = write!(csv, "{group},{}", field(&seen.row));
            for value in &seen.values {
                if value.is_nan() {
                    csv.push(',');
                } else {
                    let _ = write!(csv, ",{value}");
                }
            }
            csv.push('\n');
        }
    }
    csv
}

/// A field of a CSV file (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
