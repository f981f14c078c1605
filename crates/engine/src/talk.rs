//! The conversation: one thread listens, one thinks, and this one does all the talking.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use registry::Thought;

use crate::session::{Budget, Session};

/// No message is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// A message was longer than any may be: nothing of it is heeded.
pub(crate) struct TooLong;

/// What has come from the other side.
type Heard = Result<String, TooLong>;

/// What happens while the conversation lasts.
pub(crate) enum Event {
    /// A message has come.
    Message(Heard),
    /// No more will come.
    End,
    /// The search has completed a depth.
    Step(Thought),
    /// The search has an answer, or the agent has failed.
    Thought(Result<Option<Thought>, String>),
}

/// What follows from a message.
pub(crate) enum Then {
    /// Nothing: the next message is awaited.
    Listen,
    /// The agent thinks about the position.
    Think(Budget),
    /// The conversation is over.
    Quit,
}

/// What follows from a message that comes while the agent thinks.
pub(crate) enum Meanwhile {
    /// It can wait until the thinking is done.
    Later,
    /// It is dealt with.
    Done,
    /// The thinking is to end now, and the message is dealt with.
    Stop,
    /// The thinking is to end now, and then the message is to be dealt with.
    StopFirst,
    /// The thinking is to end after this time.
    StopAfter(Duration),
    /// The thinking is to end now, without an answer, and so is the conversation.
    Quit,
}

/// Where messages go.
pub(crate) type Out<'a> = &'a mut dyn Write;

/// One side of a protocol.
pub(crate) trait Speaker {
    /// What ends a message.
    const END: u8 = b'\n';
    /// Whether thinking goes on when no more messages can come.
    const FINISHES: bool;

    /// Deals with a message while nobody thinks.
    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then>;

