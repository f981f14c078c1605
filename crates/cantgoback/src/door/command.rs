//! `plywise cantgoback`: one game as the course's program plays it.

mod args;
mod idle;

use std::time::Duration;

use plywise::{Clock, Limits, Seat, TimeControl, Turn};
use registry::door::command::{Command, Failure, Given, Host, whole};
use registry::door::referee::{Measure, Side, ask, seconds};
use registry::{Kind, LiveGame, Spec, numbers};

use super::{has_global_time, published, view};
use crate::course::plain_board;
use crate::{Fruits, Visible};

/// The command.
pub(super) static COMMAND: Command = Command {
    name: "cantgoback",
    about: "Play one game of Can't Go Back as the published work ran it",
    more: "Flags may have one dash or two. Players: Live, Simple, Minimax, Alphabeta, GlobalTimeAB, \
LightAB, HeavyAB, Contest or Compete, in any case, each with or without Player, and every other agent of plywise agents \
cantgoback. A live player types w (up), a (left), s (down) or d (right) and Enter.\n\n\
A player that takes longer than move_time for a move, or than game_time for all its moves, pays the penalty and ends \
the game. A flag that changes nothing in the game that is played says so in a line on standard error.\n\n\
Try: plywise cantgoback -player1 Live -player2 Contest -board example_board.csv\n\
     plywise cantgoback -player1 Heavy -player2 Simple -rules handout -max_fruit_time 20",
    args: args::ARGS,
    one_dash: true,
    run,
};

/// What is played, and how long everybody may take: the flags with the course's defaults for those that were left out.
struct Call {
    fruits: Fruits,
    skeleton: bool,
    max_fruit_score: u64,
    max_fruit_time: u64,
    move_time: Duration,
    game_time: Duration,
    measure: Measure,
    seed: u64,
    show: Show,
}

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let call = Call::new(given)?;
    let kind = host.game(&call.game_text(given)?)?;
    let names = ["player1", "player2"].map(|name| given.text(name).unwrap_or_default());
    let specs = [call.player(names[0], &*kind, host)?, call.player(names[1], &*kind, host)?];
    specs.iter().try_for_each(|spec| kind.check_agent(spec))?;
    let mut game = kind.live(call.seed, None)?;
    for line in idle::flags(given, &call, &*game, &specs, host.can_draw()) {
        host.warn(&line);
    }
    let mut sides = Vec::new();
    for ((spec, name), seed) in specs.into_iter().zip(names).zip([call.seed ^ 1, call.seed ^ 2]) {
        let agent = game.join(&spec, seed)?;
        sides.push(Side { name: name.to_owned(), spec, agent, ready_after: Duration::ZERO });
    }
    let clocks = sides.iter().map(|side| Clocks::new(&call, side)).collect();
    let mut runner =
        Runner { game: &mut *game, sides: &sides, show: call.show, measure: call.measure, clocks, host };
    let end = runner.play()?;
    host.line(&announcement(&sides, &end))
}

impl Call {
    fn new(given: &Given) -> Result<Self, Failure> {
        let typed = given.text("fruits").map(|fruits| ("fruits".to_owned(), fruits.to_owned()));
        let spec = Spec { name: "cantgoback".to_owned(), options: typed.into_iter().collect() };
        let fruits = spec.given(&super::FRUITS)?;
        let fruits = match (given.text("rules"), fruits) {
            (Some("handout"), None | Some(Fruits::RespawnCharged)) => Fruits::RespawnCharged,
            (Some("handout"), Some(_)) => {
                return Err(Failure::input(
                    "-rules handout plays with -fruits v2; leave one of the two flags out",
                ));
            }
            (_, fruits) => fruits.unwrap_or_default(),
        };
        let time = |name, usual| given.read(name, seconds).unwrap_or(Duration::from_secs(usual));
        Ok(Self {
            fruits,
            skeleton: given.text("rules") == Some("skeleton"),
            max_fruit_score: given.read("max_fruit_score", args::points::<3, 10_000>).unwrap_or(300),
            max_fruit_time: given.read("max_fruit_time", args::points::<1, 200>).unwrap_or(15),
            move_time: time("move_time", 200),
            game_time: time("game_time", 2000),
            measure: Measure::of(given),
            seed: given.read("seed", whole::<0, { u64::MAX }>).unwrap_or(1),
            show: match (given.has("dont_print_game"), given.has("terminal_viz")) {
                (true, _) => Show::Nothing,
                (false, true) => Show::Lines,
                (false, false) => Show::InPlace(given.read("pace", args::pace).unwrap_or(args::PACE)),
            },
        })
    }

