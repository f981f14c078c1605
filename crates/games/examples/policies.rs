//! Two time policies against each other on the same clock: `cargo run --release -p plywise-games --features measure --example
//! policies -- GAME CLOCK GAMES POLICY POLICY`, where GAME is othello, othello6, checkers or cantgoback, CLOCK the milliseconds of
//! a whole game, and a policy is written as in an agent's name: `policy=thrift,reserve=5ms`.
//!
//! Besides what agents offer, `emphasis`, `stretch` and `fit` of thrift can be given as numbers, `turns=naive` for the turns that
//! the naive policy expects, and `clock=625ms` for a clock of this player's own: what more time is worth.
//!
//! Time passes by a microsecond with each leaf that is valued instead of with the clock on the wall: every run gives the same
//! games, whatever else the machine does. Each start, with six random plies after it, is played twice, seats swapped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use othello::{Othello, Size};
use plywise::Thrift;
use plywise::alphabeta::{Alike, FullWidth, NoProbe, Rank, Settings};
use plywise::time::ThriftOptions;
use plywise::{
    Agent, AlphaBeta, Clock, Evaluate, Game, Keyed, Limits, Rng, Score, Seat, Table, TimeControl, TimePolicy,
    TimeSource, Timed, Turn, TwoPlayer,
};
use registry::policy::{Outlook, RESERVE, policy};
use registry::{Key, Spec};

#[derive(Debug, Default)]
struct Counted(AtomicU64);

impl TimeSource for Counted {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

/// An evaluator whose every value costs a microsecond.
struct Costly<E> {
    eval: E,
    time: Arc<Counted>,
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Costly<E> {
    fn evaluate(&self, position: &G, seat: Seat) -> Score {
        self.time.0.fetch_add(1, Ordering::Relaxed);
        self.eval.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        self.eval.bounds()
    }
    fn unit(&self) -> i32 {
        self.eval.unit()
    }
    fn finished(&self, position: &G, seat: Seat, ply: u32) -> Score {
        self.time.0.fetch_add(1, Ordering::Relaxed);
        self.eval.finished(position, seat, ply)
    }
}

/// What a game brings along.
struct Contest<G: Game, E, O> {
    start: fn(u64) -> G,
    eval: E,
    rank: O,
    outlook: Outlook<G>,
    control: TimeControl,
}

/// What came of it, for the first policy; the time that each spent, and the games that each lost on time.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    spent: [Duration; 2],
    late: [u32; 2],
}

/// The policy of a spec; that of `thrift` with the options that agents do not offer.
fn varied(spec: &Spec) -> Result<Option<Box<dyn TimePolicy>>, String> {
    let number = |key: &str, usual: f64| match spec.text(key) {
        Some(text) => text.parse().map_err(|_| format!("{key}={text:?} should be a number")),
        None => Ok(usual),
    };
    if spec.text("policy") != Some("thrift") {
        return policy(spec, None).map_err(|error| error.to_string());
    }
    let usual = ThriftOptions::default();
    let reserve = spec.given(&RESERVE).map_err(|error| error.to_string())?;
    Ok(Some(Box::new(Thrift::new(ThriftOptions {
        reserve: reserve.unwrap_or(usual.reserve),
        emphasis: number("emphasis", usual.emphasis)?,
        stretch: number("stretch", usual.stretch)?,
        fit: number("fit", usual.fit)?,
        ..usual
    }))))
}

const CLOCK: Key<Duration> = Key::time("clock", "1s, 10s …", "the match's", "time for the whole game");

type Player<G, E, O> = Timed<G, Costly<E>, Box<dyn TimePolicy>, O>;

impl<G, E, O> Contest<G, E, O>
where
    G: TwoPlayer + Keyed + 'static,
    E: Evaluate<G> + Copy + Send + 'static,
    O: Rank<G> + Copy + Send + 'static,
{
    fn player(&self, text: &str) -> Result<Player<G, E, O>, String> {
        let spec = Spec::parse(&format!("pvs:{text}")).map_err(|error| error.to_string())?;
        let policy =
            varied(&spec)?.ok_or_else(|| format!("{text:?} names no policy, as policy=thrift does"))?;
        let time = Arc::new(Counted::default());
        let eval = Costly { eval: self.eval, time: Arc::clone(&time) };
        let (rank, table) = (self.rank, Some(Arc::new(Table::new(4))));
        let search =
            AlphaBeta { eval, rank, select: FullWidth, probe: NoProbe, settings: Settings::fast(), table };
        let mut player = Timed::by_referee(search, policy).with_time(time);
        let Outlook { turns, naive_turns, noisy } = self.outlook;
        let naive = [spec.text("policy"), spec.text("turns")].contains(&Some("naive"));
        let turns = if naive { naive_turns } else { turns };
        (player.turns, player.noisy) = (turns, noisy);
        Ok(player)
    }

    fn control(&self, text: &str) -> Result<TimeControl, String> {
        let spec = Spec::parse(&format!("pvs:{text}")).map_err(|error| error.to_string())?;
        let own = spec.given(&CLOCK).map_err(|error| error.to_string())?;
        let game = |time| TimeControl::PerGame { time, increment: Duration::ZERO };
        Ok(own.map_or(self.control, game))
    }

    fn run(&self, games: u64, policies: [&str; 2]) -> Result<Tally, String> {
        let mut players = [self.player(policies[0])?, self.player(policies[1])?];
        let controls = [self.control(policies[0])?, self.control(policies[1])?];
        let mut tally = Tally::default();
        for game in 0..games {
            let first = Seat((game % 2) as u8);
            players.iter_mut().for_each(|player| player.new_game(game));
            match self.game(game / 2, first, (&mut players, &controls), &mut tally) {
                1.. => tally.won += 1,
                0 => tally.drawn += 1,
                _ => tally.lost += 1,
            }
        }
        Ok(tally)
    }

    /// One game: what it is worth to the first policy, which has the seat `first`.
    fn game(
        &self,
        seed: u64,
        first: Seat,
        (players, controls): (&mut [Player<G, E, O>; 2], &[TimeControl; 2]),
        tally: &mut Tally,
    ) -> i32 {
        let (mut position, mut rng) = ((self.start)(seed), Rng::new(seed));
        let mut clocks = controls.map(Clock::new);
        for ply in 0.. {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let (Some(&only), Turn::Seat(seat)) = (moves.first(), position.turn()) else { break };
            let who = usize::from(seat != first);
            let mv = if ply < 6 {
                moves[rng.index(moves.len())]
            } else if moves.len() == 1 && position.is_pass(only) {
                only
            } else {
                let limits = Limits { clock: Some(clocks[who].clone()), ..Limits::default() };
                let best = players[who].choose(&position, &limits).best;
                let used = players[who].log.last().map_or(Duration::ZERO, |decision| decision.used);
                tally.spent[who] += used;
                if clocks[who].spend(used).is_err() {
                    tally.late[who] += 1;
                    return if who == 0 { -1 } else { 1 };
                }
                best.unwrap_or(only)
            };
            position.play(mv);
        }
        position.payoff(first).signum()
    }
}

const USAGE: &str =
    "policies GAME CLOCK GAMES POLICY POLICY, as in: policies othello 1000 100 policy=thrift policy=naive";

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, clock, games, one, other] = args.as_slice() else { return Err(USAGE.into()) };
    let (Ok(clock), Ok(games)) = (clock.parse(), games.parse()) else { return Err(USAGE.into()) };
    let control = TimeControl::PerGame { time: Duration::from_millis(clock), increment: Duration::ZERO };
    let policies = [one.as_str(), other.as_str()];
    let tally = match game.as_str() {
        "othello" => {
            othello(|_| Othello::start_with(Size::Eight, Seat::FIRST), control).run(games, policies)?
        }
        "othello6" => {
            othello(|_| Othello::start_with(Size::Six, Seat::FIRST), control).run(games, policies)?
        }
        "checkers" => {
            let start = |_| checkers::start(&checkers::Options::default(), 0);
            let (eval, rank, outlook) = (checkers::Positional, Alike, checkers::door::outlook());
            Contest { start, eval, rank, outlook, control }.run(games, policies)?
        }
        "cantgoback" => {
            let start = |seed| {
                let game = cantgoback::start(&large_board(), seed);
                *game.expect("the board comes along").visible()
            };
            let eval = cantgoback::Territory::new(&large_board());
            let (rank, outlook) = (Alike, cantgoback::door::outlook());
            Contest { start, eval, rank, outlook, control }.run(games, policies)?
        }
        _ => return Err(USAGE.into()),
    };
    print(&tally, games, policies);
    Ok(())
}

