//! Moves the agents of a game, one search after another, as long as somebody watches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::Thought;
use plywise::Limits;

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::look::SPARE;
use crate::pool::{Leaving, Stop, Terms};
use crate::record::Saved;
use crate::request::aside;
use crate::room::{News, Room, Thinker};

/// The longest that an agent thinks of a move without a clock.
const MOST_THOUGHT: Duration = Duration::from_secs(30);
/// Agents go on for so long after the last sign of anybody who wants to know.
const PATIENCE: Duration = Duration::from_secs(8);
/// Milliseconds that an agent's move takes at least, unless the game says otherwise: a person sees what happened.
const PACE_MS: u64 = 350;

/// Lets the agents of a game move, unless somebody does already. Returns at once.
pub(crate) fn autoplay(app: &Arc<App>, room: &Arc<Room>) {
    room.table().touched = Instant::now();
    if taken(room) {
        return;
    }
    let (app, room) = (Arc::clone(app), Arc::clone(room));
    tokio::spawn(async move {
        loop {
            while step(&app, &room).await {}
            room.table().driven = false;
            // Somebody may have wanted more just before the sign was taken down.
            if !wanted(&room) || taken(&room) {
                break;
            }
        }
        watch_clock(&app, &room);
    });
}

/// Whether somebody else moves the agents by now; if not, the caller does.
fn taken(room: &Room) -> bool {
    std::mem::replace(&mut room.table().driven, true)
}

fn wanted(room: &Room) -> bool {
    let table = room.table();
    let watched = table.viewers > 0 || table.touched.elapsed() < PATIENCE;
    watched && table.agents_turn() && !table.saved.request.paused && table.failure.is_none()
}

/// Whether a person sits at the board: then every move is kept at once. Games among agents are kept every second.
fn has_people(room: &Room) -> bool {
    room.table().saved.request.seats.iter().any(|seat| seat == crate::names::PERSON)
}

/// One move of an agent. False where there is none to make.
async fn step(app: &Arc<App>, room: &Arc<Room>) -> bool {
    if !wanted(room) {
        return false;
    }
    let begun = Instant::now();
    let (ply, stop, question) = {
        let mut table = room.table();
        table.restart_turn();
        let stop = Stop::default();
        table.thinking = Some(Arc::clone(&stop));
        let thinker = table.thinker.take();
        let news = table.news(thinker.as_ref());
        let question = Question { thinker, saved: table.saved.before_play(), news, clock: table.clock() };
        (table.plies(), stop, question)
    };
    room.tell();
    let pace = Duration::from_millis(question.saved.request.pace.unwrap_or(PACE_MS));
    let answer = ask(app, room, &stop, question).await;
    let took = begun.elapsed();
    if took < pace && matches!(answer, Ok(Some(_))) {
        tokio::time::sleep(pace - took).await;
    }
    let busy = matches!(&answer, Err(refusal) if refusal.is_busy());
    take(room, &stop, ply, took, answer);
    room.tell();
    if has_people(room) {
        // What cannot be saved now is saved later.
        let (app, room) = (Arc::clone(app), Arc::clone(room));
        let _ = aside(move || app.rooms.save(&room)).await;
    }
    if busy {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    true
}

/// Takes an agent's answer to the board, if the board still waits for it.
fn take(room: &Room, stop: &Stop, ply: usize, took: Duration, answer: Answer<Option<Thought>>) {
    let mut table = room.table();
    // Whoever took a move back meanwhile has taken the search away, too.
    let mine = table.thinking.as_ref().is_some_and(|thinking| Arc::ptr_eq(thinking, stop));
    if !mine || table.plies() != ply {
        return;
    }
    table.thinking = None;
    table.held_up =
        answer.as_ref().err().filter(|refusal| refusal.is_busy()).map(|refusal| refusal.line().to_owned());
    let played = match answer {
        Ok(Some(thought)) => table.play_thought(&thought, took),
        Ok(None) => Ok(()),
        Err(refusal) if refusal.is_busy() => Ok(()),
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = played {
        table.failure = Some(refusal.line().to_owned());
    }
}

/// What an agent is asked.
struct Question {
    thinker: Option<Thinker>,
    saved: Saved,
    news: News,
    clock: Option<plywise::Clock>,
}

async fn ask(app: &Arc<App>, room: &Arc<Room>, stop: &Stop, question: Question) -> Answer<Option<Thought>> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let (home, tables) = (Arc::clone(room), Arc::clone(app));
    let terms = Terms { viewer: room.id.clone(), most: question.longest() + SPARE };
    app.players.begin(terms, Arc::clone(stop), move |stop| {
        let seats = question.saved.request.seats.clone();
        let answer = think(&tables, question, stop).map(|(thinker, thought)| {
            let mut table = home.table();
            // Others may have sat down meanwhile.
            if table.saved.request.seats == seats {
                table.thinker = Some(thinker);
            }
            thought
        });
        drop(sender.send(answer));
    })?;
    let _leaving = Leaving(Arc::clone(stop));
    let mut receiver = receiver;
    loop {
        match tokio::time::timeout(Duration::from_secs(1), &mut receiver).await {
            Ok(Ok(answer)) => return answer,
            // A job that was stopped before it began, or broke down.
            Ok(Err(_)) if stop.load(std::sync::atomic::Ordering::Relaxed) => return Ok(None),
            Ok(Err(_)) => return Err(Refusal::broken("the agent broke down")),
            Err(_) if wanted(room) => {}
            Err(_) => {
                room.table().end_search();
                return Ok(None);
            }
        }
    }
}

impl Question {
    /// The longest that the agent may think.
    fn longest(&self) -> Duration {
        self.clock.as_ref().map_or(MOST_THOUGHT, plywise::Clock::left)
    }
}

fn think(app: &App, question: Question, stop: &Stop) -> Answer<(Thinker, Option<Thought>)> {
    let Question { thinker, saved, news, clock } = question;
    let mut thinker = match thinker {
        Some(thinker) => thinker,
        None => Thinker::seat(&saved, app)?,
    };
    thinker.follow(news)?;
    let Some(plywise::Turn::Seat(seat)) = thinker.live.turn() else { return Ok((thinker, None)) };
    let Some(agent) = thinker.agents[seat.index()] else { return Ok((thinker, None)) };
    let mut limits = Limits::of_clock(clock, Some(Arc::clone(stop)));
    limits.deadline.get_or_insert_with(|| Instant::now() + MOST_THOUGHT);
    let thought = thinker.live.think(agent, &limits);
    Ok((thinker, thought))
}

/// Ends the game of a person who lets the time run out.
fn watch_clock(app: &Arc<App>, room: &Arc<Room>) {
    let Some(falls) = room.table().flag_falls() else { return };
    let (app, room) = (Arc::clone(app), Arc::clone(room));
    tokio::spawn(async move {
        tokio::time::sleep_until((falls + Duration::from_millis(20)).into()).await;
        if room.table().flag() {
            room.tell();
            // What cannot be saved now is saved later.
            let _ = aside(move || app.rooms.save(&room)).await;
        }
    });
}
