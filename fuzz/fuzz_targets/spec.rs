//! Names with options: games and agents as they are typed.
#![no_main]

use arena::{Spec, registry};
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    let spec = match Spec::parse(text) {
        Ok(spec) => spec,
        Err(error) => return laws::one_line(&error.to_string()),
    };
    assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec));
    // Files and large tables are none of a fuzzer's business.
    if spec.text("board").is_some_and(|board| board.contains(['/', '.'])) || spec.text("table").is_some() {
        return;
    }
    if let Err(error) = registry::open(text) {
        laws::one_line(&error.to_string());
    }
    for game in ["othello", "checkers", "2048", "cantgoback"] {
        let kind = registry::open(game).expect("it is in the list");
        if !["pvs", "mtdf"].contains(&spec.name.as_str())
            && let Err(error) = kind.check_agent(&spec)
        {
            laws::one_line(&error.to_string());
        }
    }
});
