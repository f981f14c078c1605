//! One game on the server: its state, and what may be done to it.

mod kept;
mod shown;
mod thinker;

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::{LiveGame, Thought, Unchosen, parse_clock};
use plywise::{Clock, Seat, Turn};
use tokio::sync::watch;

use crate::error::{Answer, Refusal};
use crate::names;
use crate::pool::Stop;
use crate::record::{Ended, Ply, Saved};

use self::kept::Kept;
pub(crate) use kept::Unsaved;
pub(crate) use thinker::{News, Thinker};

/// More plies than any game should be watched for: 2048 by the champion has some 30,000.
const MOST_PLIES: usize = 200_000;

/// A game that others may watch.
pub(crate) struct Room {
    pub(crate) id: String,
    table: Mutex<Table>,
    /// Raised at every change.
    pub(crate) changed: watch::Sender<u64>,
}

/// What is on the table.
pub(crate) struct Table {
    pub(crate) saved: Saved,
    pub(crate) live: Box<dyn LiveGame>,
    /// The position after each ply, the start first, as everybody may see it.
    positions: Vec<String>,
    /// A number for each ply that no other ply of this game ever had: viewers know by it what is new to them.
    serials: Vec<u64>,
    next_serial: u64,
    turn_began: Instant,
    /// Whom a page asks in this variant of the game, and whom where it should be quick.
    adviser: &'static str,
    partner: &'static str,
    /// Agents that know the game, while none of them thinks.
    pub(crate) thinker: Option<Thinker>,
    /// Ends the search that is going on.
    pub(crate) thinking: Option<Stop>,
    /// Whether somebody moves the agents already.
    pub(crate) driven: bool,
    /// Why an agent could not go on.
    pub(crate) failure: Option<String>,
    /// What an agent waits for before it can think.
    pub(crate) held_up: Option<String>,
    pub(crate) viewers: usize,
    pub(crate) touched: Instant,
    /// Whether the disk knows less than the table.
    pub(crate) unsaved: bool,
    /// What the disk knows, once it is known.
    kept: Option<Kept>,
}

impl Room {
    pub(crate) fn open(saved: Saved) -> Answer<Self> {
        let id = saved.id.clone();
        Ok(Self { id, table: Mutex::new(Table::set(saved)?), changed: watch::Sender::new(0) })
    }

    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody who watches.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|version| *version += 1);
    }
}

impl Table {
    /// Sets the pieces up and plays what has been played.
    fn set(mut saved: Saved) -> Answer<Self> {
        let kind = names::game(&saved.request.game)?;
        if saved.request.seats.len() != kind.seats() {
            return Err(Refusal::input(format!(
                "{} takes as many players as it has seats, {}; not {}",
                kind.name(),
                kind.seats(),
                saved.request.seats.len()
            )));
        }
        // Names may have gone since the game was kept; then it waits until somebody else sits there.
        let seats = names::seats(&*kind, &saved.request.seats);
        saved.request.seed.get_or_insert(saved.begun);
        let control = saved.request.clock.as_deref().map(parse_clock).transpose()?;
        let mut live = saved.start()?;
        if let Some(control) = control {
            live.set_clocks(control);
        }
        let mut plies = std::mem::take(&mut saved.plies);
        plies.extend(std::mem::take(&mut saved.request.moves).into_iter().map(Ply::new));
        let mut table = Self {
            positions: vec![live.seen(Seat::FIRST)],
            live,
            saved,
            serials: Vec::new(),
            next_serial: 1,
            turn_began: Instant::now(),
            adviser: kind.adviser(),
            partner: kind.sparring_partner(),
            thinker: None,
            thinking: None,
            driven: false,
            failure: None,
            held_up: None,
            viewers: 0,
            touched: Instant::now(),
            unsaved: true,
            kept: None,
        };
        for ply in plies {
            table.put(ply)?;
        }
        table.settle()?;
        if let Some(ended) = table.saved.request.ended.take() {
            if ended.seat() >= kind.seats() || table.turn().is_none() {
                return Err(Refusal::input("ended: the game is over by the rules, or has no such seat"));
            }
            table.saved.ended = Some(ended);
        }
        if let (Err(refusal), Some(_)) = (seats, table.turn()) {
            table.failure = Some(format!("{}; choose who sits there now", refusal.line()));
        }
        match (&table.saved.ended, table.live.turn()) {
            (Some(Ended::Late(seat)), _) => table.live.run_clock(Seat(*seat), Duration::MAX),
            (Some(Ended::Resigned(_)), Some(Turn::Seat(seat))) => {
                table.live.run_clock(seat, Duration::from_millis(table.saved.used));
            }
            _ => {}
        }
        Ok(table)
    }

