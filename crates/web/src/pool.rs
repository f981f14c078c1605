//! The threads that search: few, apart from those of the server, each search ended when nobody waits for it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::error::{Answer, Refusal};

/// The flag that ends a search.
pub(crate) type Stop = Arc<AtomicBool>;

struct Job {
    stop: Stop,
    work: Box<dyn FnOnce(&Stop) + Send>,
}

struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    wake: Condvar,
    /// Jobs that may wait.
    most: usize,
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
    /// `threads` threads; more than `most` waiting jobs are refused.
    pub(crate) fn new(name: &str, threads: usize, most: usize) -> std::io::Result<Self> {
        let queue = Arc::new(Queue { jobs: Mutex::default(), wake: Condvar::new(), most });
        for n in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(format!("{name} {n}")).spawn(move || work(&queue))?;
        }
        Ok(Self(queue))
    }

    /// Does `work` on one of the threads. Dropping the future sets the flag that `work` is given.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Answer<T> {
        let stop = Stop::default();
        let _leaving = Leaving(Arc::clone(&stop));
        let (sender, receiver) = oneshot::channel();
        self.begin(stop, move |stop| drop(sender.send(work(stop))))?;
        receiver.await.map_err(|_| Refusal::broken("the search broke down; nothing else is harmed"))
    }

    /// Queues `work`; it is told of nothing but `stop`.
    pub(crate) fn begin(&self, stop: Stop, work: impl FnOnce(&Stop) + Send + 'static) -> Answer<()> {
        let mut jobs = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() >= self.0.most {
            jobs.retain(|job| !job.stop.load(Ordering::Relaxed));
        }
        if jobs.len() >= self.0.most {
            return Err(Refusal::busy());
        }
        jobs.push_back(Job { stop, work: Box::new(work) });
        self.0.wake.notify_one();
        Ok(())
    }
}

fn work(queue: &Queue) {
    loop {
        let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            match jobs.pop_front() {
                Some(job) => break job,
                None => jobs = queue.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(jobs);
        if !job.stop.load(Ordering::Relaxed) {
            // A search that breaks down must not take the thread with it; whoever waits sees its channel close.
            drop(catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop))));
        }
    }
}
