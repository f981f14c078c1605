//! A session costs the same for every ply, takes back all that a ply brought, and draws as a match does.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywise::trace::Tell;
use plywise::{
    Agent, Archive, Game, GameRecord, Ink, Keyed, Limits, MoveError, Notation, Observe, Replayed, Report,
    Rng, Seat, Stop, TableUse, TextError, TimeControl, Turn, Value,
};
use registry::capability::Dice;
use registry::entry::{AnyAgent, Entry, Usual};
use registry::kind::erase;
use registry::{LiveGame, Luck, Named, Spec, SpecError};

/// Plies of a game.
const LENGTH: u32 = 20_000;

thread_local! {
    /// How often a position was looked at, moved in or copied.
    static WORK: Cell<u64> = const { Cell::new(0) };
}

fn work() {
    WORK.set(WORK.get() + 1);
}

/// Two seats and a die take turns for a long time; whatever is drawn or chosen is added up.
#[derive(PartialEq, Eq, Debug)]
struct Trek {
    ply: u32,
    sum: u64,
}

impl Clone for Trek {
    fn clone(&self) -> Self {
        work();
        Self { ..*self }
    }
}

impl Game for Trek {
    type Move = u8;

    fn turn(&self) -> Turn {
        work();
        match self.ply % 3 {
            0 => Turn::Chance,
            seat => Turn::Seat(Seat(seat as u8 - 1)),
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        work();
        out.extend((1..=6).filter(|_| self.ply < LENGTH));
    }

    fn play(&mut self, mv: u8) {
        work();
        self.sum = self.sum.wrapping_mul(7).wrapping_add(u64::from(mv));
        self.ply += 1;
    }

    fn payoff(&self, _: Seat) -> i32 {
        0
    }
}

impl Keyed for Trek {
    fn key(&self) -> u64 {
        self.sum
    }
}

impl Observe for Trek {
    type View = Self;

    fn observe(&self, _: Seat) -> Self {
        self.clone()
    }
}

impl Notation for Trek {
    fn position_text(&self) -> String {
        format!("{} {}", self.ply, self.sum)
    }

    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        let numbers =
            text.split_once(' ').and_then(|(ply, sum)| Some((ply.parse().ok()?, sum.parse().ok()?)));
        numbers.map(|(ply, sum)| Self { ply, sum }).ok_or_else(|| TextError::new("two numbers"))
    }

    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<u8, MoveError> {
        text.parse().map_err(|_| MoveError::new(self, text, "is no number"))
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {}", seat.0)
    }

    fn diagram(&self, _: Option<u8>, _: Ink) -> String {
        self.position_text()
    }
}

impl Archive for Trek {
    const EXTENSION: &'static str = "trek";

    fn game_text(&self, record: &GameRecord<u8>) -> String {
        record.moves.iter().map(u8::to_string).collect()
    }

    fn replay(&self, _: &str, _: &mut dyn FnMut(Replayed<u8>)) -> Result<(), TextError> {
        Err(TextError::new("not here"))
    }
}

/// Plays a move that depends on the position, and writes down what it hears of the game.
struct Listener(Arc<Mutex<Vec<Heard>>>);

/// How many moves of the seats there were, and how many of them were known.
type Heard = (usize, usize);

/// Moves of the seats among the first plies.
const fn turns(plies: usize) -> usize {
    plies - plies.div_ceil(3)
}

impl Agent<Trek> for Listener {
    fn choose_with_progress(
        &mut self,
        position: &Trek,
        _: &Limits,
        _: &mut Tell<'_, u8>,
    ) -> Report<u8, Value> {
        let best = Some((position.sum % 6) as u8 + 1);
        Report {
            best,
            value: Value::Points(0.0),
            line: Vec::new(),
            depth: 0,
            nodes: 1,
            elapsed: Duration::ZERO,
            stopped: Stop::Unsearched,
            table: TableUse::default(),
        }
    }

    fn follow(&mut self, _: &Trek, moves: &[u8], known: usize) {
        let mut heard = self.0.lock().unwrap();
        heard.clear();
        heard.push((moves.len(), known));
    }
}

/// The game, and what its last agent has heard last.
#[derive(Default)]
struct Rules(Arc<Mutex<Vec<Heard>>>);

impl Entry for Rules {
    type Game = Trek;

    fn start(&self, seed: u64) -> Trek {
        Trek { ply: 0, sum: seed }
    }

    fn own_agent(&self, _: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        Ok(Box::new(Listener(Arc::clone(&self.0))))
    }

    fn told(&self) -> String {
        "trek".into()
    }

    fn agents(&self) -> &'static [Named] {
        &[Named {
            name: "listener",
            about: "plays by the position, and hears how it came about",
            options: &[],
        }]
    }

    fn usual(&self) -> Usual {
        Usual::of("listener")
    }

    fn dice(&self) -> &dyn Dice<Trek> {
        self
    }
}

impl Dice<Trek> for Rules {
    fn roll(&self, _: &Trek, rng: &mut Rng) -> u8 {
        rng.below(6) as u8 + 1
    }
}

fn listener() -> Spec {
    Spec::parse("listener").unwrap()
}

/// One ply: of chance by the dice, of a seat by asking the agent.
fn ply(game: &mut dyn LiveGame, agent: registry::AgentId) {
    if game.play_unchosen().is_none() {
        let best = game.think(agent, &game.limits(None)).unwrap().best;
        game.spend(Duration::from_millis(1)).unwrap();
        game.play(&best).unwrap();
    }
}

