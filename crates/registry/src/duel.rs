//! The agents of games of two seats without chance: the alpha-beta family, and what else such games admit.

use std::sync::Arc;

use plywise::alphabeta::{
    AlphaBeta, FullWidth, NoProbe, Ordering, Probe, Rank, Selectivity, Settings, Windows,
};
use plywise::{
    AlphaBetaAgent, AverageAgent, Duel, Evaluate, Keyed, MinimaxAgent, OutOfMemory, OwnLimits, PartnerAgent,
    Reward, SearchLimits, Skill, Table, Timed, TwoPlayer, WholeLine,
};

use crate::agents::{AnyEval, DEPTH, NODES, ORDER, TIME, any_game, given_limits, limits};
use crate::capability::Means;
use crate::key::Key;
use crate::montecarlo::mcts_agent;
use crate::policy::{Outlook, POLICY, Policy, RESERVE, policy};
use crate::spec::{Opt, Spec, SpecError};
use crate::takes::Takes;
use crate::whole;
use crate::word::Switch;

const FAST_ORDER: Key<Ordering> = ORDER.or("dynamic");
const TABLE: Key<usize> =
    whole!("table", 0..=65536, "0", "MiB of transposition table; 0: none").takes(Takes::Memory);
const FAST_TABLE: Key<usize> = TABLE.or("16");
const QUIESCENCE: Key<u32> = whole!(
    "quiescence",
    0..=100,
    "0",
    "plies to go on beyond the depth while the position is noisy (a capture is pending)",
);
const THREADS: Key<usize> = whole!(
    "threads",
    1..=256,
    "1",
    "threads that search together; more than one: counts differ from run to run, and with a table or cuts moves and values may, too",
)
.takes(Takes::Threads);
const LMR: Key<Switch> =
    Key::word("lmr", "off", "late-move reductions: moves far down the order are searched less deeply");

const RECURRENCE: Key<Switch> = Key::word(
    "recurrence",
    "on",
    "a position that has come up before, in the game or in the search, counts as a draw at once",
);

/// How sure Multi-ProbCut must be.
enum ProbCut {
    Off,
    On,
    At(f64),
}

const PROBCUT: Key<ProbCut> = Key::own(
    Opt {
        key: "probcut",
        takes: Takes::Number,
        values: "off|on|0.1..=10",
        default: "off",
        about: "Multi-ProbCut: where a shallow search lies so many deviations beyond the window, no deep one; on: as many as suit the game",
    },
    "on, off or a number from 0.1 to 10, such as 1.5",
    |_, text| match text {
        "off" => Some(ProbCut::Off),
        "on" => Some(ProbCut::On),
        _ => text.parse().ok().filter(|certainty| (0.1..=10.0).contains(certainty)).map(ProbCut::At),
    },
);

/// The options of `alphabeta`, which has everything off, or of `pvs` and `mtdf`, which have it on.
#[must_use]
pub const fn alphabeta_options(eval: Opt, fast: bool) -> [Opt; 10] {
    let (order, table) = if fast { (FAST_ORDER, FAST_TABLE) } else { (ORDER, TABLE) };
    [
        eval,
        DEPTH.opt,
        NODES.opt,
        TIME.opt,
        order.opt,
        table.opt,
        QUIESCENCE.opt,
        THREADS.opt,
        POLICY.opt,
        RESERVE.opt,
    ]
}

/// These options and one more: `N` in all, or it does not compile.
#[must_use]
pub const fn with<const N: usize>(options: &[Opt], more: Opt) -> [Opt; N] {
    let mut all = [more; N];
    let (before, _) = all.split_at_mut(N - 1);
    before.copy_from_slice(options);
    all
}

/// Those of `pvs` and `mtdf` in a game that lets the search look less deeply at late moves.
#[must_use]
pub const fn selective_options(eval: Opt) -> [Opt; 11] {
    with(&alphabeta_options(eval, true), LMR.opt)
}

/// The same in a game that is drawn where positions come back.
#[must_use]
pub const fn recurrence_options(eval: Opt) -> [Opt; 13] {
    with(&probcut_options(eval), RECURRENCE.opt)
}

/// Those of a game that has margins for Multi-ProbCut.
#[must_use]
pub const fn probcut_options(eval: Opt) -> [Opt; 12] {
    with(&selective_options(eval), PROBCUT.opt)
}

/// Those of a game's champion, which has everything on that made it stronger.
pub const CHAMPION_OPTIONS: &[Opt] = &[
    CHAMPION_DEPTH.opt,
    CHAMPION_NODES.opt,
    TIME.opt,
    CHAMPION_TABLE.opt,
    THREADS.opt,
    CHAMPION_POLICY.opt,
    RESERVE.opt,
];
const CHAMPION: &str = "champion";
const CHAMPION_POLICY: Key<Policy> = POLICY.or("elastic").about("how a match's clock is divided");
const CHAMPION_TABLE: Key<usize> = TABLE.or("64");
const CHAMPION_DEPTH: Key<u32> = DEPTH.or("no limit");
const CHAMPION_NODES: Key<u64> = NODES
    .or("200000")
    .about("positions to visit per move; as many as fit where a depth, a time or a clock is given");

