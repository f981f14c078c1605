//! WTHOR, the game database of the French federation: a file of games (`.wtb`), and beside it the names of players (`.jou`) and
//! tournaments (`.trn`).
//!
//! The format, as the Fédération Française d'Othello describes it (<https://www.ffothello.org/informatique/la-base-wthor>):
//! numbers are little-endian. Each file begins with 16 bytes: century, year, month and day of its making, the number of games
//! (4 bytes), the number of names (2), the year of the games (2), the side of the board (0 means 8), the kind of games (1:
//! solitaires), the empty squares from which on the theoretical score holds, a byte of nothing. A game is 68 bytes: its
//! tournament, Black and White (2 each), Black's discs at the end and after perfect play, the empty squares counted for the
//! winner, and 60 moves, ten times the row and the column, 0 behind the last; nobody's passes are written. A player is 20
//! bytes and a tournament 26, in Latin-1, the last of them 0.
//!
//! Inside the house such a file is text in GGF, a game a line, the theoretical score as `TH`.

use std::collections::{HashMap, HashSet};

use plywise::{Archive, Game, Notation, Replayed, Seat, TextError, Turn};

use crate::{Move, Othello, Rule, Setup, Size};

const HEAD: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;
const MOVES: usize = 60;
/// Where the moves begin in a game.
const FIRST: usize = 8;

fn start() -> Othello {
    Othello::start(Size::Eight, Setup::Standard, 0)
}

/// What the first 16 bytes say.
struct Head {
    games: usize,
    names: usize,
    year: u16,
}

fn wrong(what: impl AsRef<str>) -> TextError {
    TextError::new(what)
}

fn two(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// The head of a file of `what`, held against its length: `size` bytes for each of its games or names.
fn head(bytes: &[u8], what: &str, size: usize) -> Result<Head, TextError> {
    let Some(head) = bytes.first_chunk::<HEAD>() else {
        let length = bytes.len();
        return Err(wrong(format!(
            "no WTHOR file of {what}: its head has 16 bytes, the whole file {length}"
        )));
    };
    let [_, _, month, day] = [head[0], head[1], head[2], head[3]];
    if month > 12 || day > 31 {
        return Err(wrong(format!(
            "no WTHOR file of {what}: bytes 3 and 4 are {month} and {day}; they are month and day, up to 12 and 31"
        )));
    }
    let games = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    let (names, year) = (usize::from(two(&head[8..])), two(&head[10..]));
    let records = if size == GAME { games } else { names };
    let length = HEAD as u64 + size as u64 * records as u64;
    if bytes.len() as u64 != length {
        return Err(wrong(format!(
            "a damaged WTHOR file: {records} {what}, as its head counts them, take {length} bytes, the file has {}",
            bytes.len()
        )));
    }
    Ok(Head { games, names, year })
}

/// The names in a file beside.
fn names(bytes: &[u8], what: &str, size: usize) -> Result<Vec<String>, TextError> {
    let head = head(bytes, what, size)?;
    let name = |record: &[u8]| {
        let text =
            record.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect::<String>();
        text.trim().to_owned()
    };
    Ok(bytes[HEAD..].chunks_exact(size).take(head.names).map(name).collect())
}

/// The games as text in GGF, a line each. `beside` are the files of players and tournaments, where there are any.
///
/// # Errors
/// One line that says where the file is damaged, or what it holds instead of games on 8x8.
pub fn read(bytes: &[u8], beside: &[Option<Vec<u8>>]) -> Result<String, TextError> {
    let head = head(bytes, "games", GAME)?;
    let (side, kind) = (bytes[12], bytes[13]);
    if ![0, 8].contains(&side) {
        return Err(wrong(format!("games on a board of {side}x{side}; 8x8 is read")));
    }
    if kind != 0 {
        return Err(wrong(format!("the file is of kind {kind}, solitaires; games, kind 0, are read")));
    }
    let list = |at: usize, ending, what, size| {
        let names = beside
            .get(at)
            .and_then(Option::as_deref)
            .map_or(Ok(Vec::new()), |bytes| names(bytes, what, size));
        names.map_err(|error| wrong(format!("the {ending} beside it: {error}")))
    };
    let players = list(0, ".jou", "players", PLAYER)?;
    let tournaments = list(1, ".trn", "tournaments", TOURNAMENT)?;
    let mut text = String::new();
    for (number, record) in (1..).zip(bytes[HEAD..].chunks_exact(GAME)).take(head.games) {
        let line = game(record, head.year, &players, &tournaments);
        text += &line.map_err(|what| wrong(format!("game {number}: {what}")))?;
    }
    Ok(text)
}

fn game(record: &[u8], year: u16, players: &[String], tournaments: &[String]) -> Result<String, String> {
    let name = |names: &[String], at: usize, what: &str| {
        let number = two(&record[at..]);
        let name = names.get(usize::from(number)).filter(|name| !name.is_empty());
        escaped(&name.cloned().unwrap_or_else(|| format!("{what} {number}")))
    };
    let (event, black, white) =
        (name(tournaments, 0, "tournament"), name(players, 2, "player"), name(players, 4, "player"));
    let (score, theory) = (record[6], record[7]);
    if score > 64 || theory > 64 {
        return Err(format!("scores of {score} and {theory} discs; a board has 64"));
    }
    let points = 2 * i32::from(score) - 64;
    let mut text = format!(
        "(;GM[Othello]PC[WTHOR]EV[{event}]DT[{year}]PB[{black}]PW[{white}]RE[{points:+}.000]TH[{theory}]TY[8]BO[8 \
         -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    );
    let mut position = start();
    let moves = &record[FIRST..];
    let played = moves.iter().position(|&mv| mv == 0).unwrap_or(MOVES);
    if let Some(late) = moves[played..].iter().position(|&mv| mv != 0) {
        return Err(format!("a move stands behind the end of its moves, at place {}", played + late + 1));
    }
    for &byte in &moves[..played] {
        let (row, column) = (byte / 10, byte % 10);
        // Neither is what is no square: ten times the row and the column, each 1 to 8.
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            text += &format!("{}[{byte}]", letter(&position));
            break;
        }
        if let Ok(pass) = position.read_move("pass") {
            text += &format!("{}[PA]", letter(&position));
            position.play(pass);
        }
        let square = format!("{}{row}", char::from(b'a' + column - 1));
        text += &format!("{}[{}]", letter(&position), square.to_uppercase());
        // What is not legal is told where the text is read, with what was.
        match position.read_move(&square) {
            Ok(mv) => position.play(mv),
            Err(_) => break,
        }
    }
    Ok(text + ";)\n")
}

fn letter(position: &Othello) -> char {
    if position.turn() == Turn::Seat(Seat::FIRST) { 'B' } else { 'W' }
}

/// A value in GGF.
fn escaped(name: &str) -> String {
    let plain = name.replace(char::is_control, " ");
    plain.replace('\\', "\\\\").replace(']', "\\]")
}

/// The files of games in GGF: games, players, tournaments. `made` is the day of their making: year, month, day.
///
/// # Errors
/// One line: a game that is not by the rules, or not from the start on 8x8; more names than the format has numbers for.
pub fn write(text: &str, made: (u16, u8, u8)) -> Result<Vec<Vec<u8>>, TextError> {
    let mut games = Vec::new();
    start().replay(text, &mut |game| games.push(game))?;
    let (mut players, mut tournaments) = (Names::of(PLAYER, "players"), Names::of(TOURNAMENT, "tournaments"));
    let mut records = Vec::new();
    for game in &games {
        let at = |what: String| wrong(format!("game {}: {what}", game.number));
        if let Some(error) = &game.error {
            return Err(at(error.to_string()));
        }
        if game.start != start().position_text() {
            return Err(at("WTHOR holds games from the usual start on 8x8, no others".to_owned()));
        }
        let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value);
        for number in
            [tournaments.number(tag("Event"))?, players.number(tag("Black"))?, players.number(tag("White"))?]
        {
            records.extend(number.to_le_bytes());
        }
        let score = black_discs(game);
        let theory = tag("TH").parse().ok().filter(|discs| *discs <= 64);
        records.extend([score, theory.unwrap_or(score)]);
        let squares = game.moves.iter().filter_map(|mv| mv.index());
        let mut moves: Vec<u8> = squares.map(|index| 10 * (index / 8 + 1) + index % 8 + 1).collect();
        moves.resize(MOVES, 0);
        records.extend(moves);
    }
    let year = games.iter().find_map(|game| {
        let date = &game.tags.iter().find(|(tag, _)| tag == "Date")?.1;
        date.get(..4)?.parse().ok()
    });
    let head = |games: usize, names: usize, year: u16, side: u8| {
        let (made, month, day) = made;
        let mut head = vec![(made / 100) as u8, (made % 100) as u8, month, day];
        head.extend((games as u32).to_le_bytes());
        head.extend((names as u16).to_le_bytes());
        head.extend(year.to_le_bytes());
        head.extend([side, 0, 0, 0]);
        head
    };
    let listed = |names: Names| [head(0, names.records.len(), 0, 0), names.records.concat()].concat();
    let file = [head(games.len(), 0, year.unwrap_or(made.0), 8), records].concat();
    Ok(vec![file, listed(players), listed(tournaments)])
}

