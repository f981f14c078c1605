//! Files of games as text.

use std::io::{self, Read};
use std::path::Path;

use arena::save::read_whole;

use crate::failure::{Failure, warn};

/// A file of games of this game as text; `-` is standard input.
pub(crate) fn read_games(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(format!("-: {error}")))?;
    } else {
        let left_out;
        (bytes, left_out) = read_whole(path)?;
        if left_out > 0 {
            let file = path.display();
            warn(&format!(
                "{file}: its last {left_out} bytes are a game that was cut off while it was saved; left out"
            ));
        }
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(Failure::of_file(path)(format!("no text file: byte {} is zero", at + 1)));
    }
    // Old collections hold names in older encodings: their moves are ASCII all the same.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
