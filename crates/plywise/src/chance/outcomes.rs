//! Outcomes of chance, listed for a search.

use crate::game::Stochastic;

/// An outcome that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<M> {
    pub(super) mv: M,
    pub(super) probability: f64,
    /// What is known of its value: it lies in `[low, high]`.
    pub(super) low: f64,
    pub(super) high: f64,
    /// The sums of probability times `low`, and times `high`, over the outcomes behind it in the list.
    pub(super) rest_low: f64,
    pub(super) rest_high: f64,
    /// What its first moves are worth, once they have been tried.
    pub(super) probed: Option<Probed>,
}

/// The value of the best of a position's first moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probed {
    pub(super) moves: usize,
    pub(super) value: f64,
    /// Whether the value lies above alpha (for a seat that minimises: below beta) of the window it was found under.
    /// If not, the moves are worth no more (no less) than it.
    pub(super) reached: bool,
}

/// Appends the outcomes of a turn of chance, of which at most `most` count, the likeliest, as if there were no
/// others. `likeliest_first`: in the order of their probability. Equals stay in the order of the game. `drawn` is
/// working space.
pub(super) fn list<G: Stochastic>(
    position: &G,
    most: usize,
    likeliest_first: bool,
    drawn: &mut Vec<(G::Move, f64)>,
    out: &mut Vec<Outcome<G::Move>>,
) {
    drawn.clear();
    position.outcomes(drawn);
    let mut scale = 1.0;
    if likeliest_first || drawn.len() > most {
        sort_by_probability(drawn);
        if drawn.len() > most {
            drawn.truncate(most);
            scale = 1.0 / drawn.iter().map(|(_, probability)| probability).sum::<f64>();
        }
    }
    out.extend(drawn.iter().map(|&(mv, probability)| Outcome {
        mv,
        probability: probability * scale,
        low: 0.0,
        high: 0.0,
        rest_low: 0.0,
        rest_high: 0.0,
        probed: None,
    }));
}

/// By insertion: the lists are short, mostly sorted, and equals keep their places.
fn sort_by_probability<M: Copy>(drawn: &mut [(M, f64)]) {
    for i in 1..drawn.len() {
        let here = drawn[i];
        let mut place = i;
        while place > 0 && drawn[place - 1].1 < here.1 {
            drawn[place] = drawn[place - 1];
            place -= 1;
        }
        drawn[place] = here;
    }
}

/// Fills in the sums over what comes behind each outcome.
pub(super) fn sum_rests<M>(outcomes: &mut [Outcome<M>]) {
    let (mut low, mut high) = (0.0, 0.0);
    for outcome in outcomes.iter_mut().rev() {
        (outcome.rest_low, outcome.rest_high) = (low, high);
        low += outcome.probability * outcome.low;
        high += outcome.probability * outcome.high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_come_first_and_equals_as_listed() {
        let mut drawn = [('a', 0.1), ('b', 0.3), ('c', 0.1), ('d', 0.3), ('e', 0.2)];
        sort_by_probability(&mut drawn);
        assert_eq!(drawn.map(|d| d.0), ['b', 'd', 'e', 'a', 'c']);
    }

    #[test]
    fn rests_are_what_is_still_to_come() {
        let outcome = |probability, low, high| Outcome {
            mv: (),
            probability,
            low,
            high,
            rest_low: f64::NAN,
            rest_high: f64::NAN,
            probed: None,
        };
        let mut outcomes = [outcome(0.5, -5.0, 5.0), outcome(0.25, -1.0, 5.0), outcome(0.25, -5.0, 3.0)];
        sum_rests(&mut outcomes);
        let rests = outcomes.map(|o| (o.rest_low, o.rest_high));
        assert_eq!(rests, [(-1.5, 2.0), (-1.25, 0.75), (0.0, 0.0)]);
    }
}