/// Black's discs, the empty squares counted for the winner; of a game without an end as its result says, or else as it stands.
fn black_discs(game: &Replayed<Move>) -> u8 {
    let mut position = start().scored(Rule::WinnerTakesEmpties);
    game.moves.iter().for_each(|&mv| position.play(mv));
    let claimed = game.result.rsplit(' ').next().and_then(|points| points.parse().ok());
    let points = match claimed {
        Some(points) if !position.is_over() => points,
        _ => position.payoff(Seat::FIRST),
    };
    ((64 + points.clamp(-64, 64)) / 2) as u8
}

/// Names by their numbers, in the order in which they come.
struct Names {
    size: usize,
    what: &'static str,
    numbers: HashMap<String, u16>,
    taken: HashSet<Vec<u8>>,
    records: Vec<Vec<u8>>,
}

impl Names {
    fn of(size: usize, what: &'static str) -> Self {
        Self { size, what, numbers: HashMap::new(), taken: HashSet::new(), records: Vec::new() }
    }

    /// The number of a name. What is too long is cut, and told from others that are cut alike by `~2`, `~3`.
    fn number(&mut self, name: &str) -> Result<u16, TextError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = u16::try_from(self.records.len()).ok().filter(|&number| number < u16::MAX);
        let number = number
            .ok_or_else(|| wrong(format!("more than 65535 {}, which WTHOR cannot number", self.what)))?;
        let latin: Vec<u8> = name.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        let mut record = Vec::new();
        for same in 1.. {
            let mark = if same == 1 { String::new() } else { format!("~{same}") };
            record =
                latin.iter().copied().filter(|&byte| byte != 0).take(self.size - 1 - mark.len()).collect();
            record.extend(mark.bytes());
            if self.taken.insert(record.clone()) {
                break;
            }
        }
        record.resize(self.size, 0);
        self.records.push(record);
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }
}
