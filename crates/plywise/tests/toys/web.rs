//! Positions that hang together in every way: by several ways, in rings, as mirror images. Its own file, as other crates' tests use
//! it, too.

use plywise::book::BookGame;
use plywise::rng::mix;
use plywise::{Game, Notation, Score, Seat, TextError, Turn, TwoPlayer};

/// How the positions hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Each leads to the positions of its row; one without a row is followed by that ten times as far and one.
    Written(&'static [&'static [u16]]),
    /// So many, drawn; the game ends beyond the last.
    Onwards { seed: u64, size: u16 },
    /// So many, drawn, from which one comes back; every seventh is an end.
    Rings { seed: u64, size: u16 },
}

/// A position: its number and the seat to move. The mirrored one is the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Web {
    pub shape: Shape,
    pub at: u16,
    pub seat: Seat,
    pub mirrored: bool,
}

impl Web {
    pub fn new(shape: Shape) -> Self {
        Self { shape, at: 0, seat: Seat::FIRST, mirrored: false }
    }

    pub fn draw(&self, seed: u64, salt: u64) -> u64 {
        mix(seed ^ mix(u64::from(self.at) << 16 | salt))
    }

    fn next(&self) -> Vec<u16> {
        match self.shape {
            Shape::Written(rows) => match rows.get(usize::from(self.at)) {
                Some(row) => row.to_vec(),
                None => vec![10 * self.at + 1],
            },
            Shape::Onwards { size, .. } if self.at >= size => Vec::new(),
            Shape::Onwards { seed, .. } => {
                let step = |way| self.at + 1 + (self.draw(seed, way) % 9) as u16;
                (0..1 + self.draw(seed, 90) % 3).map(step).collect()
            }
            Shape::Rings { .. } if self.at % 7 == 6 => Vec::new(),
            Shape::Rings { seed, size } => {
                let step = |way| (self.draw(seed, way) % u64::from(size)) as u16;
                (0..1 + self.draw(seed, 90) % 3).map(step).collect()
            }
        }
    }
}

impl Game for Web {
    type Move = u8;

    fn turn(&self) -> Turn {
        Turn::Seat(self.seat)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend((0..self.next().len()).map(|way| way as u8));
    }

    fn play(&mut self, way: u8) {
        let seat = self.seat.other();
        *self = Self { at: self.next()[usize::from(way)], seat, mirrored: way == 1, ..*self };
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let first = (self.draw(1, 91) % 5) as i32 - 2;
        if seat == Seat::FIRST { first } else { -first }
    }
}

impl TwoPlayer for Web {}

impl Notation for Web {
    fn position_text(&self) -> String {
        format!("{} {}{}", self.at, self.seat.index(), if self.mirrored { "'" } else { "" })
    }

    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(format!("{text:?} is no place with a seat, such as 12 0"));
        let (at, seat) = text.split_once(' ').ok_or_else(wrong)?;
        let mirrored = seat.ends_with('\'');
        let seat = Seat(seat.trim_end_matches('\'').parse().ok().filter(|&seat| seat < 2).ok_or_else(wrong)?);
        Ok(Self { at: at.parse().map_err(|_| wrong())?, seat, mirrored, ..*self })
    }

    fn move_text(&self, way: u8) -> String {
        format!("w{way}")
    }
}

/// Ends count their points, and those of two points as won or lost, so that distances come in.
impl BookGame for Web {
    const UNIT: i32 = 1;

    fn canonical(&self) -> Self {
        Self { mirrored: false, ..*self }
    }

    fn finished(&self, seat: Seat) -> Score {
        match self.payoff(seat) {
            2 => Score::won_in(0),
            -2 => Score::lost_in(0),
            points => Score::heuristic(points),
        }
    }
}
