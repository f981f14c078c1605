//! The laws that every reader of text obeys, whatever it is given.

use plywise::{Archive, Game, GameRecord, Ink, Keyed, Notation, Replayed, Rng, TextError};

/// An error is one line that is not endless.
pub(crate) fn one_line(error: &str) {
    assert!(!error.is_empty() && error.len() < 20_000, "{error}");
    assert!(!error.contains(['\n', '\r']), "{error:?}");
}

/// A position that is accepted is written as text that reads as the same position; all its moves have texts that
/// read as them; and it can be drawn. It is handed on.
pub(crate) fn position<G: Notation + Keyed>(pattern: &G, text: &str) -> Option<G> {
    let position = match pattern.read_position(text) {
        Ok(position) => position,
        Err(TextError { message }) => {
            one_line(&message);
            return None;
        }
    };
    let written = position.position_text();
    let again = pattern.read_position(&written).expect("its own text");
    assert_eq!((again.position_text(), again.key()), (written, position.key()));
    assert!(!position.diagram(None, Ink::Plain).is_empty());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(moves.len(), position.move_count());
    for mv in moves {
        assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
        let mut child = position.clone();
        child.play(mv);
        child.diagram(Some(mv), Ink::Color);
    }
    Some(position)
}

/// The law of positions, and for those of a [`Placement`](plywise::grid::Placement): what is read is what the text says, square by
/// square, in letters of either case, its rows divided by `/` or lines.
pub(crate) fn squares<G: Notation + Keyed>(pattern: &G, text: &str) {
    let letters = text.to_uppercase();
    let says = letters.trim().chars().filter(|letter| *letter == '\n' || !letter.is_whitespace());
    let says = says.collect::<String>().replace('\n', "/");
    if let Some(read) = position(pattern, text) {
        assert_eq!(read.position_text(), says, "{text:?}");
    }
}

/// The first line walks into the game, a byte for each ply; the rest is the move. One that is accepted is legal, and
/// its own text reads as it. What more it says is for `says`: the position, the move, and what was given.
pub(crate) fn moves<G: Notation>(start: &G, text: &str, says: impl Fn(&G, G::Move, &str)) {
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
            says(&position, mv, given);
        }
        Err(error) => {
            one_line(&error.to_string());
            assert_eq!(error.legal.len(), legal.len());
            assert!(!error.legal.iter().any(|name| name.eq_ignore_ascii_case(given.trim())), "{given:?}");
        }
    }
}

/// Games come in order, with whole lines for errors, and their moves are legal from where they begin. One without an error that
/// begins at the start is written as one that replays as the same moves. What more it says is for `says`: the game, and the
/// position after its last move.
pub(crate) fn games<G: Archive>(start: &G, text: &str, says: impl Fn(&Replayed<G::Move>, &G)) {
    let mut read = Vec::new();
    if let Err(TextError { message }) = start.replay(text, &mut |game| read.push(game)) {
        one_line(&message);
    }
    let mut line = 1;
    for (i, game) in read.into_iter().enumerate() {
        assert_eq!(game.number, i + 1);
        assert!((line..=text.lines().count()).contains(&game.line), "line {} after {line}", game.line);
        line = game.line;
        let Some(last) = played(start, &game) else { continue };
        says(&game, &last);
        if let Some(error) = &game.error {
            one_line(&error.message);
            assert!(error.ply <= game.moves.len() + 1, "{error}");
        } else if game.start == start.position_text() {
            let record = GameRecord { tags: Vec::new(), moves: game.moves, forfeit: None };
            written(start, &record);
        }
    }
}

/// Where a game's moves lead, each of them legal. None where its head is wrong.
fn played<G: Archive>(start: &G, game: &Replayed<G::Move>) -> Option<G> {
    let begun = start.read_position(&game.start);
    if game.error.as_ref().is_some_and(|error| error.ply == 0) && begun.is_err() {
        return None;
    }
    let mut position = begun.expect("where it begins");
    for &mv in &game.moves {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        assert!(legal.contains(&mv), "{mv:?} in {}", position.position_text());
        position.play(mv);
    }
    Some(position)
}

/// A game that is written is read as the same.
pub(crate) fn written<G: Archive>(start: &G, record: &GameRecord<G::Move>) {
    let written = start.game_text(record);
    let mut again = Vec::new();
    start.replay(&written, &mut |game| again.push(game)).expect("its own text");
    // A transcript of no moves is an empty line, which is no game.
    if !(record.moves.is_empty() && again.is_empty()) {
        assert_eq!(again.len(), 1, "{written}");
        assert!(again[0].error.is_none(), "{written}: {:?}", again[0].error);
        assert_eq!(again[0].moves, record.moves, "{written}");
    }
}

/// So many moves of a game at random.
pub(crate) fn line<G: Game>(start: &G, plies: usize) -> Vec<G::Move> {
    let (mut position, mut rng, mut line) = (start.clone(), Rng::new(plies as u64), Vec::new());
    let mut moves = Vec::new();
    while line.len() < plies && !position.is_over() {
        moves.clear();
        position.moves(&mut moves);
        line.push(moves[rng.index(moves.len())]);
        position.play(line[line.len() - 1]);
    }
    line
}
