//! Flags that were typed and change nothing in the game that is played.

use arena::registry::human;
use arena::{LiveGame, Spec};
use cantgoback::door::{self, has_global_time};
use cantgoback::{Fruits, Visible};
use plywise::Seat;

use super::{Call, Show};
use crate::args::works::{CantGoBackArgs, ClockArg};
use crate::output;

/// Players that look at no clock.
const UNHURRIED: [&str; 4] = ["simple", "random", "light_ab", "heavy_ab"];
/// Players that draw nothing.
const STEADY: [&str; 7] =
    ["simple", "light_ab", "heavy_ab", "minimax_player", "alphabeta_player", "global_time_ab", "contest"];

/// A line for each flag without effect: the flag, and why.
pub(super) fn flags(
    args: &CantGoBackArgs,
    call: &Call,
    game: &dyn LiveGame,
    players: &[Spec],
) -> Vec<String> {
    let (Some(start), Some(options)) = (door::view(game), door::options(game)) else {
        return Vec::new();
    };
    let facts = Facts { call, players, start, board_has_fruits: !options.board.fruits().is_empty() };
    let checks: [(bool, &str, Option<String>); 9] = [
        (args.move_time.is_some(), "move_time", facts.move_time()),
        (args.game_time.is_some(), "game_time", facts.game_time()),
        (args.clock == ClockArg::Cpu, "clock", facts.clock()),
        (args.max_fruit_score.is_some(), "max_fruit_score", facts.no_fruit_comes()),
        (args.max_fruit_time.is_some(), "max_fruit_time", facts.max_fruit_time()),
        (args.terminal_viz, "terminal_viz", facts.unseen()),
        (args.rules.is_some(), "rules", facts.rules()),
        (args.pace.is_some(), "pace", facts.pace()),
        (args.seed.is_some(), "seed", facts.seed()),
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
            .then(|| format!("the game_time of {} is up no later", output::time(*game_time)))
    }

    fn game_time(&self) -> Option<String> {
        let Call { move_time, game_time, .. } = self.call;
        // Every move takes a cell.
        let moves = self.start.open().len().div_ceil(2);
        (move_time.saturating_mul(moves) <= *game_time
            && !self.players.iter().any(|p| has_global_time(&p.name)))
        .then(|| {
            let most = output::plural(u64::from(moves), "move");
            format!("{most} at most of {} each take no longer", output::time(*move_time))
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
            Show::InPlace(_) if output::can_draw() => None,
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
