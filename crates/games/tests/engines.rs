//! Engines that nobody here wrote at the table, among them some that misbehave: it costs them the game, the reason is
//! written down, and the next game is played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use games::open;
use plywise::TimeControl;
use registry::{Adjudication, GameSummary, Opening, Spec, Unit};

/// The fake engine as an agent, however long this machine takes to start it.
fn engine(order: &str) -> String {
    let protocol = order.split(',').next().expect("a protocol");
    let order = order.replacen("dxp", "dxp,{port}", 1);
    format!(
        "engine:cmd=\"{}\",protocol={protocol},startup=100s",
        fake_engine::command("act_as_engine", &order)
    )
}

fn unit(number: u64, clock: Option<TimeControl>) -> Unit {
    Unit {
        number,
        seating: vec![(number % 2) as usize, ((number + 1) % 2) as usize],
        start: 1,
        dice: number / 2,
        agent_seeds: vec![number, number + 100],
        opening: Opening::Drawn(4),
        clock,
        adjudication: Adjudication::default(),
        keep_moves: false,
        players: Vec::new(),
        tags: Vec::new(),
    }
}

/// Games of an engine, agent 0, against a random mover.
fn games(game: &str, engine: &str, count: u64, clock: Option<TimeControl>) -> Vec<GameSummary> {
    let kind = open(game).unwrap();
    let agents = [engine, "random"].map(|text| Spec::parse(text).unwrap());
    let mut crew = kind.crew(&agents).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    (0..count).map(|number| crew.play(&unit(number, clock), &stop, None).unwrap().unwrap()).collect()
}

#[test]
fn engines_play_every_game_that_their_protocol_fits() {
    for (game, order) in [
        ("othello", "gtp"),
        ("othello:size=6", "gtp"),
        ("othello:setup=course", "nboard"),
        ("othello:size=4", "line"),
        ("checkers", "hub"),
        ("checkers", "dxp"),
        ("checkers", "line"),
        ("checkers:rules=course", "line"),
        ("cantgoback", "line"),
        ("cantgoback:fruits=respawn", "line"),
        ("cantgoback:fruits=v2", "line"),
    ] {
        for summary in games(game, &engine(order), 4, None) {
            assert_eq!(summary.forfeit, None, "{game}, {order}");
            assert!(summary.plies > 4, "{game}, {order}");
        }
    }
}

/// Alone at the board, with dice.
#[test]
fn an_engine_plays_2048() {
    let kind = open("2048").unwrap();
    let mut crew = kind.crew(&[Spec::parse(&engine("line")).unwrap()]).unwrap();
    let unit = Unit { seating: vec![0], agent_seeds: vec![1], opening: Opening::Start, ..unit(0, None) };
    let summary = crew.play(&unit, &Arc::new(AtomicBool::new(false)), None).unwrap().unwrap();
    assert!(summary.forfeit.is_none() && summary.payoffs[0] > 0, "{summary:?}");
    assert_eq!(summary.spent[0].nodes, 17 * u64::from(summary.spent[0].moves), "what the engine says");
}

#[test]
fn every_misdeed_costs_the_game_and_only_that_game() {
    for (game, order, reason) in [
        ("othello", "gtp,crash,3", "crash: exit status: 3; last words"),
        ("othello", "gtp,illegal,3", "illegal move: \"A1\"; legal: "),
        ("othello", "gtp,resign,3", "resigned"),
        ("othello", "gtp,orphans,3", "crash: exit status: 3"),
        ("othello", "nboard,garbage,3", "garbage: "),
        ("othello:size=6", "line,flood,3", "flood: "),
        ("checkers", "hub,crash,3", "crash: "),
        ("checkers", "dxp,illegal,3", "illegal move: "),
        ("checkers", "dxp,resign,3", "resigned"),
        ("cantgoback", "line,garbage,1", "garbage: "),
    ] {
        // The engine misbehaves at its third question after each start, so in every game.
        let games = games(game, &engine(order), 4, None);
        for summary in &games {
            let Some((loser, why)) = &summary.forfeit else { panic!("{game}, {order}: no forfeit") };
            assert_eq!(*loser, 0, "{game}, {order}");
            assert!(why.starts_with(reason) && !why.contains('\n'), "{game}, {order}: {why}");
            let seat = summary.agents.iter().position(|&agent| agent == 0).unwrap();
            assert!(summary.payoffs[seat] < summary.payoffs[1 - seat], "{game}, {order}");
            assert!(summary.text.contains(why.split([':', ' ']).next().unwrap()), "{}", summary.text);
        }
    }
}

/// It takes 0.6 seconds: a clock that runs meanwhile is overstepped every time, another only where the machine is busy.
#[test]
fn no_clock_runs_while_an_engine_starts() {
    let clock = Some(TimeControl::PerMove(Duration::from_millis(300)));
    let in_time = |_| games("othello:size=6", &engine("line,slow,0"), 1, clock)[0].forfeit.is_none();
    assert!((0..20).any(in_time));
}

