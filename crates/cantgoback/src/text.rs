//! Positions as text: `0 0 1/0 120 2 turn=1 score=0:0 ply=0 life=4`.
//!
//! First the rows as in a board file, the top row first, divided by `/`; a cell that was left is as grey as any
//! other. Then fields, all optional for a reader: `turn` (1 or 2), `score` (player 1 : player 2), `ply`, `stuck`
//! (1, 2 or both), and for the whole game `life` (remaining plies of each fruit in the order of the text) and
//! `chance` (`fruit`, `cell`, `value:c3` or `life:c3:120`: what chance decides next).

use std::fmt::Write as _;

use plywise::notation::quote;
use plywise::{Game, Seat, TextError};

use crate::cells::{Cell, Direction};
use crate::fruits::MAX_FRUITS;
use crate::game::{CantGoBack, Pending};
use crate::grid::Grid;
use crate::moves::number;
use crate::options::{Fruits, Rules};
use crate::visible::Visible;

/// More plies than any game has, and a bound for readers.
const MAX_PLY: u16 = 999;

/// The fields that a position may have.
const FIELDS: [&str; 6] = ["turn", "score", "ply", "stuck", "life", "chance"];

/// Rows, turn, score, ply and stuck marks.
pub(crate) fn write_visible(position: &Visible) -> String {
    let mut text = String::new();
    for row in (0..usize::from(position.rules.rows)).rev() {
        for column in 0..usize::from(position.rules.columns) {
            let divider = if column == 0 { "" } else { " " };
            let _ = write!(text, "{divider}{}", cell_number(position, Cell::new(row, column)));
        }
        text.push_str(if row > 0 { "/" } else { " " });
    }
    let [one, two] = position.scores;
    let _ = write!(text, "turn={} score={one}:{two} ply={}", position.mover().0 + 1, position.ply);
    text.push_str(match position.stuck {
        [false, false] => "",
        [true, false] => " stuck=1",
        [false, true] => " stuck=2",
        [true, true] => " stuck=both",
    });
    text
}

fn cell_number(position: &Visible, cell: Cell) -> i32 {
    match position.players.iter().position(|&player| player == cell) {
        Some(player) => player as i32 + 1,
        None if position.closed.has(cell) => -1,
        None => position.fruit_at(cell).map_or(0, i32::from),
    }
}

/// What [`write_visible`] writes, and what is hidden.
pub(crate) fn write_whole(position: &CantGoBack) -> String {
    let mut text = write_visible(&position.visible);
    for (n, slot) in slots_in_text_order(&position.visible).into_iter().enumerate() {
        let lead = if n == 0 { " life=" } else { "," };
        let _ = write!(text, "{lead}{}", position.lives[slot]);
    }
    let _ = match position.pending {
        Pending::Nothing => Ok(()),
        Pending::Fruit => write!(text, " chance=fruit"),
        Pending::Cell => write!(text, " chance=cell"),
        Pending::Value(cell) => write!(text, " chance=value:{cell}"),
        Pending::Life(cell, value) => write!(text, " chance=life:{cell}:{value}"),
    };
    text
}

fn slots_in_text_order(position: &Visible) -> Vec<usize> {
    let mut cells: Vec<_> = position.fruits.iter().collect();
    cells.sort_by_key(|&(_, cell, _)| (std::cmp::Reverse(cell.row()), cell.column()));
    cells.into_iter().map(|(slot, ..)| slot).collect()
}

/// Reads a view under `rules`.
pub(crate) fn read_visible(rules: &Rules, text: &str) -> Result<Visible, TextError> {
    let text = Text::split(text)?;
    for hidden in ["life", "chance"] {
        if text.field(hidden).is_some() {
            return fail(format!("{hidden}: players do not see this; leave the field out of a view"));
        }
    }
    text.visible(rules)
}

/// Reads a position of the whole game under `rules`.
pub(crate) fn read_whole(rules: &Rules, text: &str) -> Result<CantGoBack, TextError> {
    let text = Text::split(text)?;
    let visible = text.visible(rules)?;
    let lives = read_lives(&visible, text.field("life"))?;
    let mut position = CantGoBack { visible, lives, pending: Pending::Nothing };
    if let Some(stage) = text.field("chance") {
        position.pending = read_pending(&position, stage)?;
    }
    Ok(position)
}

