//! Hub and DamExchange.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use engine::{Engine, Protocol};
use foreign::protocol::dxp::Message;

use crate::partner::Partner;

const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn hub(agent: &str) -> Partner {
    let mut partner = Partner::meet("checkers", agent, Protocol::Hub);
    partner.converse("> hub\n< id name=plywise…");
    assert!(partner.line_with("param name=variant").contains("english"));
    partner.converse("<< wait\n> set-param name=variant value=english\n> init\n< ready");
    partner
}

/// What pydraughts 0.6.7 sends for an English game, with its inverted letter: Black is to move at the start.
#[test]
fn pydraughts_asks_for_a_move() {
    let mut partner = hub("alphabeta:depth=3");
    partner.converse(&format!("> pos pos={START}\n> level move-time=1\n> go think"));
    let done = partner.line_with("done move=");
    let mv = done.strip_prefix("done move=").unwrap().split(' ').next().unwrap().to_owned();
    assert!(["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"].contains(&mv.as_str()), "{done}");
    // The reply of White, and then a capture: from, to, and what is taken.
    partner.converse(&format!("> pos pos={START} moves=\"11-15 22-18\"\n> level depth=2\n> go think"));
    let done = partner.line_with("done move=");
    assert!(done.starts_with("done move=15x22x18"), "{done}");
    partner.converse("> ping\n< pong\n> quit");
    partner.ended();
}

#[test]
fn captures_come_in_any_order_and_positions_without_their_past() {
    let mut partner = hub("alphabeta:depth=1");
    partner.converse("> pos pos=BeeeeeeeeeeebeeebeweeeeeWeeeeeeee moves=\"24x15x19\"\n< error message=…");
    partner.converse("> pos pos=BeeeeeeeeeeebeeebeweeeeeWeeeeeeee\n> level depth=3\n> go think");
    let done = partner.line_with("done move=");
    assert!(done.contains("move=24-") || done.contains("move=18-"), "White is to move: {done}");
}

/// A program that means its letters plainly is understood as soon as it shows the start or a move.
#[test]
fn plain_letters_are_recognised() {
    let mut partner = hub("alphabeta:depth=1");
    partner.converse("> pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\n> level depth=1\n> go think");
    let done = partner.line_with("done move=");
    let from: u32 = done["done move=".len()..].split(['-', 'x']).next().unwrap().parse().unwrap();
    assert!(from <= 12, "Black moves first: {done}");
    partner.converse("> pos pos=WeeeeeeeeeeebeeebeweeeeeWeeeeeeee\n> go think");
    let done = partner.line_with("done move=");
    assert!(done.contains("move=24-") || done.contains("move=18-"), "W means White from now on: {done}");

    let mut partner = hub("alphabeta:depth=1");
    partner
        .converse("> pos pos=WeeeeeeeeeeebeeebeweeeeeWeeeeeeee moves=\"24-19\"\n> level depth=1\n> go think");
    let done = partner.line_with("done move=");
    assert!(done.contains("move=12") || done.contains("move=16"), "White has moved: {done}");
    partner.converse(
        "> set-param name=letters value=inverted\n> pos pos=WeeeeeeeeeeebeeebeweeeeeWeeeeeeee\n> go think",
    );
    let done = partner.line_with("done move=");
    assert!(done.contains("move=12") || done.contains("move=16"), "as the parameter says: {done}");
    // What was said is not guessed anew, not even at the start.
    partner.converse(
        "> set-param name=letters value=plain
         > pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww
         > pos pos=WeeeeeeeeeeebeeebeweeeeeWeeeeeeee
         > go think",
    );
    let done = partner.line_with("done move=");
    assert!(done.contains("move=24-") || done.contains("move=18-"), "White's turn, as was said: {done}");
}

#[test]
fn a_hub_search_is_interrupted_and_still_answers() {
    let mut partner = hub("pvs:depth=200");
    partner.converse(&format!("> pos pos={START}\n> level infinite\n> go analyze"));
    let info = partner.line_with("info depth=2 ");
    for field in ["score=", "nodes=", "time=", "nps=", "pv=\""] {
        assert!(info.contains(field), "{info}");
    }
    partner.send("ping");
    partner.line_with("pong");
    partner.send("stop");
    partner.line_with("done move=");
    // Pondering has no end but these two.
    partner.converse("> level move-time=0.05\n> go ponder\n> ponder-hit\n<< done move=");
    partner.converse("> go ponder\n> stop\n<< done move=\n> new-game\n> ping\n< pong");
    partner.send("go think");
    partner.send("quit");
    partner.ended();
}

