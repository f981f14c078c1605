//! A run on many threads, saved as it goes.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use arena::save::replace;
use arena::{SpecError, no_thread};

use crate::{Contest, Error, Optimizer, Outcome, Trial, Tuner};

/// Why a run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// An agent could not be built.
    #[error("{0}")]
    Agent(#[from] SpecError),
    /// A score that the optimiser refuses.
    #[error("{0}")]
    Score(#[from] Error),
    /// The checkpoint could not be written.
    #[error("{0}")]
    File(#[from] io::Error),
}

/// Who hears how a run goes on.
pub trait Listen {
    /// A trial is over.
    fn trial(&mut self, tuner: &Tuner);
}

impl Listen for () {
    fn trial(&mut self, _: &Tuner) {}
}

/// Plays the run to its end, or until `stop` is set; trials in play are then given up. With a file the run is written
/// down there every `every` trials and at the end, so that [`Tuner::resume`] goes on to the identical result.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// [`Halt`].
pub fn run(
    tuner: &mut Tuner,
    contest: &Contest,
    threads: usize,
    file: Option<&Path>,
    every: u64,
    stop: &Arc<AtomicBool>,
    listen: &mut dyn Listen,
) -> Result<(), Halt> {
    let save = |tuner: &Tuner| file.map_or(Ok(()), |path| replace(path, &tuner.checkpoint()));
    let mut unsaved = 0;
    while !stop.load(Ordering::Relaxed) {
        let trials = tuner.ask();
        if trials.is_empty() {
            break;
        }
        let queue = Mutex::new(VecDeque::from(trials));
        let (sender, receiver) = mpsc::channel();
        let halted = AtomicBool::new(false);
        let result = std::thread::scope(|scope| {
            for thread in 0..threads.max(1) {
                let (sender, queue, halted) = (sender.clone(), &queue, &halted);
                let work = move || work(contest, queue, stop, halted, &sender);
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Err(why) if thread == 0 => return Err(no_thread(threads, &why).into()),
                    // Where the system has no more threads, those that there are do the work.
                    _ => {}
                }
            }
            drop(sender);
            let told = receive(tuner, &receiver, |tuner| {
                unsaved += 1;
                listen.trial(tuner);
                if unsaved >= every {
                    unsaved = 0;
                    save(tuner)?;
                }
                Ok(())
            });
            halted.store(told.is_err(), Ordering::Relaxed);
            told
        });
        result?;
    }
    Ok(save(tuner)?)
}

type Played = Result<(u64, f64), SpecError>;

fn work(
    contest: &Contest,
    queue: &Mutex<VecDeque<Trial>>,
    stop: &Arc<AtomicBool>,
    halted: &AtomicBool,
    sender: &mpsc::Sender<Played>,
) {
    while !halted.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        let next = queue.lock().expect("no thread panics while it takes a trial").pop_front();
        let Some(trial) = next else { return };
        let told = match contest.play(&trial, stop) {
            Ok(Some(score)) => sender.send(Ok((trial.id, score))),
            Ok(None) => return,
            Err(error) => sender.send(Err(error)),
        };
        if told.is_err() {
            return;
        }
    }
}

fn receive(
    tuner: &mut Tuner,
    receiver: &mpsc::Receiver<Played>,
    mut each: impl FnMut(&Tuner) -> Result<(), Halt>,
) -> Result<(), Halt> {
    for played in receiver {
        let (id, score) = played?;
        tuner.tell(&[Outcome { id, score }])?;
        each(tuner)?;
    }
    Ok(())
}
