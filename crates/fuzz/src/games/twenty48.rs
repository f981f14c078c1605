//! 2048: positions, moves and recorded games.

use plywise::{GameRecord, Seat};
use twenty48::{Cell, Twenty48};

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("twenty48_position", |bytes| as_text(bytes, position))
        .of("0 |2 |4,|8/|0/|. |-\n|131072 |65536 |3 | spawn| score=12| score=99999999999|\t|#"),
    Target::quick("twenty48_moves", |bytes| {
        as_text(bytes, |text| laws::moves(&Twenty48::START, text, |_, _, _| {}));
    })
    .of("a|b3|c2|d5|=2|=4|=8|U|up|left|R|↑|w|s|\n"),
    Target::quick("twenty48_games", |bytes| as_text(bytes, games)).of(
        "2048 v1;| Event=\"a\";| start=\"|\"|\\|;| moves| a1=2| b2=4| U| L| D| R| score=8| forfeit=\"x\"\
         |#|\n",
    ),
];

/// The values of the text, in order, are the tiles of the board, and its score is the score.
fn position(text: &str) {
    let Some(position) = laws::position(&Twenty48::START, text) else { return };
    let values =
        text.split(|c: char| c.is_whitespace() || c == '/' || c == ',').filter(|value| !value.is_empty());
    let tiles: Vec<u32> = values.take(16).map(|value| value.parse().unwrap_or(0)).collect();
    let board: Vec<u32> = Cell::all().map(|cell| position.board().tile(cell)).collect();
    assert_eq!(tiles, board);
    if let Some((_, score)) = text.split_once("score=") {
        let number: String = score.chars().take_while(char::is_ascii_digit).collect();
        assert_eq!(number.parse(), Ok(position.score()));
    }
}

/// A file of games; and the text as what a game's tags say and why it was given up.
fn games(text: &str) {
    laws::games(&Twenty48::START, text, |game, last| {
        if game.error.is_none() {
            let result = format!("score {}, tile {}", last.score(), last.board().max_tile());
            assert!(game.result.starts_with(&result), "{}", game.result);
        }
    });
    let tags = vec![(text.chars().take(20).collect(), text.to_owned())];
    let moves = laws::line(&Twenty48::START, text.len() % 60);
    laws::written(
        &Twenty48::START,
        &GameRecord { tags, moves, forfeit: Some((Seat::FIRST, text.to_owned())) },
    );
}