    /// The game under the flags. What a player pays for lateness is what the course's program made it pay: the penalty, and
    /// the higher score wins.
    fn game_text(&self, given: &Given) -> Result<String, Failure> {
        let board = given.text("board").unwrap_or_default();
        let penalty = given.read("penalty_score", args::points::<0, 100_000>).unwrap_or(300);
        if !board.to_ascii_lowercase().ends_with(".csv") {
            let message = format!("board {board:?}: a board's file ends in .csv, such as default_board.csv");
            return Err(Failure::input(message));
        }
        if board.contains('"') {
            return Err(Failure::input(format!("board {board:?}: the file's name may hold no double quote")));
        }
        let both = if self.skeleton { "deduct" } else { "document" };
        let lives = match self.fruits {
            Fruits::Once => String::new(),
            _ => format!(",max_fruit_time={}", self.max_fruit_time),
        };
        Ok(format!(
            "cantgoback:board=\"{board}\",fruits={},both_stuck={both},penalty={penalty},max_fruit_score={}{lives},forfeit=score",
            self.fruits, self.max_fruit_score
        ))
    }

    /// A player by its published name, which comes first here, or any other agent. One that divides one time over all its
    /// moves is told how long a single one may take.
    fn player(&self, text: &str, kind: &dyn Kind, host: &dyn Host) -> Result<Spec, Failure> {
        let typed = Spec::parse(text)?;
        let mut spec = if published(&typed.name).is_some() { typed } else { host.agent(kind, text)? };
        if let Some(name) = published(&spec.name) {
            spec.name = name.to_owned();
        }
        let most = Clock::new(TimeControl::PerMove(self.move_time)).share().as_micros();
        let is_tight = self.move_time < self.game_time && most > 0;
        if has_global_time(&spec.name) && is_tight && spec.text("time").is_none() {
            spec.options.push(("time".into(), format!("{most}us")));
        }
        let name = spec.name.clone();
        Ok(self.measure.shared_with(spec, &name, kind))
    }
}

/// What one player has.
struct Clocks {
    /// For each move.
    per_move: Clock,
    /// For all moves.
    global: Clock,
    divides_global: bool,
}

impl Clocks {
    fn new(call: &Call, side: &Side) -> Self {
        let global = TimeControl::PerGame { time: call.game_time, increment: Duration::ZERO };
        Self {
            per_move: Clock::new(TimeControl::PerMove(call.move_time)),
            global: Clock::new(global),
            divides_global: has_global_time(&side.spec.name),
        }
    }

    /// What the player is told.
    fn limits(&self) -> Limits {
        let told = if self.divides_global { &self.global } else { &self.per_move };
        Limits::of_clock(Some(told.clone()), None)
    }

    /// Books a move.
    ///
    /// # Errors
    /// Where it came too late for a limit: which one, and by how much.
    fn book(&mut self, used: Duration) -> Result<(), String> {
        let too_long = |took: Duration, whole: &str, had: Duration, flag: &str| {
            let [took, over, had] = [took, took.saturating_sub(had), had].map(numbers::time);
            format!("took {took} {whole}, which was {over} too long ({flag} {had})")
        };
        let move_time = self.per_move.left();
        if self.per_move.spend(used).is_err() {
            return Err(too_long(used, "for a move", move_time, "move_time"));
        }
        let before = self.game_time() - self.global.left();
        if self.global.spend(used).is_err() {
            return Err(too_long(before + used, "in all", self.game_time(), "game_time"));
        }
        Ok(())
    }

