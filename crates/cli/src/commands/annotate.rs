//! `plywise analyze --file`: every game of a file looked over, several at once, told in the order of the file.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use arena::registry::review::{self, Looked, Side};
use arena::registry::{Export, Finished, Said, Scale};
use arena::{ImportedGame, Kind, LiveGame, Spec};
use plywise::{Limits, Note, Seat, Turn};

use super::annotated::{self, Table};
use super::files::read_games;
use crate::args::AnalyzeArgs;
use crate::failure::{Failure, warn};
use crate::interrupt::{self, stop_on_interrupt};
use crate::outfile::OutFile;
use crate::output;
use crate::presets;
use crate::progress::Progress;

/// Positions of a search where neither depth nor time nor positions are named.
const NODES: u64 = 100_000;

/// The agent whose values are means.
const AVERAGES: &str = "mcts";
/// Positions of a search below which such values say little of a single move.
const FEW: u64 = 1_000_000;

/// A game that was looked over.
pub(super) struct Reviewed {
    pub(super) looks: Vec<Looked>,
    /// How each seat did.
    pub(super) sides: Vec<Side>,
    /// Whether an interrupt came before its end.
    pub(super) cut: bool,
    /// As it is written to the file that was asked for.
    text: String,
}

/// What was looked over, by place in the file.
type Found = BTreeMap<usize, Reviewed>;

/// What all games have in common.
pub(super) struct Asked<'a> {
    pub(super) args: &'a AnalyzeArgs,
    pub(super) kind: &'a dyn Kind,
    pub(super) spec: &'a Spec,
    /// What the agent is called.
    pub(super) agent: String,
    pub(super) games: &'a [ImportedGame],
    pub(super) scale: Scale,
    /// The limits of each search in words.
    pub(super) limits: String,
    format: Format,
    stop: Arc<AtomicBool>,
    next: AtomicUsize,
    moves: AtomicU64,
    /// Whether it was said that the agent's values are uncertain.
    warned: AtomicBool,
}

