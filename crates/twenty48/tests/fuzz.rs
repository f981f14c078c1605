//! Readers on text that is nearly right and text that is not: no panic, and what is accepted is what it says.

use plywise::{Archive, Game, GameRecord, Keyed, Notation, Rng, Stochastic, Turn};
use proptest::prelude::*;
use proptest::string::string_regex;
use twenty48::{Board, Cell, Direction, Move, Twenty48};

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

/// A random game from a seed, cut after `plies`.
fn play(seed: u64, plies: usize) -> (Twenty48, Vec<Move>) {
    let mut rng = Rng::new(seed);
    let mut game = Twenty48::START;
    let (mut played, mut moves) = (Vec::new(), Vec::new());
    while played.len() < plies {
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv =
            if game.turn() == Turn::Chance { game.sample(&mut rng) } else { moves[rng.index(moves.len())] };
        game.play(mv);
        played.push(mv);
    }
    (game, played)
}

/// Text with a few characters exchanged, dropped or put in.
fn damaged(text: &str) -> impl Strategy<Value = String> + use<> {
    let characters: Vec<char> = text.chars().collect();
    let edit =
        (any::<prop::sample::Index>(), 0..3u8, prop::sample::select(EDITS.chars().collect::<Vec<_>>()));
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut text = characters.clone();
        for (at, kind, c) in edits {
            let at = at.index(text.len() + 1);
            match kind {
                0 if at < text.len() => text[at] = c,
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, c),
            }
        }
        text.into_iter().collect()
    })
}
const EDITS: &str = "0123456789 /,.-\n\t;=\"\\abcdLURDspawnscoremovestartforfeit#é↑\u{0}";

fn accepted_position_round_trips(text: &str) -> Result<(), TestCaseError> {
    match Twenty48::START.read_position(text) {
        Ok(position) => {
            let written = position.position_text();
            let again = Twenty48::START.read_position(&written).expect("own text");
            prop_assert_eq!(again, position);
            prop_assert_eq!(again.key(), position.key());
            // The values of the text, in order, are the tiles of the board.
            let values =
                text.split(|c: char| c.is_whitespace() || c == '/' || c == ',').filter(|t| !t.is_empty());
            let tiles: Vec<u32> = values.take(16).map(|t| t.parse().unwrap_or(0)).collect();
            let board: Vec<u32> = Cell::all().map(|cell| position.board().tile(cell)).collect();
            prop_assert_eq!(tiles, board);
            prop_assert_eq!(
                text.contains("score="),
                text.contains("score=") && written_score(text, &position)
            );
        }
        Err(error) => {
            prop_assert!(!error.message.is_empty() && !error.message.contains('\n'), "{}", error);
        }
    }
    Ok(())
}

fn written_score(text: &str, position: &Twenty48) -> bool {
    let number: String =
        text.split("score=").nth(1).unwrap_or("").chars().take_while(char::is_ascii_digit).collect();
    number.parse() == Ok(position.score())
}

fn replay_never_lies(text: &str) -> Result<(), TestCaseError> {
    let mut games = Vec::new();
    let whole = Twenty48::START.replay(text, &mut |game| games.push(game));
    if let Err(error) = whole {
        prop_assert!(games.is_empty() && !error.message.contains('\n'));
        return Ok(());
    }
    for game in games {
        if let Some(error) = &game.error {
            prop_assert!(error.ply <= game.moves.len() + 1 && !error.to_string().contains('\n'), "{}", error);
        }
        if text.contains("start") {
            continue;
        }
        let mut position = Twenty48::START;
        for mv in game.moves {
            prop_assert!(position.is_legal(mv));
            position.play(mv);
        }
        if game.error.is_none() {
            prop_assert!(game.result.starts_with(&format!("score {},", position.score())), "{}", game.result);
        }
    }
    Ok(())
}