#[test]
fn a_ply_costs_the_same_however_long_the_game_is() {
    let rules = Rules::default();
    let heard = Arc::clone(&rules.0);
    let mut game = erase("trek", rules).live(1, None).unwrap();
    let agent = game.join(&listener(), 1).unwrap();
    game.set_clocks(TimeControl::PerGame { time: Duration::from_secs(60), increment: Duration::ZERO });
    let mut costs = Vec::new();
    while game.plies() < 10_020 {
        let turns = turns(game.plies());
        WORK.set(0);
        ply(&mut *game, agent);
        costs.push(WORK.get());
        if let Some((moves, known)) = heard.lock().unwrap().pop() {
            assert_eq!((moves, known), (turns, turns.saturating_sub(1)), "one move is new");
        }
    }
    // From here to there: a turn of chance and one of each seat.
    assert_eq!(costs[9..12], costs[9_999..10_002]);
    assert_eq!(costs.iter().max(), costs[..12].iter().max());
    let before = game.plies();
    WORK.set(0);
    assert!(game.undo());
    assert!(WORK.get() <= 4, "{}", WORK.get());
    assert_eq!(game.plies(), before - 1);
}

#[test]
fn what_is_taken_back_is_forgotten_by_clocks_dice_and_agents() {
    let rules = Rules::default();
    let heard = Arc::clone(&rules.0);
    let mut game = erase("trek", rules).live(1, None).unwrap();
    let agent = game.join(&listener(), 1).unwrap();
    game.set_clocks(TimeControl::PerGame { time: Duration::from_secs(60), increment: Duration::ZERO });
    let mut positions = vec![game.position()];
    while game.plies() < 30 {
        ply(&mut *game, agent);
        positions.push(game.position());
    }
    let left = |game: &dyn LiveGame| [Seat::FIRST, Seat::SECOND].map(|seat| game.clock(seat).unwrap().left());
    assert_eq!(left(&*game), [Duration::from_millis(59_990); 2]);
    game.run_clock(Seat::SECOND, Duration::from_secs(7));
    assert_eq!(left(&*game)[1], Duration::from_millis(52_990));
    game.unbook();
    assert_eq!(left(&*game), [Duration::from_millis(59_990); 2]);
    game.run_clock(Seat::FIRST, Duration::from_secs(7));
    while game.plies() > 10 {
        assert!(game.undo());
    }
    assert_eq!(left(&*game), [59_997, 59_997].map(Duration::from_millis));
    assert_eq!(heard.lock().unwrap().last(), Some(&(turns(29), turns(29) - 1)));
    for position in &positions[10..] {
        assert_eq!(game.position(), *position, "played again, the dice fall as they fell");
        ply(&mut *game, agent);
        if game.plies() == 11 {
            assert_eq!(
                heard.lock().unwrap().last(),
                Some(&(turns(10), turns(10))),
                "what was left still holds"
            );
        }
    }
    while game.undo() {}
    assert_eq!(game.position(), positions[0]);
    assert_eq!(left(&*game), [Duration::from_secs(60); 2]);
}

/// The dice fall whether or not what they say is played.
#[test]
fn a_game_that_is_played_again_goes_on_as_it_would_have() {
    let kind = erase("trek", Rules::default());
    let mut game = kind.live(3, None).unwrap();
    let agent = game.join(&listener(), 1).unwrap();
    (0..50).for_each(|_| ply(&mut *game, agent));
    let mut again = kind.live(3, None).unwrap();
    for mv in game.text(Vec::new()).bytes().take(25) {
        again.play(std::str::from_utf8(&[mv]).unwrap()).unwrap();
    }
    let fork = game.fork(25);
    assert_eq!((fork.position(), fork.plies()), (again.position(), 25));
    // A fork goes on and back to where it began.
    let mut other = game.fork(30);
    let (begun, agent) = (other.position(), other.join(&listener(), 1).unwrap());
    assert!(!other.undo());
    (30..35).for_each(|_| ply(&mut *other, agent));
    assert_eq!((other.fork(32).plies(), other.fork(7).plies(), other.fork(99).plies()), (32, 30, 35));
    assert_eq!(
        (other.fork(32).position(), other.fork(7).position()),
        (game.fork(32).position(), begun.clone())
    );
    while other.undo() {}
    assert_eq!((other.plies(), other.position()), (30, begun));
    for mut other in [again, fork] {
        let agent = other.join(&listener(), 1).unwrap();
        (25..50).for_each(|_| ply(&mut *other, agent));
        assert_eq!(other.position(), game.position());
        assert_eq!(other.text(Vec::new()), game.text(Vec::new()));
    }
}

/// Who draws as a match does plays the games of a match.
#[test]
fn a_seed_draws_the_same_in_a_match() {
    use registry::{Adjudication, Opening, Unit};
    let kind = erase("trek", Rules::default());
    let Luck { start, dice } = Luck::of(9);
    let unit = Unit {
        number: 0,
        seating: vec![0, 1],
        start,
        dice,
        agent_seeds: vec![1, 1],
        players: Vec::new(),
        opening: Opening::Drawn(0),
        clock: None,
        adjudication: Adjudication::default(),
        keep_moves: false,
        tags: Vec::new(),
    };
    let stop = Arc::default();
    let played = kind.crew(&[listener(), listener()]).unwrap().play(&unit, &stop, None).unwrap().unwrap();
    let mut game = kind.live(9, None).unwrap();
    let agent = game.join(&listener(), 1).unwrap();
    while game.turn().is_some() {
        ply(&mut *game, agent);
    }
    assert_eq!(played.text, game.text(Vec::new()));
    assert_eq!(played.text.len(), LENGTH as usize);
}
