//! The answer of an experiment: words with numbers between them.

use lab::plan::Part;

#[test]
fn numbers_stand_between_words() {
    let mut plan = lab::catalogue::all().unwrap().remove(0);
    let number = Part::Number("depth 1", "wins");
    for (answer, parts) in [
        ("wins {depth 1 | wins}.", &[Part::Words("wins "), number, Part::Words(".")][..]),
        ("{depth 1|wins}{depth 1|wins}", &[number, number]),
        ("{a} {", &[Part::Words("{a} "), Part::Words("{")]),
        ("", &[]),
    ] {
        plan.answer = answer.to_owned();
        assert_eq!(plan.answer_parts().collect::<Vec<_>>(), parts);
    }
}
