//! WTHOR: a file made by hand, what is cut off or damaged, and the way back.

use othello::{Othello, Setup, Size, wthor};
use plywise::{Archive, Game, Replayed, Rng, Seat};

type Games = Vec<Replayed<othello::Move>>;

fn replay(text: &str) -> Games {
    let mut games = Vec::new();
    Othello::start(Size::Eight, Setup::Standard, 0).replay(text, &mut |game| games.push(game)).unwrap();
    games
}

/// White is wiped out after nine moves: 13 discs, and the 51 empty squares to the winner.
const WIPED_OUT: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

fn head(games: u32, names: u16, year: u16) -> Vec<u8> {
    [&[20, 26, 11, 25][..], &games.to_le_bytes(), &names.to_le_bytes(), &year.to_le_bytes(), &[0; 4]].concat()
}

fn record(event: u16, black: u16, white: u16, score: u8, moves: &[u8]) -> Vec<u8> {
    let mut record: Vec<u8> = [event, black, white].iter().flat_map(|number| number.to_le_bytes()).collect();
    record.extend([score, 40]);
    record.extend(moves);
    record.resize(68, 0);
    record
}

fn listed(names: &[&[u8]], size: usize) -> Vec<u8> {
    let mut bytes = head(0, names.len() as u16, 0);
    for name in names {
        bytes.extend(*name);
        bytes.resize(bytes.len() - name.len() + size, 0);
    }
    bytes
}

fn file() -> Vec<u8> {
    [head(2, 0, 1987), record(0, 1, 0, 64, &WIPED_OUT), record(1, 0, 7, 30, &[56, 46])].concat()
}

fn beside() -> Vec<Option<Vec<u8>>> {
    vec![Some(listed(&[b"Bob ] \\", b"Andr\xe9"], 20)), Some(listed(&[b"Meijin", b"Open"], 26))]
}

#[test]
fn a_file_made_by_hand_is_read() {
    let games = replay(&wthor::read(&file(), &beside()).unwrap());
    let tag = |at: usize, name: &str| {
        games[at].tags.iter().find(|(tag, _)| tag == name).map_or("", |(_, value)| value).to_owned()
    };
    assert_eq!(games.len(), 2);
    assert_eq!((&games[0].error, games[0].moves.len(), games[0].result.as_str()), (&None, 9, "+13"));
    let first = ["Black", "White", "Event", "Date", "TH"].map(|name| tag(0, name));
    assert_eq!(first, ["André", "Bob ] \\", "Meijin", "1987", "40"]);
    assert_eq!((games[1].line, games[1].result.as_str()), (2, "unfinished, claimed -4"));
    assert_eq!((tag(1, "White"), tag(1, "Event")), ("player 7".into(), "Open".into()));
    assert_eq!(games[1].moves.iter().map(ToString::to_string).collect::<String>(), "f5f4");
    // Without the files beside it numbers stand for names.
    let games = replay(&wthor::read(&file(), &[None, None]).unwrap());
    assert!(games[0].tags.contains(&("Black".into(), "player 1".into())), "{:?}", games[0].tags);
}

#[test]
fn every_prefix_is_refused_in_one_line() {
    let whole = file();
    for length in 0..whole.len() {
        let error = wthor::read(&whole[..length], &[]).expect_err("it is cut off").to_string();
        let wanted = if length < 16 {
            "its head has 16 bytes"
        } else {
            "2 games, as its head counts them, take 152 bytes"
        };
        assert!(error.contains(wanted) && error.ends_with(&length.to_string()), "{error}");
    }
    let [Some(players), _] = &beside()[..] else { panic!("there are players") };
    let error = wthor::read(&whole, &[Some(players[..30].to_vec()), None]).unwrap_err().to_string();
    assert_eq!(
        error,
        "the .jou beside it: a damaged WTHOR file: 2 players, as its head counts them, take 56 bytes, the file has 30"
    );
}

