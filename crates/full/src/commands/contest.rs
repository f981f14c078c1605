//! `plywise contest`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use arena::{GameRow, Kind, Setup, Spec};
use contest::{
    Errors, Found, HandIn, Hear, Interpreter, Limits, Plan, Results, Rules, Seated, Told, Way, check, lay_out,
};
use plywise::Seat;
use plywise::file::make_folder;
use serde_json::json;
use store::Store;

use crate::args::contest::{CheckArgs, ContestArgs, ContestCommand, TermsArgs};
use cli::failure::{Failure, warn};
use cli::interrupt::{self, stop_on_interrupt};
use cli::layout;
use cli::output;
use cli::progress::Progress;

/// Exit code of a trial that found something wrong.
const WRONG: u8 = 1;

pub(crate) fn run(args: &ContestArgs) -> Result<ExitCode, Failure> {
    if let Some(ContestCommand::Check(args)) = &args.command {
        return try_one(args);
    }
    let (Some(folder), Some(terms)) = (&args.folder, &args.terms) else {
        return Err(Failure::input("plywise contest takes a folder of hand-ins and --game"));
    };
    if folder.is_file() {
        return Err(Failure::input(format!(
            "{0}: this is a file, and hand-ins are a folder; to try one: plywise contest check {0} --game {1}",
            folder.display(),
            terms.game
        )));
    }
    let kind = games::open(&terms.game)?;
    let rules = args.grades.as_deref().map(|path| Rules::read(path, &*kind)).transpose();
    let rules = rules.map_err(Failure::input)?;
    arena::parse_clock(&terms.clock)?;
    let out = args.out.clone().unwrap_or_else(|| Plan::usual_out(folder));
    if plywise::file::is_same(folder, &out) {
        let usual = Plan::usual_out(folder);
        return Err(Failure::of_file(&out)(format!(
            "the hand-ins are there; results go into a folder of their own, such as {}",
            usual.display()
        )));
    }
    if let Some(plies) = terms.opening_plies {
        arena::Openings::check_drawn(&*kind, u32::try_from(plies).unwrap_or(u32::MAX))?;
    }
    let mut found = contest::find(folder, &out, &*kind).map_err(Failure::input)?;
    if found.players.is_empty() {
        return Err(nobody(folder, &found));
    }
    make_folder(&out).map_err(Failure::of_file(&out))?;
    let limits = limits(terms, &found.players, &out, kind.name())?;
    let errors = Errors::open(&out, &found.players)?;
    let plan = plan(terms, args.rounds);
    let stop = stop_on_interrupt()?;
    let not_loaded = load_all(&mut found, &*kind, &limits, &errors, args.json)?;
    let field = field(&found.players, rules.as_ref())?;
    if field.len() < 2 && kind.seats() > 1 {
        let left_out = found.left_out.first().map(|(path, why)| format!("; {}: {why}", name_of(path)));
        let not_loaded = not_loaded.first_key_value().map(|(name, why)| format!("; {name} {why}"));
        return Err(Failure::input(format!(
            "{}: a contest takes two players at least; {} can be loaded{}",
            folder.display(),
            field.len(),
            not_loaded.or(left_out).unwrap_or_default()
        )));
    }
    let kind = plan.kind(&found.players, &limits, &errors).map_err(Failure::input)?;
    let mut store = Store::open(&out.join("games.db"))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let progress = if args.json { Progress::silent() } else { Progress::begin(kind.name()) };
    let mut heard = Heard { progress, errors: &errors, before: 0, all: 0, played: 0 };
    plan.play(&kind, &field, &mut store, threads, &stop, &mut heard)?;
    let played = heard.played;
    drop(heard);
    let results = Results::read(&plan, &kind, &field, &store)?;
    let grades = rules.as_ref().map(|rules| {
        let names: Vec<String> = not_loaded.keys().cloned().collect();
        (rules, rules.grade(&results, &names))
    });
    let csv = out.join("grades.csv");
    match &grades {
        Some((rules, grades)) => arena::save::replace(&csv, &rules.csv(&results, grades))?,
        // Grades of another ranking do not stand beside this one.
        None => std::fs::remove_file(&csv).or_else(gone).map_err(Failure::of_file(&csv))?,
    }
    let left_out = found.left_out.iter().map(|(path, why)| (name_of(path), why.clone())).chain(not_loaded);
    let told = Told {
        terms: told_terms(&plan, &limits, &found)?,
        left_out: left_out.collect(),
        grades: grades.as_ref().map(|(rules, grades)| (*rules, &grades[..])),
    };
    contest::write_pages(&out, &*kind, &results, &told)?;
    report(args, &results, &told, played, &out)?;
    Ok(if stop.load(Ordering::Relaxed) { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// A file that is not there need not go.
fn gone(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

fn nobody(folder: &Path, found: &Found) -> Failure {
    let place = folder.display();
    Failure::input(match found.left_out.first() {
        Some((path, why)) => format!("{place} holds no player: {}: {why}", name_of(path)),
        None => format!("{place} holds no player; a file such as alice.py belongs there"),
    })
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn plan(terms: &TermsArgs, rounds: u64) -> Plan {
    Plan {
        game: terms.game.clone(),
        clock: terms.clock.clone(),
        rounds,
        seed: terms.seed,
        opening_plies: terms.opening_plies.map(|plies| plies as u32),
    }
}

/// What players may use, with the files that they stand on written below `out`. Where no sandbox can be had, and none was
/// waived, that ends it here.
fn limits(terms: &TermsArgs, players: &[HandIn], out: &Path, game: &str) -> Result<Limits, Failure> {
    let needs_python = players.iter().any(|player| matches!(player.way, Way::Python(_)));
    let python =
        needs_python.then(|| Interpreter::find(&terms.python)).transpose().map_err(Failure::input)?;
    let course = games::door(game).map_or(&[][..], |door| door.course);
    let host = lay_out(&std::path::absolute(out.join("host"))?, course)?;
    let limits = Limits {
        memory_mib: terms.memory,
        cpu_s: terms.cpu,
        startup: Duration::from_secs(terms.startup),
        unwalled: terms.unwalled,
        python,
        host,
    };
    let walls = limits.jail(Vec::new()).probe().map_err(Failure::input)?;
    if !walls.are_whole() {
        let what = format!("players cannot be kept from harm here ({})", walls.told());
        if !terms.unwalled {
            return Err(Failure::input(format!("{what}; --unwalled lets them play without")));
        }
        warn(&what);
    }
    Ok(limits)
}

/// Loads every player once. Those that cannot be loaded leave the field; why, by name.
fn load_all(
    found: &mut Found,
    kind: &dyn Kind,
    limits: &Limits,
    errors: &Errors,
    is_silent: bool,
) -> Result<BTreeMap<String, String>, Failure> {
    let progress = if is_silent { Progress::silent() } else { Progress::begin("loading the players") };
    let all = found.players.len() as u64;
    let mut not_loaded = BTreeMap::new();
    for (number, player) in std::mem::take(&mut found.players).into_iter().enumerate() {
        progress.count(number as u64, all, "players");
        match limits.load(&player, kind, errors) {
            Ok(_) => found.players.push(player),
            // What this machine lacks is nobody's fault.
            Err(why) if why.starts_with("host: ") => {
                return Err(Failure::input(format!("{}: {why}", player.name)));
            }
            Err(why) => {
                errors.add(&player.name, &format!("it could not be loaded: {why}"));
                not_loaded.insert(player.name, format!("could not be loaded: {why}"));
            }
        }
    }
    Ok(not_loaded)
}

fn field(players: &[HandIn], rules: Option<&Rules>) -> Result<Vec<Seated>, Failure> {
    let seat = |player: &HandIn| Seated {
        name: player.name.clone(),
        spec: player.spec.clone(),
        is_reference: false,
    };
    let mut field: Vec<Seated> = players.iter().map(seat).collect();
    for mut reference in rules.map(Rules::seated).transpose().map_err(Failure::input)?.unwrap_or_default() {
        if field.iter().any(|known| known.name == reference.name) {
            reference.name.push_str(" (reference)");
        }
        field.push(reference);
    }
    Ok(field)
}

/// Tells how a contest gets on, and keeps what games were lost for.
struct Heard<'a> {
    progress: Progress,
    errors: &'a Errors,
    before: u64,
    all: u64,
    /// Games of this run.
    played: u64,
}

impl Hear for Heard<'_> {
    fn meeting(&mut self, done: u64, all: u64) {
        (self.before, self.all) = (done, all);
    }

    fn count(&mut self, done: u64) {
        self.progress.count(self.before + done, self.all, "games");
    }

    fn game(&mut self, setup: &Setup, game: &GameRow) {
        self.played += 1;
        let (Some(loser), Some(why)) = (game.loser, &game.why) else { return };
        let seat = game.agents.iter().position(|&agent| agent == loser).unwrap_or_default();
        let rivals = game.agents.iter().filter(|&&agent| agent != loser);
        let rivals: Vec<&str> = rivals.map(|&agent| setup.names[agent].as_str()).collect();
        let against =
            if rivals.is_empty() { String::new() } else { format!(" against {}", rivals.join(", ")) };
        let seat = setup.kind.seat_name(Seat(seat as u8));
        let line = format!("lost game {}{against} as {seat}: {why}", game.unit + 1);
        self.errors.add(&setup.names[loser], &line);
    }
}

/// How the games were played, in a line each.
fn told_terms(plan: &Plan, limits: &Limits, found: &Found) -> Result<Vec<String>, Failure> {
    let walls = limits.jail(Vec::new()).probe().map_err(Failure::input)?;
    let python =
        limits.python.as_ref().map_or(String::new(), |python| format!(", Python {}", python.version));
    Ok(vec![
        format!(
            "{}, clock {}, {}, seed {}{python}",
            output::plural(found.players.len() as u64, "player"),
            plan.clock,
            output::plural(plan.rounds, "round"),
            plan.seed
        ),
        format!(
            "{} MiB of memory and {} s of processor time for each player and game. Sandbox: {}",
            limits.memory_mib,
            limits.cpu_s,
            walls.told()
        ),
    ])
}

fn report(
    args: &ContestArgs,
    results: &Results,
    told: &Told<'_>,
    played: u64,
    out: &Path,
) -> Result<(), Failure> {
    let page = out.join("index.html");
    let report = &results.report;
    if args.json {
        let ranking: Vec<&str> =
            results.ranked().map(|player| report.agents[player].agent.as_str()).collect();
        let grades = told.grades.map(|(_, grades)| {
            let points = |grade: &contest::Grade| json!({ "player": grade.name, "points": grade.total });
            grades.iter().map(points).collect::<Vec<_>>()
        });
        let left_out: Vec<_> =
            told.left_out.iter().map(|(name, why)| json!({ "hand_in": name, "why": why })).collect();
        return output::json(&json!({
            "game": report.game, "players": report.agents, "ranking": ranking, "left_out": left_out,
            "played": played, "missing": results.missing, "grades": grades, "page": page,
        }));
    }
    let games = output::plural(results.games.len() as u64, "game");
    output::line(format!("{}: {games}, {} of them now", report.game, output::count(played)))?;
    let names: Vec<String> =
        report.listed().into_iter().map(|player| report.agents[player].agent.clone()).collect();
    output::line(layout::facts("player", &names, &report.facts(), layout::width()))?;
    for row in report.agents.iter().filter(|row| row.forfeits > 0) {
        let (games, first) = (output::plural(row.forfeits, "game"), row.first_forfeit.as_ref());
        let why = first.map_or("", |forfeit| &forfeit.reason);
        output::line(layout::sentence(&format!("{} lost {games} by forfeit, the first: {why}", row.agent)))?;
    }
    for (name, why) in &told.left_out {
        output::line(layout::sentence(&format!("{name}: {why}")))?;
    }
    if let Some((_, grades)) = told.grades {
        let points: Vec<String> =
            grades.iter().map(|grade| format!("{} {}", grade.name, output::digits(grade.total))).collect();
        output::line(layout::sentence(&format!("points: {}", points.join(", "))))?;
    }
    if results.missing > 0 {
        let games = output::plural(results.missing, "game");
        output::line(format!("{games} missing: the same command plays on"))?;
    }
    output::line(format!("page: {}", page.display()))
}

/// `plywise contest check`.
fn try_one(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.terms.game)?;
    arena::parse_clock(&args.terms.clock)?;
    let player = contest::one(&args.file, &*kind).map_err(Failure::of_file(&args.file))?;
    let room = Room::new()?;
    let players = std::slice::from_ref(&player);
    let limits = limits(&args.terms, players, &room.0, kind.name())?;
    let errors = Errors::open(&room.0, players)?;
    let loaded = match limits.load(&player, &*kind, &errors) {
        Ok(time) => time,
        Err(why) => {
            output::line(layout::sentence(&format!("{} cannot be loaded: {why}", player.name)))?;
            return wrong(&room, &player);
        }
    };
    output::line(format!("{} is loaded in {}", player.name, output::seconds(loaded.as_secs_f64())))?;
    let plan = plan(&args.terms, args.rounds);
    let kind = plan.kind(players, &limits, &errors).map_err(Failure::input)?;
    let rival = Seated { name: "random".to_owned(), spec: Spec::parse("random")?, is_reference: false };
    let stop = stop_on_interrupt()?;
    let checked = check(&plan, &kind, &player, rival, &stop)?;
    for (number, game) in checked.games.iter().enumerate() {
        output::line(layout::sentence(&told_game(&*kind, number + 1, game)))?;
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupt::exit_code());
    }
    if checked.games.iter().any(|game| game.forfeit().is_some()) {
        return wrong(&room, &player);
    }
    let time = output::seconds(checked.time_of_a_move().as_secs_f64());
    output::line(format!("no crash, no timeout, no illegal move; {time} a move"))?;
    Ok(ExitCode::SUCCESS)
}

/// A game of a trial, in a line.
fn told_game(kind: &dyn Kind, number: usize, game: &contest::Tried) -> String {
    let seat = kind.seat_name(Seat(game.seat as u8));
    let row = &game.row;
    let result = match row.payoffs.len() {
        1 => output::plural(u64::from(row.payoffs[0].unsigned_abs()), "point"),
        _ => match row.half_points(game.seat) {
            2 => "won".to_owned(),
            1 => "drawn".to_owned(),
            _ => "lost".to_owned(),
        },
    };
    let why = game.forfeit().map_or(String::new(), |why| format!(" by forfeit: {why}"));
    format!("game {number} as {seat}: {result} after {}{why}", output::plural(u64::from(row.plies), "ply"))
        .replace("plys", "plies")
}

/// What the player said of its errors, and the exit code of a trial that found some.
fn wrong(room: &Room, player: &HandIn) -> Result<ExitCode, Failure> {
    let errors = Errors::of(&room.0, &player.name);
    let shown: Vec<&str> = errors.lines().take(60).collect();
    if !shown.is_empty() {
        output::line(format!("\n{}", shown.join("\n")))?;
    }
    Ok(ExitCode::from(WRONG))
}

/// A folder of a trial's own, gone when it is over.
struct Room(PathBuf);

impl Room {
    fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("plywise-contest-{}", std::process::id()));
        // What lies there already may be somebody else's.
        std::fs::create_dir(&folder).map_err(Failure::of_file(&folder))?;
        Ok(Self(folder))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
