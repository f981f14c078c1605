//! Specs: how they are read, and what is said of their options.

use std::time::Duration;

use registry::spec::unknown;
use registry::{Key, Opt, Spec, Switch, Takes, Word, decimal, parse_duration, whole, words};

#[test]
fn specs_are_read_and_written() {
    for text in ["random", "alphabeta:depth=5,eval=discs", "engine:cmd=\"edax -q, x\",protocol=gtp"] {
        assert_eq!(Spec::parse(text).unwrap().to_string(), text);
    }
    let spec = Spec::parse(" a:b = 1 , c= x=y").unwrap();
    assert_eq!((spec.text("b"), spec.text("c"), spec.text("d")), (Some("1"), Some("x=y"), None));
}

#[test]
fn broken_specs_say_what_the_form_is() {
    for text in ["", ":", "a:", "a:b", "a:=1", "a:b=1,b=2", "a:b=\"x", "a b:c=1", "a:b=1,,c=2", "a:b=x\"y\"z"]
    {
        let error = Spec::parse(text).expect_err(text).to_string();
        assert!(error.contains("name:key=value") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn unknown_names_list_what_exists_in_one_order() {
    let error = unknown("agent", "alphabta", ["random", "minimax", "alphabeta"].into_iter()).to_string();
    assert_eq!(
        error,
        "there is no agent \"alphabta\"; did you mean alphabeta? There are: random, minimax, alphabeta"
    );
    assert!(
        unknown("agent", "alpha", ["random", "alphabeta"].into_iter()).0.contains("did you mean alphabeta?")
    );
    let error = unknown("game", "xyzxyz", ["chess"].into_iter()).to_string();
    assert_eq!(error, "there is no game \"xyzxyz\"; there are: chess");
}

#[test]
fn what_is_only_checked_takes_little_memory() {
    let option = |key, takes, values, default| Opt { key, takes, values, default, about: "" };
    let options = [
        option("table", Takes::Memory, "0..=65536", "64"),
        option("memo", Takes::Memory, "0..=65536", "0"),
        option("depth", Takes::Number, "1..=1000", "3"),
    ];
    for (given, frugal) in [
        ("pvs:depth=5", "pvs:depth=5,table=1"),
        ("pvs:table=60_000,memo=8", "pvs:table=1,memo=1"),
        ("pvs:table=0", "pvs:table=0"),
        ("pvs:table=70000,memo=x", "pvs:table=70000,memo=x"),
    ] {
        assert_eq!(Spec::parse(given).unwrap().frugal(&options).to_string(), frugal);
    }
}

#[test]
fn times() {
    assert_eq!(parse_duration("500ms"), Some(Duration::from_millis(500)));
    assert_eq!(parse_duration("1.5m"), Some(Duration::from_secs(90)));
    for bad in ["", "5", "s", "-1s", "1.2.3s", "1x", "99999999999999999999999h", "10001h", "é"] {
        assert_eq!(parse_duration(bad), None, "{bad}");
    }
}

#[test]
fn options_say_what_they_want() {
    const DEPTH: Key<u8> = whole!("depth", 1..=9, "3", "");
    const NODES: Key<u64> = whole!("nodes", 1.., "no limit", "");
    const TIME: Key<Duration> = Key::time("time", "2s", "1s", "");
    let spec = Spec::parse("a:depth=x,time=5,lmr=yes").unwrap();
    assert_eq!(
        spec.get(&DEPTH).unwrap_err().to_string(),
        "a: depth=\"x\" should be a whole number from 1 to 9"
    );
    let depth = |text: &str| Spec::parse(&format!("a:depth={text}")).unwrap().get(&DEPTH);
    for text in ["+3", "03", "+003"] {
        assert_eq!(depth(text).unwrap_err().to_string(), format!("a: depth=\"{text}\" should be 3"));
    }
    assert!(depth("00").unwrap_err().to_string().ends_with("from 1 to 9"));
    assert!(depth("++3").unwrap_err().to_string().ends_with("from 1 to 9"));
    const SHARE: Key<f64> = decimal!("share", 0.0..=1.0, "1", "");
    let share = |text: &str| Spec::parse(&format!("a:share={text}")).unwrap().get(&SHARE);
    assert_eq!([share("0"), share("0.5"), share(".5"), share("1e-1")], [Ok(0.0), Ok(0.5), Ok(0.5), Ok(0.1)]);
    assert_eq!(share("00.5").unwrap_err().to_string(), "a: share=\"00.5\" should be 0.5");
    let only = Key::<Switch>::word_or("lmr", "", "").only("on");
    assert_eq!(
        Spec::parse("a").unwrap().get(&only).unwrap_err().to_string(),
        "a: lmr= is missing; it should be on"
    );
    let switch = Key::<Switch>::word("lmr", "off", "");
    assert_eq!(spec.get(&switch).unwrap_err().to_string(), "a: lmr=\"yes\" should be one of on, off");
    assert!(spec.given(&TIME).unwrap_err().to_string().contains("500ms"));
    assert_eq!(spec.given(&NODES), Ok(None));
    assert_eq!(
        spec.get(&NODES).unwrap_err().to_string(),
        "a: nodes= is missing; it should be a whole number of at least 1"
    );
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Rule {
        First,
        Last,
    }
    words! { for Rule { First = "first" | "v1" | "old", Last = "last" } }
    const RULE: Key<Rule> = Key::word("rule", "last", "");
    assert_eq!((RULE.opt.values, Rule::First.name()), ("first|last", "first"));
    let rule = |text: &str| Spec::parse(&format!("a:rule={text}")).unwrap().get(&RULE);
    assert_eq!([rule("old"), rule("v1"), rule("first")], [const { Ok(Rule::First) }; 3]);
    assert_eq!(rule("v2").unwrap_err().to_string(), "a: rule=\"v2\" should be one of first, last");
    let spec = Spec::parse("a").unwrap();
    assert_eq!((spec.get(&DEPTH), spec.given(&DEPTH), spec.get(&switch)), (Ok(3), Ok(None), Ok(Switch::Off)));
}

const WEIGHTS: Key<[f64; 2]> = Key::weights(
    Opt { key: "weights", takes: Takes::Number, values: "a/b", default: "", about: "" },
    "one for a, one for b",
);

#[test]
fn weights_are_read_and_written() {
    let spec = Spec::parse("x:depth=2,weights=1/2").unwrap();
    assert_eq!(spec.given(&WEIGHTS).unwrap(), Some([1.0, 2.0]));
    let spec = spec.with_weights(&[-0.25, 3.5e-7]);
    assert_eq!(spec.given(&WEIGHTS).unwrap(), Some([-0.25, 3.5e-7]));
    assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
    assert_eq!(Spec::parse("x").unwrap().given(&WEIGHTS).unwrap(), None);
    for wrong in ["1", "1/2/3", "1/x", "", "1/inf"] {
        let spec = Spec { name: "x".into(), options: vec![("weights".into(), wrong.into())] };
        let error = spec.given(&WEIGHTS).unwrap_err().0;
        assert!(error.contains("one for a, one for b"), "{error}");
    }
}
