//! A driver of our own, which answers as a test wants it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::time::Duration;

use drive::{Browser, Driver, Options};

pub(crate) fn options(driver: String, pause: Duration) -> Options {
    Options { driver, headless: true, arguments: Vec::new(), pause }
}

/// A browser opened by a driver that is given the first line and the body of each question, and gives status and body of the
/// answer.
pub(crate) fn open(
    mut answer: impl FnMut(&str, &str) -> (u16, String) + Send + 'static,
) -> Result<Browser, drive::Error> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let driver = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        loop {
            let mut stream = listener.accept().unwrap().0;
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let head: Vec<String> =
                reader.by_ref().lines().map(Result::unwrap).take_while(|line| !line.is_empty()).collect();
            let length = |line: &String| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok();
            let mut question = vec![0; head.iter().find_map(length).unwrap_or(0)];
            reader.read_exact(&mut question).unwrap();
            let (status, body) = answer(&head[0], &String::from_utf8(question).unwrap());
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} So\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
    });
    let options = options(driver, Duration::from_millis(1));
    Browser::open(Driver::start(&options).unwrap(), &options)
}
