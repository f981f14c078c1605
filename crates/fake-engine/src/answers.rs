//! What the engine says, protocol by protocol.

use std::io::{Read, Write};
use std::net::TcpListener;

use checkers::Checkers;
use foreign::dialect::Draughts;
use foreign::protocol::draughts::{Jump, Letters};
use foreign::protocol::dxp::Message;
use foreign::protocol::hub::fields;
use othello::{Othello, Size, ggf, names};
use plywise::{Notation, Seat};
use serde_json::{Value, json};

use crate::misdeeds::{Misdeed, Order};

/// A position whose type is forgotten.
trait Board {
    /// Plays a move in the game's own notation; false if it is not legal.
    fn play(&mut self, mv: &str) -> bool;
    /// The first legal move.
    fn first(&self) -> Option<String>;
    /// The position, written.
    fn text(&self) -> String;
}

impl<G: Notation> Board for G {
    fn play(&mut self, mv: &str) -> bool {
        let read = self.read_move(mv);
        if let Ok(mv) = read {
            plywise::Game::play(self, mv);
            return true;
        }
        false
    }

    fn first(&self) -> Option<String> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.first().map(|&mv| self.move_text(mv))
    }

    fn text(&self) -> String {
        self.position_text()
    }
}

fn empty_othello(side: usize) -> Box<dyn Board> {
    Box::new(Othello::start_with(Size::new(side).unwrap_or_default(), Seat::FIRST))
}

fn othello_at(position: &str) -> Option<Box<dyn Board>> {
    let size = Size::new(names::board_side(position)?).unwrap_or_default();
    Some(Box::new(Othello::start_with(size, Seat::FIRST).read_position(position).ok()?))
}

fn english() -> &'static Draughts {
    checkers::door::DIALECT.draughts.expect("checkers is of the family")
}

fn checkers_at(fen: &str) -> Option<Checkers> {
    checkers::start(&checkers::Options::default(), 0).read_position(fen).ok()
}

/// An engine that reads lines.
pub(crate) struct Speaker<'a> {
    order: &'a Order,
    board: Box<dyn Board>,
    questions: u64,
    /// Line protocol: the seed of the game that was last told of, and the board that is kept by the moves told since.
    seed: Value,
    followed: Option<Box<dyn Board>>,
}

impl<'a> Speaker<'a> {
    pub(crate) fn new(order: &'a Order) -> Self {
        Self { order, board: empty_othello(8), questions: 0, seed: Value::Null, followed: None }
    }

    /// What is said to a line: possibly nothing. None ends the engine.
    pub(crate) fn answer(&mut self, line: &str) -> Option<String> {
        match self.order.protocol.as_str() {
            "gtp" => self.gtp(line),
            "nboard" => self.nboard(line),
            "hub" => self.hub(line),
            _ => self.line(line),
        }
    }

    /// A question for a move: the misdeed that is due, and the move that would be right.
    fn question(&mut self) -> (Misdeed, String) {
        self.questions += 1;
        let misdeed = self.order.misdeed_at(self.questions);
        misdeed.commit("");
        (misdeed, self.board.first().unwrap_or_default())
    }

    fn gtp(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let yes = |text: &str| Some(format!("= {text}\n\n"));
        match words[..] {
            ["protocol_version"] => yes("2"),
            ["list_commands"] => {
                yes("play\ngenmove\nset_game\ntime_settings\ntime_left\nboardsize\nclear_board\nquit")
            }
            ["set_game", "Othello"] | ["time_settings" | "time_left", ..] => yes(""),
            ["boardsize", side] => {
                self.board = empty_othello(side.parse().ok()?);
                yes("")
            }
            ["clear_board"] => yes(""),
            ["play", _, mv] if self.board.play(mv) => yes(""),
            ["play", ..] => Some("? illegal move\n\n".into()),
            ["genmove", _] => {
                let (misdeed, mv) = self.question();
                match misdeed {
                    Misdeed::Silent => Some(String::new()),
                    Misdeed::Illegal => yes("A1"),
                    Misdeed::Garbage => yes("what?"),
                    Misdeed::Resign => yes("resign"),
                    _ => {
                        self.board.play(&mv);
                        yes(&mv.to_uppercase())
                    }
                }
            }
            ["quit"] => None,
            _ => Some("? unknown command\n\n".into()),
        }
    }