fn fail<T>(message: impl std::fmt::Display) -> Result<T, TextError> {
    Err(TextError::new(format!("position: {message}")))
}

/// A position's text, taken apart.
struct Text<'a> {
    rows: &'a str,
    /// The value of each of [`FIELDS`].
    fields: [Option<&'a str>; FIELDS.len()],
}

impl<'a> Text<'a> {
    fn split(text: &'a str) -> Result<Self, TextError> {
        let first = text.find('=').unwrap_or(text.len());
        let start = if first == text.len() {
            first
        } else {
            // The field's name begins after the last blank before its equals sign.
            text[..first].rfind(char::is_whitespace).map_or(0, |blank| blank + 1)
        };
        // `start` may lie inside a blank of several bytes.
        let start = (start..=first).find(|&at| text.is_char_boundary(at)).unwrap_or(first);
        let mut fields = [None; FIELDS.len()];
        for token in text[start..].split_whitespace() {
            let (name, value) = token.split_once('=').unwrap_or((token, ""));
            let Some(index) = FIELDS.iter().position(|&field| field == name) else {
                let known = FIELDS.map(|field| format!("{field}=")).join(" ");
                return fail(format!("{} is no field; after the rows come {known}", quote(token)));
            };
            if fields[index].replace(value).is_some() {
                return fail(format!("the field {name} stands there twice; once is right"));
            }
        }
        Ok(Self { rows: text[..start].trim(), fields })
    }

    fn field(&self, name: &str) -> Option<&'a str> {
        FIELDS.iter().position(|&field| field == name).and_then(|index| self.fields[index])
    }

    fn visible(&self, rules: &Rules) -> Result<Visible, TextError> {
        let grid = read_grid(rules, self.rows)?;
        let stuck = match self.field("stuck") {
            None => [false; 2],
            Some("1") => [true, false],
            Some("2") => [false, true],
            Some("both") => [true; 2],
            Some(other) => return fail(format!("stuck={}: expected 1, 2 or both", quote(other))),
        };
        let ply = self.ply(stuck)?;
        let scores = match self.field("score") {
            None => [0; 2],
            Some(text) => read_scores(rules, text)?,
        };
        let mut position = Visible::new(*rules, &grid);
        for seat in [Seat::FIRST, Seat::SECOND].into_iter().filter(|seat| stuck[seat.index()]) {
            let exits: Vec<_> = position.exits(position.player(seat)).map(Direction::word).collect();
            if !exits.is_empty() {
                let (player, exits) = (seat.0 + 1, exits.join(", "));
                return fail(format!("stuck: player {player} is marked stuck, but it can go {exits}"));
            }
        }
        if stuck != [false; 2] && (ply == 0 || (ply % 2 == 1 && stuck != [true, false])) {
            return fail(format!(
                "stuck: after {ply} plies only {} can have been found stuck",
                if ply == 0 { "nobody" } else { "player 1" }
            ));
        }
        position.set_progress(ply, scores, stuck);
        Ok(position)
    }

    /// The ply from `ply` and `turn`, which must agree: player 1 moves after an even number of plies.
    fn ply(&self, stuck: [bool; 2]) -> Result<u16, TextError> {
        let turn = match self.field("turn") {
            None => None,
            Some("1") => Some(0),
            Some("2") => Some(1),
            Some(other) => return fail(format!("turn={}: expected 1 or 2", quote(other))),
        };
        match self.field("ply") {
            None => Ok(match turn {
                Some(1) => 1,
                _ if stuck != [false; 2] => 2,
                _ => 0,
            }),
            Some(text) => match number::<u16>(text).filter(|&ply| ply <= MAX_PLY) {
                None => fail(format!("ply={}: expected a number from 0 to {MAX_PLY}", quote(text))),
                Some(ply) if turn.is_some_and(|turn| turn != ply % 2) => fail(format!(
                    "turn={} with ply={ply}: player 1 moves after an even number of plies, player 2 after an odd one",
                    3 - (ply % 2 + 1)
                )),
                Some(ply) => Ok(ply),
            },
        }
    }
}

