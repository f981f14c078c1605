//! Players of a host program at the boards of every game.

use std::sync::{Arc, Mutex};

use plywise::{Limits, Turn};
use registry::{Adjudication, Guest, Guests, Kind, LiveGame, Luck, NoMove, Opening, Spec, Unit};

/// What a guest does when it is asked.
type Answer = fn(&dyn LiveGame) -> Result<String, NoMove>;

/// Answers, and keeps what it was shown.
struct Player {
    answer: Answer,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Guest for Player {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, position: Box<dyn LiveGame>, _: &Limits) -> Result<String, NoMove> {
        assert!(matches!(position.turn(), Some(Turn::Seat(_))), "it is asked at its turn");
        self.seen.lock().expect("nobody panics").push(position.position());
        (self.answer)(&*position)
    }
}

fn first(position: &dyn LiveGame) -> Result<String, NoMove> {
    Ok(position.moves().swap_remove(0))
}

/// A game of a guest, alone or against `random`; and what it saw.
fn played(game: &str, answer: Answer) -> (Result<Option<registry::GameSummary>, String>, Vec<String>) {
    let kind = games::open(game).expect("a game");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (name, shown) = (Spec::parse("guest:player=First").expect("a spec"), Arc::clone(&seen));
    let mut guests = Guests::default();
    guests.add(name.clone(), Arc::new(move || Box::new(Player { answer, seen: Arc::clone(&shown) })));
    let kind: Box<dyn Kind> = kind.with_guests(guests);
    let agents = match kind.seats() {
        1 => vec![name.clone()],
        _ => vec![name.clone(), Spec::parse("random").expect("a spec")],
    };
    agents.iter().for_each(|agent| {
        kind.check_options(agent).expect("it may sit down");
        kind.check_agent(agent).expect("it may sit down");
        kind.listed(agent).expect("it is an agent");
    });
    let stranger = Spec::parse("guest:player=Second").expect("a spec");
    kind.check_options(&stranger).expect_err("nobody has brought it along");
    let Luck { start, dice } = Luck::of(7);
    let unit = Unit {
        number: 0,
        seating: (0..kind.seats()).collect(),
        start,
        dice,
        agent_seeds: vec![1; agents.len()],
        opening: Opening::Start,
        clock: None,
        adjudication: Adjudication::default(),
        keep_moves: true,
        players: Vec::new(),
        tags: Vec::new(),
    };
    let mut crew = kind.crew(&agents).expect("agents that can play");
    let game = crew.play(&unit, &Arc::default(), None).map_err(|error| error.to_string());
    let seen = std::mem::take(&mut *seen.lock().expect("nobody panics"));
    (game, seen)
}

#[test]
fn guests_play_every_game_to_its_end() {
    for game in games::all() {
        let (summary, seen) = played(game.named.name, first);
        let summary = summary.expect("a game").expect("it was not broken off");
        assert_eq!(summary.forfeit, None, "{}", game.named.name);
        assert_eq!(summary.spent[0].moves as usize, seen.len(), "{}", game.named.name);
        assert!(seen.len() > 2, "{}: {seen:?}", game.named.name);
    }
}

#[test]
fn what_is_hidden_is_not_shown() {
    let (_, seen) = played("cantgoback:fruits=respawn", first);
    let kind = games::open("cantgoback:fruits=respawn").expect("a game");
    for text in &seen {
        let view = kind.live(0, Some(text)).expect("a position").seen(plywise::Seat::FIRST);
        let made_up = kind.live(0, Some(&view)).expect("a view").position();
        assert_eq!(*text, made_up, "all that is not in the view is as anybody makes it up");
    }
}

#[test]
fn an_illegal_move_costs_the_game_and_a_fault_of_the_host_nobodys() {
    let (summary, _) = played("othello", |_| Ok("z9".into()));
    let (agent, why) = summary.expect("a game").expect("it was not broken off").forfeit.expect("a forfeit");
    assert_eq!(agent, 0);
    assert!(why.starts_with("illegal move: \"z9\"") && why.contains("legal: "), "{why}");
    let (summary, _) = played("othello", |_| Err(NoMove::Forfeit("it has no idea".into())));
    let forfeit = summary.expect("a game").expect("it was not broken off").forfeit;
    assert_eq!(forfeit, Some((0, "it has no idea".to_owned())));
    let (summary, _) = played("othello", |_| Err(NoMove::Broken("no more memory".into())));
    assert_eq!(summary.expect_err("nobody has lost"), "no more memory");
}

/// The numbers are as many as the planes say, and no game is without.
#[test]
fn every_game_has_its_board_as_numbers() {
    for game in games::all() {
        let kind = games::open(game.named.name).expect("a game");
        let mut live = kind.live(3, None).expect("the start");
        live.roll_on();
        for _ in 0..6 {
            let planes = live.planes().expect("planes");
            assert_eq!(planes.values.len(), planes.names.len() * planes.rows * planes.columns);
            assert!(planes.values.iter().all(|value| value.is_finite()));
            let turn = f32::from(u8::from(live.turn() == Some(Turn::Seat(plywise::Seat::FIRST))));
            assert!(
                planes.values[planes.values.len() - planes.rows * planes.columns..]
                    .iter()
                    .all(|&v| v == turn)
            );
            let Some(mv) = live.moves().into_iter().next() else { break };
            live.play(&mv).expect("a legal move");
            live.roll_on();
        }
    }
}
