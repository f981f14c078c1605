//! The laws that every reader of text obeys, whatever it is given.

use plywise::{Archive, Game, GameRecord, Ink, Keyed, Notation, TextError};

/// An error is one line that is not endless.
pub(crate) fn one_line(error: &str) {
    assert!(!error.is_empty() && error.len() < 20_000, "{error}");
    assert!(!error.contains(['\n', '\r']), "{error:?}");
}

/// A position that is accepted is written as text that reads as the same position; all its moves have texts that
/// read as them; and it can be drawn.
pub(crate) fn position<G: Notation + Keyed>(pattern: &G, text: &str) {
    let position = match pattern.read_position(text) {
        Ok(position) => position,
        Err(TextError { message }) => return one_line(&message),
    };
    let written = position.position_text();
    let again = pattern.read_position(&written).expect("its own text");
    assert_eq!((again.position_text(), again.key()), (written, position.key()));
    assert!(position.diagram(None, Ink::Plain).is_ascii() || !position.diagram(None, Ink::Plain).is_empty());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
        let mut child = position.clone();
        child.play(mv);
        child.diagram(Some(mv), Ink::Color);
    }
}

/// The first line walks into the game, a byte for each ply; the rest is the move. One that is accepted is legal, and
/// its own text reads as it.
pub(crate) fn moves<G: Notation>(start: &G, text: &str) {
    let (walk, given) = text.split_once('\n').unwrap_or(("", text));
    let mut position = start.clone();
    let mut legal = Vec::new();
    position.moves(&mut legal);
    for byte in walk.bytes() {
        if legal.is_empty() {
            break;
        }
        position.play(legal[usize::from(byte) % legal.len()]);
        legal.clear();
        position.moves(&mut legal);
    }
    match position.read_move(given) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{given:?}");
            assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
        }
        Err(error) => {
            one_line(&error.to_string());
            assert_eq!(error.legal.len(), legal.len());
        }
    }
}

/// Games come in order, with whole lines for errors. One without an error that begins at the start can be played
/// by the rules, and what is then written replays as the same moves.
pub(crate) fn games<G: Archive>(start: &G, text: &str) {
    let mut read = Vec::new();
    match start.replay(text, &mut |game| read.push(game)) {
        Ok(()) => {}
        Err(TextError { message }) => one_line(&message),
    }
    for (i, game) in read.into_iter().enumerate() {
        assert_eq!(game.number, i + 1);
        assert!((1..=text.lines().count()).contains(&game.line));
        if let Some(error) = &game.error {
            one_line(&error.message);
            assert!(error.ply <= game.moves.len() + 1, "{error}");
            continue;
        }
        if !plays(start, &game.moves) {
            continue; // it says that it begins elsewhere
        }
        let record = GameRecord { tags: Vec::new(), moves: game.moves, forfeit: None };
        let written = start.game_text(&record);
        let mut again = Vec::new();
        start.replay(&written, &mut |game| again.push(game)).expect("its own text");
        // A transcript of no moves is an empty line, which is no game.
        if !(record.moves.is_empty() && again.is_empty()) {
            assert_eq!(again.len(), 1, "{written}");
            assert!(again[0].error.is_none(), "{written}: {:?}", again[0].error);
            assert_eq!(again[0].moves, record.moves, "{written}");
        }
    }
}

fn plays<G: Game>(start: &G, moves: &[G::Move]) -> bool {
    let mut position = start.clone();
    moves.iter().all(|&mv| {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let is_legal = legal.contains(&mv);
        if is_legal {
            position.play(mv);
        }
        is_legal
    })
}
