//! Slow clients and many of them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::client::{Server, folder};

/// A server that waits for nobody longer than a moment.
fn hasty(name: &str) -> Server {
    Server::with(&folder(name), |options| options.patience = Duration::from_millis(300))
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address).unwrap();
    // Whoever is not sent away by then never is.
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// All that comes until the server closes the connection, however rudely.
fn until_closed(stream: &mut TcpStream) -> String {
    let (mut all, mut part) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(read) => all.extend_from_slice(&part[..read]),
            Err(error) => {
                assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "the connection is still open");
                break;
            }
        }
    }
    String::from_utf8_lossy(&all).into_owned()
}

#[test]
fn who_says_nothing_or_half_of_something_is_sent_away() {
    let server = hasty("slow");
    let host = server.address;
    let half = |said: &str| {
        let mut stream = connect(&server);
        stream.write_all(said.as_bytes()).unwrap();
        let answer = until_closed(&mut stream);
        assert!(!answer.contains(" 200 "), "{said:?}: {answer}");
    };
    let one_question = || {
        let mut stream = connect(&server);
        write!(stream, "GET /api/play HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
        assert!(until_closed(&mut stream).starts_with("HTTP/1.1 200"));
    };
    let message = |letters: u32| {
        let mut stream = connect(&server);
        write!(
            stream,
            "POST /api/position HTTP/1.1\r\nhost: {host}\r\n{}content-type: application/json\r\n\
             content-length: 100000\r\n\r\n",
            server.token
        )
        .unwrap();
        let mut more = stream.try_clone().unwrap();
        std::thread::spawn(move || {
            for _ in 0..letters {
                if more.write_all(b"{").is_err() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let answer = until_closed(&mut stream);
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("within 0.3 s"), "{answer}");
    };
    // All of it is waiting, so they wait together.
    std::thread::scope(|scope| {
        for said in ["", "GET /api/ga", "GET /api/games HTTP/1.1\r\nhost: "] {
            let half = &half;
            scope.spawn(move || half(said));
        }
        // One question and then silence.
        scope.spawn(one_question);
        // A message that does not come, or comes letter by letter.
        for letters in [0, 100_000] {
            let message = &message;
            scope.spawn(move || message(letters));
        }
    });
    assert_eq!(server.get("/api/games").status, 200);
}

#[test]
fn who_takes_nothing_is_sent_away() {
    let server = hasty("deaf");
    let mut deaf = connect(&server);
    deaf.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    let question = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    // Until the system holds no more answers, and then no more questions.
    let error = loop {
        if let Err(error) = deaf.write_all(question.as_bytes()) {
            break error.kind();
        }
    };
    use std::io::ErrorKind::{BrokenPipe, ConnectionReset};
    assert!([BrokenPipe, ConnectionReset].contains(&error), "{error}: the connection is still open");
    assert_eq!(server.get("/api/games").status, 200);
}

#[test]
fn more_connections_than_there_may_be_are_refused_in_one_line() {
    let server = Server::with(&folder("crowd"), |options| options.connections = 3);
    let host = server.address;
    let ask =
        |stream: &mut TcpStream| write!(stream, "GET /api/play HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
    let mut held: Vec<_> = (0..3).map(|_| connect(&server)).collect();
    for stream in &mut held {
        ask(stream);
        let mut begin = [0; 15];
        stream.read_exact(&mut begin).unwrap();
        assert_eq!(&begin, b"HTTP/1.1 200 OK");
    }
    let refused = server.get("/api/play");
    assert_eq!((refused.status, refused.error().contains("too many connections")), (503, true));
    // Those who are told so may not be many either, and all of them harm nobody who is in.
    let crowd: Vec<_> = (0..200).map(|_| connect(&server)).collect();
    ask(&mut held[0]);
    assert!(held[0].read(&mut [0; 4096]).unwrap() > 0);
    drop((held, crowd));
    while server.get("/api/play").status != 200 {}
}

#[test]
fn a_head_without_end_is_refused() {
    let server = Server::start("heads");
    let long =
        format!("GET /api/games HTTP/1.1\r\nhost: {}\r\nx: {}\r\n", server.address, "y".repeat(1 << 20));
    let many = format!("GET /api/games HTTP/1.1\r\nhost: {}\r\n{}", server.address, "x: y\r\n".repeat(200));
    for head in [long, many] {
        let answer = server.raw(&head, "");
        assert!(answer.status == 431 || answer.status == 0, "{}", answer.head);
    }
    assert_eq!(server.get("/api/games").status, 200);
}

/// The library that writes dates breaks down at one before 1970, wherever the machine's clock stands.
#[test]
fn no_answer_is_dated() {
    let server = Server::start("dates");
    for path in ["/", "/api/games", "/nowhere"] {
        assert!(!server.get(path).head.to_lowercase().contains("\ndate:"), "{path}");
    }
}

/// Files of a machine whose clock stood wrong.
#[test]
fn a_file_from_before_1970_is_listed_and_read() {
    let folder = folder("before");
    let server = Server::with(&folder, |_| {});
    server.begin(&json!({ "game": "othello", "seats": ["person", "person"] }));
    std::fs::create_dir_all(folder.join("reports")).unwrap();
    std::fs::write(folder.join("reports/old.html"), "old").unwrap();
    drop(server);
    let before = std::time::SystemTime::UNIX_EPOCH - Duration::from_secs(86_400);
    let games = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let games = games.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    for path in games.chain([folder.join("reports/old.html")]) {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(before).unwrap();
    }
    let server = Server::with(&folder, |_| {});
    let list = server.get("/api/play").json();
    let game = list["games"][0]["id"].as_str().expect("the game is listed");
    assert_eq!(server.get(&format!("/api/play/{game}")).status, 200);
    assert_eq!(server.get("/api/reports").json()["reports"][0]["path"], "old.html");
}
