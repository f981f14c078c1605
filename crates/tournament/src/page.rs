//! The report as one page of HTML that needs nothing else: tables and plots, in light and in dark.

use std::fmt::Write;

use crate::plots;
use crate::report::{AgentRow, Report};

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
    forfeits(&mut body, report);
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
    let games = if report.broken_off {
        format!("{} of {} games (not finished)", report.games, report.games_planned)
    } else {
        format!("{} games", report.games)
    };
    let _ = writeln!(
        body,
        "<h1>{}</h1>\n<p class=\"soft\">{games}, seed {}, {:.1} ± {:.1} plies, experiment {}</p>",
        escape(&report.game),
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
    let mut text = String::from("<table><thead><tr><th>agent</th>");
    let heads: &[&str] = if report.seats == 2 {
        &[
            "Elo",
            "95 %",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "95 %",
            "superior to next",
            "time/move",
            "nodes/game",
        ]
    } else {
        &["games", "mean points", "95 %", "sd", "best", "won", "drawn", "lost", "time/move", "nodes/game"]
    };
    text.push_str(&cells("th", heads));
    text.push_str("</tr></thead><tbody>");
    for &agent in &report.ranking {
        let row = &report.agents[agent];
        let _ = write!(text, "<tr><td>{}</td>", escape(&row.agent));
        let values = if report.seats == 2 { two_seats(row) } else { one_seat(row) };
        text.push_str(&cells("td", &values));
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table>");
    section(body, "Table", &text);
    let note = if report.seats == 2 {
        "Elo above the mean of the field by all results together (Bradley–Terry), 95 % from the scatter of whole pairs; \
         scores with Wilson's 95 % interval."
    } else {
        "Mean points with Student's 95 % interval; an agent wins where it has more points than every other with the \
         same luck."
    };
    let _ = writeln!(body, "<p class=\"soft\">{note}</p>");
}

fn two_seats(row: &AgentRow) -> Vec<String> {
    let bounds = match (row.elo_low, row.elo_high) {
        (Some(low), Some(high)) => format!("{low:+.0} … {high:+.0}"),
        _ => String::new(),
    };
    vec![
        row.elo
            .map_or_else(|| row.unrated.unwrap_or_default().to_owned(), |elo| format!("{:+.0}", whole(elo))),
        bounds,
        row.games.to_string(),
        row.wins.to_string(),
        row.draws.to_string(),
        row.losses.to_string(),
        told(row.mean_score, |score| format!("{:.1} %", 100.0 * score)),
        interval(row, |score| format!("{:.1}", 100.0 * score)),
        row.superiority.map_or(String::new(), |likely| format!("{:.1} %", 100.0 * likely)),
        seconds(row.mean_time_per_move_s),
        format!("{:.0}", row.mean_nodes_per_game),
    ]
}

fn one_seat(row: &AgentRow) -> Vec<String> {
    vec![
        row.games.to_string(),
        told(row.mean_score, |points| format!("{points:.0}")),
        interval(row, |points| format!("{points:.0}")),
        format!("{:.0}", row.sd_payoff),
        row.best_payoff.to_string(),
        row.wins.to_string(),
        row.draws.to_string(),
        row.losses.to_string(),
        seconds(row.mean_time_per_move_s),
        format!("{:.0}", row.mean_nodes_per_game),
    ]
}

/// A number in a cell; a dash where it cannot be told.
fn told(number: f64, show: impl Fn(f64) -> String) -> String {
    if number.is_finite() { show(number) } else { "–".to_owned() }
}

/// The interval of an agent's score.
fn interval(row: &AgentRow, show: impl Fn(f64) -> String) -> String {
    match row.score().interval() {
        Some((low, high)) => format!("{} … {}", show(low), show(high)),
        None => "too few games".to_owned(),
    }
}

/// The score of each agent against each other, the best first.
fn cross_table(report: &Report) -> String {
    let mut text = String::from("<table><thead><tr><th>agent</th>");
    text.push_str(&cells("th", 1..=report.ranking.len()));
    text.push_str("</tr></thead><tbody>");
    for (place, &own) in report.ranking.iter().enumerate() {
        let _ = write!(text, "<tr><td>{}. {}</td>", place + 1, escape(&report.agents[own].agent));
        for &other in &report.ranking {
            match report.score_against(own, other) {
                Some((points, games)) if games > 0 => {
                    let _ = write!(text, "<td title=\"{games} games\">{}/{games}</td>", half(points));
                }
                _ => text.push_str("<td class=\"soft\">–</td>"),
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
        text.push_str(&cells("td", met.pairs));
        let lead = if met.pairs == [0; 5] { String::new() } else { format!("{:.0}", met.elo) };
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

fn forfeits(body: &mut String, report: &Report) {
    for row in report.agents.iter().filter(|row| row.forfeits > 0) {
        let first = row
            .first_forfeit
            .as_ref()
            .map_or(String::new(), |(game, why)| format!(", first game {game}: {why}"));
        let _ = writeln!(
            body,
            "<p>{} lost {} games by forfeit{}</p>",
            escape(&row.agent),
            row.forfeits,
            escape(&first)
        );
    }
}

/// Cells of a row.
fn cells<T: std::fmt::Display>(tag: &str, contents: impl IntoIterator<Item = T>) -> String {
    contents.into_iter().map(|content| format!("<{tag}>{content}</{tag}>")).collect()
}

/// Half points as points: `7`, `7½`.
fn half(half_points: u64) -> String {
    format!("{}{}", half_points / 2, if half_points.is_multiple_of(2) { "" } else { "½" })
}

fn seconds(s: f64) -> String {
    match s {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Text as HTML shows it.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
/// The nearest whole number; what rounds to zero has no sign.
fn whole(number: f64) -> f64 {
    number.round() + 0.0
}
