//! Whole runs, small ones.

use std::sync::atomic::{AtomicBool, Ordering};

use lab::measures::{Measure, Place};
use lab::observe::Seen;

const GAME: &str = "game = \"2048\"\nagent = \"heuristic\"\nvalidate = 5\n";

fn measure(text: &str) -> Result<Box<dyn Measure>, String> {
    let settings = toml::from_str(&format!("{GAME}{text}")).unwrap();
    lab::measures::open("tuning", &settings, 4).map(|opened| opened.measure)
}

fn columns(measure: &dyn Measure, seen: &Seen, names: &[&str]) -> Vec<f64> {
    let columns = measure.columns();
    let place = |name: &&str| columns.iter().position(|column| column == *name).unwrap();
    names.iter().map(|name| seen.values[place(name)]).collect()
}

#[test]
fn a_unit_tells_the_end_of_a_run_and_its_course() {
    let optimizer =
        "optimizer = \"cma-es:population=6,iterations=4\"\ncourse = [3, 6, 20]\ncourse-games = 3\n";
    let [best, own] = ["", "answer = \"own\""].map(|answer| {
        let measure = measure(&format!("{optimizer}{answer}")).unwrap();
        let seen = measure.observe(2).unwrap();
        // Before the first iteration is over there is nothing to judge.
        let tiles = &seen[3..];
        assert_eq!(seen.len(), 3 + 5, "{seen:?}");
        assert!(tiles.iter().all(|seen| columns(&*measure, seen, &["tile"])[0] >= 16.0), "{tiles:?}");
        assert_eq!(columns(&*measure, &seen[1], &["spent"]), [6.0]);
        assert_eq!(columns(&*measure, &seen[2], &["spent"]), [20.0]);
        assert!(columns(&*measure, &seen[2], &["worth", "value"])[0] > 100.0);
        let [games, time] = columns(&*measure, &seen[0], &["games", "time_s"])[..] else { panic!() };
        assert!(games == 24.0 && time > 0.0);
        columns(&*measure, &seen[0], &["h1", "h2", "h3", "h4"])
    });
    assert_ne!(best, own, "the luckiest point is not where the method is");
}

/// A run that is stopped again and again comes to what it comes to at once, but for the time that it takes.
#[test]
fn a_stopped_run_goes_on() {
    let text = "optimizer = \"genetic:population=5,iterations=4\"\ncourse = [10]\ncourse-games = 3\n";
    let measure = measure(text).unwrap();
    let folder = std::env::temp_dir().join(format!("plywise-tuning-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let stop = AtomicBool::new(true);
    let place = Place { state: folder.join("unit.state"), stop: &stop };
    assert_eq!(measure.observe_at(3, &place).unwrap(), None);
    assert!(place.state.exists(), "how far it has come is kept");
    stop.store(false, Ordering::Relaxed);
    let timeless = |seen: Vec<Seen>| -> Vec<String> {
        let times = ["time_s", "time_per_move_s"];
        let names = measure.columns();
        let one = |seen: Seen| {
            let kept = names.iter().zip(seen.values).filter(|(name, _)| !times.contains(&name.as_str()));
            format!("{:?}", kept.collect::<Vec<_>>())
        };
        seen.into_iter().map(one).collect()
    };
    let went_on = measure.observe_at(3, &place).unwrap().unwrap();
    assert_eq!(timeless(went_on), timeless(measure.observe(3).unwrap()));
    assert!(!place.state.exists(), "nothing is left");
    std::fs::write(&place.state, "{").unwrap();
    let wrong = measure.observe_at(3, &place).unwrap_err();
    assert!(wrong.contains("unit.state") && !wrong.contains('\n'), "{wrong}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn another_agent_may_judge() {
    let weights = "optimizer = \"none\"\nstart = [-1.6321, 2.7553, 3.0645, -6.8515]\n";
    let [alone, deeper] = ["", "judge = \"heuristic:depth=2\""].map(|judge| {
        let measure = measure(&format!("{weights}{judge}")).unwrap();
        let seen = measure.observe(0).unwrap();
        columns(&*measure, &seen[0], &["value"])[0]
    });
    assert!(deeper > 1.5 * alone, "{alone} {deeper}");
}

#[test]
fn settings_that_lead_nowhere_are_refused() {
    for (settings, part) in [
        ("optimizer = \"none\"", "takes a start"),
        ("optimizer = \"none\"\nstart = [1.0]", "1 starts for 4 weights"),
        ("optimizer = \"psa\"", "did you mean"),
        ("optimizer = \"random\"\njudge = \"random\"", "no weights"),
        ("optimizer = \"random\"\ncourse-games = 0", "at least 1"),
    ] {
        let error = measure(settings).err().unwrap_or_default();
        assert!(error.contains(part) && !error.contains('\n'), "{settings}: {error}");
    }
}