/// Texts drawn anew in each run: 2,000 where all is tried (`.ci/run`), else 500. Of the two generators this is the one that costs
/// little without optimisation.
fn config() -> ProptestConfig {
    let cases = if crate::whole() { 2_000 } else { 500 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_as_a_position(text in like("\\PC{0,80}")) {
        accepted_position_round_trips(&text)?;
    }

    #[test]
    fn nearly_right_positions(
        cells in prop::collection::vec(0..36usize, 15..=17),
        spawn: bool,
        score in prop::option::of(0..100_000_000u32),
    ) {
        let words = ["0", "2", "4", "8", ".", "-", "131072", "3", "65536"];
        let mut text: String =
            cells.into_iter().flat_map(|drawn| [words[drawn % 9], [" ", ",", "/", "\n"][drawn / 9]]).collect();
        text += if spawn { " spawn" } else { "" };
        text += &score.map_or(String::new(), |score| format!(" score={score}"));
        accepted_position_round_trips(&text)?;
    }

    #[test]
    fn damaged_positions(
        text in (any::<u64>(), 0..300usize).prop_flat_map(|(seed, plies)| damaged(&play(seed, plies).0.position_text()))
    ) {
        accepted_position_round_trips(&text)?;
    }

    #[test]
    fn any_text_as_a_move(text in like("\\PC{0,12}|[a-dA-D][0-5]=[0-9]{1,2}|[urdlwasURDL↑→↓←]{0,2}"), seed: u64, plies in 0..200usize) {
        let game = play(seed, plies).0;
        match game.read_move(&text) {
            Ok(mv) => {
                prop_assert!(game.is_legal(mv));
                prop_assert_eq!(game.read_move(&game.move_text(mv)), Ok(mv));
            }
            Err(error) => {
                prop_assert_eq!(error.legal.len(), game.move_count());
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }

    #[test]
    fn any_text_as_games(text in like("(2048 v1;)?\\PC{0,120}")) {
        replay_never_lies(&text)?;
    }

    #[test]
    fn damaged_games(
        text in (any::<u64>(), 0..120usize).prop_flat_map(|(seed, plies)| {
            let tags = vec![("Event".to_owned(), "a \"b\"; c".to_owned())];
            damaged(&Twenty48::START.game_text(&GameRecord { tags, moves: play(seed, plies).1, forfeit: None }))
        })
    ) {
        replay_never_lies(&text)?;
    }

    #[test]
    fn written_games_replay(seed: u64, plies in 0..400usize, name in like("\\PC{0,20}"), value in like("\\PC{0,40}"), forfeit in prop::option::of("\\PC{0,40}")) {
        let (game, moves) = play(seed, plies);
        let forfeit = forfeit.map(|why| (plywise::Seat::FIRST, why));
        let text = Twenty48::START.game_text(&GameRecord { tags: vec![(name, value)], moves: moves.clone(), forfeit });
        prop_assert_eq!(text.matches('\n').count(), 1);
        let mut games = Vec::new();
        Twenty48::START.replay(&text, &mut |game| games.push(game)).unwrap();
        prop_assert_eq!(games.len(), 1);
        prop_assert_eq!(&games[0].error, &None);
        prop_assert_eq!(&games[0].moves, &moves);
        let result = format!("score {}, tile {}", game.score(), game.board().max_tile());
        prop_assert!(games[0].result.starts_with(&result));
    }

    #[test]
    fn any_ranks_make_a_board_or_are_refused(ranks: [u8; 16], small in 1..40u8) {
        let ranks = ranks.map(|rank| rank % small);
        let sum: u64 = ranks.iter().map(|&r| if r == 0 { 0 } else { 1u64 << r }).sum();
        match Board::from_ranks(ranks) {
            Ok(board) => {
                prop_assert_eq!(board.ranks(), ranks);
                for way in Direction::ALL {
                    prop_assert_eq!(u64::from(board.slide(way).tile_sum()), sum);
                }
            }
            Err(_) => prop_assert!(sum > 262_140 || ranks.iter().any(|&rank| rank > 17)),
        }
    }
}
