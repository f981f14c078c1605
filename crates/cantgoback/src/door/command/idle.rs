//! Flags that were typed and change nothing in the game that is played.

use plywise::Seat;
use registry::door::command::Given;
use registry::door::referee::Measure;
use registry::{LiveGame, Spec, human, numbers};

use super::{Call, Show};
use crate::door::{self, has_global_time};
use crate::{Fruits, Visible};

/// Players that look at no clock.
const UNHURRIED: [&str; 4] = ["simple", "random", "light_ab", "heavy_ab"];
/// Players that draw nothing.
const STEADY: [&str; 7] =
    ["simple", "light_ab", "heavy_ab", "minimax_player", "alphabeta_player", "global_time_ab", "contest"];

/// A line for each flag without effect: the flag, and why.
pub(super) fn flags(
    given: &Given,
    call: &Call,
    game: &dyn LiveGame,
    players: &[Spec],
    can_draw: bool,
) -> Vec<String> {
    let (Some(start), Some(options)) = (door::view(game), door::options(game)) else {
        return Vec::new();
    };
    let facts =
        Facts { call, players, start, board_has_fruits: !options.board.fruits().is_empty(), can_draw };
    let checks: [(bool, &str, Option<String>); 9] = [
        (given.has("move_time"), "move_time", facts.move_time()),
        (given.has("game_time"), "game_time", facts.game_time()),
        (call.measure == Measure::Cpu, "clock", facts.clock()),
        (given.has("max_fruit_score"), "max_fruit_score", facts.no_fruit_comes()),
        (given.has("max_fruit_time"), "max_fruit_time", facts.max_fruit_time()),
        (given.has("terminal_viz"), "terminal_viz", facts.unseen()),
        (given.has("rules"), "rules", facts.rules()),
        (given.has("pace"), "pace", facts.pace()),
        (given.has("seed"), "seed", facts.seed()),
    ];
    let idle = checks.into_iter().filter(|(typed, ..)| *typed);
    idle.filter_map(|(_, flag, why)| Some(format!("-{flag} changes nothing here: {}", why?))).collect()
}

/// What flags depend on. Each question is answered by why the flag has no effect, if it has none.
struct Facts<'a> {
    call: &'a Call,
    players: &'a [Spec],
    start: Visible,
    board_has_fruits: bool,
    can_draw: bool,
}

impl Facts<'_> {
    fn all_are(&self, is: impl Fn(&str) -> bool) -> bool {
        self.players.iter().all(|player| is(&player.name))
    }

    fn move_time(&self) -> Option<String> {
        let Call { move_time, game_time, .. } = self.call;
        let unhurried =
            |name: &str| has_global_time(name) || UNHURRIED.contains(&name) || human::is_person(name);
        (move_time >= game_time && self.all_are(unhurried))
            .then(|| format!("the game_time of {} is up no later", numbers::time(*game_time)))
    }

    fn game_time(&self) -> Option<String> {
        let Call { move_time, game_time, .. } = self.call;
        // Every move takes a cell.
        let moves = self.start.open().len().div_ceil(2);
        (move_time.saturating_mul(moves) <= *game_time
            && !self.players.iter().any(|p| has_global_time(&p.name)))
        .then(|| {
            let most = numbers::plural(u64::from(moves), "move");
            format!("{most} at most of {} each take no longer", numbers::time(*move_time))
        })
    }

    fn clock(&self) -> Option<String> {
        self.all_are(human::is_person).then(|| "people are timed by the clock on the wall".into())
    }

    fn no_fruit_comes(&self) -> Option<String> {
        let free = self.start.open().len();
        match self.call.fruits {
            Fruits::Once if self.board_has_fruits => {
                Some("the board has fruits of its own, and under fruits v3 no others come".into())
            }
            Fruits::Once if free < 5 => Some(format!("among {free} free cells fruits v3 puts no fruit")),
            Fruits::Respawn | Fruits::RespawnCharged if free < 2 && !self.board_has_fruits => {
                Some("the board has no room for a fruit".into())
            }
            _ => None,
        }
    }

    fn max_fruit_time(&self) -> Option<String> {
        let lives = self.start.rules().lives();
        if !self.call.fruits.respawn() {
            return Some(format!(
                "under fruits v3 every fruit stays {} plies; it counts under -fruits v1, -fruits v2 and -rules handout",
                lives.end()
            ));
        }
        self.no_fruit_comes().or_else(|| {
            (self.call.max_fruit_time < u64::from(*lives.end())).then(|| {
                format!("on this board fruits stay {} to {} plies at least", lives.start(), lives.end())
            })
        })
    }

    fn unseen(&self) -> Option<String> {
        (self.call.show == Show::Nothing).then(|| "-dont_print_game prints no board".into())
    }

    fn rules(&self) -> Option<String> {
        let can_begin = self.start.exit_count(self.start.player(Seat::FIRST)) > 0;
        (self.call.fruits == Fruits::Respawn && can_begin)
            .then(|| "under fruits v1 the game ends before both can be stuck in one round".into())
    }

    fn pace(&self) -> Option<String> {
        match self.call.show {
            Show::InPlace(_) if self.can_draw => None,
            Show::InPlace(_) => Some("only at a terminal the board is drawn in place".into()),
            Show::Lines => Some("-terminal_viz prints one board below the other".into()),
            Show::Nothing => self.unseen(),
        }
    }

    fn seed(&self) -> Option<String> {
        let steady = |name: &str| STEADY.contains(&name) || human::is_person(name);
        let why = self.no_fruit_comes().filter(|_| self.all_are(steady))?;
        Some(format!("{why}, and no player draws"))
    }
}