fn read_grid(rules: &Rules, rows: &str) -> Result<Grid, TextError> {
    if rows.is_empty() {
        return fail("no rows; a position is rows such as \"0 1 -1/2 0 120\", then fields such as turn=1");
    }
    let grid = Grid::parse(rows.split(['/', '\n']), "position: ")?;
    let (given, wanted) = ((grid.rows, grid.columns), (usize::from(rules.rows), usize::from(rules.columns)));
    if given != wanted {
        return fail(format!(
            "{} rows of {} cells; this game has {} rows of {}",
            given.0, given.1, wanted.0, wanted.1
        ));
    }
    match grid.fruits.iter().find(|fruit| fruit.1 > rules.max_fruit_score) {
        Some((cell, value)) => {
            let most = rules.max_fruit_score;
            fail(format!(
                "a fruit of {value} at {cell}; under max_fruit_score={most} it is worth 3 to {most}"
            ))
        }
        None => Ok(grid),
    }
}

fn read_scores(rules: &Rules, text: &str) -> Result<[i32; 2], TextError> {
    let limit = rules.score_limit();
    let score = |text: &str| {
        let size: i32 = number(text.strip_prefix('-').unwrap_or(text)).filter(|&size| size <= limit)?;
        Some(if text.starts_with('-') { -size } else { size })
    };
    let pair = text.split_once(':').and_then(|(one, two)| Some([score(one)?, score(two)?]));
    match pair {
        Some(scores) => Ok(scores),
        None => fail(format!(
            "score={}: expected the points of player 1 and player 2 such as 120:-300, each within ±{limit}",
            quote(text)
        )),
    }
}

/// Lives by slot. Where none are given, fruits have what the rules give them: under [`Fruits::Once`] what is left
/// of 2 x short side plies (1 at least), else the longest life.
fn read_lives(position: &Visible, field: Option<&str>) -> Result<[u8; MAX_FRUITS], TextError> {
    let longest = *position.rules.lives().end();
    let count = position.fruits.len();
    let mut lives = [0; MAX_FRUITS];
    let left = match position.rules.fruits {
        Fruits::Once => u16::from(longest).saturating_sub(position.ply).max(1) as u8,
        Fruits::Respawn | Fruits::RespawnCharged => longest,
    };
    let Some(text) = field else {
        lives[..count].fill(left);
        return Ok(lives);
    };
    let read: Option<Vec<u8>> = text
        .split(',')
        .take(MAX_FRUITS + 1)
        .map(|life| number(life).filter(|n| (1..=longest).contains(n)))
        .collect();
    match read {
        Some(read) if position.rules.fruits == Fruits::Once && read.iter().any(|&life| life != left) => {
            fail(format!(
                "life={}: with fruits=once all vanish at the same ply, here {left} from now; leave the field out",
                quote(text)
            ))
        }
        Some(read) if read.len() == count => {
            for (slot, life) in slots_in_text_order(position).into_iter().zip(read) {
                lives[slot] = life;
            }
            Ok(lives)
        }
        _ => fail(format!(
            "life={}: expected for each of the {count} fruits its remaining plies, 1 to {longest}, divided by commas",
            quote(text)
        )),
    }
}

fn read_pending(position: &CantGoBack, text: &str) -> Result<Pending, TextError> {
    let visible = &position.visible;
    if !visible.rules.fruits.respawn() {
        return fail("chance: no fruits appear under fruits=once; leave the field out");
    }
    if visible.ply == 0 || visible.is_over() || !position.has_room() {
        return fail(
            "chance: a fruit appears only after a ply, before the end, while there are fewer than 0.3 fruits \
             for each free cell; leave the field out",
        );
    }
    let free = |text| Cell::parse(text).filter(|&cell| visible.free().has(cell));
    let values = visible.rules.values();
    let mut parts = text.split(':');
    let pending = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some("fruit"), None, ..) => Some(Pending::Fruit),
        (Some("cell"), None, ..) => Some(Pending::Cell),
        (Some("value"), Some(cell), None, _) => free(cell).map(Pending::Value),
        (Some("life"), Some(cell), Some(value), None) => {
            let value = number(value).filter(|value| values.contains(value));
            free(cell).zip(value).map(|(cell, value)| Pending::Life(cell, value))
        }
        _ => None,
    };
    match pending {
        Some(pending) => Ok(pending),
        None => fail(format!(
            "chance={}: expected fruit, cell, value:CELL or life:CELL:POINTS with a free cell such as {} and {} to {} points",
            quote(text),
            visible.free().nth(0).map_or_else(String::new, |cell| cell.to_string()),
            values.start(),
            values.end()
        )),
    }
}
