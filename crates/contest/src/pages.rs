//! The pages of a contest: one folder that needs nothing else.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use arena::page::{STYLE, escape};
use arena::{Kind, plots};
use plywise::Seat;
use plywise::file::{make_folder, named};

use crate::errors::Errors;
use crate::grades::{Grade, Rules};
use crate::replay;
use crate::results::{Game, Results};

const OWN_STYLE: &str = "
body { max-width: 82rem; }
pre { font: 14px/1.25 ui-monospace, monospace; overflow-x: auto; background: var(--band); padding: .8rem; }
#board { font-size: 18px; display: inline-block; min-width: 18rem; } a { color: var(--mark); }
button { font: inherit; padding: .2rem .6rem; } .steps input { width: 18rem; vertical-align: middle; }
.won { color: var(--good); } .lost { color: var(--bad); } nav { margin-bottom: 1rem; } .ended td:last-child { white-space: normal; min-width: 18rem; text-align: left; overflow-wrap: anywhere; }
.ended th:last-child { text-align: left; }
";

/// What the pages tell besides the results.
pub struct Told<'a> {
    /// How the games were played, in a line each.
    pub terms: Vec<String>,
    /// Hand-ins that could not be loaded, or were no players: what, and why.
    pub left_out: Vec<(String, String)>,
    /// The rules of grades with the grades.
    pub grades: Option<(&'a Rules, &'a [Grade])>,
}