/// The champion's own idea of enough, 200,000 positions, is for those who name no limit; and an answer that nobody wants yet would be
/// taken for that to another question.
#[test]
fn a_hub_search_that_ponders_or_analyses_ends_when_it_is_told_to() {
    let mut partner = hub("champion");
    for (level, go) in [("move-time=1000", "ponder"), ("infinite", "analyze")] {
        partner.converse(&format!("> pos pos={START}\n> level {level}\n> go {go}"));
        let nodes = |info: &str| -> u64 {
            let field = info.split(' ').find_map(|field| field.strip_prefix("nodes=")).expect("a count");
            field.parse().expect("a number")
        };
        while nodes(&partner.line_with("info ")) <= 200_000 {}
        partner.send("stop");
        partner.line_with("done move=");
        partner.converse(&format!("> level depth=1\n> go {go}"));
        partner.line_with("info depth=1 ");
        partner.converse("> ping\n< pong\n> stop\n<< done move=");
    }
    partner.send("level depth=1");
    partner.send("go ponder");
    partner.line_with("info depth=1 ");
    partner.converse("> ponder-hit\n< done move=…\n> quit");
    partner.ended();
}

/// If the standard input is closed, the engine has to end as directly as possible.
#[test]
fn a_hub_engine_ends_with_its_input() {
    let mut partner = hub("pvs:depth=200");
    partner.converse(&format!("> pos pos={START}\n> level infinite\n> go think"));
    partner.line_with("info ");
    partner.hang_up();
}

#[test]
fn what_hub_cannot_follow_is_an_error_message() {
    let mut partner = hub("alphabeta:depth=1");
    partner.converse(
        "> set-param name=variant value=frisian
         < error message=\"variant frisian: only english is played here\"
         > set-param name=threads value=4
         < error message=\"there is no parameter threads…
         > set-param name=letters value=zz
         < error message=\"letters zz: should be plain…
         > level move-time=-1
         < error message=\"level move-time=-1: should be a number…
         > level depth=x
         < error message=\"level depth=x: should be a number…
         > pos pos=Wbb
         < error message=…
         > pos
         < error message=\"pos needs pos=\"
         > whatever this=is
         > ping
         < pong",
    );
    // Black has nothing left.
    partner.converse(
        "> pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew\n> go think\n< error message=\"the game is over…",
    );
}

/// A position that cannot be reached leaves the one before: Black is to move, and Black moves.
#[test]
fn what_hub_cannot_follow_changes_nothing() {
    let mut partner = hub("alphabeta:depth=1");
    partner.converse(
        "> pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww
         > pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 99-18\"
         < error message=\"'99-18' is not a legal move here…
         > level depth=1
         > go think",
    );
    let done = partner.line_with("done ");
    let from: u32 = done.split(['=', '-']).nth(1).and_then(|from| from.parse().ok()).expect(&done);
    assert!(from <= 12, "{done}");
}

/// An initiator that plays the first of its legal moves, which it learns from an engine of its own.
struct Initiator {
    socket: TcpStream,
    rules: Box<dyn registry::LiveGame>,
}

impl Initiator {
    fn send(&mut self, message: &Message) {
        let text = message.write() + "\0";
        self.socket.write_all(text.as_bytes()).expect("the follower listens");
    }

    fn hear(&mut self) -> Message {
        let (mut text, mut byte) = (String::new(), [1]);
        loop {
            assert_eq!(
                self.socket.read(&mut byte).expect("a message"),
                1,
                "the follower hung up after {text:?}"
            );
            if byte[0] == 0 {
                return Message::read(&text).expect("a message of the protocol");
            }
            text.push(char::from(byte[0]));
        }
    }

