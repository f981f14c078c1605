//! The messages of DamExchange and the lines of the Hub protocol.

use foreign::protocol::draughts::Jump;
use foreign::protocol::dxp::Message;
use foreign::protocol::hub::{fields, value};

/// What pydraughts 0.6.7 sends, and the examples of its source.
#[test]
fn messages_of_pydraughts() {
    let text = "R01DXP Client                      Z001000BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
    let message = Message::read(text).unwrap();
    let position = Some(('Z', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww".to_owned()));
    let initiator = "DXP Client".to_owned();
    let expected =
        Message::GameRequest { initiator, follower_is_white: false, minutes: 1, moves: 0, position };
    assert_eq!(message, expected);
    assert_eq!(message.write(), text);
    let text = "R01Tornado voor Windows 4.0        W060065A";
    assert_eq!(Message::read(text).unwrap().write(), text);
    let Message::Move { seconds, jump } = Message::read("M001205250422122320").unwrap() else {
        panic!("a move")
    };
    assert_eq!((seconds, jump.from, jump.to, jump.taken), (12, 5, 25, vec![12, 20, 22, 23]));
}

#[test]
fn every_message_reads_back() {
    let jump = Jump { from: 20, to: 4, taken: vec![8, 16] };
    for message in [
        Message::GameAccept { follower: "plywise".into(), code: '0' },
        Message::Move { seconds: 3, jump },
        Message::Move { seconds: 0, jump: Jump { from: 9, to: 13, taken: vec![] } },
        Message::GameEnd { reason: '2', is_last: true },
        Message::Chat("hello".into()),
        Message::BackRequest { number: 5, white: false },
        Message::BackAccept('1'),
    ] {
        assert_eq!(Message::read(&message.write()), Ok(message));
    }
    let move_text = Message::Move { seconds: 1, jump: Jump { from: 9, to: 13, taken: vec![] } }.write();
    assert_eq!(move_text, "M0001091300");
}

#[test]
fn nothing_longer_than_the_protocol_allows_is_sent() {
    let text = Message::Chat("é".repeat(300)).write();
    assert_eq!((text.len(), text.is_ascii()), (127, true));
    let long = Message::GameAccept { follower: "x".repeat(60), code: '0' };
    assert_eq!(long.write().len(), 34);
}

#[test]
fn a_long_chat_is_said_in_several_and_heard_however_long_it_is() {
    let words = ["position"; 40].join(" ");
    let chats = Message::chats(&words);
    assert!(chats.len() == 3 && chats.iter().all(|chat| chat.write().len() <= 127), "{chats:?}");
    let told = |chat: &Message| chat.write()[1..].to_owned();
    assert_eq!(chats.iter().map(told).collect::<Vec<_>>().join(" "), words);
    let cut: String = Message::chats(&"x".repeat(300)).iter().map(told).collect();
    assert_eq!(cut.len(), 300);
    assert_eq!(Message::chats("short"), [Message::Chat("short".into())]);
    assert_eq!(Message::read(&format!("C{words}é")), Ok(Message::Chat(format!("{words}?"))));
}

#[test]
fn lines_of_the_protocols_own_page() {
    let (word, told) = fields("id name=Scan version=3.0 author=\"Fabien Letouzey\" country=France");
    assert_eq!(
        (word, told.get("author"), told.get("country")),
        ("id", Some("Fabien Letouzey"), Some("France"))
    );
    let (word, told) = fields("  go think");
    assert!(word == "go" && told.has("think") && !told.has("ponder"));
    let (_, told) = fields("info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 pv=\"32-28 17-22\"");
    assert_eq!((told.number("score"), told.get("pv")), (Some(-0.01), Some("32-28 17-22")));
    assert_eq!(told.number("pv"), None);
}

#[test]
fn odd_lines_are_read_as_far_as_they_go() {
    // All fields, in their order: what is printed of them.
    let read = |line: &str| format!("{:?}", fields(line));
    assert_eq!(read(""), r#"("", Fields([]))"#);
    assert_eq!(read("a =b c= \"d"), r#"("a", Fields([("", "b"), ("c", ""), ("\"d", "")]))"#);
    assert_eq!(read("a b=\"c d"), r#"("a", Fields([("b", "c d")]))"#);
    assert_eq!(read("a b=\"c\"d=e"), r#"("a", Fields([("b", "c"), ("d", "e")]))"#);
}

#[test]
fn values_are_quoted_where_they_must_be() {
    for text in ["", "a b", "a=b", "a"] {
        let line = format!("x y={}", value(text));
        assert_eq!(fields(&line).1.get("y"), Some(text));
    }
    assert_eq!(value("say \"no\""), "\"say 'no'\"");
}