    /// Deals with a message while the agent thinks, without the session, which the agent has.
    fn interrupt(&mut self, message: &str, out: Out<'_>) -> io::Result<Meanwhile>;

    /// Whether the answer is not wanted yet, though the agent may have come to its end.
    fn withholds(&self) -> bool {
        false
    }

    /// The agent has completed a depth.
    fn tell(&mut self, _step: &Thought, _out: Out<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The agent has chosen.
    fn answer(&mut self, thought: &Thought, session: &mut Session, out: Out<'_>) -> io::Result<Then>;

    /// The agent has failed and the conversation ends: the other side is told why, as far as the protocol has words for it.
    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()>;

    /// A message cannot be heeded, whatever is in it: likewise.
    fn refuse(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        self.fail(why, out)
    }
}

/// Talks until one side ends it. `input` is read by a thread that ends when the input does.
///
/// # Errors
/// When `out` cannot be written to; of kind [`Other`](io::ErrorKind::Other) when the agent gave no move: why.
pub(crate) fn talk<S: Speaker>(
    speaker: &mut S,
    session: &mut Session,
    input: impl Read + Send + 'static,
    out: Out<'_>,
) -> io::Result<()> {
    let (sender, events) = channel();
    let listener = sender.clone();
    thread::Builder::new().spawn(move || listen(input, S::END, &listener)).map_err(|why| no_thread(&why))?;
    let mut talk = Talk { sender, events, later: VecDeque::new(), is_over: false };
    loop {
        let Some(message) = talk.next_message() else { return Ok(()) };
        let mut then = match message {
            Ok(message) => speaker.hear(&message, session, out)?,
            Err(TooLong) => {
                let why = format!("a message is at most {LONGEST} bytes long; this one is longer");
                speaker.refuse(&why, out)?;
                Then::Listen
            }
        };
        out.flush()?;
        loop {
            match then {
                Then::Listen => break,
                Then::Quit => return Ok(()),
                Then::Think(budget) => match talk.think(speaker, session, &budget, out)? {
                    Some(thought) => {
                        then = speaker.answer(&thought, session, out)?;
                        out.flush()?;
                    }
                    None => return Ok(()),
                },
            }
        }
    }
}

struct Talk {
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Messages that came while the agent was thinking.
    later: VecDeque<Heard>,
    /// Whether no more will come.
    is_over: bool,
}

impl Talk {
    fn next_message(&mut self) -> Option<Heard> {
        if let Some(message) = self.later.pop_front() {
            return Some(message);
        }
        if self.is_over {
            return None;
        }
        loop {
            match self.events.recv() {
                Ok(Event::Message(message)) => return Some(message),
                Ok(Event::End) | Err(_) => return None,
                Ok(Event::Step(_) | Event::Thought(_)) => {}
            }
        }
    }

    /// Lets the agent think and goes on listening. None if the conversation is over.
    fn think<S: Speaker>(
        &mut self,
        speaker: &mut S,
        session: &mut Session,
        budget: &Budget,
        out: Out<'_>,
    ) -> io::Result<Option<Thought>> {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = budget.limits(&stop);
        let sender = self.sender.clone();
        thread::scope(|scope| {
            let think = move || {
                let mut tell = |step: &Thought| drop(sender.send(Event::Step(step.clone())));
                let thought = session.think(&limits, &mut tell);
                if let Ok(Some(chosen)) = &thought {
                    session.value_others(chosen, budget.moves, &limits, &mut tell);
                }
                let _ = sender.send(Event::Thought(thought));
            };
            thread::Builder::new().spawn_scoped(scope, think).map_err(|why| no_thread(&why))?;
            let answer = self.attend(speaker, &stop, out);
            // Whatever went wrong, the thinking must end for the scope to end.
            stop.store(true, Ordering::Relaxed);
            answer
        })
    }

    /// Deals with events until the agent has an answer.
    fn attend<S: Speaker>(
        &mut self,
        speaker: &mut S,
        stop: &AtomicBool,
        out: Out<'_>,
    ) -> io::Result<Option<Thought>> {
        let mut stop_at: Option<Instant> = None;
        let mut wants_to_quit = false;
        let mut chosen = None;
        // What came while the agent thought about something else may end this thinking, too.
        let mut waiting = std::mem::take(&mut self.later);
        loop {
            let wanted = !speaker.withholds() || stop.load(Ordering::Relaxed);
            if wanted && let Some(thought) = chosen.take() {
                return Ok(Option::filter(thought, |_| !wants_to_quit));
            }
            let left = stop_at.map(|at| at.saturating_duration_since(Instant::now()));
            let event = match (waiting.pop_front(), left) {
                (Some(message), _) => Ok(Event::Message(message)),
                (None, Some(left)) => self.events.recv_timeout(left),
                (None, None) => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Thought(Ok(thought))) => chosen = Some(thought),
                Ok(Event::Thought(Err(_))) if wants_to_quit => return Ok(None),
                Ok(Event::Thought(Err(why))) => {
                    speaker.fail(&why, out)?;
                    out.flush()?;
                    return Err(io::Error::other(why));
                }
                Ok(Event::Step(step)) => {
                    speaker.tell(&step, out)?;
                    out.flush()?;
                }
                Ok(Event::End) => {
                    self.is_over = true;
                    if !S::FINISHES {
                        wants_to_quit = true;
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Ok(Event::Message(Err(TooLong))) => self.later.push_back(Err(TooLong)),
                Ok(Event::Message(Ok(message))) => {
                    match speaker.interrupt(&message, out)? {
                        Meanwhile::Later => self.later.push_back(Ok(message)),
                        Meanwhile::Done => {}
                        Meanwhile::Stop => stop.store(true, Ordering::Relaxed),
                        Meanwhile::StopFirst => {
                            self.later.push_back(Ok(message));
                            stop.store(true, Ordering::Relaxed);
                        }
                        Meanwhile::StopAfter(time) => stop_at = Some(Instant::now() + time),
                        Meanwhile::Quit => {
                            wants_to_quit = true;
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    out.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {
                    stop_at = None;
                    stop.store(true, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

fn no_thread(why: &io::Error) -> io::Error {
    io::Error::new(why.kind(), format!("host: no room for a thread: {why}"))
}

fn listen(input: impl Read, end: u8, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let heard = match (&mut input).take(LONGEST + 1).read_until(end, &mut bytes) {
            Ok(0) | Err(_) => {
                let _ = events.send(Event::End);
                return;
            }
            Ok(_) if bytes.len() as u64 > LONGEST => {
                if bytes.last() != Some(&end) && input.skip_until(end).is_err() {
                    let _ = events.send(Event::End);
                    return;
                }
                Err(TooLong)
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                Ok(text.trim_end_matches([char::from(end), '\r', '\n']).to_owned())
            }
        };
        if events.send(Event::Message(heard)).is_err() {
            return;
        }
    }
}
