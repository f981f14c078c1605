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
        (
            &format!("scores = \"games.db\"\n{least}{series}{quantity}"),
            "scores is the name of a file of its own",
        ),
        (
            &format!("scores = \"data.csv\"\n{least}{series}{quantity}"),
            "scores is the name of a file of its own",
        ),
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
    // So are rows that no measure makes, and numbers of rows that have no such column.
    let search = |more: &str| {
        format!(
            "{least}[[series]]\nname = \"search\"\nmeasure = \"search\"\nsize = {{ quick = 1, full = 1 }}\n[series.with]\n\
             game = \"othello:size=4\"\nplies = [2, 4]\nagents = [\"alphabeta:depth=2\"]\nlabels = [\"two plies\"]\n{series}[series.with]\ngame = \"othello:size=4\"\n\
             [[quantity]]\nname = \"x\"\nof = \"nodes\"\n[[quantity]]\nname = \"y\"\nof = \"passes\"\n{more}"
        )
    };
    let of = |row: &str, quantity: &str| {
        search(&format!("[[number]]\nrow = \"{row}\"\nquantity = \"{quantity}\"\nvalue = 1\n"))
    };
    Plan::parse("test", &of("two plies", "x")).and_then(|plan| plan.check_names()).unwrap();
    for (text, part) in [
        (
            of("two plise", "x"),
            "number of \"two plise\": there is no row \"two plise\"; there are two plies, a",
        ),
        (of("search", "x"), "there is no row \"search\""),
        (of("two plies", "xx"), "number of \"two plies\": there is no quantity \"xx\"; there are x, y"),
        (
            of("two plies", "y"),
            "\"y\" of \"two plies\" is made of \"passes\", and that row has only legal, nodes",
        ),
        (
            search("[[claim]]\ntext = \"t\"\nkind = \"zero\"\nrows = [\"a\"]\nquantity = \"x\"\n"),
            "claim \"t\": \"x\" of \"a\" is made of \"nodes\", and that row has only ply",
        ),
        (
            search("[[plot]]\ntitle = \"p\"\nkind = \"bars\"\ny = \"x\"\nrows = [\"b\"]\n"),
            "plot \"p\": there is no row \"b\"",
        ),
    ] {
        let checked = Plan::parse("test", &text).and_then(|plan| plan.check_names());
        let error = checked.expect_err(&text).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}, not {part}");
    }
    // Numbers that are none, and columns that nothing observes, are told before anything is played.
    let column =
        |of: &str, more: &str| format!("{least}{game}[[quantity]]\nname = \"x\"\nof = \"{of}\"\n{more}");
    let number = |more: &str| column("won", &format!("[[number]]\nrow = \"a\"\nquantity = \"x\"\n{more}"));
    for (text, part) in [
        (column("wonn", ""), "there is no column \"wonn\"; there are drawn, forfeit"),
        (column("won", "where = [{ column = \"plie\" }]"), "there is no column \"plie\""),
        (
            column("nodes", "share = true"),
            "share = true takes one of won, drawn, lost, score, forfeit, not \"nodes\"",
        ),
        (
            column("won", "where = [{ column = \"plies\", from = 3, to = 1 }]"),
            "\"plies\" goes from 3 to 1, which is nothing",
        ),
        (column("won", "[[quantity]]\nname = \"x\"\nof = \"lost\"\n"), "two quantities are called \"x\""),
        (column("won", "equals = 1\nat-least = 1\n"), "either what equals a value or what is at-least one"),
        (
            column(
                "points",
                "how = \"sum\"\n[[number]]\nrow = \"a\"\nquantity = \"x\"\nvalue = 3\nn = 5\nsd = 1",
            ),
            "leave n, sd and share out",
        ),
        (number("value = 0.5\nshare = true\nsd = 0.1\nn = 9"), "leave sd or share out"),
        (
            number("value = 1\n[[number]]\nrow = \"a\"\nquantity = \"x\"\nvalue = 2"),
            "two numbers are published of \"x\" of \"a\"",
        ),
        (
            column("won", "[[claim]]\ntext = \"t\"\nkind = \"reproduced\"\nrows = [\"a\"]\nquantity = \"x\""),
            "no number is published of \"x\" of \"a\"",
        ),
        (
            column(
                "won",
                "share = true\nscale = 100\n[[claim]]\ntext = \"t\"\nkind = \"at-least\"\nrows = [\"a\"]\nquantity = \"x\"\nvalue = 500",
            ),
            "it is about shares of 100, which 500 lies beyond",
        ),
        (
            column(
                "won",
                "[[claim]]\ntext = \"t\"\nkind = \"same\"\nrows = [\"a\", \"a\"]\nquantity = \"x\"",
            ),
            "it names the row \"a\" twice",
        ),
        (
            column(
                "won",
                "[[claim]]\ntext = \"t\"\nkind = \"zero\"\nrows = [\"a\"]\nquantity = \"x\"\ntolerance = 5",
            ),
            "the tolerance of zero is a rate below 1",
        ),
        (
            column("won", "share = true\nhow = \"spread\""),
            "a share is a mean of yes and no; leave share or how out",
        ),
        (column("won", "scale = nan"), "scale is a number above 0"),
        (column("won", "scale = -100"), "scale is a number above 0"),
        (
            number("value = 1.5\nshare = true\nn = 9"),
            "a share lies between 0 and the quantity's scale, which is 1, not at 1.5",
        ),
        (
            column(
                "won",
                "how = \"greatest\"\n[[claim]]\ntext = \"t\"\nkind = \"at-least\"\nrows = [\"a\"]\nquantity = \"x\"\nvalue = 0",
            ),
            "of \"x\", a sum, spread, least or greatest, nobody knows the error",
        ),
        (column("won", "digits = 400"), "digits are at most 12"),
        (column("won", "at-least = inf"), "equals and at-least are numbers"),
        (number("value = nan"), "number of \"a\": value is a number"),
        (number("value = 1\nn = 0"), "n is 1 or more, sd 0 or more"),
        (number("value = 1\nsd = -30"), "n is 1 or more, sd 0 or more"),
    ] {
        let checked = Plan::parse("test", &text).and_then(|plan| plan.check_names());
        let error = checked.expect_err(&text).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}, not {part}");
    }
}