#[test]
fn what_is_wrong_inside_is_named() {
    for (at, byte, wanted) in [
        (2, 13, "bytes 3 and 4 are 13 and 25; they are month and day, up to 12 and 31"),
        (3, 32, "bytes 3 and 4 are 11 and 32"),
        (12, 10, "games on a board of 10x10; 8x8 is read"),
        (13, 1, "the file is of kind 1, solitaires"),
        (22, 65, "game 1: scores of 65 and 40 discs"),
        (26, 0, "game 1: a move stands behind the end of its moves, at place 4"),
    ] {
        let mut bytes = file();
        bytes[at] = byte;
        let error = wthor::read(&bytes, &[]).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
    // What is no legal move, or no square at all, breaks its game and no other.
    for (byte, wanted) in
        [(11, "ply 2: White \"a1\" is not legal"), (90, "W[90] is no move"), (19, "W[19] is no move")]
    {
        let mut bytes = file();
        bytes[25] = byte;
        let games = replay(&wthor::read(&bytes, &[]).unwrap());
        let error = games[0].error.as_ref().unwrap().to_string();
        assert!(error.contains(wanted), "{error}");
        assert_eq!((games.len(), &games[1].error), (2, &None));
    }
}

/// Random games, some with passes, some cut short, to bytes and back.
#[test]
fn what_is_written_is_read_again() {
    let mut text = String::new();
    let mut passes = 0;
    for seed in 0..40 {
        let (mut position, mut rng) = (Othello::start(Size::Eight, Setup::Standard, 0), Rng::new(seed));
        let mut line = String::new();
        let most = if seed % 8 == 7 { 20 } else { 200 };
        for _ in 0..most {
            if position.is_over() {
                break;
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let mv = moves[rng.index(moves.len())];
            passes += usize::from(mv.is_pass());
            let colour = if position.turn() == plywise::Turn::Seat(Seat::FIRST) { 'B' } else { 'W' };
            line += &format!("{colour}[{}]", if mv.is_pass() { "PA".into() } else { mv.to_string() });
            position.play(mv);
        }
        let result = if position.is_over() { position.payoff(Seat::FIRST) } else { 6 };
        text += &format!(
            "(;GM[Othello]EV[a match of which the name is long]DT[2024]PB[the player of the long name {}]PW[b]\
             RE[{result:+}.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]{line};)\n",
            seed % 3
        );
    }
    assert!(passes > 0);
    let files = wthor::write(&text, (2026, 11, 25)).unwrap();
    assert_eq!(
        (files[0].len(), &files[0][..4], &files[0][10..13]),
        (16 + 40 * 68, &[20, 26, 11, 25][..], &[232, 7, 8][..])
    );
    let beside: Vec<Option<Vec<u8>>> = files[1..].iter().cloned().map(Some).collect();
    let again = wthor::read(&files[0], &beside).unwrap();
    let (first, second) = (replay(&text), replay(&again));
    for (one, other) in first.iter().zip(&second) {
        assert_eq!((&one.moves, &other.error), (&other.moves, &None));
        let unfinished = one.result.starts_with("unfinished");
        assert_eq!(unfinished, other.result.starts_with("unfinished"));
        assert!(!unfinished || one.result == other.result, "{} {}", one.result, other.result);
    }
    assert_eq!(first.len(), second.len());
    let black =
        |game: &Replayed<othello::Move>| game.tags.iter().find(|(tag, _)| tag == "Black").unwrap().1.clone();
    let names: Vec<String> = second.iter().take(3).map(black).collect();
    assert_eq!(
        names,
        ["the player of the l", "the player of the~2", "the player of the~3"],
        "none is lost, none is two"
    );
    // What was read is written as it was.
    assert_eq!(wthor::write(&again, (2026, 11, 25)).unwrap(), files);
}

#[test]
fn games_that_the_format_cannot_hold_are_refused() {
    let other =
        "(;GM[Othello]BO[8 -------- -------- -------- ---*O--- ---O*--- -------- -------- -------- *]B[d6];)";
    let error = wthor::write(other, (2026, 1, 1)).unwrap_err().to_string();
    assert_eq!(error, "game 1: WTHOR holds games from the usual start on 8x8, no others");
    assert!(wthor::write("f5f5", (2026, 1, 1)).unwrap_err().to_string().starts_with("game 1: ply 2: "));
}
