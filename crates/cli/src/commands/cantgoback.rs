//! `plywise cantgoback`: one game as the course's program plays it.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use arena::registry::{self, cantgoback_view, has_global_time, published_player};
use arena::{LiveGame, Spec};
use cantgoback::Visible;
use cantgoback::course::plain_board;
use plywise::{Clock, Rng, Seat, TimeControl, Turn};

use super::referee::{Side, ask, time_source};
use crate::args::works::{CantGoBackArgs, ClockArg, RulesArg};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &CantGoBackArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&game_text(args)?)?;
    let names = [&args.player1, &args.player2];
    let specs = [player(names[0], args)?, player(names[1], args)?];
    specs.iter().try_for_each(|spec| kind.check_agent(spec))?;
    let mut game = kind.live(args.seed, None)?;
    let mut sides = Vec::new();
    for ((spec, name), seed) in specs.into_iter().zip(names).zip([args.seed ^ 1, args.seed ^ 2]) {
        let agent = game.join(&spec, seed)?;
        sides.push(Side { name: name.clone(), spec, agent, ready_after: Duration::ZERO });
    }
    let show = match (args.dont_print_game, args.terminal_viz) {
        (true, _) => Show::Nothing,
        (false, true) => Show::Lines,
        (false, false) => Show::InPlace(args.pace),
    };
    let mut runner = Runner { game: &mut *game, sides: &sides, show, clocks: clocks(args, &sides) };
    let end = runner.play(args.seed)?;
    output::line(announcement(&sides, &end))?;
    Ok(ExitCode::SUCCESS)
}

/// The game under the flags. What a player pays for lateness is what the course's program made it pay: the penalty, and the
/// higher score wins.
fn game_text(args: &CantGoBackArgs) -> Result<String, Failure> {
    let board = &args.board;
    if !board.to_ascii_lowercase().ends_with(".csv") {
        let message = format!("board {board:?}: a board's file ends in .csv, such as default_board.csv");
        return Err(Failure::input(message));
    }
    if board.contains('"') {
        return Err(Failure::input(format!("board {board:?}: the file's name may hold no double quote")));
    }
    let fruits = match args.fruits.as_str() {
        "v3" | "once" => "once",
        "v1" | "respawn" => "respawn",
        other => {
            return Err(Failure::input(format!("fruits {other:?}: it should be v3 (once) or v1 (respawn)")));
        }
    };
    let both = match args.rules {
        RulesArg::Document => "document",
        RulesArg::Skeleton => "deduct",
    };
    Ok(format!(
        "cantgoback:board=\"{board}\",fruits={fruits},both_stuck={both},penalty={},max_fruit_score={},max_fruit_time={},\
         forfeit=score",
        args.penalty_score, args.max_fruit_score, args.max_fruit_time
    ))
}

/// A player by its published name, which comes first here, or any other agent. One that divides one time over all its moves
/// is told how long a single one may take.
fn player(text: &str, args: &CantGoBackArgs) -> Result<Spec, Failure> {
    let mut spec = Spec::parse(text)?;
    if let Some(name) = published_player(&spec.name) {
        spec.name = name.to_owned();
    }
    let most = Clock::new(TimeControl::PerMove(args.move_time)).share().as_micros();
    let is_tight = args.move_time < args.game_time && most > 0;
    if has_global_time(&spec.name) && is_tight && spec.text("time").is_none() {
        spec.options.push(("time".into(), format!("{most}us")));
    }
    Ok(spec)
}

/// What one player has.
struct Clocks {
    /// For each move.
    per_move: Clock,
    /// For all moves.
    global: Clock,
    divides_global: bool,
}

fn clocks(args: &CantGoBackArgs, sides: &[Side]) -> Vec<Clocks> {
    let global = TimeControl::PerGame { time: args.game_time, increment: Duration::ZERO };
    let per_side = |side: &Side| Clocks {
        per_move: Clock::new(TimeControl::PerMove(args.move_time)),
        global: Clock::new(global),
        divides_global: has_global_time(&side.spec.name),
    };
    sides.iter().map(per_side).collect()
}

impl Clocks {
    /// The clock that the player is told of.
    fn told(&self) -> &Clock {
        if self.divides_global { &self.global } else { &self.per_move }
    }

    /// Books a move. False where it came too late for either limit.
    fn book(&mut self, used: Duration) -> bool {
        self.per_move.spend(used).is_ok() && self.global.spend(used).is_ok()
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
    clocks: Vec<Clocks>,
}

impl Runner<'_> {
    fn play(&mut self, seed: u64) -> Result<End, Failure> {
        let mut dice = Rng::derive(seed, 1);
        self.draw()?;
        loop {
            match self.game.turn() {
                None => return Ok(End { scores: self.scores(), why: None }),
                Some(Turn::Chance) => {
                    self.game.roll(&mut dice);
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
        let time = time_source(ClockArg::Wall);
        let asked = ask(self.game, side, Some(clocks.told()), &*time, &mut |_| {});
        if !clocks.book(asked.used) {
            return Err(format!("took {}, which was too long", output::time(asked.used)));
        }
        let excuse = self.game.excuse(side.agent);
        asked.thought.map(|thought| thought.best).ok_or_else(|| excuse.unwrap_or("gave no legal move".into()))
    }

    fn view(&self) -> Visible {
        cantgoback_view(self.game).expect("the game was opened as cantgoback")
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
                writeln!(out, "{clear}{}", self.game.diagram(output::ink()))?;
                out.flush()?;
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