/// How sure Multi-ProbCut must be according to a spec, in deviations; `on` stands for this many. None: off.
///
/// # Errors
/// When it is neither on, off nor such a number.
pub fn certainty(spec: &Spec, on: f64) -> Result<Option<f64>, SpecError> {
    Ok(match spec.get(&PROBCUT)? {
        ProbCut::Off => None,
        ProbCut::On => Some(on),
        ProbCut::At(certainty) => Some(certainty),
    })
}

/// Whether a spec wants late moves reduced.
///
/// # Errors
/// When it says neither on nor off.
pub fn reduces(spec: &Spec) -> Result<bool, SpecError> {
    Ok(spec.get(&LMR)? == Switch::On)
}

/// The settings in a spec of `alphabeta`, `pvs` or `mtdf`.
fn settings(spec: &Spec) -> Result<Settings, SpecError> {
    let mut settings = match spec.name.as_str() {
        "pvs" => Settings::fast(),
        "mtdf" => Settings { windows: Windows::Memory, ..Settings::fast() },
        CHAMPION => Settings { quiescence: 12, ..Settings::fast() },
        _ => Settings::default(),
    };
    settings.order = spec.given(&ORDER)?.unwrap_or(settings.order);
    settings.quiescence = spec.given(&QUIESCENCE)?.unwrap_or(settings.quiescence);
    settings.recurrence = spec.given(&RECURRENCE)?.map_or(settings.recurrence, |given| given == Switch::On);
    settings.threads = spec.get(&THREADS)?;
    Ok(settings)
}

/// The limits in a spec, and what holds where neither it nor a clock has any.
fn limits_of(spec: &Spec) -> Result<OwnLimits, SpecError> {
    if spec.name != CHAMPION {
        return limits(spec).map(OwnLimits::from);
    }
    let nodes = Some(spec.get(&CHAMPION_NODES)?);
    let unless_limited = SearchLimits { nodes, ..SearchLimits::default() };
    Ok(OwnLimits { limits: given_limits(spec)?, unless_limited })
}

/// What is said of a partner; the levels are the game's.
pub const PARTNER: &str = "partner";
/// See [`PARTNER`].
pub const ABOUT_PARTNER: &str = "for people to play against, at their level: it looks a few plies ahead and misjudges what is close, as they do";

