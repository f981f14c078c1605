//! Serving the page.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::common::{Folder, command, refused};

/// A server that ends with the test.
struct Server(Child, String);

impl Server {
    fn start(state: &str, more: &[&str]) -> Self {
        let args = [&["serve", "--port", "0", "--state", state], more].concat();
        let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("http://127.0.0.1:"), "{line}");
        Self(child, line)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_second_server_on_the_same_games_is_refused() {
    let folder = Folder::new("serve-twice");
    let state = folder.file("state");
    let first = Server::start(&state, &[]);
    let line = refused(&["serve", "--port", "0", "--state", &state]);
    let id = format!("process {}", first.0.id());
    assert!(line.starts_with(&state) && line.contains("in use") && line.contains(&id), "{line}");
    drop(first);
    // However the first one ended, its games are free, and what it had not finished writing goes.
    let half = folder.write("state/abcdefghjk.tmp", "{\"id\"");
    let _second = Server::start(&state, &[]);
    assert!(!std::path::Path::new(&half).exists());
}

/// The status of a request that would begin something.
fn begin(page: &str, token: &str) -> String {
    let (host, _) = page.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(stream, "POST /api/lab/stop HTTP/1.1\r\nhost: {host}\r\n{token}content-length: 0\r\n\r\n")
        .unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn the_printed_address_ends_with_a_token_unless_none_is_wanted() {
    let folder = Folder::new("serve-token");
    let state = folder.file("state");
    let page = |server: &Server| {
        server.1.split_whitespace().find(|word| word.starts_with("http")).unwrap().to_owned()
    };
    let server = Server::start(&state, &[]);
    let address = page(&server);
    let (_, token) = address.split_once("/#token=").expect("a token");
    assert_eq!(token.len(), 32);
    assert_eq!(begin(&address, ""), "403");
    assert_eq!(begin(&address, &format!("authorization: Bearer {token}\r\n")), "200");
    drop(server);
    let server = Server::start(&state, &["--no-token"]);
    assert!(page(&server).ends_with('/'), "{}", server.1);
    assert_eq!(begin(&page(&server), ""), "200");
}

/// All that stands in the files of tests of a folder's crates.
fn tests(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            tests(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn the_page_on_security_names_tests_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut all = String::new();
    tests(&root.join("crates"), &mut all);
    let is_name =
        |word: &&str| word.matches('_').count() >= 2 && !word.contains(|letter: char| letter.is_uppercase());
    let names: Vec<_> = page.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(all.contains(&format!("fn {name}(")), "there is no test {name}");
    }
}