    fn nboard(&mut self, line: &str) -> Option<String> {
        if let Some(n) = line.strip_prefix("ping ") {
            return Some(format!("pong {n}\n"));
        }
        if let Some(game) = line.strip_prefix("set game ") {
            let game = ggf::read(game).ok()?;
            self.board = othello_at(&game.start)?;
            game.moves.iter().all(|mv| self.board.play(mv)).then_some(())?;
            return Some("status thinking of nothing\n".into());
        }
        match line {
            "go" => {
                let (misdeed, mv) = self.question();
                Some(match misdeed {
                    Misdeed::Silent => String::new(),
                    Misdeed::Illegal => "=== A1/0/0\n".into(),
                    Misdeed::Garbage | Misdeed::Resign => "=== what?\n".into(),
                    _ => format!("nodestats 17 0.01\n=== {}/1.50/0.01\n", names::nboard_move(&mv)),
                })
            }
            "quit" => None,
            _ => Some("set myname Fake\n".into()),
        }
    }

    fn hub(&mut self, line: &str) -> Option<String> {
        let (word, fields) = fields(line);
        Some(match word {
            "hub" => "id name=Fake version=1\nparam name=variant value=normal type=enum values=\"normal english\"\nwait\n".into(),
            "init" => "ready\n".into(),
            "pos" => {
                let (fen, _) = (english().read_hub_position)(fields.get("pos")?, Letters::Inverted).ok()?;
                let mut board = checkers_at(&fen)?;
                for given in fields.get("moves").unwrap_or_default().split_whitespace() {
                    let jump = Jump::of_hub(given)?;
                    let mv = meant(&board, &jump)?;
                    Board::play(&mut board, &mv);
                }
                self.board = Box::new(board);
                String::new()
            }
            "go" => {
                let (misdeed, mv) = self.question();
                match misdeed {
                    Misdeed::Silent => String::new(),
                    Misdeed::Illegal => "done move=1-32\n".into(),
                    Misdeed::Garbage => "done move=what?\n".into(),
                    Misdeed::Resign => "error message=\"no more\"\n".into(),
                    _ => format!(
                        "info depth=3 score=0.25 nodes=17 pv=\"1-2 3-4\"\ndone move={}\n",
                        (english().jump)(&mv)?.hub()
                    ),
                }
            }
            "quit" => return None,
            _ => String::new(),
        })
    }

    fn line(&mut self, line: &str) -> Option<String> {
        let message: Value = serde_json::from_str(line).ok()?;
        Some(match message["type"].as_str()? {
            "hello" => json!({ "type": "hello", "name": "Fake" }).to_string() + "\n",
            "new_game" if message["seed"] == self.seed => lost("told of the same game again"),
            "new_game" => {
                self.seed = message["seed"].clone();
                let position = message["position"].as_str()?;
                self.followed = match message["game"].as_str()?.split(':').next()? {
                    "othello" => othello_at(position),
                    "checkers" => checkers_at(position).map(|board| Box::new(board) as Box<dyn Board>),
                    _ => None,
                };
                String::new()
            }
            "go" => {
                if let Some(board) = &mut self.followed {
                    let moves = message["moves"].as_array()?;
                    let all_legal = moves.iter().all(|mv| board.play(mv.as_str().unwrap_or_default()));
                    if !all_legal || message["position"] != board.text() {
                        return Some(lost("the moves do not lead to the position"));
                    }
                }
                let (misdeed, _) = self.question();
                let (id, first) = (&message["id"], &message["legal"][0]);
                let answer = match misdeed {
                    Misdeed::Silent => return Some(String::new()),
                    Misdeed::Illegal => json!({ "type": "move", "id": id, "move": "z99" }),
                    Misdeed::Garbage => return Some("{what?\n".into()),
                    Misdeed::Resign => json!({ "type": "error", "message": "no more" }),
                    _ => {
                        json!({ "type": "move", "id": id, "move": first, "value": 0.5, "depth": 3, "nodes": 17 })
                    }
                };
                answer.to_string() + "\n"
            }
            "quit" => return None,
            _ => String::new(),
        })
    }
}

