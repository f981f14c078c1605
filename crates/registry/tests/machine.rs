//! What is taken from the machine: the time of a thread, and folders.

use std::process::Command;
use std::time::Duration;

use plywise::TimeSource;
use registry::measure::ThreadTime;
use registry::{cache_folder, config_folder, state_folder};

#[test]
fn work_takes_time_and_waiting_does_not() {
    let begun = ThreadTime.now();
    let mut sum = 0u64;
    while ThreadTime.now() < begun + Duration::from_millis(2) {
        sum = sum.wrapping_mul(3).wrapping_add(1);
    }
    assert_ne!(std::hint::black_box(sum), 0);
    let before = ThreadTime.now();
    std::thread::sleep(Duration::from_millis(200));
    assert!(ThreadTime.now() - before < Duration::from_millis(200));
}

#[test]
#[ignore = "not a test: the program whose folders are asked for"]
fn tell() {
    for folder in [cache_folder(), state_folder(), config_folder()] {
        println!("folder: {}", folder.display());
    }
}

/// The folders where the variables of all three are set so, or none of them is.
fn folders(variable: Option<&str>, home: &str) -> Vec<String> {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["machine::tell", "--exact", "--ignored", "--nocapture"]).env("HOME", home);
    for name in ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
        match variable {
            Some(value) => program.env(name, value),
            None => program.env_remove(name),
        };
    }
    let told = String::from_utf8(program.output().unwrap().stdout).unwrap();
    told.lines().filter_map(|line| Some(line.split_once("folder: ")?.1.to_owned())).collect()
}

#[cfg(unix)]
#[test]
fn the_variable_comes_before_the_home_and_nothing_is_shared() {
    assert_eq!(folders(Some("/c"), "/h"), ["/c/plywise"; 3]);
    for variable in [None, Some(""), Some("relative")] {
        let at_home = ["/h/.cache/plywise", "/h/.local/state/plywise", "/h/.config/plywise"];
        assert_eq!(folders(variable, "/h"), at_home);
        // Whoever has no home has the folder where the program runs.
        assert_eq!(folders(variable, "relative"), [".plywise"; 3]);
    }
}
