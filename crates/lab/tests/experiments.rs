//! The experiments that come along.

use lab::{catalogue, claims, plan::Plan};

/// Every file can be read, and what it names exists: games, agents, openings, measures and their settings.
#[test]
fn every_experiment_opens() {
    let plans = catalogue::all().unwrap();
    assert_eq!(plans.len(), catalogue::names().count());
    for plan in &plans {
        for series in &plan.series {
            if let Err(what) = series.check_names() {
                panic!("{}, {}: {what}", plan.name, series.name);
            }
        }
        assert!(!plan.quantity.is_empty(), "{} makes nothing of its series", plan.name);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said_in_one_line() {
    let least = "title = \"t\"\nwork = \"othello\"\nquestion = \"q\"\n";
    let series = "[[series]]\nname = \"a\"\nsize = { quick = 1, full = 1 }\nmeasure = \"branching\"\n";
    let game = "[[series]]\nname = \"a\"\nsize = { quick = 1, full = 1 }\ngame = \"othello\"\nagents = [\"random\", \"greedy\"]\n";
    let quantity = "[[quantity]]\nname = \"x\"\nof = \"moves\"\n";
    for (text, part) in [
        ("title = ", "line 1"),
        ("title = \"t\"\n", "missing field"),
        (&format!("{least}{series}{quantity}extra = 1\n"), "unknown field extra"),
        (&format!("{least}{series}{series}{quantity}"), "two series are called \"a\""),
        (&format!("{least}{game}[series.with]\nx = 1\n{quantity}"), "with belongs to a measure"),
        (&format!("{}{series}{quantity}", least.replace("othello", "chess")), "should be one of"),
        (
            &format!(
                "{least}{game}{quantity}[[claim]]\ntext = \"t\"\nkind = \"rising\"\nrows = [\"b\"]\nquantity = \"x\"\n"
            ),
            "there is no row \"b\"; there are a",
        ),
        (
            &format!(
                "{least}{game}{quantity}[[claim]]\ntext = \"t\"\nkind = \"at-least\"\nrows = [\"a\"]\nquantity = \"x\"\n"
            ),
            "it takes a value",
        ),
        (&format!("{least}{game}{quantity}how = \"ratio\"\n"), "per belongs to"),
        (
            &format!(
                "{least}{game}{quantity}[[claim]]\ntext = \"t\"\nkind = \"zero\"\nrows = [\"a\"]\nquantity = \"x\"\ntolerance = 0\n"
            ),
            "tolerance is a number above 0",
        ),
        (
            &format!(
                "{least}{game}{quantity}[[claim]]\ntext = \"t\"\nkind = \"distribution\"\nrows = [\"a\"]\nquantity = \"x\"\n"
            ),
            "at least 2 numbers",
        ),
    ] {
        let error = Plan::parse("test", text).expect_err(text).to_string();
        assert!(error.contains(part) && error.starts_with("experiment test: "), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let unknown = catalogue::open("othello-dept").unwrap_err().to_string();
    assert!(unknown.contains("did you mean othello-depth?"), "{unknown}");
    let measure = least.to_owned() + &series.replace("branching", "branchin") + quantity;
    let plan = Plan::parse("test", &measure).unwrap();
    assert!(plan.series[0].check_names().unwrap_err().contains("did you mean branching?"));
    assert!(claims::RULE.contains("three standard errors"));
}
