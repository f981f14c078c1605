//! Agents that misbehave lose by forfeit, and the reason is written down.

use std::time::Duration;

use arena::registry::entry::{AnyAgent, Entry, Usual};
use arena::registry::kind::erase;
use arena::registry::{Key, whole};
use arena::{Experiment, GameRow, Named, Report as Found, Spec, SpecError};
use othello::{Move, Othello, Setup, Size};
use plywise::trace::Tell;
use plywise::{Agent, Game, Limits, RandomAgent, Report, Stop, TableUse, Value};

use crate::common::{plan, play, play_kind};

/// Plays its first legal moves, then does what it should not.
struct Misfit {
    good_moves: u32,
    deed: Deed,
    left: u32,
}

#[derive(Clone, Copy)]
enum Deed {
    /// A square that is taken from the start on.
    PlayIllegally,
    PassWithoutNeed,
    SayNothing,
    Oversleep,
}

impl Agent<Othello> for Misfit {
    fn choose_with_progress(
        &mut self,
        position: &Othello,
        _: &Limits,
        _: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let good = moves.first().copied();
        let best = match self.deed {
            _ if self.left > 0 => good,
            Deed::PlayIllegally => Some(Move::at(2, 2)),
            Deed::PassWithoutNeed => Some(Move::PASS),
            Deed::SayNothing => None,
            Deed::Oversleep => {
                std::thread::sleep(Duration::from_millis(30));
                good
            }
        };
        self.left = self.left.saturating_sub(1);
        Report {
            best,
            value: Value::Points(0.0),
            line: Vec::new(),
            depth: 0,
            nodes: 1,
            elapsed: Duration::ZERO,
            stopped: Stop::NoChoice,
            table: TableUse::default(),
        }
    }

    fn new_game(&mut self, _: u64) {
        self.left = self.good_moves;
    }
}

const AFTER: Key<u32> = whole!("after", 0..=100, "0", "good moves");

const fn misfit(name: &'static str) -> Named {
    Named { name, about: "a misfit", options: &[AFTER.opt] }
}

const AGENTS: &[Named] =
    &[misfit("random"), misfit("illegal"), misfit("passing"), misfit("mute"), misfit("sleepy")];

/// Othello with misfits among the agents.
struct Asylum;

impl Entry for Asylum {
    type Game = Othello;

    fn start(&self, seed: u64) -> Othello {
        Othello::start(Size::Six, Setup::Standard, seed)
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        let deed = match spec.name.as_str() {
            "illegal" => Deed::PlayIllegally,
            "passing" => Deed::PassWithoutNeed,
            "mute" => Deed::SayNothing,
            "sleepy" => Deed::Oversleep,
            _ => return Ok(Box::new(RandomAgent::default())),
        };
        let good_moves = spec.get(&AFTER)?;
        Ok(Box::new(Misfit { good_moves, deed, left: good_moves }))
    }

