//! Serving the page.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::common::{Folder, command, refused};

/// A server that ends with the test.
struct Server(Child);

impl Server {
    fn start(state: &str) -> Self {
        let mut child =
            command(&["serve", "--port", "0", "--state", state]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("http://127.0.0.1:"), "{line}");
        Self(child)
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
    let first = Server::start(&state);
    let line = refused(&["serve", "--port", "0", "--state", &state]);
    let id = format!("process {}", first.0.id());
    assert!(line.starts_with(&state) && line.contains("in use") && line.contains(&id), "{line}");
    drop(first);
    // However the first one ended, its games are free, and what it had not finished writing goes.
    let half = folder.write("state/abcdefghjk.tmp", "{\"id\"");
    let _second = Server::start(&state);
    assert!(!std::path::Path::new(&half).exists());
}