/// The author's 36 rows come along, and the published numbers, of players and of pairs, are their sums.
#[test]
fn published_points_are_the_sums_of_the_author_s_rows() {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/checkers/tournament/author.csv");
    let text = std::fs::read_to_string(file).unwrap();
    let rows: Vec<(&str, &str, &str, f64, f64)> = text
        .lines()
        .map(|line| match line.split(',').collect::<Vec<_>>()[..] {
            [first, second, t, a, b] => (first, second, t, a.parse().unwrap(), b.parse().unwrap()),
            _ => panic!("{line}"),
        })
        .collect();
    assert_eq!(rows.len(), 36);
    assert!(rows.iter().all(|row| row.3 + row.4 == 1.0));
    // The share of the points that a player made at a time, of all its games or of those against one other.
    let share = |t: &str, own: &str, other: Option<&str>| {
        let name = |player: &str| format!("{player}_player");
        let mut points = Vec::new();
        for (first, second, at, a, b) in &rows {
            let meets = |who: &str| other.is_none_or(|other| who == name(other));
            if *at == t && *first == name(own) && meets(second) {
                points.push(*a);
            }
            if *at == t && *second == name(own) && meets(first) {
                points.push(*b);
            }
        }
        (100.0 * points.iter().sum::<f64>() / points.len() as f64, points.len() as u64)
    };
    let plan = catalogue::open("checkers-tournament").unwrap();
    for number in &plan.number {
        let (who, when) = number.row.split_once(", t = ").unwrap();
        let t = when.split(' ').next().unwrap();
        let (own, other) = who.split_once(" against ").map_or((who, None), |(own, other)| (own, Some(other)));
        let (value, n) = share(t, own, other);
        assert!((number.value - value).abs() < 0.05 && number.n == Some(n), "{}: {value} of {n}", number.row);
    }
    assert!(plan.number.len() > 60);
}