pub(super) fn run(args: &AnalyzeArgs, path: &Path) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let mut called = presets::called(&*kind, args.agent.as_deref().unwrap_or(kind.adviser()))?;
    kind.check_options(&called.spec)?;
    let is_preset = called.name != called.spec.to_string();
    super::look_as_deep(&*kind, &mut called.spec, args)?;
    super::no_person(&called.spec)?;
    let (format, mut out) = output_file(&*kind, args, path)?;
    let progress = Progress::begin(format!("{}, {}", kind.name(), path.display()));
    progress.at("reading");
    let text = read_games(kind.name(), path)?;
    let games = match text.trim() {
        "" => Vec::new(),
        _ => kind.import(&text, usize::MAX).map_err(Failure::of_file(path))?,
    };
    if games.is_empty() {
        return Err(Failure::of_file(path)("there is no game in it"));
    }
    let first_error = games.iter().find_map(|game| game.error.as_ref());
    if let Some((_, why)) = first_error.filter(|_| games.iter().all(|game| game.moves.is_empty())) {
        return Err(Failure::of_file(path)(format!(
            "there is no legal move of a game in it ({why}); plywise solve {} --file takes positions",
            kind.name()
        )));
    }
    let mut live = kind.live(args.seed, None)?;
    let agent = live.join(&called.spec, args.seed)?;
    let told = called.spec.to_string();
    let asked = Asked {
        args,
        kind: &*kind,
        spec: &called.spec,
        agent: if is_preset { format!("{} ({told})", called.name) } else { told },
        games: &games,
        scale: live.scale(agent),
        limits: limits_told(args),
        format,
        stop: stop_on_interrupt()?,
        next: AtomicUsize::new(0),
        moves: AtomicU64::new(0),
        warned: AtomicBool::new(false),
    };
    drop(live);
    progress.at("");
    let (reviewed, untold) = asked.all(progress)?;
    if let Some(out) = &mut out {
        out.write(&reviewed.values().map(|game| game.text.as_str()).collect::<String>())?;
    }
    untold?;
    annotated::report(&asked, &reviewed)?;
    Ok(if interrupt::is_set() { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

fn limits_told(args: &AnalyzeArgs) -> String {
    let depth = args.depth.map(|depth| output::plural(depth, "ply").replace("plys", "plies"));
    let time = args.time.map(output::time);
    let nodes = nodes(args).map(|nodes| output::plural(nodes, "node"));
    depth.into_iter().chain(time).chain(nodes).collect::<Vec<_>>().join(", ")
}

/// Positions of a search at most.
fn nodes(args: &AnalyzeArgs) -> Option<u64> {
    args.nodes.or((args.depth.is_none() && args.time.is_none()).then_some(NODES))
}

/// How games are written.
#[derive(Clone, Copy)]
enum Format {
    Nowhere,
    Own,
    Door(fn(Finished<'_>) -> String),
}

/// The file that annotated games go to, its format told by the ending of its name.
fn output_file(
    kind: &dyn Kind,
    args: &AnalyzeArgs,
    from: &Path,
) -> Result<(Format, Option<OutFile>), Failure> {
    let Some(path) = &args.out else { return Ok((Format::Nowhere, None)) };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let exports: &[Export] = games::door(kind.name()).map_or(&[], |door| door.exports);
    let writes = |export: &Export| export.write.map(|write| (export.name, write));
    let format = match exports.iter().filter_map(writes).find(|(name, _)| *name == ending) {
        Some((_, write)) => Format::Door(write),
        None if ending == kind.extension() => Format::Own,
        None => {
            let all = exports.iter().filter_map(|export| Some(format!(" or .{}", writes(export)?.0)));
            return Err(Failure::of_file(path)(format!(
                "annotated games go to a file whose name ends in .{}{}",
                kind.extension(),
                all.collect::<String>()
            )));
        }
    };
    // An empty one is what a killed run leaves.
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
        return Err(Failure::input(format!("{} exists already; name another file", path.display())));
    }
    Ok((format, Some(OutFile::other_than(path, Some(from))?)))
}

impl Asked<'_> {
    /// Every game, as far as there was time, and whether all could be told. Who stops listening (`| head`) does not lose
    /// the file that was asked for.
    fn all(&self, progress: Progress) -> Result<(Found, Result<(), Failure>), Failure> {
        let plies: usize = self.games.iter().map(|game| game.moves.len()).sum();
        progress.count(0, plies as u64, "moves");
        let mut found = Found::new();
        let mut table = Table::new(self);
        let mut told_all = table.begin();
        if told_all.is_err() && self.args.out.is_none() {
            return Ok((found, told_all));
        }
        let (sender, told) = channel();
        std::thread::scope(|scope| {
            for _ in 0..(self.args.threads as usize).min(self.games.len()) {
                let sender = sender.clone();
                scope.spawn(move || self.go(&sender));
            }
            drop(sender);
            for news in told {
                progress.count(self.moves.load(Ordering::Relaxed), plies as u64, "moves");
                match news {
                    Ok(None) => {}
                    Ok(Some((at, game))) => {
                        found.insert(at, game);
                        if told_all.is_ok() {
                            told_all = table.print(&found, false);
                        }
                        if told_all.is_err() && self.args.out.is_none() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(failure) => {
                        self.stop.store(true, Ordering::Relaxed);
                        return Err(failure);
                    }
                }
            }
            Ok(())
        })?;
        drop(progress);
        if told_all.is_ok() {
            told_all = table.print(&found, true);
        }
        Ok((found, told_all))
    }

    /// Takes one game after another until none is left. Tells of each move that was looked at, and of each game.
    fn go(&self, tell: &Sender<Result<Option<(usize, Reviewed)>, Failure>>) {
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = self.games.get(at) else { return };
            let step = || {
                self.moves.fetch_add(1, Ordering::Relaxed);
                let _ = tell.send(Ok(None));
            };
            let reviewed = self.review(game, &step).map(|game| Some((at, game)));
            if tell.send(reviewed).is_err() {
                return;
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.args.depth.map(|depth| depth as u32),
            nodes: nodes(self.args),
            deadline: self.args.time.map(|time| Instant::now() + time),
            stop: Some(Arc::clone(&self.stop)),
            ..Limits::default()
        }
    }

    /// Looks a game over with an agent of its own: what was seen of one changes nothing in another.
    fn review(&self, game: &ImportedGame, step: &dyn Fn()) -> Result<Reviewed, Failure> {
        let start = || self.kind.live(self.args.seed, Some(&game.start)).map_err(Failure::input);
        let mut live = start()?;
        let agent = live.join(self.spec, self.args.seed)?;
        let (mut looks, mut sides) = (Vec::new(), vec![Side::default(); live.seats()]);
        let mut cut = false;
        for mv in &game.moves {
            if !cut && matches!(live.turn(), Some(Turn::Seat(_))) {
                match review::look(&mut *live, agent, Some(mv), &|| self.limits()) {
                    Some(Looked { guessed: true, .. }) => return Err(self.ignorant()),
                    Some(looked) => {
                        if self.spec.name == AVERAGES && looked.nodes < FEW {
                            self.warn_of_averages(looked.nodes);
                        }
                        if let Some(played) = &looked.played {
                            sides[looked.seat.index()].add(played, self.scale);
                        }
                        looks.push(looked);
                    }
                    None if self.stop.load(Ordering::Relaxed) => cut = true,
                    None => {
                        let why = live.why_no_move(agent);
                        return Err(Failure::input(format!("{} gave no move: {why}", self.agent)));
                    }
                }
            }
            live.play(mv).map_err(Failure::input)?;
            step();
        }
        let notes: Vec<Note> = looks.iter().filter_map(Looked::note).collect();
        let text = match self.format {
            Format::Nowhere => String::new(),
            Format::Own => live.annotated(self.tags(game), &notes),
            Format::Door(write) => {
                write(self.finished(game, &*live, start()?, &looks, &notes, &live.text(Vec::new()))) + "\n"
            }
        };
        Ok(Reviewed { looks, sides, cut, text })
    }

    /// Why an agent cannot grade moves that knows no values.
    fn ignorant(&self) -> Failure {
        Failure::input(review::ignorant(&self.agent, self.kind.adviser()))
    }

    /// Says once that values are means of a few games that were played by chance.
    fn warn_of_averages(&self, nodes: u64) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            warn(&format!(
                "{} values moves by the mean of games that it plays by chance: by as few as those of {} positions some marks are \
                 luck; --nodes {FEW} and more, or --time, would make them rarer",
                self.agent,
                output::count(nodes)
            ));
        }
    }

    /// What the file said of the game, and who annotated it.
    fn tags(&self, game: &ImportedGame) -> Vec<(String, String)> {
        let mut tags = game.tags.clone();
        tags.retain(|(name, _)| name != "Annotator");
        // A result that was claimed is that of moves which are not there.
        if let Some((ply, why)) = &game.error {
            tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Result"));
            tags.push(("Broken".to_owned(), format!("left out from ply {ply} on: {why}")));
        }
        tags.push(("Annotator".to_owned(), format!("plywise, {}, {}", self.agent, self.limits)));
        tags
    }

    /// The game as formats of other programs take it.
    fn finished<'a>(
        &self,
        game: &'a ImportedGame,
        end: &dyn LiveGame,
        start: Box<dyn LiveGame>,
        looks: &'a [Looked],
        notes: &'a [Note],
        text: &'a str,
    ) -> Finished<'a> {
        let said = |looked: &'a Looked| {
            let played = looked.played.as_ref()?;
            let note = notes.iter().find(|note| note.ply == looked.ply);
            let note = note.map(|note| format!("{} {}", note.mark.sign(), note.text));
            let value = played.value.to_string();
            Some(Said { seat: looked.seat, mv: &played.mv, value: Some(value.into()), seconds: None, note })
        };
        let players = (0..self.kind.seats()).map(|seat| self.player(game, Seat(seat as u8))).collect();
        let payoffs = if end.turn().is_none() { end.payoffs() } else { Vec::new() };
        let (forfeited, why) = (false, None);
        Finished {
            start,
            players,
            payoffs: payoffs.into(),
            forfeited,
            why,
            text,
            moves: looks.iter().filter_map(said).collect(),
        }
    }

    /// Who sat there, as far as the file says.
    pub(super) fn player(&self, game: &ImportedGame, seat: Seat) -> String {
        let name = self.kind.seat_name(seat);
        let tag = game.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(&name));
        tag.map(|(_, player)| player.trim())
            .filter(|player| !["", "?"].contains(player))
            .unwrap_or(&name)
            .to_owned()
    }
}
