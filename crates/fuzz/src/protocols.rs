//! Both sides of every protocol: what another program says to our engines, and what another engine answers us.

use std::io::{Cursor, Write};
use std::net::TcpListener;
use std::time::Duration;

use engine::Engine;
use foreign::protocol::draughts::{Jump, Letters};
use foreign::protocol::{dxp, hub};
use foreign::{CommandLine, Protocol, Question, Settings};
use registry::Kind;

use crate::scratch::with_file;
use crate::{Target, as_text, laws};

/// One of our engines, which begins in less time than another program.
const fn engine_target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { inputs: 200, ..Target::slow(name, run) }
}

pub(crate) const TARGETS: &[Target] = &[
    engine_target("engine_gtp", |bytes| engine(Protocol::Gtp, bytes)).of(
        "\n|play |b |w |f5|PA|genmove |undo|boardsize 4|boardsize 6|clear_board|time_settings 0 0 0\
         |time_settings 1 1 1|time_left b 0 0|time_left w 1e9 7|showboard|final_score|gogui-rules_board\
         |gogui-play_sequence b d3|99 ",
    ),
    engine_target("engine_nboard", |bytes| engine(Protocol::NBoard, bytes))
        .of("\n|nboard 2|set depth 3|set depth -1|set game (;GM[Othello]BO[4 -----O*--*O----- *]B[B1];)\
         |set game (;GM[Othello]BO[6 O];)|move |f5|PA|hint 2|go|ping 1|learn"),
    engine_target("engine_hub", |bytes| engine(Protocol::Hub, bytes)).of(
        "\n|hub|init|pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww| moves=\"11-15 22-18\"\
         |pos pos=BeeeeeeeeeeebeeebeweeeeeWeeeeeeee|pos pos=Bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
         |level move-time=0.001|level time=0 inc=0|level moves=1e18 time=1e-9|level depth=1e99|go think\
         |go ponder|ponder-hit|stop|new-game",
    ),
    engine_target("engine_dxp", |bytes| engine(Protocol::Dxp, bytes)).of(
        "\0|R01x                               W001001A|R01x                               Z000000BZzzzz\
         |M0000111500|M00001115030102|E01|E1|K1|B001W|Chello",
    ),
    engine_target("engine_line", |bytes| engine(Protocol::Line, bytes)).of(
        "\n|{\"type\":\"go\"}|{\"type\":\"go\",\"position\":\"XXXX O\"}\
         |{\"type\":\"new_game\",\"game\":\"2048\"}\
         |{\"type\":\"new_game\",\"game\":\"checkers\",\"position\":\"B:W1:B32\"}\
         |{\"type\":\"go\",\"time\":{\"left_s\":0,\"moves\":0}}\
         |{\"type\":\"go\",\"moves\":[1,\"d3\",null]}",
    ),
    Target::slow("client_gtp", |bytes| client(Protocol::Gtp, bytes)),
    Target::slow("client_nboard", |bytes| client(Protocol::NBoard, bytes)),
    Target::slow("client_hub", |bytes| client(Protocol::Hub, bytes)),
    Target::slow("client_dxp", |bytes| client(Protocol::Dxp, bytes)),
    Target::slow("client_line", |bytes| client(Protocol::Line, bytes)),
    Target::quick("dxp_message", |bytes| as_text(bytes, dxp_message))
        .of("R|A|M|E|C|B|K|01|00|0|12|x          |W|Z|b|w|e|z| |~"),
    Target::quick("hub_line", |bytes| as_text(bytes, hub_line))
        .of("W|B|Z|w|b|z|e|bbbbbbbbbb|eeeeeeeeee|wwwwwwwwww|9|x|-|15|move=|pos=|\"| |="),
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
    for letters in [Letters::Plain, Letters::Inverted] {
        match (draughts.read_hub_position)(text, letters) {
            Ok((fen, letters)) => assert_eq!((draughts.hub_position)(&fen, letters).as_deref(), Some(text)),
            Err(why) => laws::one_line(&why),
        }
    }
    if let Some(jump) = Jump::of_hub(text) {
        assert_eq!(Jump::of_hub(&jump.hub()), Some(jump));
    }
    let _ = ((draughts.jump)(text), (draughts.read_dxp_position)('W', text), (draughts.dxp_position)(text));
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