    /// Who is to move; none once the game is over, however it ended.
    pub(crate) fn turn(&self) -> Option<Seat> {
        match self.live.turn() {
            Some(Turn::Seat(seat)) if self.saved.ended.is_none() => Some(seat),
            _ => None,
        }
    }

    /// Whether an agent is to move.
    pub(crate) fn agents_turn(&self) -> bool {
        self.turn().is_some_and(|seat| self.saved.request.seats[seat.index()] != names::PERSON)
    }

    /// Plies, outcomes of chance included.
    pub(crate) fn plies(&self) -> usize {
        self.serials.len()
    }

    /// Plays one ply and books its time.
    fn put(&mut self, ply: Ply) -> Answer<()> {
        self.is_kept()?;
        let seat = match self.live.turn() {
            // What came too late was found out before the move was taken; a pass that is forced takes no time.
            Some(Turn::Seat(seat)) if self.live.forced_pass().is_none() => {
                let _ = self.live.spend(Duration::from_millis(ply.t));
                Some(seat)
            }
            Some(Turn::Seat(seat)) => Some(seat),
            _ => None,
        };
        self.live.play(&ply.m)?;
        self.add(ply, seat);
        Ok(())
    }

    /// Whether one more ply would be kept.
    fn is_kept(&self) -> Answer<()> {
        if self.plies() >= MOST_PLIES {
            return Err(Refusal::input(format!("the game has {MOST_PLIES} plies; no more are kept")));
        }
        Ok(())
    }

    /// Notes down a ply that was played.
    fn add(&mut self, ply: Ply, seat: Option<Seat>) {
        self.positions.push(self.live.seen(Seat::FIRST));
        self.serials.push(self.next_serial);
        self.next_serial += 1;
        self.saved.plies.push(Ply { s: seat.map(|seat| seat.0), ..ply });
        debug_assert_eq!(self.live.plies(), self.plies());
    }

    /// From here the game goes its own way: how it once ended is no longer true.
    fn leave_record(&mut self) {
        self.saved.request.tags.retain(|(name, _)| name != "Result");
    }

    /// Lets chance have its turns, and those who must pass.
    fn settle(&mut self) -> Answer<()> {
        while self.saved.ended.is_none() || self.live.turn() == Some(Turn::Chance) {
            self.is_kept()?;
            let Some(Unchosen { seat, text }) = self.live.play_unchosen() else { break };
            self.add(Ply::new(text), seat);
        }
        self.turn_began = Instant::now();
        self.unsaved = true;
        Ok(())
    }

    /// Whether the seat to move has run out of time; the game is over then.
    pub(crate) fn flag(&mut self) -> bool {
        if self.flag_falls().is_none_or(|falls| Instant::now() <= falls) {
            return false;
        }
        let Some(seat) = self.turn() else { return false };
        self.stop_clock();
        self.saved.ended = Some(Ended::Late(seat.0));
        self.unsaved = true;
        true
    }

    /// The clock of the seat to move stands still from now on: the game ends without a move.
    fn stop_clock(&mut self) {
        let Some(seat) = self.turn().filter(|_| !self.waits()) else { return };
        let used = self.turn_began.elapsed();
        self.saved.used = used.as_millis() as u64;
        self.live.run_clock(seat, used);
    }

    /// Whether nobody's clock runs: the agents are held.
    fn waits(&self) -> bool {
        self.saved.request.paused && self.agents_turn()
    }

    /// A move of the seat to move. `at` is the ply that the mover saw before it.
    pub(crate) fn play(&mut self, m: &str, at: Option<usize>) -> Answer<()> {
        if at.is_some_and(|at| at != self.plies()) {
            return Err(Refusal::conflict("the game has gone on meanwhile; look at the board again"));
        }
        if self.flag() {
            return Err(Refusal::conflict("the time is up"));
        }
        let Some(seat) = self.turn() else { return Err(Refusal::conflict("the game is over")) };
        if self.agents_turn() {
            let agent = &self.saved.request.seats[seat.index()];
            return Err(Refusal::conflict(format!("{agent} is to move")));
        }
        let t = self.turn_began.elapsed().as_millis() as u64;
        self.leave_record();
        self.put(Ply { t, ..Ply::new(m) })?;
        self.settle()
    }

