//! The threads that search: few, apart from those of the server. A search ends when nobody waits for it, when its time
//! is up, and when it has had its share and others wait.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::{Answer, Refusal};

/// The flag that ends a search.
pub(crate) type Stop = Arc<AtomicBool>;

/// Jobs of one viewer that run or wait; more are refused.
const MOST_OF_ONE: usize = 16;
/// What a job may take, and for whom it is done.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Jobs of one viewer wait for one another, not those of others for them.
    pub(crate) viewer: String,
    /// The longest that it may run: its flag is set then.
    pub(crate) most: Duration,
}

struct Job {
    terms: Terms,
    /// Jobs begin in the order of these numbers: a viewer's next one has the number after its last one's, whoever comes
    /// anew that of the job which began last (start-time fair queueing: Goyal, Vin & Cheng 1996).
    turn: u64,
    stop: Stop,
    work: Box<dyn FnOnce(&Stop) + Send>,
}

struct Running {
    terms: Terms,
    turn: u64,
    stop: Stop,
    begun: Instant,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    /// The turn of the job that began last.
    turn: u64,
    /// As long as a job may run where others wait for a thread.
    share: Duration,
}

impl Jobs {
    fn of<'a>(&'a self, viewer: &'a str) -> impl Iterator<Item = u64> + 'a {
        let waiting = self.waiting.iter().map(|job| (&job.terms, job.turn));
        let running = self.running.iter().map(|job| (&job.terms, job.turn));
        waiting.chain(running).filter(move |(terms, _)| terms.viewer == viewer).map(|(_, turn)| turn)
    }

    fn next(&mut self) -> Option<Job> {
        let place = (0..self.waiting.len()).min_by_key(|&place| self.waiting[place].turn)?;
        let job = self.waiting.remove(place)?;
        self.turn = self.turn.max(job.turn);
        let (terms, turn, stop) = (job.terms.clone(), job.turn, Arc::clone(&job.stop));
        self.running.push(Running { terms, turn, stop, begun: Instant::now() });
        Some(job)
    }

    /// When the job must end as things are.
    fn end(&self, job: &Running) -> Instant {
        let others_wait = self.waiting.iter().any(|other| other.terms.viewer != job.terms.viewer);
        job.begun + if others_wait { job.terms.most.min(self.share) } else { job.terms.most }
    }
}

struct Queue {
    jobs: Mutex<Jobs>,
    /// Tells the threads of a job that waits.
    wake: Condvar,
    /// Tells whoever keeps the time of a change.
    changed: Condvar,
    /// Jobs that may wait.
    most: usize,
}

impl Queue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Some threads and the jobs that wait for them.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Queue>);

/// Sets the flag when it goes: whoever waited has left.
pub(crate) struct Leaving(pub(crate) Stop);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// `threads` threads; more than `most` waiting jobs are refused. Where others wait, a job ends after its `share`.
    pub(crate) fn new(name: &str, threads: usize, most: usize, share: Duration) -> std::io::Result<Self> {
        let jobs = Mutex::new(Jobs { share, ..Jobs::default() });
        let (wake, changed) = (Condvar::new(), Condvar::new());
        let queue = Arc::new(Queue { jobs, wake, changed, most });
        for n in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(format!("{name} {n}")).spawn(move || work(&queue))?;
        }
        let kept = Arc::clone(&queue);
        std::thread::Builder::new().name(format!("{name} time")).spawn(move || keep_time(&kept))?;
        Ok(Self(queue))
    }

    /// Does `work` on one of the threads. Dropping the future sets the flag that `work` is given.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        terms: Terms,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Answer<T> {
        let stop = Stop::default();
        let _leaving = Leaving(Arc::clone(&stop));
        let (sender, receiver) = oneshot::channel();
        self.begin(terms, stop, move |stop| drop(sender.send(work(stop))))?;
        receiver.await.map_err(|_| Refusal::broken("the search broke down; nothing else is harmed"))
    }

    /// Queues `work`; it is told of nothing but `stop`.
    pub(crate) fn begin(
        &self,
        terms: Terms,
        stop: Stop,
        work: impl FnOnce(&Stop) + Send + 'static,
    ) -> Answer<()> {
        let mut jobs = self.0.jobs();
        // Whoever has left waits for nothing.
        jobs.waiting.retain(|job| !job.stop.load(Ordering::Relaxed));
        if jobs.waiting.len() >= self.0.most {
            return Err(Refusal::busy());
        }
        let (count, last) =
            jobs.of(&terms.viewer).fold((0, None), |(count, last), turn| (count + 1, last.max(Some(turn))));
        if count >= MOST_OF_ONE {
            return Err(Refusal::too_many(MOST_OF_ONE));
        }
        let turn = last.map_or(jobs.turn, |last| jobs.turn.max(last + 1));
        jobs.waiting.push_back(Job { terms, turn, stop, work: Box::new(work) });
        self.0.wake.notify_one();
        self.0.changed.notify_one();
        Ok(())
    }
}