    /// Plays a game and returns the reason that ended it, as the follower gave it; None if the initiator ended it.
    fn play(&mut self, follower_is_white: bool, minutes: u32, moves: u32) -> Option<char> {
        let position = Some(('Z', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww".to_owned()));
        self.send(&Message::GameRequest {
            initiator: "Test".into(),
            follower_is_white,
            minutes,
            moves,
            position,
        });
        assert_eq!(self.hear(), Message::GameAccept { follower: "plywise".into(), code: '0' });
        let follower = plywise::Seat(u8::from(follower_is_white));
        loop {
            let is_its_turn = match self.rules.turn() {
                Some(plywise::Turn::Seat(seat)) => seat == follower,
                _ => self.rules.position().starts_with('W') == follower_is_white,
            };
            if is_its_turn {
                match self.hear() {
                    Message::Move { jump, .. } => {
                        let legal = self.rules.moves();
                        let path = legal.iter().find(|mv| jump_of(mv).as_ref() == Some(&jump));
                        self.rules.play(path.expect("a legal move")).expect("a legal move");
                    }
                    Message::GameEnd { reason, .. } => {
                        self.send(&Message::GameEnd { reason: '0', is_last: false });
                        return Some(reason);
                    }
                    other => panic!("{other:?}"),
                }
            } else {
                let Some(mv) = self.rules.moves().first().cloned() else {
                    self.send(&Message::GameEnd { reason: '1', is_last: false });
                    assert!(matches!(self.hear(), Message::GameEnd { .. }));
                    return None;
                };
                self.rules.play(&mv).expect("a legal move");
                let jump = jump_of(&mv).expect("a path");
                self.send(&Message::Move { seconds: 1, jump });
            }
        }
    }
}

/// A move of ours as the protocol names it.
fn jump_of(mv: &str) -> Option<foreign::protocol::draughts::Jump> {
    (games::open("checkers").unwrap().dialect().draughts.expect("checkers has them").jump)(mv)
}

fn initiator(address: std::net::SocketAddr) -> Initiator {
    let rules = games::open("checkers").unwrap().live(1, None).unwrap();
    Initiator { socket: TcpStream::connect(address).expect("a follower"), rules }
}

#[test]
fn games_by_damexchange() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().unwrap();
    let follower = std::thread::spawn(move || {
        let mut engine = Engine::new("checkers", Some("alphabeta:depth=4"), Protocol::Dxp, 1).unwrap();
        engine.follow(&listener)
    });
    // Someone who hangs up in the middle stops nobody.
    let mut rude = initiator(address);
    rude.send(&Message::Chat("hello".into()));
    drop(rude);
    let mut won = 0;
    for (follower_is_white, minutes) in [(false, 1), (true, 0)] {
        let mut initiator = initiator(address);
        let reason = initiator.play(follower_is_white, minutes, 0);
        won += u32::from(reason.is_none_or(|reason| reason == '3'));
    }
    assert_eq!(won, 2, "against first moves it should win");
    let mut last = initiator(address);
    assert_eq!(last.play(false, 5, 3), Some('0'), "after three moves each the game is over without a result");
    last.send(&Message::BackRequest { number: 2, white: true });
    assert_eq!(last.hear(), Message::BackAccept('1'));
    last.socket.write_all(b"nonsense\0").unwrap();
    assert!(matches!(last.hear(), Message::Chat(_)));
    last.send(&Message::GameEnd { reason: '0', is_last: true });
    follower.join().expect("no panic").expect("a follower that ends when it is told to");
}

#[test]
fn an_illegal_move_ends_a_game_of_damexchange() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().unwrap();
    let follower = std::thread::spawn(move || {
        let mut engine = Engine::new("checkers", Some("random"), Protocol::Dxp, 1).unwrap();
        engine.follow(&listener)
    });
    let mut initiator = initiator(address);
    let position = Some(('Z', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww".to_owned()));
    initiator.send(&Message::GameRequest {
        initiator: "Test".into(),
        follower_is_white: true,
        minutes: 0,
        moves: 0,
        position,
    });
    assert!(matches!(initiator.hear(), Message::GameAccept { code: '0', .. }));
    initiator.socket.write_all(b"M0001013200\0").unwrap();
    assert!(matches!(initiator.hear(), Message::Chat(why) if why.contains("1-32")));
    assert_eq!(initiator.hear(), Message::GameEnd { reason: '0', is_last: false });
    let position = Some(('Z', "z".into()));
    initiator.send(&Message::GameRequest {
        initiator: "Test".into(),
        follower_is_white: true,
        minutes: 0,
        moves: 0,
        position,
    });
    assert!(matches!(initiator.hear(), Message::GameAccept { code: '3', .. }));
    initiator.send(&Message::GameEnd { reason: '0', is_last: true });
    follower.join().expect("no panic").expect("an end");
}