    /// The move that an agent has thought of.
    pub(crate) fn play_thought(&mut self, thought: &Thought, took: Duration) -> Answer<()> {
        if self.flag() {
            return Ok(());
        }
        self.leave_record();
        self.put(Ply { t: took.as_millis() as u64, ..Ply::from(thought) })?;
        self.settle()
    }

    /// Takes moves back until a person has a choice again; where agents play alone one move, and they wait. Of a game
    /// that was lost on time or given up this is taken back first, and only where one person practises.
    pub(crate) fn undo(&mut self) -> Answer<()> {
        let seats = self.saved.request.seats.clone();
        let count = seats.iter().filter(|seat| *seat == names::PERSON).count();
        let people = count > 0;
        if self.saved.ended.is_some() && count != 1 {
            let line = format!("the game is over: {}; only practice against an agent goes on", self.result());
            return Err(Refusal::conflict(line));
        }
        if self.saved.ended.take().is_some() {
            // The end comes back first, and with it the time that it took; moves with the next.
            self.saved.used = 0;
            self.go_back(self.plies());
            return self.settle();
        }
        let theirs =
            |ply: &Ply| ply.s.is_some_and(|seat| !people || seats[usize::from(seat)] == names::PERSON);
        if !self.saved.plies.iter().any(theirs) {
            return Err(Refusal::conflict("nothing has been played that could be taken back"));
        }
        while let Some(place) = self.saved.plies.iter().rposition(theirs) {
            self.go_back(place);
            // A pass was nobody's choice.
            if self.live.forced_pass().is_none() {
                break;
            }
        }
        self.saved.request.paused |= !people;
        // A game may begin with a pass; that one is there again at once.
        self.settle()
    }

    fn go_back(&mut self, plies: usize) {
        self.leave_record();
        self.live.unbook();
        while self.plies() > plies && self.live.undo() {
            self.positions.pop();
            self.serials.pop();
            self.saved.plies.pop();
        }
        self.failure = None;
        self.turn_began = Instant::now();
        self.unsaved = true;
        self.end_search();
    }

    /// Ends the search that is going on; its answer is no longer wanted.
    pub(crate) fn end_search(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The seat of a person who gives up: the one to move, or the only one.
    pub(crate) fn resign(&mut self) -> Answer<()> {
        let Some(turn) = self.turn() else { return Err(Refusal::conflict("the game is over")) };
        let seats = &self.saved.request.seats;
        let person = |seat: usize| seats[seat] == names::PERSON;
        let seat = if person(turn.index()) {
            Some(turn.index())
        } else {
            (0..seats.len()).find(|&seat| person(seat))
        };
        let Some(seat) = seat else {
            return Err(Refusal::conflict("no person sits at the board; only a person can resign"));
        };
        self.stop_clock();
        self.saved.ended = Some(Ended::Resigned(seat as u8));
        self.unsaved = true;
        self.end_search();
        Ok(())
    }

    /// Gives the seats to others.
    pub(crate) fn reseat(&mut self, seats: Vec<String>) -> Answer<()> {
        let kind = names::game(&self.saved.request.game)?;
        if seats.len() != kind.seats() {
            return Err(Refusal::input(format!("{} has {} seat(s)", kind.name(), kind.seats())));
        }
        names::seats(&*kind, &seats)?;
        self.saved.request.seats = seats;
        self.thinker = None;
        self.failure = None;
        self.unsaved = true;
        self.end_search();
        Ok(())
    }

    /// What an agent to move may use of its clock, and how long its seat has been to move.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.live.clock(self.turn()?).cloned()
    }

    pub(crate) fn restart_turn(&mut self) {
        self.turn_began = Instant::now();
    }

    /// When the seat to move runs out of time.
    pub(crate) fn flag_falls(&self) -> Option<Instant> {
        let clock = self.live.clock(self.turn()?)?;
        (!self.waits()).then(|| self.turn_began + clock.left())
    }
}
