//! Agents under names of their own.

use arena::Presets;

const FILE: &str = "mine = \"alphabeta:depth=3,eval=discs\"\n\n[edax]\ncmd = \"true -gtp\"\nprotocol = \"gtp\"\n\
    time = \"1s\"\n\n[strong]\nagent = \"pvs\"\ndepth = 5\nothello = \"pvs:depth=7\"\n2048.agent = \"expectimax\"\n\
    2048.cutoff = 0.01\n";

fn called(game: &str, text: &str) -> Result<(String, String), String> {
    let presets = Presets::parse("agents.toml", FILE).unwrap();
    let called = presets.resolve(&*games::open(game).unwrap(), text);
    called.map(|called| (called.name, called.spec.to_string())).map_err(|error| error.to_string())
}

#[test]
fn a_name_stands_for_an_agent_and_typed_options_come_over_its_own() {
    let is = |game, text, spec: &str| {
        assert_eq!(called(game, text), Ok((text.to_owned(), spec.to_owned())));
    };
    is("othello:size=6", "mine", "alphabeta:depth=3,eval=discs");
    is("othello", "mine:depth=2", "alphabeta:eval=discs,depth=2");
    is("othello", "strong", "pvs:depth=7");
    is("checkers", "strong", "pvs:depth=5");
    is("2048", "strong", "expectimax:cutoff=0.01");
    is("othello", "edax", "engine:cmd=\"true -gtp\",protocol=gtp,time=1s");
    is("othello", "random", "random");
}

#[test]
fn what_is_wrong_where_it_is_used_names_the_file_and_the_line() {
    let error = called("checkers", "mine").unwrap_err();
    assert!(error.starts_with("agents.toml line 1: mine: alphabeta: eval=\"discs\""), "{error}");
    let error = called("othello", "mine:zz=1").unwrap_err();
    assert!(error.starts_with("mine:zz=1: there is no option of alphabeta \"zz\""), "{error}");
    let error = called("checkers", "mine:depth=2").unwrap_err();
    assert!(error.starts_with("agents.toml line 1: mine: alphabeta: eval=\"discs\""), "{error}");
    let error = called("othello", "strng").unwrap_err();
    assert!(error.contains("did you mean strong?") && error.contains("alphabeta"), "{error}");
}

#[test]
fn a_wrong_file_is_told_in_one_line_with_its_place_and_a_remedy() {
    for (text, place, part) in [
        ("a = \"random\"\nb =\n", "agents.toml line 2: ", "the form is name ="),
        ("a = \"random\"\na = \"greedy\"\n", "agents.toml line 2: ", "the form is name ="),
        ("\nx = 7\n", "agents.toml line 2: x: ", "a number is no agent; the form is"),
        ("\n\nrandom = \"greedy\"\n", "agents.toml line 3: ", "is an agent of othello already; choose"),
        ("'a b' = \"greedy\"\n", "agents.toml line 1: ", "\"a b\" is no name; it should be"),
        ("a = \"greedy:\"\n", "agents.toml line 1: a: ", "the form is name:key=value"),
        ("[a]\ndepth = 3\n", "agents.toml line 1: a: ", "neither agent = nor cmd ="),
        ("[a]\nagent = \"pvs\"\ndepth = [3]\n", "agents.toml line 3: a: ", "depth is a list; it should be"),
        ("[a]\ncmd = 'x \"y z\"'\n", "agents.toml line 2: a: ", "single ones go around"),
        ("a = \"pvs:dept=3\"\n", "agents.toml line 1: a: ", "did you mean depth?"),
        ("[a]\nagent = \"pvs\"\ntable = 4\ndept = 3\n", "agents.toml line 4: a: ", "did you mean depth?"),
        ("[a.othello]\nagent = \"pvs\"\ndept = 3\n", "agents.toml line 3: a: ", "did you mean depth?"),
        ("a = \"pvss\"\n", "agents.toml line 1: a: ", "did you mean pvs?"),
        ("a = \"pvs\"\nb = \"a:depth=2\"\n", "agents.toml line 2: b: ", "a is a name of this file itself"),
        ("[a]\ncheckers = true\n", "agents.toml line 1: a: checkers: ", "true or false is no agent"),
    ] {
        let error = Presets::parse("agents.toml", text).expect_err(text).to_string();
        assert!(error.starts_with(place) && error.contains(part) && !error.contains('\n'), "{error}");
    }
    let text =
        "[a]\nagent = \"pvs\"\ntable = 4\ndepth = 99999\n\n[b.othello]\nagent = \"pvs\"\neval = \"x\"\n";
    let presets = Presets::parse("agents.toml", text).unwrap();
    for (name, place) in
        [("a", "agents.toml line 4: a: pvs: depth="), ("b", "agents.toml line 8: b: pvs: eval=")]
    {
        let error = presets.resolve(&*games::open("othello").unwrap(), name).unwrap_err().to_string();
        assert!(error.starts_with(place), "{error}");
    }
    let presets = Presets::parse("agents.toml", "[edax]\nothello = \"pvs\"\n").unwrap();
    let error = presets.resolve(&*games::open("checkers").unwrap(), "edax").unwrap_err().to_string();
    assert!(error.starts_with("agents.toml line 1: edax plays othello; checkers = "), "{error}");
}
