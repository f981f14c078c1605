//! A match or tournament while it is played: a line for people, lines of JSON for programs, a file of games.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arena::stats::{Elo, Estimate, Tally, wilson};
use arena::{Follow, GameFile, GameRow, Progress as Progressed, Report, Setup, SprtReport, Watch};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;

/// How often the numbers are made anew.
const PACE: Duration = Duration::from_millis(250);

/// Everything that a run is watched by.
pub(crate) struct Watching<'a> {
    pub(crate) bar: Bar,
    pub(crate) lines: Option<Lines<'a>>,
    /// Each game is written to it as it ends.
    pub(crate) file: Option<GameFile>,
    /// Why that went wrong.
    pub(crate) trouble: Option<io::Error>,
    pub(crate) follow: Option<Arc<dyn Follow>>,
    pub(crate) stop: &'a AtomicBool,
}

impl Watch for Watching<'_> {
    fn begin(&mut self, setup: &Setup, progress: &Progressed) {
        self.bar.begin(setup, progress);
        if let Some(lines) = &mut self.lines {
            lines.begin(setup, progress);
        }
    }

    fn game(&mut self, setup: &Setup, game: &GameRow, progress: &Progressed) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.add(game.unit, &game.game)
        {
            self.trouble.get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
        self.bar.game(setup, game, progress);
        if let Some(lines) = &mut self.lines {
            lines.game(setup, game, progress);
        }
    }

    fn follow(&self) -> Option<Arc<dyn Follow>> {
        self.follow.clone()
    }
}

/// A line on standard error, with running score, interval and test.
pub(crate) struct Bar {
    progress: Progress,
    shown: Option<Instant>,
}

impl Bar {
    pub(crate) fn new(progress: Progress) -> Self {
        Self { progress, shown: None }
    }
}

impl Watch for Bar {
    fn begin(&mut self, setup: &Setup, progress: &Progressed) {
        self.progress.count(progress.finished(), setup.units(), "games");
    }

    fn game(&mut self, setup: &Setup, _: &GameRow, progress: &Progressed) {
        self.progress.count(progress.finished(), setup.units(), "games");
        if self.shown.is_none_or(|shown| shown.elapsed() >= PACE) {
            self.shown = Some(Instant::now());
            self.progress.note(summary(setup, progress));
        }
    }
}

/// How things stand, in one line.
fn summary(setup: &Setup, progress: &Progressed) -> String {
    let standings = progress.standings(setup);
    if let ([_, _], [meeting]) = (&setup.agents[..], &standings.meetings[..]) {
        let tally = Tally(meeting.pairs);
        if tally.count() == 0 {
            let first = &standings.agents[0];
            return format!("first agent {}", share(wilson(first.wins, first.draws, first.games)));
        }
        let test = setup.sprt.map_or(String::new(), |sprt| {
            let SprtReport { llr, lower, upper, .. } = SprtReport::new(sprt, &tally);
            format!(", LLR {llr:.2} ({lower:.2} … {upper:.2})")
        });
        return format!("first agent {}, {:.0}{test}", share(tally.score()), Elo::from(tally.elo()));
    }
    let mut best: Vec<(f64, String)> = setup
        .names
        .iter()
        .zip(&standings.agents)
        .map(|(agent, sums)| {
            if setup.kind.seats() == 1 {
                let points = sums.mean_points();
                let ends = output::interval(points, output::digits);
                (points.mean, format!("{agent} {} ({ends})", output::told(points.mean, output::digits)))
            } else {
                let score = wilson(sums.wins, sums.draws, sums.games);
                (score.mean, format!("{agent} {}", share(score)))
            }
        })
        .collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.into_iter().take(3).map(|agent| agent.1).collect::<Vec<_>>().join(" · ")
}

/// A share of the points with its interval.
fn share(score: Estimate) -> String {
    format!("{:.1} % ({:.1} … {:.1})", 100.0 * score.mean, 100.0 * score.low, 100.0 * score.high)
}

/// Lines of JSON on standard output: `begin`, `game` for each game, `progress` now and then, `report`.
pub(crate) struct Lines<'a> {
    stop: &'a AtomicBool,
    begun: Instant,
    before: u64,
    told: Instant,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(stop: &'a AtomicBool) -> Self {
        Self { stop, begun: Instant::now(), before: 0, told: Instant::now() }
    }

    /// The last line.
    pub(crate) fn end(&self, report: &Report) -> Result<(), Failure> {
        output::line(json!({ "event": "report", "report": report }).to_string())
    }

    /// Whoever has stopped reading has seen enough.
    fn tell(&self, line: &Value) {
        if output::line(line.to_string()).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&self, setup: &Setup, progress: &Progressed) -> Value {
        let (finished, units) = (progress.finished(), setup.units());
        let elapsed = self.begun.elapsed().as_secs_f64();
        let rate = (finished - self.before) as f64 / elapsed.max(1e-9);
        let left = (rate > 0.0).then(|| units.saturating_sub(finished) as f64 / rate);
        let mut line = json!({
            "event": "progress", "games": finished, "games_planned": units, "elapsed_s": elapsed,
            "games_per_s": rate, "left_s": left,
        });
        let standings = progress.standings(setup);
        if let [meeting] = &standings.meetings[..] {
            let tally = Tally(meeting.pairs);
            let (score, elo) = (tally.score(), tally.elo());
            line["lead"] = json!({
                "score": score.mean, "score_low": score.low, "score_high": score.high,
                "elo": elo.mean, "elo_low": elo.low, "elo_high": elo.high,
            });
            line["sprt"] = json!(setup.sprt.map(|sprt| SprtReport::new(sprt, &tally)));
        }
        line
    }
}

impl Watch for Lines<'_> {
    fn begin(&mut self, setup: &Setup, progress: &Progressed) {
        (self.begun, self.before) = (Instant::now(), progress.finished());
        self.tell(&json!({
            "event": "begin", "game": setup.kind.name(), "agents": setup.names, "games": progress.finished(),
            "games_planned": setup.units(),
        }));
    }

    fn game(&mut self, setup: &Setup, game: &GameRow, progress: &Progressed) {
        self.tell(&json!({
            "event": "game", "unit": game.unit, "agents": game.agents, "payoffs": game.payoffs, "plies": game.plies,
            "loser": game.loser, "why": game.why,
        }));
        if self.told.elapsed() >= PACE || progress.finished() == setup.units() {
            self.told = Instant::now();
            self.tell(&self.progress(setup, progress));
        }
    }
}
