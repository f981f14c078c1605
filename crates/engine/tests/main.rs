//! What other programs say, and what they must hear. The conversations are written from the protocols' own pages and
//! from what existing programs send.

mod checkers;
mod gtp;
mod line;
mod nboard;
mod partner;

use engine::{Engine, Protocol, protocols};
use games::open;

#[test]
fn a_protocol_that_does_not_fit_is_refused() {
    for (game, protocol, words) in [
        ("checkers", Protocol::Gtp, "checkers is not played in the protocol gtp; it has: hub, dxp, line"),
        ("othello:size=6", Protocol::Hub, "gtp, nboard, line"),
        ("2048", Protocol::NBoard, "it has: line"),
        ("checkers:rules=course", Protocol::Hub, "it has: line"),
        ("chess", Protocol::Line, "there is no game \"chess\""),
    ] {
        let error = Engine::new(game, None, protocol, 1).err().expect("a refusal").to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = Engine::new("othello", Some("alphabet"), Protocol::Gtp, 1).err().expect("a refusal");
    assert!(error.to_string().contains("did you mean alphabeta?"));
    assert_eq!(protocols(&*open("cantgoback").unwrap()), [Protocol::Line]);
}

/// Whoever asks an engine of ours whose own agent is a program that fails hears of it, as far as the protocol has words, and
/// the conversation ends; no move is made up.
#[cfg(unix)]
#[test]
fn an_agent_that_fails_is_told_of() {
    let board = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let hub = format!("> hub\n<< wait\n> init\n< ready\n> pos pos={board}\n> level depth=1\n> go think");
    for (game, protocol, asked, told) in [
        ("othello", Protocol::Gtp, "> genmove b", "? engine:"),
        ("othello", Protocol::NBoard, "> go", "status engine:"),
        ("checkers", Protocol::Hub, &hub, "error message="),
        (
            "2048",
            Protocol::Line,
            "> {\"type\":\"go\",\"id\":1,\"position\":\"2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0\"}",
            "{\"message\"",
        ),
    ] {
        let mut partner = partner::Partner::meet(game, "engine:cmd=false,protocol=line", protocol);
        partner.converse(asked);
        let line = partner.line_with(told);
        assert!(line.contains("gave no move: start: exit status: 1"), "{game}: {line}");
        assert!(partner.failed().contains("gave no move: start: exit status: 1"));
    }
}
