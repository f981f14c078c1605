//! Messages of DamExchange (Grabner & Sanders; mesander.nl/damexchange): ASCII, fields of fixed width, at most 127
//! characters, each followed by a zero byte on a socket.

use super::draughts::Jump;

/// What ends a message on a socket.
pub const END: u8 = 0;
/// No message is longer, in characters.
const LONGEST: usize = 127;
/// Width of a program's name.
const NAME: usize = 32;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    GameRequest {
        /// Who asks.
        initiator: String,
        /// Whether the follower plays White.
        follower_is_white: bool,
        /// Minutes for each player's whole game, 0 to 999.
        minutes: u32,
        /// Moves of the whole game, 0 to 999; 0: no limit.
        moves: u32,
        /// Who is to move (`W`, `Z`) and the squares; None for the start of the game.
        position: Option<(char, String)>,
    },
    /// `A`: the follower answers.
    GameAccept {
        /// Who answers.
        follower: String,
        /// `0` yes, `1` not this version of the protocol, `2` not now, `3` not this game.
        code: char,
    },
    /// `M`: a move.
    Move {
        /// Seconds it took, 0 to 9999.
        seconds: u32,
        /// The move.
        jump: Jump,
    },
    /// `E`: the game is over, said instead of a move, and confirmed by the same message.
    GameEnd {
        /// `0` for no reason given, `1` I lose, `2` drawn, `3` I win.
        reason: char,
        /// Whether no further game should follow.
        is_last: bool,
    },
    /// `C`: something to read.
    Chat(String),
    /// `B`: a wish to go back to a move.
    BackRequest {
        /// The move's number, from 1.
        number: u32,
        /// Whether White was to move there.
        white: bool,
    },
    /// `K`: the answer: `0` yes, `1` not supported, `2` no.
    BackAccept(char),
}

impl Message {
    /// The message as text, without the zero byte.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = match self {
            Self::GameRequest { initiator, follower_is_white, minutes, moves, position } => {
                let follower = side(*follower_is_white);
                let head =
                    format!("R01{}{follower}{:03}{:03}", name(initiator), minutes.min(&999), moves.min(&999));
                match position {
                    None => head + "A",
                    Some((mover, squares)) => format!("{head}B{mover}{squares}"),
                }
            }
            Self::GameAccept { follower, code } => format!("A{}{code}", name(follower)),
            Self::Move { seconds, jump } => {
                let taken: String = jump.taken.iter().map(|square| format!("{square:02}")).collect();
                let (from, to, count) = (jump.from, jump.to, jump.taken.len());
                format!("M{:04}{from:02}{to:02}{count:02}{taken}", seconds.min(&9999))
            }
            Self::GameEnd { reason, is_last } => format!("E{reason}{}", u8::from(*is_last)),
            Self::Chat(text) => format!("C{}", ascii(text)),
            Self::BackRequest { number, white } => format!("B{:03}{}", number.min(&999), side(*white)),
            Self::BackAccept(code) => format!("K{code}"),
        };
        text.truncate(LONGEST);
        text
    }

    /// A text as so many chats as it takes, each of whole words where these fit.
    #[must_use]
    pub fn chats(text: &str) -> Vec<Self> {
        let (text, room) = (ascii(text), LONGEST - 1);
        let mut rest = text.trim();
        let mut chats = Vec::new();
        while rest.len() > room {
            let (piece, after) = rest.split_at(rest[..=room].rfind(' ').filter(|&at| at > 0).unwrap_or(room));
            chats.push(Self::Chat(piece.to_owned()));
            rest = after.trim_start();
        }
        chats.push(Self::Chat(rest.to_owned()));
        chats
    }

    /// Reads a message.
    ///
    /// # Errors
    /// One line that quotes it and says what it should have been.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = |form: &str| format!("the message {text:?} should be {form}");
        // Nothing follows from a chat, however long it is.
        if let Some(chat) = text.strip_prefix('C') {
            return Ok(Self::Chat(ascii(chat)));
        }
        if !text.is_ascii() || text.len() > LONGEST {
            return Err(wrong("ASCII, 127 characters at most"));
        }
        let mut fields = Reader(text.get(1..).unwrap_or_default());
        match text.chars().next() {
            Some('R') => game_request(&mut fields).ok_or_else(|| {
                wrong("R, 01, a name of 32 characters, W or Z, three digits of minutes, three of moves, and A or B")
            }),
            Some('A') => {
                let follower = fields.take(NAME).unwrap_or_default().trim().to_owned();
                let code = fields.char().ok_or_else(|| wrong("A, a name of 32 characters and a digit"))?;
                Ok(Self::GameAccept { follower, code })
            }
            Some('M') => played(&mut fields)
                .ok_or_else(|| wrong("M, four digits of time, from, to, how many are taken, and which: two digits each")),
            Some('E') => {
                let form = || wrong("E, a reason from 0 to 3, and 0 or 1");
                let reason = fields.char().filter(|c| ('0'..='3').contains(c)).ok_or_else(form)?;
                Ok(Self::GameEnd { reason, is_last: fields.char() == Some('1') })
            }
            Some('B') => {
                let request = fields.number(3).zip(fields.side());
                let (number, white) = request.ok_or_else(|| wrong("B, three digits and W or Z"))?;
                Ok(Self::BackRequest { number, white })
            }
            Some('K') => fields.char().map(Self::BackAccept).ok_or_else(|| wrong("K and a digit")),
            _ => Err(wrong("one that begins with R, A, M, E, C, B or K")),
        }
    }
}

fn game_request(fields: &mut Reader<'_>) -> Option<Message> {
    let _version = fields.number(2)?;
    let initiator = fields.take(NAME)?.trim().to_owned();
    let follower_is_white = fields.side()?;
    let (minutes, moves) = (fields.number(3)?, fields.number(3)?);
    let position = match fields.char()? {
        'A' => None,
        'B' => Some((fields.char()?, fields.0.trim_end().to_owned())),
        _ => return None,
    };
    Some(Message::GameRequest { initiator, follower_is_white, minutes, moves, position })
}

fn played(fields: &mut Reader<'_>) -> Option<Message> {
    let seconds = fields.number(4)?;
    let mut square = || u8::try_from(fields.number(2)?).ok();
    let (from, to, count) = (square()?, square()?, square()?);
    let mut taken = (0..count).map(|_| square()).collect::<Option<Vec<u8>>>()?;
    taken.sort_unstable();
    Some(Message::Move { seconds, jump: Jump { from, to, taken } })
}

/// Takes fields of fixed width from the front.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn take(&mut self, width: usize) -> Option<&'a str> {
        let (field, rest) = self.0.split_at_checked(width)?;
        self.0 = rest;
        Some(field)
    }

    fn char(&mut self) -> Option<char> {
        self.take(1)?.chars().next()
    }

    fn number(&mut self, width: usize) -> Option<u32> {
        self.take(width)?.trim().parse().ok()
    }

    /// Whether it is White.
    fn side(&mut self) -> Option<bool> {
        match self.char()? {
            'W' => Some(true),
            'Z' => Some(false),
            _ => None,
        }
    }
}

const fn side(white: bool) -> char {
    if white { 'W' } else { 'Z' }
}

/// A name in its 32 characters.
fn name(text: &str) -> String {
    format!("{:<32.32}", ascii(text).trim_start())
}

fn ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' }).collect()
}