fn work(queue: &Queue) {
    loop {
        let mut jobs = queue.jobs();
        let job = loop {
            match jobs.next() {
                Some(job) => break job,
                None => jobs = queue.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(jobs);
        queue.changed.notify_one();
        if !job.stop.load(Ordering::Relaxed) {
            // A search that breaks down must not take the thread with it; whoever waits sees its channel close.
            drop(catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop))));
        }
        queue.jobs().running.retain(|running| !Arc::ptr_eq(&running.stop, &job.stop));
    }
}

/// Sets the flags of jobs whose time is up.
fn keep_time(queue: &Queue) {
    let mut jobs = queue.jobs();
    loop {
        let now = Instant::now();
        let ends = jobs.running.iter().filter(|job| !job.stop.load(Ordering::Relaxed)).map(|job| {
            let end = jobs.end(job);
            if end <= now {
                job.stop.store(true, Ordering::Relaxed);
            }
            end
        });
        let next = ends.filter(|end| *end > now).min();
        jobs = match next {
            Some(end) => {
                let waited = queue.changed.wait_timeout(jobs, end - now);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: Duration = crate::SHARE;
    use std::sync::mpsc;

    fn terms(viewer: &str, most: Duration) -> Terms {
        Terms { viewer: viewer.into(), most }
    }

    fn until_stopped(stop: &Stop) {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_job_that_would_never_end_is_ended() {
        let pool = Pool::new("endless", 1, 10, SHARE).unwrap();
        let (sender, receiver) = mpsc::channel();
        let told = sender.clone();
        let endless = move |stop: &Stop| {
            until_stopped(stop);
            told.send("ended").unwrap();
        };
        pool.begin(terms("a", Duration::from_millis(30)), Stop::default(), endless).unwrap();
        pool.begin(terms("a", Duration::from_secs(3600)), Stop::default(), move |_| {
            sender.send("next").unwrap();
        })
        .unwrap();
        let told: Vec<_> = receiver.iter().collect();
        assert_eq!(told, ["ended", "next"], "the thread is free again");
    }

    #[test]
    fn nobody_waits_for_all_jobs_of_another() {
        let pool = Pool::new("fair", 1, 100, SHARE).unwrap();
        let (sender, receiver) = mpsc::channel();
        let hold = Stop::default();
        pool.begin(terms("a", SHARE), Arc::clone(&hold), until_stopped).unwrap();
        for (viewer, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("b", 2)] {
            let sender = sender.clone();
            let work = move |_: &Stop| sender.send((viewer, number)).unwrap();
            pool.begin(terms(viewer, SHARE), Stop::default(), work).unwrap();
        }
        drop(sender);
        hold.store(true, Ordering::Relaxed);
        let order: Vec<_> = receiver.iter().collect();
        assert_eq!(order, [("b", 1), ("c", 1), ("a", 1), ("b", 2), ("a", 2), ("a", 3)]);
    }

    #[test]
    fn one_viewer_is_refused_where_others_are_not() {
        let pool = Pool::new("quota", 1, 100, SHARE).unwrap();
        let leaving: Vec<_> = (0..MOST_OF_ONE).map(|_| Leaving(Stop::default())).collect();
        for leaving in &leaving {
            pool.begin(terms("a", SHARE), Arc::clone(&leaving.0), until_stopped).unwrap();
        }
        let refusal = pool.begin(terms("a", SHARE), Stop::default(), |_| {}).unwrap_err();
        assert!(refusal.line().contains("16"), "{}", refusal.line());
        pool.begin(terms("b", SHARE), Stop::default(), |_| {}).unwrap();
        drop(leaving);
    }
}
