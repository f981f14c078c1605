//! What does not fit a game does not compile: the pairs of examples that say so differ in nothing else.
//!
//! The compiler refuses one of each pair and accepts the other when the documentation is tested. It could refuse for a
//! slip of the pen; but what it accepts is the same program but for the capability.

const TEXT: &str = include_str!("../src/capability/CAPABILITIES.md");

/// The blocks of code below a heading: their label, and their lines.
fn blocks(section: &str) -> Vec<(&str, Vec<&str>)> {
    section
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').expect("a label"))
        .map(|(label, code)| (label, code.lines().collect()))
        .collect()
}

/// The lines of one that the other lacks.
fn beyond<'a>(one: &[&'a str], other: &[&str]) -> Vec<&'a str> {
    one.iter().copied().filter(|line| !other.contains(line)).collect()
}

#[test]
fn every_refused_program_has_a_twin_that_differs_only_in_the_capability() {
    let sections: Vec<&str> = TEXT.split("\n# `").skip(1).collect();
    assert!(sections.len() >= 13, "the sections were found: {}", sections.len());
    for section in sections {
        let capability = section.split('`').next().expect("a name in the heading");
        let blocks = blocks(section);
        let [(refused, without), ("rust", with)] = blocks.as_slice() else {
            panic!("{capability}: one program that is refused, then its twin: {blocks:?}");
        };
        assert!(refused.starts_with("compile_fail,E0"), "{capability}: {refused}");
        let (only_without, only_with) = (beyond(without, with), beyond(with, without));
        // A capability is added, and nothing taken away; or another search is called.
        let added = only_without.is_empty() && only_with.iter().any(|line| line.contains("impl "));
        let called = only_without.len() == 1 && only_with.len() == 1;
        assert!(added || called, "{capability}: {only_without:?} became {only_with:?}");
    }
}
