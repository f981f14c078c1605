//! What long work is at, from the first second on: in a terminal one line that is redrawn in place on standard error,
//! elsewhere a plain line now and then. A thread of its own reads shared counters, so that the line moves even while a search
//! is at one depth for minutes.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use plywise::gauge;

use crate::failure;
use crate::interrupt;
use crate::output;

/// Between two drawings in a terminal, and before the first.
const TICK: Duration = Duration::from_millis(250);
/// Before the first plain line, and between two: short work leaves a log clean, long work does not flood it.
const FIRST_LINE: Duration = Duration::from_secs(5);
const LINES: Duration = Duration::from_secs(30);
/// `off`, or the time before the first line and between two, be they plain or drawn.
const VARIABLE: &str = "PLYWISE_PROGRESS";

static QUIET: AtomicBool = AtomicBool::new(false);

/// Shows no progress from now on.
pub fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Work that goes on until this is dropped.
pub struct Progress {
    work: Arc<Work>,
    drawer: Option<JoinHandle<()>>,
}

struct Work {
    what: String,
    begun: Instant,
    /// The process's counts when it began.
    nodes: u64,
    moves: u64,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    ended: bool,
    /// A depth, a series, a table.
    at: String,
    /// How well things stand.
    note: String,
    count: Option<Count>,
    /// The time that there is in all.
    budget: Option<Duration>,
    /// What a node is called, and more of them.
    nodes: Option<[&'static str; 2]>,
}

/// How much is done.
struct Count {
    /// Without a unit the share is told.
    unit: &'static str,
    first: u64,
    done: u64,
    all: u64,
}

impl Progress {
    /// Work begins. An interrupt that nobody waits for (`interrupt::stop_on_interrupt`) from now on clears the line and
    /// ends the command.
    pub fn begin(what: impl Into<String>) -> Self {
        failure::begins();
        let chosen = std::env::var(VARIABLE).ok();
        if chosen.as_deref() == Some("off") || QUIET.load(Ordering::Relaxed) {
            return Self::silent();
        }
        interrupt::end_cleanly();
        let work = Work::new(what.into());
        let drawer = std::thread::Builder::new().spawn({
            let work = Arc::clone(&work);
            move || {
                let pace = chosen.as_deref().and_then(arena::parse_duration);
                if io::stderr().is_terminal() {
                    work.redraw(pace.unwrap_or(TICK));
                } else {
                    work.print(pace.unwrap_or(FIRST_LINE), pace.unwrap_or(LINES));
                }
            }
        });
        // Where the system has no thread left the work itself comes first.
        Self { work, drawer: drawer.ok() }
    }

    /// Work that something else shows.
    pub fn silent() -> Self {
        Self { work: Work::new(String::new()), drawer: None }
    }

    /// Where it is: a depth, a series, a table.
    pub fn at(&self, at: impl Into<String>) {
        self.work.state().at = at.into();
    }

    /// How well things stand.
    pub fn note(&self, note: impl Into<String>) {
        self.work.state().note = note.into();
    }

    /// Things to do in all, and how many are done; `unit` "" tells their share. A count that begins anew is told so by
    /// another total.
    pub fn count(&self, done: u64, all: u64, unit: &'static str) {
        let mut state = self.work.state();
        match &mut state.count {
            Some(count) if count.all == all => count.done = done,
            count => *count = Some(Count { unit, first: done, done, all }),
        }
    }

    /// The time that there is, from the beginning.
    pub fn budget(&self, time: Duration) {
        self.work.state().budget = Some(time);
    }