/// The error of an engine that keeps its own board and cannot follow.
fn lost(why: &str) -> String {
    json!({ "type": "error", "message": why }).to_string() + "\n"
}

/// The legal move that a jump means.
fn meant(board: &Checkers, jump: &Jump) -> Option<String> {
    let mut moves = Vec::new();
    plywise::Game::moves(board, &mut moves);
    let texts = moves.into_iter().map(|mv| board.move_text(mv));
    texts.into_iter().find(|text| (english().jump)(text).as_ref() == Some(jump))
}

/// Follows an initiator on a socket until it says that no further game will come.
pub(crate) fn follow(order: &Order) {
    let listener = TcpListener::bind(("127.0.0.1", order.port)).expect("the port");
    let (mut socket, _) = listener.accept().expect("a connection");
    let mut game = Follower { order, board: None, own_is_white: false, questions: 0 };
    let (mut text, mut byte) = (String::new(), [0]);
    while matches!(socket.read(&mut byte), Ok(1)) {
        if byte[0] != 0 {
            text.push(char::from(byte[0]));
            continue;
        }
        let message = Message::read(&std::mem::take(&mut text)).expect("a message");
        let is_last = matches!(message, Message::GameEnd { is_last: true, .. });
        for answer in game.answer(message) {
            let _ = socket.write_all(format!("{answer}\0").as_bytes());
        }
        if is_last {
            return;
        }
    }
}

struct Follower<'a> {
    order: &'a Order,
    board: Option<Checkers>,
    own_is_white: bool,
    questions: u64,
}

impl Follower<'_> {
    fn answer(&mut self, message: Message) -> Vec<String> {
        match message {
            Message::GameRequest { follower_is_white, position, .. } => {
                let (side, squares) = position.expect("a position");
                let fen = (english().read_dxp_position)(side, &squares).expect("a position");
                self.board = checkers_at(&fen);
                self.own_is_white = follower_is_white;
                let mut answers = vec![Message::GameAccept { follower: "Fake".into(), code: '0' }.write()];
                if (side == 'W') == follower_is_white {
                    answers.extend(self.go());
                }
                answers
            }
            Message::Move { jump, .. } => {
                let board = self.board.as_mut().expect("a game");
                let mv = meant(board, &jump).expect("a legal move");
                Board::play(board, &mv);
                self.go()
            }
            Message::GameEnd { .. } if self.board.take().is_some() => {
                vec![Message::GameEnd { reason: '0', is_last: false }.write()]
            }
            _ => Vec::new(),
        }
    }

    fn go(&mut self) -> Vec<String> {
        self.questions += 1;
        let misdeed = self.order.misdeed_at(self.questions);
        misdeed.commit("");
        let board = self.board.as_mut().expect("a game");
        let Some(first) = board.first() else {
            return vec![Message::GameEnd { reason: '0', is_last: false }.write()];
        };
        match misdeed {
            Misdeed::Silent => Vec::new(),
            Misdeed::Illegal => vec!["M0000013200".into()],
            Misdeed::Garbage => vec!["what?".into()],
            Misdeed::Resign => vec![Message::GameEnd { reason: '1', is_last: false }.write()],
            _ => {
                let jump = (english().jump)(&first).expect("a path");
                Board::play(board, &first);
                vec![Message::Move { seconds: 0, jump }.write()]
            }
        }
    }
}
