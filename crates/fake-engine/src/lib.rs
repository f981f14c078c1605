#![doc = include_str!("../README.md")]

mod answers;
mod misdeeds;

use std::io::{BufRead, Write};

pub use misdeeds::{Misdeed, ONCE, Order};

/// What a test binary calls from a test that is ignored unless the binary is started as an engine: reads the order
/// from the arguments, obeys it, and never returns.
///
/// # Panics
/// When no argument is an order.
pub fn obey() -> ! {
    let order = std::env::args().find_map(|argument| Order::parse(&argument));
    let order = order.expect("an argument such as fake=gtp,crash,2");
    if order.at == 0 {
        order.misdeed.commit("");
    }
    match order.protocol.as_str() {
        "dxp" => answers::follow(&order),
        _ => serve(&order),
    }
    std::process::exit(0)
}

/// The command that starts the running test binary as an engine, by the name of its ignored test.
///
/// # Panics
/// When the binary's own path is not to be had.
#[must_use]
pub fn command(test: &str, order: &str) -> String {
    let own = std::env::current_exe().expect("the path of the running program");
    // With one thread, as on a machine with one processor, the harness would begin the line of the engine's first words.
    format!("'{}' {test} --exact --ignored --nocapture --test-threads=2 fake={order}", own.display())
}

/// Answers line by line.
fn serve(order: &Order) {
    let mut speaker = answers::Speaker::new(order);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match speaker.answer(line.trim()) {
            Some(text) => {
                let mut out = std::io::stdout().lock();
                if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
                    return;
                }
            }
            None => return,
        }
    }
}