/// Writes `index.html`, a page for each player and one for each game below `out`.
///
/// # Errors
/// When one cannot be written, with its name.
pub fn write(out: &Path, kind: &dyn Kind, results: &Results, told: &Told<'_>) -> std::io::Result<()> {
    let save = |name: &str, title: &str, body: &str| {
        let path = out.join(name);
        path.parent().map_or(Ok(()), |parent| make_folder(parent).map_err(|why| named(parent, &why)))?;
        arena::save::replace(&path, &page(title, body))
    };
    for game in &results.games {
        let title = title(results, game);
        let facts = format!(
            "<nav><a href=\"../index.html\">the contest</a></nav><p>{} <span class=\"soft\">{}</span></p>",
            outcome(kind, results, game),
            escape(game.row.why.as_deref().unwrap_or_default())
        );
        save(&file(results, game), &title, &replay::body(kind, &game.row, &escape(&title), &facts))?;
    }
    for (player, one) in results.field.iter().enumerate() {
        let errors = Errors::of(out, &one.name);
        let body = player_page(kind, results, player, &errors);
        save(&format!("players/{}/index.html", results.pages[player]), &one.name, &body)?;
    }
    save("index.html", &format!("{}: contest", kind.name()), &index(kind, results, told))
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

fn section(body: &mut String, title: &str, content: &str) {
    let _ = writeln!(body, "<h2>{title}</h2>\n<div class=\"wide\">{content}</div>");
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, row: &mut dyn Iterator<Item = &str>| -> String {
        row.map(|cell| format!("<{tag}>{cell}</{tag}>")).collect()
    };
    let head = cells("th", &mut heads.iter().copied());
    let rows: String = rows
        .iter()
        .map(|row| format!("<tr>{}</tr>", cells("td", &mut row.iter().map(String::as_str))))
        .collect();
    format!("<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
}

/// Where a game's page lies, below the folder.
fn file(results: &Results, game: &Game) -> String {
    let mut who: Vec<usize> = game.row.agents.clone();
    who.sort_unstable();
    let names: Vec<&str> = who.iter().map(|&player| results.pages[player].as_str()).collect();
    // What no name holds keeps anna-lee's games against kim from those of anna against lee-kim.
    format!("games/{}-{}.html", names.join("+"), game.number)
}

fn title(results: &Results, game: &Game) -> String {
    let names: Vec<&str> =
        game.row.agents.iter().map(|&player| results.field[player].name.as_str()).collect();
    format!("{}, game {}", names.join(" – "), game.number)
}

/// Who sat where, and what each got.
fn outcome(kind: &dyn Kind, results: &Results, game: &Game) -> String {
    let seats = game.row.agents.iter().zip(&game.row.payoffs).enumerate();
    let each = seats.map(|(seat, (&player, points))| {
        format!(
            "{} <strong>{}</strong> {points:+}",
            escape(&kind.seat_name(Seat(seat as u8))),
            escape(&results.field[player].name)
        )
    });
    each.collect::<Vec<_>>().join(" – ")
}

fn link(results: &Results, player: usize, from: &str) -> String {
    let name = escape(&results.field[player].name);
    format!("<a href=\"{from}players/{}/index.html\">{name}</a>", address(&results.pages[player]))
}

/// A name as a part of an address.
fn address(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let part = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(part).collect()
}

fn index(kind: &dyn Kind, results: &Results, told: &Told<'_>) -> String {
    let report = &results.report;
    let mut body = format!("<h1>{}: contest</h1>\n", escape(kind.name()));
    for line in &told.terms {
        let _ = writeln!(body, "<p class=\"soft\">{}</p>", escape(line));
    }
    if results.missing > 0 {
        let _ = writeln!(
            body,
            "<p><strong>{} games are still missing: the same command plays on.</strong></p>",
            results.missing
        );
    }
    section(&mut body, "Ranking", &ranking(results));
    if report.seats == 2 {
        let note = "Elo above the mean of the field by all results together (Bradley–Terry), 95 % from the scatter of whole \
                    pairs; scores with Wilson's 95 % interval. Forfeits: games lost by a crash, a timeout or an illegal move.";
        let _ = writeln!(body, "<p class=\"soft\">{note}</p>");
        section(&mut body, "Ratings", &plots::ratings(report));
        section(&mut body, "Who against whom", &cross_table(results));
    } else {
        section(&mut body, "Mean points", &plots::points(report));
    }
    if let Some((rules, grades)) = told.grades {
        section(&mut body, "Grades", &grade_table(rules, grades, report.seats));
    }
    if !told.left_out.is_empty() {
        let rows: Vec<Vec<String>> = told
            .left_out
            .iter()
            .map(|(what, why)| vec![escape(what), format!("<span class=\"lost\">{}</span>", escape(why))])
            .collect();
        let rows = table(&["hand-in", "why"], &rows);
        section(&mut body, "Not at the board", &format!("<div class=\"ended\">{rows}</div>"));
    }
    body
}

fn ranking(results: &Results) -> String {
    // What tells of searches is no matter here.
    let mut facts = results.report.facts();
    facts.retain(|fact| !["over next", "nodes/game ± sd", "time/game", "tiles"].contains(&fact.0));
    let listed = results.report.listed();
    let forfeits = listed.iter().map(|&player| results.report.agents[player].forfeits.to_string()).collect();
    // Beside the losses that they are part of, where a narrow window shows them.
    let place = facts.iter().position(|fact| fact.0 == "losses").map_or(facts.len(), |losses| losses + 1);
    facts.insert(place, ("forfeits", forfeits));
    let mut heads = vec!["player"];
    heads.extend(facts.iter().map(|fact| fact.0));
    let rows: Vec<Vec<String>> = listed
        .iter()
        .enumerate()
        .map(|(place, &player)| {
            let mark = if results.field[player].is_reference {
                " <span class=\"soft\">reference</span>"
            } else {
                ""
            };
            let mut row = vec![format!("{}. {}{mark}", place + 1, link(results, player, ""))];
            row.extend(facts.iter().map(|fact| escape(&fact.1[place])));
            row
        })
        .collect();
    table(&heads, &rows)
}

fn cross_table(results: &Results) -> String {
    let report = &results.report;
    let numbers: Vec<String> = (1..=report.ranking.len()).map(|number| number.to_string()).collect();
    let mut heads = vec!["player"];
    heads.extend(numbers.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = report
        .ranking
        .iter()
        .enumerate()
        .map(|(place, &own)| {
            let points = |&other: &usize| {
                let dash = || "<span class=\"soft\">–</span>".to_owned();
                report.points_against(own, other).filter(|text| !text.is_empty()).unwrap_or_else(dash)
            };
            let name = format!("{}. {}", place + 1, link(results, own, ""));
            std::iter::once(name).chain(report.ranking.iter().map(points)).collect()
        })
        .collect();
    table(&heads, &rows)
}

fn grade_table(rules: &Rules, grades: &[Grade], seats: usize) -> String {
    let mut heads = vec!["player".to_owned()];
    heads.extend(rules.reference.iter().map(|reference| escape(&reference.agent)));
    heads.extend(["forfeits".to_owned(), "points".to_owned()]);
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = grades
        .iter()
        .map(|grade| {
            let mut row = vec![escape(&grade.name)];
            row.extend(grade.against.iter().map(|(score, points)| {
                let score = score.map_or("–".to_owned(), |score| match seats {
                    1 => arena::numbers::digits(score),
                    _ => format!("{:.0} %", 100.0 * score),
                });
                format!("{points:.1} <span class=\"soft\">({score})</span>")
            }));
            row.extend([grade.forfeits.to_string(), format!("<strong>{:.1}</strong>", grade.total)]);
            row
        })
        .collect();
    format!("{}<p class=\"soft\">{}</p>", table(&heads, &rows), escape(&rules.told(seats)))
}

fn player_page(kind: &dyn Kind, results: &Results, player: usize, errors: &str) -> String {
    let row = &results.report.agents[player];
    let seconds = |s: f64| arena::numbers::seconds(s);
    let mut body = format!(
        "<nav><a href=\"../../index.html\">the contest</a></nav><h1>{}</h1>\n<p>{} games: {} won, {} drawn, {} lost, {} of \
         them by forfeit</p>\n<p class=\"soft\">{} a game, {} a move; the longest game {}</p>\n",
        escape(&row.agent),
        row.games,
        row.wins,
        row.draws,
        row.losses,
        row.forfeits,
        seconds(row.mean_time_per_game_s),
        seconds(row.mean_time_per_move_s),
        seconds(longest(results, player).as_secs_f64()),
    );
    let games: Vec<Vec<String>> =
        results.of(player).map(|(game, seat)| game_row(kind, results, game, seat)).collect();
    let games = table(&["game", "seat", "result", "points", "plies", "time", "how it ended"], &games);
    section(&mut body, "Games", &format!("<div class=\"ended\">{games}</div>"));
    if !errors.is_empty() {
        section(&mut body, "Errors", &format!("<pre>{}</pre>", escape(errors)));
    }
    body
}

fn longest(results: &Results, player: usize) -> Duration {
    results.of(player).map(|(game, seat)| game.row.spent[seat].time).max().unwrap_or_default()
}

fn game_row(kind: &dyn Kind, results: &Results, game: &Game, seat: usize) -> Vec<String> {
    let row = &game.row;
    let result = match row.payoffs.len() {
        1 => String::new(),
        _ => match row.half_points(seat) {
            2 => "<span class=\"won\">won</span>".to_owned(),
            1 => "drawn".to_owned(),
            _ => "<span class=\"lost\">lost</span>".to_owned(),
        },
    };
    let why = match (&row.why, row.loser) {
        (Some(why), Some(loser)) if loser == row.agents[seat] => format!("forfeit: {}", escape(why)),
        (Some(_), Some(_)) => "the other's forfeit".to_owned(),
        (Some(why), None) => escape(why),
        (None, _) => String::new(),
    };
    vec![
        format!("<a href=\"../../{}\">{}</a>", file_address(results, game), escape(&title(results, game))),
        escape(&kind.seat_name(Seat(seat as u8))),
        result,
        format!("{:+}", row.payoffs[seat]),
        row.plies.to_string(),
        arena::numbers::seconds(row.spent[seat].time.as_secs_f64()),
        why,
    ]
}

fn file_address(results: &Results, game: &Game) -> String {
    file(results, game).split('/').map(address).collect::<Vec<_>>().join("/")
}
