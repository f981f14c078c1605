//! The game's door: how the published formulas are read, and what experiments measure of networks that learn.

use registry::door::measurement::{Measurement, Units};
use registry::kind::open;
use registry::{Explanation, Spec, SpecError};
use twenty48::door::{DOOR, Rules};

/// What the published features are under the options of an agent.
fn explained(agent: &str) -> Result<Explanation, SpecError> {
    let game = open::<Rules>(&Spec::parse("2048")?)?.live(1, None).unwrap();
    game.explain(Some(&Spec::parse(agent)?))
}

#[test]
fn a_reading_is_made_of_words() {
    let read =
        |text: &str| explained(&format!("expectimax:{text}")).map(|told| (told.definition, told.terms));
    let weights = |text: &str| read(text).unwrap().1.iter().map(|term| term.weight).collect::<Vec<_>>();
    assert_eq!(read("reading=usual"), read("depth=2"));
    let (definition, _) = read("reading=rows/tiles/empty/positive").unwrap();
    let definition = definition.join("\n");
    for part in ["a cell counts as its tile", "of empty cells", "of each row the lesser"] {
        assert!(definition.contains(part), "{part}: {definition}");
        assert!(!read("reading=positive").unwrap().0.join("\n").contains(part), "{part}");
    }
    let (usual, positive) = (weights("reading=usual"), weights("reading=positive"));
    assert_eq!((usual[0], &usual[1..]), (-positive[0], &positive[1..]));
    // Only the weights' ratios matter; the largest becomes what the published swarm's largest could be.
    let given = weights("weights=-1/2/3/-4,reading=positive");
    assert_eq!(given.iter().map(|weight| weight / given[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0, -4.0]);
    for wrong in ["tile", "tiles/", "/", "tiles rows"] {
        let error = read(&format!("reading={wrong}")).unwrap_err().0;
        assert!(error.contains(wrong) && error.contains("joined by /"), "{error}");
    }
}

fn learning() -> &'static Measurement {
    DOOR.measurements.iter().find(|measurement| measurement.named.name == "learning").unwrap()
}

fn units(settings: &str) -> Result<Units, SpecError> {
    let spec = Spec::parse(&format!("learning:{settings}"))?;
    let learning = learning();
    spec.find("measure", &[learning.named])?;
    (learning.open)(&Spec::parse("2048")?, &spec, 4)
}

/// Everything of a unit but its times.
fn timeless(units: &Units) -> Vec<Vec<f64>> {
    let timeless = |values: Vec<f64>| {
        let kept = values.into_iter().zip(learning().columns).filter(|(_, name)| !name.starts_with("time"));
        kept.map(|(value, _)| if value.is_nan() { -1.0 } else { value }).collect()
    };
    units(1).unwrap().into_iter().map(timeless).collect()
}

#[test]
fn a_unit_tells_the_end_of_a_run_and_its_course() {
    let units = units("tuples=5x4,games=600,depth=0,validate=20,course=600/10/900,course-games=20").unwrap();
    let seen = timeless(&units);
    assert_eq!(seen, timeless(&units), "a unit is a function of settings and number");
    let [end, early, late] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((end[1], early[2], late[2]), (600.0, 10.0, 600.0));
    // A random player makes about 1,100.
    assert!(end[0] > 3_000.0 && late[3] > 3_000.0 && early[3] < 0.7 * late[3], "{seen:?}");
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let units = units("tuples=5x4,seconds=0.05,depth=1,validate=1").unwrap();
    let seen = units(0).unwrap();
    assert!(seen.len() == 1 && seen[0][1] >= 1.0 && seen[0][2] >= 0.05, "{seen:?}");
}

#[test]
fn settings_out_of_range_are_refused() {
    for (settings, part) in [
        ("tuples=9x9,games=1,depth=0,validate=1", "should be one of 5x4, 4x5"),
        ("tuples=5x4,games=1,seconds=1.0,depth=0,validate=1", "either games"),
        ("tuples=5x4,seconds=0.0,depth=0,validate=1", "should be a number from 0.000001"),
        ("tuples=5x4,seconds=1.0,depth=0,validate=1,course=1", "left out where seconds"),
        ("tuples=5x4,games=1,depth=5,validate=1", "from 0 to 4"),
        ("tuples=5x4,games=1,depth=1,validate=0", "at least 1"),
        ("tuples=5x4,games=1,depth=1,validate=1,optimism=-1.0", "optimism"),
        ("tuples=5x4,games=1,depth=1", "validate= is missing"),
        ("tuples=5x4,games=1,depth=1,validate=1,curse=1", "did you mean course?"),
    ] {
        let error = units(settings).err().map(|error| error.0).unwrap_or_default();
        assert!(error.contains(part) && !error.contains('\n'), "{settings}: {error}");
    }
}
