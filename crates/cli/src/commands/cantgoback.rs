//! `plywise cantgoback`: one game as the course's program plays it.

mod idle;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use arena::{Kind, LiveGame, Spec};
use cantgoback::course::plain_board;
use cantgoback::door::{has_global_time, published, view};
use cantgoback::{Fruits, Visible};
use plywise::{Clock, Seat, TimeControl, Turn};

use super::referee::{Side, ask, time_source, timed_alike};
use crate::args::works::{CantGoBackArgs, ClockArg, RulesArg};
use crate::failure::Failure;
use crate::output;

/// What is played, and how long everybody may take: the flags with the course's defaults for those that were left out.
struct Call {
    fruits: Fruits,
    skeleton: bool,
    max_fruit_score: u64,
    max_fruit_time: u64,
    move_time: Duration,
    game_time: Duration,
    clock: ClockArg,
    seed: u64,
    show: Show,
}

pub(crate) fn run(args: &CantGoBackArgs) -> Result<ExitCode, Failure> {
    let call = Call::new(args)?;
    let kind = games::open(&call.game_text(args)?)?;
    let names = [&args.player1, &args.player2];
    let specs = [call.player(names[0], &*kind)?, call.player(names[1], &*kind)?];
    specs.iter().try_for_each(|spec| kind.check_agent(spec))?;
    let mut game = kind.live(call.seed, None)?;
    for line in idle::flags(args, &call, &*game, &specs) {
        crate::failure::warn(&line);
    }
    let mut sides = Vec::new();
    for ((spec, name), seed) in specs.into_iter().zip(names).zip([call.seed ^ 1, call.seed ^ 2]) {
        let agent = game.join(&spec, seed)?;
        sides.push(Side { name: name.clone(), spec, agent, ready_after: Duration::ZERO });
    }
    let clocks = sides.iter().map(|side| Clocks::new(&call, side)).collect();
    let mut runner = Runner { game: &mut *game, sides: &sides, show: call.show, clock: call.clock, clocks };
    let end = runner.play()?;
    output::line(announcement(&sides, &end))?;
    Ok(ExitCode::SUCCESS)
}

impl Call {
    fn new(args: &CantGoBackArgs) -> Result<Self, Failure> {
        let fruits = args.fruits.as_deref().map(str::parse).transpose()?;
        let fruits = match (args.rules, fruits) {
            (Some(RulesArg::Handout), None | Some(Fruits::RespawnCharged)) => Fruits::RespawnCharged,
            (Some(RulesArg::Handout), Some(_)) => {
                return Err(Failure::input(
                    "-rules handout plays with -fruits v2; leave one of the two flags out",
                ));
            }
            (_, fruits) => fruits.unwrap_or_default(),
        };
        Ok(Self {
            fruits,
            skeleton: args.rules == Some(RulesArg::Skeleton),
            max_fruit_score: args.max_fruit_score.unwrap_or(300),
            max_fruit_time: args.max_fruit_time.unwrap_or(15),
            move_time: args.move_time.unwrap_or(Duration::from_secs(200)),
            game_time: args.game_time.unwrap_or(Duration::from_secs(2000)),
            clock: args.clock,
            seed: args.seed.unwrap_or(1),
            show: match (args.dont_print_game, args.terminal_viz) {
                (true, _) => Show::Nothing,
                (false, true) => Show::Lines,
                (false, false) => Show::InPlace(args.pace.unwrap_or(Duration::from_millis(400))),
            },
        })
    }

