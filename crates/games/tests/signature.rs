//! The number that is the behaviour of all searches.

/// Update it together with the commit that changes what the searches visit, and say there why.
const SIGNATURE: u64 = 766_598;

#[test]
fn the_searches_visit_what_they_always_visited() {
    assert_eq!(games::signature(), Ok(SIGNATURE));
}
