//! Every option of every agent of every game: what its list says that it may be is taken, what lies outside is refused.

use std::fmt::Write;

use registry::{Named, Opt, Spec, SpecError, Takes};

/// Words and ends of ranges that an option takes by its list, and what lies just outside its ranges. Nothing for what is
/// described rather than listed: times, files, programs, weights.
fn declared(option: &Opt) -> (Vec<String>, Vec<String>) {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let is_listed = matches!(option.takes, Takes::Word | Takes::Number | Takes::Memory | Takes::Threads);
    if !is_listed || option.key == "weights" {
        return (inside, outside);
    }
    // Databases beyond what comes along must have been made.
    for part in
        option.values.split('|').filter(|part| option.key != "databases" || !["5", "6", "7"].contains(part))
    {
        let Some((low, high)) = part.split_once("..").filter(|(low, _)| low.parse::<f64>().is_ok()) else {
            inside.push(part.to_owned());
            continue;
        };
        inside.push(low.to_owned());
        outside.push(if low.parse() == Ok(0.0) { "-1".to_owned() } else { "0".to_owned() });
        if let Some(high) = high.strip_prefix('=') {
            let above = high.parse::<f64>().expect(high) + 1.0;
            inside.push(high.to_owned());
            outside.push(above.to_string());
        }
    }
    outside.push("nonsense".to_owned());
    (inside, outside)
}

/// An agent with one option, and with what that option means nothing without.
fn with(agent: &Named, option: &Opt, value: &str) -> String {
    let takes = |key| agent.options.iter().any(|option| option.key == key);
    let mut text = format!("{}:{}={value}", agent.name, option.key);
    let needs = match option.key {
        "reduce" if takes("cutoff") => ",cutoff=0.01",
        "width" => ",widening=0.5",
        "letters" => ",protocol=hub,cmd=cargo",
        "protocol" if value == "dxp" => ",port=4000",
        "protocol" => ",cmd=cargo",
        _ if agent.name == "engine" => ",protocol=line,cmd=cargo",
        _ => "",
    };
    let _ = write!(text, "{needs}");
    text
}

#[test]
fn what_is_declared_is_taken_and_nothing_else() {
    let (mut taken, mut refused) = (0, 0);
    for game in games::all() {
        let kind = games::open(game.named.name).expect("it is listed");
        let check = |text: &str| Spec::parse(text).and_then(|spec| kind.check_options(&spec));
        for agent in kind.agents() {
            for option in agent.options {
                let (inside, outside) = declared(option);
                for value in inside {
                    let text = with(agent, option, &value);
                    check(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.named.name));
                    taken += 1;
                }
                for value in outside {
                    let text = with(agent, option, &value);
                    let SpecError(line) = check(&text).expect_err(&text);
                    assert!(line.contains(option.key) && line.contains(&value), "{text}: {line}");
                    assert!(lists(&line, option), "{text}: {line} should list {}", option.values);
                    refused += 1;
                }
            }
        }
    }
    assert!(taken > 600 && refused > 600, "{taken} values taken, {refused} refused");
}

/// Whether a line names every word of an option and every end of its ranges, in a spelling of its own. What a game has beside a
/// number (`dynamic`) only the list tells.
fn lists(line: &str, option: &Opt) -> bool {
    let mut parts = option.values.split(['|', '/']);
    parts.all(|part| match part.split_once("..") {
        _ if matches!(option.takes, Takes::Word) => line.contains(part),
        Some((low, high)) => [low, high.trim_start_matches('=')].iter().all(|end| match end.parse::<f64>() {
            Ok(number) if low.parse::<f64>().is_ok() => line.contains(&number.to_string()),
            _ => true,
        }),
        None => true,
    })
}

/// A swarm flies to the ends of the ranges, to nothing at all and beyond: wherever it lands there is a player.
#[test]
fn all_weights_that_a_tuner_may_try_are_taken() {
    let mut tried = 0;
    for game in games::all() {
        let kind = games::open(game.named.name).expect("it is listed");
        for agent in kind.agents() {
            let evals =
                agent.options.iter().find(|option| option.key == "eval").map_or("", |option| option.values);
            for eval in evals.split('|') {
                let spec = Spec::parse(&format!("{}:eval={eval}", agent.name)).expect("a spec");
                let Ok(weights) = kind.weights(&spec) else { continue };
                let points: [fn(&registry::Weight) -> f64; 6] = [
                    |_| 0.0,
                    |weight| weight.low,
                    |weight| weight.high,
                    |weight| weight.low - 1e3 * (weight.high - weight.low),
                    |weight| weight.high + 1e3 * (weight.high - weight.low),
                    |_| 1e-300,
                ];
                for point in points {
                    let tuned = spec.with_weights(&weights.iter().map(point).collect::<Vec<_>>());
                    kind.check_agent(&tuned)
                        .unwrap_or_else(|error| panic!("{} {tuned}: {error}", kind.name()));
                    tried += 1;
                }
            }
        }
    }
    assert!(tried >= 18, "{tried}");
}
