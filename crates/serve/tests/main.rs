//! What other programs say, and what they must hear. The conversations are written from the protocols' own pages and
//! from what existing programs send.

mod checkers;
mod fuzz;
mod line;
mod othello;
mod partner;

use games::open;
use serve::{Engine, Protocol, protocols};

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