    /// What one node of this work is called, and what more of them are.
    pub fn nodes_are(&self, names: [&'static str; 2]) {
        self.work.state().nodes = Some(names);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.work.state().ended = true;
        self.work.ended.notify_all();
        if let Some(drawer) = self.drawer.take() {
            let _ = drawer.join();
        }
    }
}

impl Work {
    fn new(what: String) -> Arc<Self> {
        let (nodes, moves) = (gauge::nodes(), gauge::moves());
        let (state, ended) = (Mutex::default(), Condvar::new());
        Arc::new(Self { what, begun: Instant::now(), nodes, moves, state, ended })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// False once the work has ended.
    fn goes_on_after(&self, pause: Duration) -> bool {
        let waited = self.ended.wait_timeout_while(self.state(), pause, |state| !state.ended);
        !waited.unwrap_or_else(PoisonError::into_inner).0.ended
    }

    fn redraw(&self, tick: Duration) {
        let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        while self.goes_on_after(tick) {
            let width =
                terminal_size::terminal_size_of(io::stderr()).map_or(80, |size| usize::from(size.0.0));
            let mut line = drawn();
            let bar = line.get_or_insert_with(|| ProgressBar::new_spinner().with_style(style.clone()));
            bar.set_message(self.lines(width.max(20) - 1));
            bar.tick();
        }
        clear(&mut drawn());
    }

    fn print(&self, first: Duration, between: Duration) {
        let mut pause = first;
        while self.goes_on_after(pause) {
            let _ = writeln!(io::stderr(), "{}", self.lines(usize::MAX));
            pause = between;
        }
    }

    /// Everything in one line of so many columns, or, where that is too narrow, in two that are cut.
    fn lines(&self, width: usize) -> String {
        let state = self.state();
        let elapsed = self.begun.elapsed();
        let (nodes, moves) = (gauge::nodes() - self.nodes, gauge::moves() - self.moves);
        let mut parts: Vec<String> = Vec::new();
        parts.extend(state.count.as_ref().map(Count::text));
        parts.extend((!state.at.is_empty()).then(|| state.at.clone()));
        let nothing_done = state.count.as_ref().is_none_or(|count| count.done == count.first);
        parts.extend((nothing_done && moves > 0).then(|| output::plural(moves, "move")));
        parts.push(clock(elapsed));
        parts.extend(state.left(elapsed).map(|left| format!("{} left", clock(left))));
        if nodes > 0 {
            parts.push(state.visited(nodes as f64, elapsed));
        }
        if interrupt::is_set() {
            parts.push("stopping".into());
        }
        let line = format!("{}: {}", self.what, parts.join(", "));
        if state.note.is_empty() {
            return cut(&line, width);
        }
        let both = format!("{line}; {}", state.note);
        if both.chars().count() <= width {
            return both;
        }
        format!("{}\n{}", cut(&line, width), cut(&state.note, width))
    }
}

impl State {
    /// How many nodes there were, and how many a second.
    fn visited(&self, nodes: f64, elapsed: Duration) -> String {
        let name = self.nodes.unwrap_or(["node", "nodes"])[usize::from(nodes != 1.0)];
        format!("{} {name}, {}/s", short(nodes), short(nodes / elapsed.as_secs_f64().max(1e-9)))
    }

    /// The time that is left, as far as it can be told.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        if let Some(budget) = self.budget {
            return Some(budget.saturating_sub(elapsed));
        }
        let Count { first, done, all, .. } = self.count.as_ref()?;
        let (now, left) = (done.saturating_sub(*first), all.saturating_sub(*done));
        let seconds = (now > 0).then(|| elapsed.as_secs_f64() * left as f64 / now as f64)?;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Count {
    fn text(&self) -> String {
        let Self { unit, done, all, .. } = *self;
        match unit {
            "" => format!("{:.1} %", 100.0 * done as f64 / all.max(1) as f64),
            _ => format!("{} of {} {unit}", output::count(done), output::count(all)),
        }
    }
}

/// The line that is on the terminal, shared by whoever writes there.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn drawn() -> MutexGuard<'static, Option<ProgressBar>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clear(line: &mut Option<ProgressBar>) {
    if let Some(bar) = line.take() {
        bar.finish_and_clear();
    }
}

/// Takes the line away for good, unless somebody is writing just now: for the last moment of a command.
pub fn clear_now() {
    if let Ok(mut line) = DRAWN.try_lock() {
        clear(&mut line);
    }
}

/// Writes while the line is out of the way.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    match &*drawn() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A number with two digits at least, in thousands or millions where it is large.
fn short(x: f64) -> String {
    match x {
        x if x < 1e4 => output::count(x.round() as u64),
        x if x < 1e6 => format!("{} k", output::digits(x / 1e3)),
        x if x < 1e9 => format!("{} M", output::digits(x / 1e6)),
        x => format!("{} G", output::digits(x / 1e9)),
    }
}

/// `12 s`, `3:05`, `2:00:00`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_and_how_long() {
        let work = Work::new("checkers".into());
        assert!(work.lines(80).starts_with("checkers: 0 s"), "{}", work.lines(80));
        let silent = Progress { work, drawer: None };
        silent.count(20, 120, "games");
        silent.count(70, 120, "games");
        silent.note("x".repeat(60));
        let state = silent.work.state();
        assert_eq!(state.left(Duration::from_secs(10)), Some(Duration::from_secs(10)), "of 100, 50 are done");
        drop(state);
        let lines = silent.work.lines(60);
        assert!(lines.starts_with("checkers: 70 of 120 games, 0 s, 0 s left"), "{lines}");
        assert_eq!(lines.lines().count(), 2, "{lines}");
        assert!(lines.lines().all(|line| line.chars().count() <= 60), "{lines}");
        assert_eq!(silent.work.lines(usize::MAX).lines().count(), 1);
        silent.count(1, 4, "");
        assert!(silent.work.lines(80).contains("25.0 %"));
    }

    #[test]
    fn one_node_is_one() {
        let mut state = State::default();
        let second = Duration::from_secs(1);
        assert_eq!(state.visited(1.0, second), "1 node, 1/s");
        state.nodes = Some(["leaf", "leaves"]);
        assert_eq!(
            [state.visited(1.0, second), state.visited(2.0, second)],
            ["1 leaf, 1/s", "2 leaves, 2/s"]
        );
    }

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!([short(999.0), short(12_345.0), short(1.5e7)], ["999", "12.3 k", "15.0 M"]);
        let times = [12, 185, 7200].map(|s| clock(Duration::from_secs(s)));
        assert_eq!(times, ["12 s", "3:05", "2:00:00"]);
    }
}