/// Room for some forty moves of each player.
fn large_board() -> cantgoback::Options {
    let board = cantgoback::Board::built_in("corners_11x11").expect("the board comes along");
    cantgoback::Options { board, ..cantgoback::Options::default() }
}

fn othello(
    start: fn(u64) -> Othello,
    control: TimeControl,
) -> Contest<Othello, othello::Mobility, othello::FewestReplies> {
    let (eval, rank, outlook) = (othello::Mobility, othello::FewestReplies, othello::door::outlook());
    Contest { start, eval, rank, outlook, control }
}

/// The score of the first policy with its 95 % interval (Wilson 1927), and what each spent.
fn print(tally: &Tally, games: u64, policies: [&str; 2]) {
    let n = games as f64;
    let score = (f64::from(tally.won) + f64::from(tally.drawn) / 2.0) / n;
    let z = 1.96_f64;
    let middle = (score + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (score * (1.0 - score) / n + z * z / (4.0 * n * n)).sqrt();
    println!(
        "{} against {}: {games} games, +{} ={} -{}, {:.1} % ({:.1} … {:.1})",
        policies[0],
        policies[1],
        tally.won,
        tally.drawn,
        tally.lost,
        100.0 * score,
        100.0 * (middle - half),
        100.0 * (middle + half),
    );
    for (who, policy) in policies.iter().enumerate() {
        let each = tally.spent[who] / games.max(1) as u32;
        println!("  {policy}: {each:.0?} per game, {} lost on time", tally.late[who]);
    }
}
