//! The report as one page of HTML that needs nothing else.

mod evidence;

use std::fmt::Write;

use arena::page::{STYLE, escape};

use crate::chart;
use crate::claims::{LEVEL, Verdict};
use crate::plan::{Plan, Quantity, Series};
use crate::report::{Evidence, Report, Row};
use crate::text::{number, with_error};

const MORE_STYLE: &str = "
body { max-width: 80rem; } p, h1 { max-width: 62rem; }
.confirmed { color: var(--good); } .refuted { color: var(--bad); } .undecided { color: var(--soft); } .compatible { color: var(--mark); }
td small { display: block; color: var(--soft); } td small.far { color: var(--bad); }
td.text { white-space: normal; text-align: left; min-width: 16rem; } code { font-size: 13px; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; } details { margin: .6rem 0; } blockquote { margin: .5rem 0 .5rem 1rem; }
.rows td { vertical-align: top; } .rows th { white-space: normal; vertical-align: bottom; }
.rows { font-size: 13.5px; } .rows th, .rows td { padding: .3rem .4rem; } td.text code { overflow-wrap: anywhere; }
.slim { display: none; } @media (max-width: 40rem) { .broad { display: none; } .slim { display: block; } }
.answer { border-left: 3px solid var(--line); padding-left: .8rem; }
";

/// The whole page.
pub(crate) fn page(report: &Report, plan: &Plan, evidence: &Evidence<'_>, plots: &[chart::Drawn]) -> String {
    let mut body = String::new();
    head(&mut body, report);
    let mut drawn = plan.plot.iter().zip(plots).map(|(plot, chart::Drawn { broad, slim })| {
        let title = escape(&plot.title);
        format!("<h3>{title}</h3>\n<div class=\"broad\">{broad}</div><div class=\"slim\">{slim}</div>\n")
    });
    body.extend(drawn.next());
    beside(&mut body, report, plan);
    evidence::claims(&mut body, report);
    said(&mut body, plan);
    numbers(&mut body, report, plan);
    body.extend(drawn);
    series(&mut body, report, evidence);
    files(&mut body, evidence, plots);
    let title = escape(&report.title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}{MORE_STYLE}{}{}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        evidence::STYLE,
        chart::STYLE
    )
}

fn head(body: &mut String, report: &Report) {
    let _ = writeln!(
        body,
        "<h1>{}</h1>\n<p class=\"soft\">experiment {}, {} size, plywise {}</p>\n<p><code>{}</code></p>",
        escape(&report.title),
        escape(&report.experiment),
        report.size.word(),
        escape(&report.version),
        escape(&report.command)
    );
    let _ = writeln!(body, "<p><strong>Question.</strong> {}</p>", prose(&report.question));
    let answer = [prose(&report.answer), verdicts(report)].join(" ");
    if !answer.trim().is_empty() {
        let _ = writeln!(body, "<p class=\"answer\"><strong>Answer.</strong> {}</p>", answer.trim());
    }
    if let Some(missing) = &report.unfinished {
        let _ = writeln!(body, "<p class=\"refuted\"><strong>Not finished.</strong> {}</p>", escape(missing));
    }
}

/// What the work says, and what a reader should know.
fn said(body: &mut String, plan: &Plan) {
    if !plan.published.is_empty() {
        let _ = writeln!(body, "<p><strong>Published.</strong> {}</p>", prose(&plan.published));
    }
    for paragraph in plan.notes.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let _ = writeln!(body, "<p>{}</p>", prose(paragraph));
    }
}

/// How many claims got which verdict, in words.
fn verdicts(report: &Report) -> String {
    let count = |verdict| report.claims.iter().filter(|judged| judged.verdict == verdict).count();
    let told: Vec<String> =
        Verdict::ALL.iter().map(|&verdict| format!("{} {}", count(verdict), verdict.word())).collect();
    match report.claims.len() {
        0 => String::new(),
        all => format!("Of the {all} claim{} below: {}.", if all == 1 { "" } else { "s" }, told.join(", ")),
    }
}

/// A text with what stands between backticks as code.
fn prose(text: &str) -> String {
    let parts = text.trim().split('`').map(escape).enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part }).collect()
}

/// The published table beside ours, with the difference marked.
fn beside(body: &mut String, report: &Report, plan: &Plan) {
    let known: Vec<&Row> = report.rows.iter().filter(|row| row.published.is_some()).collect();
    let columns: Vec<&Quantity> = plan
        .quantity
        .iter()
        .filter(|quantity| known.iter().any(|row| row.quantity == quantity.name))
        .collect();
    let names = names(known.iter().copied());
    if names.is_empty() {
        return;
    }
    body.push_str(
        "<h2>Published beside ours</h2>\n<div class=\"wide\"><table class=\"rows\"><thead><tr><th></th>",
    );
    for quantity in &columns {
        let _ = write!(body, "<th>{}<br>published → ours</th>", escape(&with_unit_name(quantity)));
    }
    body.push_str("</tr></thead><tbody>");
    for name in names {
        let _ = write!(body, "<tr><td>{}</td>", escape(name));
        for quantity in &columns {
            let row = known.iter().find(|row| row.row == name && row.quantity == quantity.name);
            let _ = write!(body, "<td>{}</td>", row.map_or(String::new(), |row| pair(row, quantity)));
        }
        body.push_str("</tr>");
    }
    body.push_str(
        "</tbody></table></div>\n<p class=\"soft\">Ours with one standard error. Below, the difference with its 99.7 % interval: \
         ≠ marks one that chance would hardly make, = one that it may; without a mark the published number has no error to compare by, or \
         rests on too few units.</p>\n",
    );
}