    fn game_time(&self) -> Duration {
        Clock::new(self.global.control()).left()
    }
}

/// What is printed of the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Show {
    Nothing,
    /// The board after each move.
    Lines,
    /// The same drawn in place, each drawing for a while.
    InPlace(Duration),
}

/// A finished game.
struct End {
    scores: [i32; 2],
    /// What ended it before the rules did.
    why: Option<String>,
}

struct Runner<'a> {
    game: &'a mut dyn LiveGame,
    sides: &'a [Side],
    show: Show,
    measure: Measure,
    clocks: Vec<Clocks>,
    host: &'a mut dyn Host,
}

impl Runner<'_> {
    fn play(&mut self) -> Result<End, Failure> {
        self.draw()?;
        loop {
            while let Some(unchosen) = self.game.play_unchosen() {
                if unchosen.seat.is_some() {
                    self.draw()?;
                }
            }
            let Some(Turn::Seat(seat)) = self.game.turn() else {
                return Ok(End { scores: self.scores(), why: None });
            };
            match self.choice(seat) {
                Ok(mv) => self.game.play(&mv)?,
                Err(why) => {
                    let mut scores = self.scores();
                    scores[seat.index()] -= self.view().rules().penalty;
                    return Ok(End { scores, why: Some(format!("player {} {why}", seat.0 + 1)) });
                }
            }
            self.draw()?;
        }
    }

    fn choice(&mut self, seat: Seat) -> Result<String, String> {
        let (side, clocks) = (&self.sides[seat.index()], &mut self.clocks[seat.index()]);
        // A person uses no processor to speak of.
        let measure = if side.is_person() { Measure::Wall } else { self.measure };
        let (limits, time) = (clocks.limits(), measure.source());
        let asked = ask(self.game, side, &limits, &*time, self.host, &mut |_, _| {});
        clocks.book(asked.used)?;
        let failure = self.game.failure(side.agent);
        asked
            .thought
            .map(|thought| thought.best)
            .ok_or_else(|| failure.unwrap_or("gave no legal move".into()))
    }

    fn view(&self) -> Visible {
        view(self.game).expect("the game was opened as cantgoback")
    }

    fn scores(&self) -> [i32; 2] {
        let view = self.view();
        [Seat::FIRST, Seat::SECOND].map(|seat| view.score(seat))
    }

    /// A person draws the board that it is asked about itself.
    fn draw(&mut self) -> Result<(), Failure> {
        let next_is_person = match self.game.turn() {
            Some(Turn::Seat(seat)) => self.sides[seat.index()].is_person(),
            _ => false,
        };
        match self.show {
            Show::Nothing => {}
            Show::Lines => self.host.line(&plain_board(&self.view()))?,
            Show::InPlace(_) if next_is_person && self.host.can_draw() => {}
            Show::InPlace(pace) => {
                self.host.draw(&self.game.diagram(self.host.ink()))?;
                if self.host.can_draw() {
                    std::thread::sleep(pace);
                }
            }
        }
        Ok(())
    }
}

/// Tie or winner, and both scores.
fn announcement(sides: &[Side], end: &End) -> String {
    let [one, two] = end.scores;
    let winner = |player: usize| format!("player {player} ({}) has won", sides[player - 1].name);
    let result = match one.cmp(&two) {
        std::cmp::Ordering::Equal => "a tie".to_owned(),
        std::cmp::Ordering::Greater => winner(1),
        std::cmp::Ordering::Less => winner(2),
    };
    let why = end.why.as_ref().map_or(String::new(), |why| format!("; {why}"));
    format!("{result}, score {one} : {two}{why}")
}