    /// The game under the flags. What a player pays for lateness is what the course's program made it pay: the penalty, and
    /// the higher score wins.
    fn game_text(&self, args: &CantGoBackArgs) -> Result<String, Failure> {
        let board = &args.board;
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
            "cantgoback:board=\"{board}\",fruits={},both_stuck={both},penalty={},max_fruit_score={}{lives},forfeit=score",
            self.fruits, args.penalty_score, self.max_fruit_score
        ))
    }

    /// A player by its published name, which comes first here, or any other agent. One that divides one time over all its
    /// moves is told how long a single one may take.
    fn player(&self, text: &str, kind: &dyn Kind) -> Result<Spec, Failure> {
        let mut spec = Spec::parse(text)?;
        if let Some(name) = published(&spec.name) {
            spec.name = name.to_owned();
        }
        let most = Clock::new(TimeControl::PerMove(self.move_time)).share().as_micros();
        let is_tight = self.move_time < self.game_time && most > 0;
        if has_global_time(&spec.name) && is_tight && spec.text("time").is_none() {
            spec.options.push(("time".into(), format!("{most}us")));
        }
        let name = spec.name.clone();
        Ok(timed_alike(spec, &name, kind, self.clock))
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

    /// The clock that the player is told of.
    fn told(&self) -> &Clock {
        if self.divides_global { &self.global } else { &self.per_move }
    }

    /// Books a move.
    ///
    /// # Errors
    /// Where it came too late for a limit: which one, and by how much.
    fn book(&mut self, used: Duration) -> Result<(), String> {
        let too_long = |took: Duration, whole: &str, had: Duration, flag: &str| {
            let [took, over, had] = [took, took.saturating_sub(had), had].map(output::time);
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
    clock: ClockArg,
    clocks: Vec<Clocks>,
}

impl Runner<'_> {
    fn play(&mut self) -> Result<End, Failure> {
        self.draw()?;
        loop {
            match self.game.turn() {
                None => return Ok(End { scores: self.scores(), why: None }),
                Some(Turn::Chance) => {
                    self.game.chance();
                }
                Some(Turn::Seat(seat)) => {
                    if let Some(why) = self.turn(seat)? {
                        let mut scores = self.scores();
                        scores[seat.index()] -= self.view().rules().penalty;
                        return Ok(End { scores, why: Some(why) });
                    }
                }
            }
        }
    }

    /// One ply; why the game ends with it, if it does.
    fn turn(&mut self, seat: Seat) -> Result<Option<String>, Failure> {
        let mv = match self.game.forced_pass() {
            Some(stuck) => stuck,
            None => match self.choice(seat) {
                Ok(mv) => mv,
                Err(why) => return Ok(Some(format!("player {} {why}", seat.0 + 1))),
            },
        };
        self.game.play(&mv).map_err(Failure::input)?;
        self.draw()?;
        Ok(None)
    }

    fn choice(&mut self, seat: Seat) -> Result<String, String> {
        let (side, clocks) = (&self.sides[seat.index()], &mut self.clocks[seat.index()]);
        // A person uses no processor to speak of.
        let clock = if side.is_person() { ClockArg::Wall } else { self.clock };
        let asked = ask(self.game, side, Some(clocks.told()), &*time_source(clock), &mut |_| {});
        clocks.book(asked.used)?;
        let excuse = self.game.excuse(side.agent);
        asked.thought.map(|thought| thought.best).ok_or_else(|| excuse.unwrap_or("gave no legal move".into()))
    }

    fn view(&self) -> Visible {
        view(self.game).expect("the game was opened as cantgoback")
    }

    fn scores(&self) -> [i32; 2] {
        let view = self.view();
        [Seat::FIRST, Seat::SECOND].map(|seat| view.score(seat))
    }

    /// A person draws the board that it is asked about itself.
    fn draw(&self) -> Result<(), Failure> {
        let next_is_person = match self.game.turn() {
            Some(Turn::Seat(seat)) => self.sides[seat.index()].is_person(),
            _ => false,
        };
        match self.show {
            Show::Nothing => {}
            Show::Lines => output::line(plain_board(&self.view()))?,
            Show::InPlace(_) if next_is_person && output::can_draw() => {}
            Show::InPlace(pace) => {
                let clear = if output::can_draw() { "\u{1b}[H\u{1b}[J" } else { "" };
                let mut out = std::io::stdout().lock();
                writeln!(out, "{clear}{}", self.game.diagram(output::ink()))
                    .and_then(|()| out.flush())
                    .map_err(Failure::unprinted)?;
                if output::can_draw() {
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
