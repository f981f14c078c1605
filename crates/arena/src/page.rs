//! The report as one page of HTML that needs nothing else: tables and plots, in light and in dark.

use std::fmt::Write;

use crate::plots;
use crate::report::Report;

/// The style of pages: a rule for each of the few classes, in light and in dark.
pub const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5d6b7a; --line: #d5dbe1; --back: #ffffff; --band: #f3f5f7;
  --mark: #0b6bcb; --good: #1a7f4b; --bad: #b3372b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e9ee; --soft: #9aa7b4; --line: #36424e; --back: #12181e; --band: #1b232b; --mark: #5aa9f5;
    --good: #55c28a; --bad: #ec7b6d; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } tbody tr:nth-child(even) { background: var(--band); }
th:first-child, td:first-child, .name { text-align: left; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .soft { fill: var(--soft); } svg .grid { stroke: var(--line); } svg .mark { stroke: var(--mark); fill: none; }
svg .dot { fill: var(--mark); } svg .good { stroke: var(--good); } svg .bad { stroke: var(--bad); }
";

/// The whole page.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut body = String::new();
    head(&mut body, report);
    standings(&mut body, report);
    if report.seats == 2 {
        if report.agents.iter().any(|agent| agent.elo.is_some()) && report.agents.len() > 1 {
            section(&mut body, "Ratings", &plots::ratings(report));
        }
        section(&mut body, "Who against whom", &cross_table(report));
        section(&mut body, "Pairs", &pairs(report));
        if let Some(sprt) = &report.sprt {
            section(&mut body, "Test", &format!("<p>{}</p>{}", escape(&sprt.line()), plots::llr(report)));
        }
    } else {
        section(&mut body, "Mean points", &plots::points(report));
        if report.agents.iter().any(|agent| !agent.tiles.is_empty()) {
            section(&mut body, "Tiles reached", &tiles(report));
        }
    }
    for line in report.forfeits() {
        let _ = writeln!(body, "<p>{}</p>", escape(&line));
    }
    let title = escape(&report.game);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: tournament</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn section(body: &mut String, title: &str, content: &str) {
    let _ = writeln!(body, "<h2>{title}</h2>\n<div class=\"wide\">{content}</div>");
}

fn head(body: &mut String, report: &Report) {
    let _ = writeln!(
        body,
        "<h1>{}</h1>\n<p class=\"soft\">{}, seed {}, {:.1} ± {:.1} plies, experiment {}</p>",
        escape(&report.game),
        report.games_told(),
        report.seed,
        report.mean_plies,
        report.sd_plies,
        report.experiment
    );
    if let Some(doubt) = report.doubt() {
        let _ = writeln!(body, "<p><strong>{}</strong></p>", escape(&doubt));
    }
}

fn standings(body: &mut String, report: &Report) {
    let facts = report.facts();
    let mut text = String::from("<table><thead><tr><th>agent</th>");
    text.push_str(&cells("th", facts.iter().map(|fact| fact.0)));
    text.push_str("</tr></thead><tbody>");
    for (place, agent) in report.listed().into_iter().enumerate() {
        let _ = write!(text, "<tr><td>{}</td>", escape(&report.agents[agent].agent));
        text.push_str(&cells("td", facts.iter().map(|fact| &fact.1[place])));
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table>");
    section(body, "Table", &text);
    for line in report.stand_for() {
        let _ = writeln!(body, "<p class=\"soft\">{}</p>", escape(&line));
    }
    let note = if report.seats == 2 {
        "Elo above the mean of the field by all results together (Bradley–Terry), 95 % from the scatter of whole pairs; \
         scores with Wilson's 95 % interval."
    } else {
        "Mean points with Student's 95 % interval; an agent wins where it has more points than every other with the \
         same luck."
    };
    let _ = writeln!(body, "<p class=\"soft\">{note}</p>");
}

/// The score of each agent against each other, the best first.
fn cross_table(report: &Report) -> String {
    let mut text = String::from("<table><thead><tr><th>agent</th>");
    text.push_str(&cells("th", 1..=report.ranking.len()));
    text.push_str("</tr></thead><tbody>");
    for (place, &own) in report.ranking.iter().enumerate() {
        let _ = write!(text, "<tr><td>{}. {}</td>", place + 1, escape(&report.agents[own].agent));
        for &other in &report.ranking {
            match report.points_against(own, other) {
                Some(points) => text.push_str(&format!("<td>{points}</td>")),
                None => text.push_str("<td class=\"soft\">–</td>"),
            }
        }
        text.push_str("</tr>");
    }
    text + "</tbody></table>"
}

/// Every meeting by what its pairs of games brought.
fn pairs(report: &Report) -> String {
    let mut text = String::from(
        "<table><thead><tr><th>meeting</th><th>lost both</th><th>½</th><th>1 of 2</th><th>1½</th><th>won both</th>\
         <th>lead (95 %)</th></tr></thead><tbody>",
    );
    for met in &report.meetings {
        let name = |agent: usize| escape(&report.agents[agent].agent);
        let _ = write!(text, "<tr><td>{} – {}</td>", name(met.first), name(met.second));
        text.push_str(&cells("td", met.lead.pairs));
        let lead = if met.lead.pairs == [0; 5] { String::new() } else { format!("{:.0}", met.lead.elo) };
        let _ = write!(text, "<td>{lead}</td></tr>");
    }
    text + "</tbody></table>"
}

fn tiles(report: &Report) -> String {
    let tiles: std::collections::BTreeSet<u64> =
        report.agents.iter().flat_map(|agent| agent.tiles.iter().map(|rate| rate.tile)).collect();
    let mut text = String::from("<table><thead><tr><th>agent</th>");
    text.push_str(&cells("th", &tiles));
    text.push_str("</tr></thead><tbody>");
    for &agent in &report.ranking {
        let row = &report.agents[agent];
        let _ = write!(text, "<tr><td>{}</td>", escape(&row.agent));
        for tile in &tiles {
            // Below an agent's own least tile every game reached it, beyond its greatest none did.
            let rate = row.tiles.iter().find(|rate| rate.tile == *tile);
            let all = row.tiles.first().is_some_and(|least| *tile < least.tile);
            let cell = rate.map_or(if all { "100 %".to_owned() } else { "0 %".to_owned() }, |rate| {
                format!(
                    "{:.1} % <span class=\"soft\">({:.1} … {:.1})</span>",
                    100.0 * rate.rate,
                    100.0 * rate.low,
                    100.0 * rate.high
                )
            });
            let _ = write!(text, "<td>{cell}</td>");
        }
        text.push_str("</tr>");
    }
    text + "</tbody></table>"
}

/// Cells of a row.
fn cells<T: std::fmt::Display>(tag: &str, contents: impl IntoIterator<Item = T>) -> String {
    contents.into_iter().map(|content| format!("<{tag}>{content}</{tag}>")).collect()
}

/// Text as HTML shows it.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
