//! How long after its deadline does a search stop, with tables of 1, 64 and 1024 MiB?
//!
//! `cargo run --release -p plywise --features measure --example overshoot -- [SEARCHES [MIB …]]` searches endless random trees for 5 to
//! 20 ms each and prints how much later than that the answer came. Two times are measured. *Processor time* is what a
//! search on one thread itself takes beyond a deadline in processor time: the search's own share, whatever else the
//! machine does. *Wall time* adds what the operating system takes: a thread that is not running cannot stop. Only on an
//! idle machine do the two agree.

#[path = "../tests/toys/mod.rs"]
mod toys;

use std::sync::Arc;
use std::time::Duration;

use plywise::alphabeta::Settings;

use plywise::{AlphaBeta, Evaluate, Limits, Pace, Score, Seat, Stop, Table, TimeSource, WallTime};
use toys::{Tree, TreeValue};

/// Time that this thread has spent on a processor.
#[derive(Debug)]
struct ProcessorTime;

#[cfg(unix)]
impl TimeSource for ProcessorTime {
    fn now(&self) -> Duration {
        use nix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a thread has a clock");
        Duration::from(time)
    }
}

/// Static values that take so many rounds of arithmetic.
struct Costly {
    values: TreeValue,
    rounds: u32,
}

impl Evaluate<Tree> for Costly {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        let work = (0..self.rounds).fold(self.rounds.into(), |sum, _| plywise::rng::mix(sum));
        std::hint::black_box(work);
        self.values.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&self.values)
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let (searches, sizes) = match *numbers {
        [] => (200, vec![1, 64, 1024]),
        [searches] => (searches as u64, vec![1, 64, 1024]),
        [searches, ref sizes @ ..] => (searches as u64, sizes.to_vec()),
    };
    println!(
        "    table  rounds/value  threads  measured in      nodes/s  late: median, 99 %, largest; by more than 2 ms"
    );
    for mib in sizes {
        let table = Arc::new(Table::new(mib));
        table.clear(); // the operating system hands out the memory now, not during the first search
        for rounds in [0, 1000, 10_000] {
            let row = |threads, time: Arc<dyn TimeSource>, name: &str| {
                print!("{mib:>5} MiB  {rounds:>12}  {threads:>7}  {name:<14}");
                measure(searches, &table, rounds, threads, &time);
            };
            #[cfg(unix)]
            row(1, Arc::new(ProcessorTime), "processor time");
            row(1, Arc::new(WallTime::default()), "wall time");
            row(2, Arc::new(WallTime::default()), "wall time");
        }
    }
}

fn measure(searches: u64, table: &Arc<Table>, rounds: u32, threads: usize, time: &Arc<dyn TimeSource>) {
    let settings = Settings { threads, ..Settings::fast() };
    let eval = Costly { values: TreeValue { one_sided: false }, rounds };
    let search = Arc::new(AlphaBeta::new(eval, settings, Some(Arc::clone(table))));
    let (mut late, mut nodes, mut spent) = (Vec::new(), 0, Duration::ZERO);
    for seed in 0..searches {
        let tree = Tree::new(seed, 8, 1000, false);
        let budget = Duration::from_millis(5 + seed % 16);
        let begun = time.now();
        let pace = Pace::new(Arc::clone(time), budget);
        let limits = Limits { pace: Some(Arc::new(pace)), ..Limits::default() };
        let report = search.search_detached(&tree, &limits, &mut |_| {});
        let took = time.now() - begun;
        assert_eq!(report.stopped, Stop::Deadline, "these trees are never solved");
        late.push(took.saturating_sub(budget));
        (nodes, spent) = (nodes + report.nodes, spent + took);
    }
    late.sort();
    let at = |share: f64| late[((late.len() - 1) as f64 * share) as usize];
    let speed = nodes as f64 / spent.as_secs_f64();
    let over = late.iter().filter(|late| **late > Duration::from_millis(2)).count();
    let share = 100.0 * over as f64 / late.len().max(1) as f64;
    println!(" {speed:>10.0}  {:.0?}, {:.0?}, {:.0?}; {share:.1} %", at(0.5), at(0.99), at(1.0));
}