    fn told(&self) -> String {
        "othello".into()
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn usual(&self) -> Usual {
        Usual::of("random")
    }
}

fn commit(plan: &Experiment) -> (Found, Vec<GameRow>) {
    play_kind(1, erase("asylum", Asylum).into(), plan)
}

#[test]
fn whoever_plays_no_legal_move_loses() {
    for (agent, reason) in [
        ("illegal:after=3", "illegal move: Move(14)"),
        ("passing:after=2", "illegal move: Move(64)"),
        ("mute", "illegal move: none at all"),
    ] {
        for agents in [[agent, "random"], ["random", agent]] {
            let culprit = usize::from(agents[0] == "random");
            let (report, games) = commit(&plan(&agents, 20));
            assert_eq!(report.agents[culprit].losses, 20);
            assert_eq!(report.agents[1 - culprit].wins, 20);
            assert_eq!((report.agents[culprit].forfeits, report.agents[1 - culprit].forfeits), (20, 0));
            let first = report.agents[culprit].first_forfeit.clone().unwrap();
            assert_eq!(first.game, 1);
            assert!(first.reason.starts_with("illegal move: "), "{first:?}");
            for game in &games {
                let seat = game.agents.iter().position(|&agent| agent == culprit).unwrap();
                let (loser, why) = (game.loser.unwrap(), game.why.clone().unwrap());
                assert_eq!((loser, game.payoffs[seat], game.payoffs[1 - seat]), (culprit, -1, 1));
                assert_eq!(why.split(": ").next(), reason.split(": ").next());
                let name = ["Black", "White"][seat];
                assert!(game.game.ends_with(&format!("# {name} forfeits: {why}\n")), "{}", game.game);
            }
        }
    }
    let (report, _) = commit(&plan(&["mute", "random"], 1));
    assert_eq!(report.agents[0].first_forfeit.as_ref().unwrap().reason, "illegal move: none at all");
}

/// The saved games are those moves that were legal, and read back as such.
#[test]
fn games_lost_by_forfeit_are_saved_up_to_there() {
    let (_, games) = commit(&plan(&["illegal:after=4", "random"], 10));
    let kind = games::open("othello:size=6").unwrap();
    let mut read = 0;
    kind.replay(&crate::common::saved(&games), &mut |game| {
        assert_eq!((&game.error, game.result.as_str()), (&None, "unfinished"));
        assert_eq!(game.plies as u32 + 1, games[read].plies, "all but the move that was refused");
        read += 1;
    })
    .unwrap();
    assert_eq!(read, 10);
}

#[test]
fn whoever_oversteps_the_time_loses() {
    let clocks = ["move=10ms", "game=20ms", "moves=2,time=25ms"];
    for clock in clocks {
        let plan = Experiment { clock: Some(clock.to_owned()), ..plan(&["sleepy", "random"], 1) };
        let (report, games) = commit(&plan);
        assert_eq!((report.agents[0].losses, report.agents[0].forfeits), (1, 1), "{clock}");
        let (loser, why) = (games[0].loser.unwrap(), games[0].why.clone().unwrap());
        assert_eq!(loser, 0);
        assert!(why.starts_with("time: used ") && why.contains(" of the "), "{why}");
        assert!(games[0].spent[0].time >= Duration::from_millis(30), "what it took is on its account");
    }
    // With time enough nobody is late.
    let plan = Experiment { clock: Some("game=1h".to_owned()), ..plan(&["sleepy:after=90", "random"], 4) };
    assert_eq!(commit(&plan).0.agents[0].forfeits, 0);
}

/// No machine answers within a nanosecond, so that the first to move is late under any rules.
fn late(game: &str, agents: &[&str], games: u64) -> (Found, Vec<GameRow>) {
    let clock = Some("move=0.001us".to_owned());
    play(game, &Experiment { clock, ..plan(agents, games) })
}

#[test]
fn in_cantgoback_it_costs_the_penalty_too() {
    let (report, games) = late("cantgoback:penalty=77", &["minimax", "minimax"], 2);
    for game in &games {
        assert_eq!(game.payoffs, [-77, 77], "nobody has points yet");
        assert_eq!(game.loser, Some(game.agents[0]), "who moves first is late first");
        assert!(game.game.contains("forfeit") && game.game.contains("-77"), "{}", game.game);
    }
    assert_eq!((report.agents[0].losses, report.agents[1].losses), (1, 1));
    // Without a penalty the game is lost all the same, unless the rules say that the score alone counts.
    let (_, games) = late("cantgoback:penalty=0", &["minimax", "minimax"], 1);
    assert_eq!(games[0].payoffs, [-1, 1]);
    let (report, games) = late("cantgoback:penalty=0,forfeit=score", &["minimax", "minimax"], 1);
    assert_eq!((games[0].payoffs.as_slice(), report.agents[0].draws), (&[0, 0][..], 1));
}

#[test]
fn in_2048_the_points_so_far_stand() {
    let (report, games) = late("2048", &["expectimax", "greedy"], 3);
    assert!(games.iter().all(|game| game.payoffs == [0] && game.loser.is_some()));
    assert_eq!((report.agents[0].forfeits, report.agents[0].draws), (3, 3));
    let mut read = 0;
    let kind = games::open("2048").unwrap();
    kind.replay(&crate::common::saved(&games), &mut |game| {
        assert_eq!(game.error, None);
        read += 1;
    })
    .unwrap();
    assert_eq!(read, 6);
}
