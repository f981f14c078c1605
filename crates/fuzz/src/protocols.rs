//! Both sides of every protocol: what another program says to our engines, and what another engine answers us.

use std::io::{Cursor, Write};
use std::net::TcpListener;
use std::time::Duration;

use engine::Engine;
use foreign::protocol::draughts::Jump;
use foreign::protocol::{dxp, hub};
use foreign::{CommandLine, Protocol, Question, Settings};
use registry::Kind;

use crate::scratch::with_file;
use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::slow("engine_gtp", |bytes| engine(Protocol::Gtp, bytes)),
    Target::slow("engine_nboard", |bytes| engine(Protocol::NBoard, bytes)),
    Target::slow("engine_hub", |bytes| engine(Protocol::Hub, bytes)),
    Target::slow("engine_dxp", |bytes| engine(Protocol::Dxp, bytes)),
    Target::slow("engine_line", |bytes| engine(Protocol::Line, bytes)),
    Target::slow("client_gtp", |bytes| client(Protocol::Gtp, bytes)),
    Target::slow("client_nboard", |bytes| client(Protocol::NBoard, bytes)),
    Target::slow("client_hub", |bytes| client(Protocol::Hub, bytes)),
    Target::slow("client_dxp", |bytes| client(Protocol::Dxp, bytes)),
    Target::slow("client_line", |bytes| client(Protocol::Line, bytes)),
    Target::quick("dxp_message", |bytes| as_text(bytes, dxp_message)),
    Target::quick("hub_line", |bytes| as_text(bytes, hub_line)),
    Target::quick("nboard_game", |bytes| as_text(bytes, nboard_game)),
    Target::quick("checkerboard", |bytes| as_text(bytes, checkerboard)),
];

/// The first game that is played in a protocol.
fn game(protocol: Protocol) -> Box<dyn Kind> {
    let mut all = games::all().iter().map(|game| games::open(game.named.name).expect("it is in the list"));
    all.find(|kind| kind.dialect().has(protocol)).expect("every protocol has a game")
}

/// Whatever is said, the engine answers in text and ends with its input.
fn engine(protocol: Protocol, bytes: &[u8]) {
    let mut out = Vec::new();
    let mut engine = Engine::new(game(protocol).name(), Some("random"), protocol, 1).expect("they fit");
    engine.talk(Cursor::new(bytes.to_vec()), &mut out).expect("a vector takes everything");
    assert!(std::str::from_utf8(&out).is_ok());
}

/// Says what it has to say, whatever it is asked, waits until that has been looked at, and ends.
const SAYS: &str = "cat \"$0\"; exec sleep 0.05";
/// Nobody waits so long: the engine ends before.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whatever an engine says, we have a legal move or one line that says why there is none.
fn client(protocol: Protocol, bytes: &[u8]) {
    let kind = game(protocol);
    let live = kind.live(0, None).expect("every game begins");
    let (start, legal) = (live.position(), live.moves());
    let question = Question {
        game: kind.name(),
        story: Some(1),
        seat: 0,
        start: &start,
        moves: &[],
        position: &start,
        legal: &legal,
        time: None,
    };
    let ask = |settings: Settings| {
        let mut engine = foreign::Engine::new(Settings { startup: PATIENCE, patience: PATIENCE, ..settings });
        for _ in 0..2 {
            match engine.ask(&question, None) {
                Ok(answer) => assert!(answer.choice < legal.len()),
                Err(failure) => return laws::one_line(&failure.to_string()),
            }
        }
    };
    if protocol == Protocol::Dxp {
        return with_listener(bytes, |port| {
            ask(Settings { port: Some(port), ..Settings::new(None, protocol, kind.dialect()) });
        });
    }
    with_file(protocol.name(), bytes, |path| {
        let arguments = vec!["-c".into(), SAYS.into(), path.display().to_string()];
        let command = CommandLine { program: "/bin/sh".into(), arguments };
        ask(Settings::new(Some(command), protocol, kind.dialect()));
    });
}

/// Whoever connects is told the bytes, heard out and left.
fn with_listener(bytes: &[u8], ask: impl FnOnce(u16)) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (mut socket, _) = listener.accept().expect("somebody connects");
            let _ = socket.write_all(bytes).and_then(|()| socket.shutdown(std::net::Shutdown::Write));
            let _ = std::io::copy(&mut socket, &mut std::io::sink());
        });
        ask(port);
    });
}

/// A message that is understood is written as one that is understood as the same.
fn dxp_message(text: &str) {
    match dxp::Message::read(text) {
        Ok(message) => {
            let written = message.write();
            let again = dxp::Message::read(&written).unwrap_or_else(|why| panic!("{written:?}: {why}"));
            assert_eq!(again.write(), written);
        }
        Err(why) => laws::one_line(&why),
    }
}

fn hub_line(text: &str) {
    let (_, fields) = hub::fields(text);
    for value in ["move", "pos", "name"].iter().filter_map(|name| fields.get(name)) {
        if let Some(jump) = Jump::of_hub(value) {
            assert_eq!(Jump::of_hub(&jump.hub()), Some(jump));
        }
        assert_eq!(
            hub::fields(&format!("x y={}", hub::value(value))).1.get("y"),
            Some(&*value.replace('"', "'"))
        );
    }
    let draughts = game(Protocol::Hub).dialect().draughts.expect("it has the protocol");
    if let Err(why) = (draughts.read_hub_position)(text, foreign::protocol::draughts::Letters::Plain) {
        laws::one_line(&why);
    }
}

fn nboard_game(text: &str) {
    let squares = game(Protocol::NBoard).dialect().squares.expect("it has the protocol");
    if let Err(why) = (squares.read_game)(text) {
        laws::one_line(&why);
    }
    let _ = (squares.read_move)(text);
}

/// What CheckerBoard commands; the reply goes into its status bar.
fn checkerboard(text: &str) {
    let (_, reply) = checkerboard::answer(text);
    assert!(!reply.contains('\0') || text.contains('\0'));
}