fn with_unit_name(quantity: &Quantity) -> String {
    if quantity.unit.is_empty() {
        quantity.name.clone()
    } else {
        format!("{} ({})", quantity.name, quantity.unit)
    }
}

fn pair(row: &Row, quantity: &Quantity) -> String {
    let digits = quantity.digits;
    let published = number(row.published.unwrap_or_default(), digits);
    let mut text = format!("{published} → <strong>{}</strong>", with_error(row.ours, row.error, digits));
    if let (Some((low, high)), Some(p)) = (row.interval, row.p) {
        let (class, sign) = if p <= LEVEL { (" class=\"far\"", '≠') } else { ("", '=') };
        let difference = number(row.ours - row.published.unwrap_or_default(), digits);
        let _ = write!(
            text,
            "<small{class}>{sign} {difference} ({} to {})</small>",
            number(low, digits),
            number(high, digits)
        );
    }
    text
}

/// The rows' names, each once.
fn names<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.row.as_str()) {
            names.push(&row.row);
        }
    }
    names
}

fn numbers(body: &mut String, report: &Report, plan: &Plan) {
    let shown: Vec<&Quantity> = plan
        .quantity
        .iter()
        .filter(|quantity| {
            plan.shows(quantity) && report.rows.iter().any(|row| row.quantity == quantity.name)
        })
        .collect();
    let names = names(report.rows.iter());
    let _ = write!(body, "<h2>Numbers</h2>\n<div class=\"wide\"><table class=\"rows\"><thead><tr><th></th>");
    for quantity in &shown {
        let _ = write!(body, "<th>{}</th>", escape(&quantity.name));
    }
    body.push_str("<th>n</th></tr></thead><tbody>");
    for name in names {
        let _ = write!(body, "<tr><td>{}</td>", escape(name));
        let row = |quantity: &Quantity| {
            report.rows.iter().find(|row| row.row == name && row.quantity == quantity.name)
        };
        for quantity in &shown {
            let _ =
                write!(body, "<td>{}</td>", row(quantity).map_or(String::new(), |row| cell(row, quantity)));
        }
        let n = shown.iter().filter_map(|quantity| row(quantity)).map(|row| row.n).max().unwrap_or(0);
        let _ = write!(body, "<td>{}</td></tr>", number(n as f64, 0));
    }
    let _ = writeln!(
        body,
        "</tbody></table></div>\n<p class=\"soft\">Means with one standard error; n counts observations. \
         A number without ± is a count or an extreme, or rests on a single independent unit.</p>"
    );
}

fn cell(row: &Row, quantity: &Quantity) -> String {
    let unit = if quantity.unit.is_empty() { String::new() } else { format!(" {}", escape(&quantity.unit)) };
    with_error(row.ours, row.error, quantity.digits) + &unit
}

fn series(body: &mut String, report: &Report, evidence: &Evidence<'_>) {
    let _ = write!(
        body,
        "<h2>What was {}</h2>\n<div class=\"wide\"><table><thead><tr><th>series</th><th>games or units</th><th>seed</th><th class=\"name\">of what</th></tr></thead><tbody>",
        if report.unfinished.is_some() { "to be done" } else { "done" }
    );
    for (series, _) in evidence {
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"text\"><code>{}</code></td></tr>",
            escape(&series.name),
            number(series.size.of(report.size) as f64, 0),
            series.seed,
            escape(&described(series))
        );
    }
    body.push_str("</tbody></table></div>\n");
}

/// What a series plays or measures, in its own words.
fn described(series: &Series) -> String {
    let mut text = match (&series.game, &series.measure) {
        (Some(game), _) => format!("{game} {}", series.agents.join(" ")),
        (None, measure) => {
            let json = |value: &toml::Value| serde_json::to_string(value).unwrap_or_default();
            let with: Vec<String> =
                series.with.iter().map(|(key, value)| format!("{key} = {}", json(value))).collect();
            format!("{}: {}", measure.as_deref().unwrap_or_default(), with.join(", "))
        }
    };
    if let Some(clock) = &series.clock {
        let _ = write!(text, " clock {clock}");
    }
    if series.opening_plies > 0 {
        let _ = write!(text, " opening plies {}", series.opening_plies);
    }
    if let Some(openings) = &series.openings {
        let _ = write!(text, " openings {openings}");
    }
    if let Some(rules) = &series.adjudicate {
        let _ = write!(text, " adjudicate {rules}");
    }
    text
}

fn files(body: &mut String, evidence: &Evidence<'_>, plots: &[chart::Drawn]) {
    let mut names = vec!["report.json".to_owned(), "data.csv".to_owned()];
    names.extend((1..=evidence.len()).map(|n| format!("observations-{n}.csv")));
    names.extend((1..=plots.len()).map(|n| format!("plot-{n}.svg")));
    let links: Vec<String> = names.iter().map(|name| format!("<a href=\"{name}\">{name}</a>")).collect();
    let _ = writeln!(body, "<p class=\"soft\">The same for programs: {}</p>", links.join(", "));
}