/// One that cannot start is tried once a game, before the clock runs: its first move is not waited for again.
#[cfg(unix)]
#[test]
fn an_engine_that_cannot_start_is_started_once_a_game() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let starts = folder.join(format!("starts-{}", std::process::id()));
    let _ = std::fs::remove_file(&starts);
    let engine = format!("engine:cmd=\"sh -c 'echo started >> {}'\",protocol=gtp", starts.display());
    for summary in games("othello", &engine, 3, None) {
        let (agent, why) = summary.forfeit.expect("it cannot start");
        assert!(agent == 0 && why.contains("start"), "{why}");
    }
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 3);
    std::fs::remove_file(&starts).unwrap();
}

#[test]
fn silence_is_a_loss_on_time() {
    let clock = TimeControl::PerMove(Duration::from_millis(300));
    let falls_silent = |order: &str| {
        let game = if order.starts_with("dxp") { "checkers" } else { "othello" };
        // On a busy machine the other may be late before the engine falls silent.
        let engine_is_late = |summary: GameSummary| {
            summary.forfeit.is_some_and(|(loser, why)| loser == 0 && why.starts_with("time: "))
        };
        let both = |_| games(game, &engine(order), 2, Some(clock)).into_iter().all(engine_is_late);
        assert!((0..20).any(both), "{order}");
    };
    // All of it is waiting, so they wait together.
    std::thread::scope(|scope| {
        for order in ["gtp,silent,2", "line,deaf,2", "dxp,late,2"] {
            scope.spawn(move || falls_silent(order));
        }
    });
    let patient = engine("gtp,silent,2") + ",timeout=200ms";
    let (_, why) = games("othello", &patient, 1, None).remove(0).forfeit.unwrap();
    assert_eq!(why, "time: no answer within 0.200 s");
}

#[test]
fn a_match_that_is_broken_off_waits_for_no_engine() {
    let kind = open("othello").unwrap();
    // One that is silent when it is asked, and one that is never ready.
    for order in ["gtp,silent,1", "gtp,silent,0"] {
        let agents = [engine(order), "random".to_owned()];
        let mut crew = kind.crew(&agents.map(|text| Spec::parse(&text).unwrap())).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            assert!(crew.play(&unit(0, None), &stop, None).unwrap().is_none(), "{order}");
        });
    }
}

/// An engine is told each game from its start: whatever it still knows of another position does not matter.
#[test]
fn an_engine_can_be_asked_about_any_position() {
    let kind = open("checkers").unwrap();
    let mut game = kind.live(1, None).unwrap();
    let agent = game.join(&Spec::parse(&engine("hub")).unwrap(), 1).unwrap();
    let limits = plywise::Limits::default();
    for _ in 0..6 {
        let best = game.think(agent, &limits).unwrap().best;
        assert_eq!(best, game.moves()[0]);
        game.play(&best).unwrap();
    }
    for _ in 0..3 {
        assert!(game.undo());
    }
    let last = game.moves().pop().unwrap();
    game.play(&last).unwrap();
    assert_eq!(game.think(agent, &limits).unwrap().best, game.moves()[0]);
    assert_eq!(game.move_values(agent, 2, &limits).len(), game.moves().len());
}

#[test]
fn wrong_options_are_refused_before_anything_is_played() {
    for (game, agent, words) in [
        ("othello", "engine", "protocol= is missing; it should be one of gtp, nboard, line"),
        ("othello", "engine:protocol=gtp", "cmd= is missing"),
        ("othello", "engine:protocol=hub,cmd=x", "protocol=\"hub\" should be one of"),
        (
            "othello",
            "engine:protocol=gtp,cmd=/no/such/program -x",
            "there is no program \"/no/such/program\"",
        ),
        ("othello", "engine:protocol=gtp,cmd=no-such-program", "in PATH"),
        ("othello", "engine:protocol=gtp,cmd='sh", "not closed"),
        ("othello", "engine:protocol=gtp,cmd=sh,port=7", "no option of engine \"port\""),
        ("checkers", "engine:protocol=dxp", "cmd= is missing"),
        ("checkers", "engine:protocol=hub,cmd=sh,port=7", "only protocol=dxp has it"),
        ("checkers", "engine:protocol=dxp,cmd=sh,letters=plain", "only protocol=hub has it"),
        ("checkers", "engine:protocol=dxp,port=0", "from 1 to 65535"),
        ("checkers:rules=course", "engine:protocol=hub,cmd=sh", "should be line"),
        ("2048", "engine:protocol=line,cmd=sh,timeout=0s", "timeout=\"0s\""),
        ("cantgoback", "engine:protocol=gtp,cmd=sh", "should be line"),
    ] {
        let error = open(game).unwrap().check_agent(&Spec::parse(agent).unwrap()).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{agent}: {error}");
    }
    open("checkers").unwrap().check_agent(&Spec::parse("engine:protocol=dxp,port=27531").unwrap()).unwrap();
}