/// A partner at the level that a spec asks for by `level`, of a game's `ladder` from the first level on.
///
/// # Errors
/// When there is no such level.
pub fn partner<G, E, O, S, P>(
    spec: &Spec,
    level: &Key<usize>,
    ladder: &[Skill],
    mut search: AlphaBeta<E, O, S, P>,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + Sync + 'static,
    O: Rank<G> + Send + 'static,
    S: Selectivity<G> + Send + 'static,
    P: Probe<G> + Send + 'static,
{
    search.settings = Settings { quiescence: 12, ..Settings::fast() };
    search.table = Some(Arc::new(Table::of_mib(PARTNERS_TABLE).map_err(no_table)?));
    let skill = ladder[spec.get(level)? - 1];
    Ok(Box::new(PartnerAgent::new(search, skill)))
}

/// MiB of a partner's table: it looks at few positions.
const PARTNERS_TABLE: usize = 4;

/// Those of a player that searches every position to the end of the game.
pub const SOLVER_OPTIONS: &[Opt] = &[SOLVER_TABLE.opt, THREADS.opt];
const SOLVER_TABLE: Key<usize> =
    whole!("table", 1..=65536, "256", "MiB of transposition table").takes(Takes::Memory);

/// What such a player may use.
///
/// # Errors
/// When the spec asks for what there is not.
pub fn means(spec: &Spec) -> Result<Means, SpecError> {
    Ok(Means { table_mib: spec.get(&SOLVER_TABLE)?, threads: spec.threads(&THREADS)? })
}

/// The table in a spec.
fn table(spec: &Spec) -> Result<Option<Arc<Table>>, SpecError> {
    let mib = spec.get(match spec.name.as_str() {
        "alphabeta" => &TABLE,
        CHAMPION => &CHAMPION_TABLE,
        _ => &FAST_TABLE,
    })?;
    let table = (mib > 0).then(|| Table::of_mib(mib)).transpose();
    table.map(|table| table.map(Arc::new)).map_err(|error| spec.no_memory("table", error))
}

/// An agent for a two-player game: `random`, `greedy`, `minimax`, `alphabeta`, `pvs`, `mtdf`, `mcts`. `rank` is the game's own opinion of which moves to try first, `select` what may be
/// searched less deeply, `outlook` what it can tell a time policy.
///
/// # Errors
/// When an option's value is wrong, or the name is none of these.
pub fn two_player<G, E, O, S>(
    spec: &Spec,
    eval: E,
    rank: O,
    select: S,
    outlook: &Outlook<G>,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + Sync + 'static,
    O: Rank<G> + Send + 'static,
    S: Selectivity<G> + Send + 'static,
{
    let (settings, probe) = (Settings::default(), NoProbe);
    knowing(spec, AlphaBeta { eval, rank, select, probe, settings, table: None }, outlook)
}

/// The same of the parts of a search, for a game that knows positions without searching them; settings, but for the aspiration
/// and leaps, and table are the spec's.
///
/// # Errors
/// When an option's value is wrong, or the name is none of these.
pub fn knowing<G, E, O, S, P>(
    spec: &Spec,
    mut search: AlphaBeta<E, O, S, P>,
    outlook: &Outlook<G>,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + Sync + 'static,
    O: Rank<G> + Send + 'static,
    S: Selectivity<G> + Send + 'static,
    P: Probe<G> + Send + 'static,
{
    match spec.name.as_str() {
        "alphabeta" | "pvs" | "mtdf" | CHAMPION => {
            let Settings { aspiration, leap_from, leap_within, .. } = search.settings;
            search.settings = Settings { aspiration, leap_from, leap_within, ..settings(spec)? };
            search.table = table(spec)?;
            // There must be room for them beside the table.
            spec.threads(&THREADS)?;
            let limits = limits_of(spec)?;
            let usual = (spec.name == CHAMPION).then_some(Policy::Elastic);
            let Some(policy) = policy(spec, usual)? else {
                return Ok(Box::new(AlphaBetaAgent::new(search, limits)));
            };
            let &Outlook { turns, naive_turns, noisy } = outlook;
            let is_naive = spec.given(&POLICY)? == Some(Policy::Naive);
            let turns = if is_naive { naive_turns } else { turns };
            let mut timed = Timed::by_referee(search, policy);
            (timed.turns, timed.noisy) = (turns, noisy);
            timed.forced_nodes = if spec.name == CHAMPION { 1000 } else { 0 };
            // Under a clock no other limit is needed.
            (timed.limits, timed.without_clock) = (given_limits(spec)?, limits);
            Ok(Box::new(timed))
        }
        _ => plain_duel(spec, Arc::new(search.eval)),
    }
}

fn plain_duel<G>(spec: &Spec, eval: AnyEval<G>) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
{
    match spec.name.as_str() {
        "minimax" => Ok(Box::new(MinimaxAgent { eval, limits: limits(spec)? })),
        "average" => Ok(Box::new(AverageAgent { eval, limits: limits(spec)? })),
        "mcts" => mcts_agent(spec, Duel, eval, Reward::Outcome { spread: 4.0 }),
        _ => any_game(spec, eval),
    }
}

/// An agent that searches a two-player game to its end: straight there where points count, deeper and deeper until
/// the result is proven where only winning does.
///
/// # Errors
/// When there is no memory for such a table.
pub fn solver<G, E, O>(
    eval: E,
    rank: O,
    deepen: bool,
    means: Means,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + 'static,
    O: Rank<G> + Send + 'static,
{
    let settings = Settings { deepen, ..solving() };
    solver_of(AlphaBeta { eval, rank, select: FullWidth, probe: NoProbe, settings, table: None }, means)
}

/// How games are solved that say nothing else: deeper and deeper.
#[must_use]
pub fn solving() -> Settings {
    Settings { order_from: 4, table_from: 5, ..Settings::fast() }
}

/// The same of the parts of a search, with its settings; the table and the number of threads are the means. What is solved is
/// shown to its end.
///
/// # Errors
/// When there is no memory for such a table.
pub fn solver_of<G, E, O, S, P>(
    search: AlphaBeta<E, O, S, P>,
    means: Means,
) -> Result<Box<dyn plywise::Agent<G>>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + 'static,
    O: Rank<G> + Send + 'static,
    S: Selectivity<G> + Send + 'static,
    P: Probe<G> + Send + 'static,
{
    Ok(Box::new(WholeLine(exact_of::<G, E, O, S, P>(search, means)?)))
}

/// The same for who plays and waits for no line.
///
/// # Errors
/// When there is no memory for such a table.
pub fn exact_of<G, E, O, S, P>(
    mut search: AlphaBeta<E, O, S, P>,
    means: Means,
) -> Result<AlphaBetaAgent<E, O, S, P>, SpecError>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Send + 'static,
    O: Rank<G> + Send + 'static,
    S: Selectivity<G> + Send + 'static,
    P: Probe<G> + Send + 'static,
{
    search.settings.threads = means.threads;
    search.table = Some(Arc::new(Table::of_mib(means.table_mib).map_err(no_table)?));
    Ok(AlphaBetaAgent::new(search, SearchLimits::default()))
}

/// The error of a solver whose table does not fit.
#[must_use]
pub fn no_table(error: OutOfMemory) -> SpecError {
    SpecError(format!("{error}; a smaller table takes less"))
}
