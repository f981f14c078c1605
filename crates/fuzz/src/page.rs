//! The page: requests as bytes, and messages to its addresses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use crate::scratch::folder;
use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target { inputs: 100, ..Target::slow("http_request", request) },
    Target { inputs: 100, ..Target::slow("http_message", |bytes| as_text(bytes, message)) },
];

/// The longest that the server waits for the rest of a request.
const PATIENCE: Duration = Duration::from_millis(100);
/// What stands in an input for the server's address and for a game that there is.
const HOST: &str = "HOST";
/// What stands for a game that there is.
const GAME: &str = "GAME";

/// The one server of this process, with a game that any input may end: then there is one fewer address that knows it.
struct Server {
    address: SocketAddr,
    game: String,
}

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let state = folder().join("page");
        std::fs::create_dir_all(&state).expect("a folder for temporary files");
        let options = web::Options {
            port: 0,
            reports: state.join("reports"),
            threads: Some(1),
            token: false,
            patience: PATIENCE,
            memory: 64,
            ..web::Options::new(state)
        };
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let ready = |page: &web::Page| {
                let _ = tell.send(page.address);
            };
            web::serve(&options, ready, std::future::pending()).expect("a server");
        });
        let address = told.recv().expect("the server says where it is");
        let begun = answer(address, post(address, "/api/play", BEGIN).as_bytes());
        let body = begun.expect("an answer to a request that is right").1;
        let value: serde_json::Value = serde_json::from_str(&body).expect("an answer in JSON");
        let game = value["id"].as_str().unwrap_or_else(|| panic!("a game has a name: {body}")).to_owned();
        Server { address, game }
    })
}

const BEGIN: &str = r#"{"game":"othello:size=4","seats":["person","person"]}"#;

fn post(address: SocketAddr, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// Bytes as they are, but for the names that an input cannot know.
fn request(bytes: &[u8]) {
    let server = server();
    let mut bytes = bytes.to_vec();
    for (name, value) in [(HOST, server.address.to_string()), (GAME, server.game.clone())] {
        while let Some(at) = bytes.windows(name.len()).position(|part| part == name.as_bytes()) {
            bytes.splice(at..at + name.len(), value.bytes());
        }
    }
    hold(answer(server.address, &bytes), true);
    is_alive(server);
}

/// The first line is a path, the rest the message that is posted there; without a message the path is asked for.
fn message(text: &str) {
    let server = server();
    let (path, body) = text.split_once('\n').unwrap_or((text, ""));
    let path = path.replace(GAME, &server.game);
    if !path.starts_with('/') || path.contains(|c: char| c.is_ascii_control() || !c.is_ascii() || c == ' ') {
        return;
    }
    let head = if body.is_empty() {
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address)
    } else {
        post(server.address, &path, body)
    };
    hold(answer(server.address, head.as_bytes()), false);
    is_alive(server);
}

/// What is not done is told in one line; nothing breaks down. A head that is none is refused without a word, before anything here
/// has seen it; and who asks for a head alone gets that.
fn hold(answer: Option<(u16, String)>, is_raw: bool) {
    let Some((status, body)) = answer else { return };
    assert_ne!(status, 500, "{body}");
    let is_head = is_raw || matches!(status, 400 | 414 | 431);
    if status >= 400 && !(is_head && body.is_empty()) {
        let value: serde_json::Value =
            serde_json::from_str(&body).unwrap_or_else(|_| panic!("{status}: {body:?}"));
        laws::one_line(value["error"].as_str().expect("a refusal says why"));
    }
}

fn is_alive(server: &Server) {
    let asked = format!("GET /assets/none HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    assert_eq!(answer(server.address, asked.as_bytes()).expect("the server answers").0, 404);
}

/// The status and the body of an answer; no body where it has no end of its own. None where the server closed without a word,
/// and where what it said is no answer to HTTP as it was asked.
fn answer(address: SocketAddr, request: &[u8]) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    // A server that refuses may close before all of it is sent.
    let _ = stream.write_all(request);
    let mut reader = BufReader::new(stream);
    let (mut status, mut length, mut line) = (None, None, String::new());
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let words = line.trim_end();
        if words.is_empty() {
            break;
        }
        if let Some(words) = words.strip_prefix("HTTP/1.") {
            status = words.split(' ').nth(1).and_then(|status| status.parse().ok());
        }
        if let Some(count) = words.to_lowercase().strip_prefix("content-length: ") {
            length = count.parse::<u64>().ok();
        }
    }
    let mut body = String::new();
    reader.take(length.unwrap_or(0)).read_to_string(&mut body).ok()?;
    Some((status?, body))
}
