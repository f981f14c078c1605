//! The Elo scale.

/// The score (0 to 1) that a lead of `elo` points predicts: Elo 1978, "The Rating of Chessplayers", with the logistic
/// curve that chess federations and engine testers use.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The lead in Elo points that predicts `score`: the inverse of [`score_of_elo`]. Infinite at 0 and 1, and beyond.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of expectations in the FIDE handbook, B.02 section 8.1.2 (rounded to two places there).
    #[test]
    fn the_published_expectations() {
        for (lead, score) in [(0.0, 0.50), (50.0, 0.57), (100.0, 0.64), (200.0, 0.76), (400.0, 0.91)] {
            assert!((score_of_elo(lead) - score).abs() < 0.005, "{lead}: {}", score_of_elo(lead));
        }
    }

    #[test]
    fn the_scale_reads_both_ways_and_ends_in_infinity() {
        for elo in [-700.0, -33.3, 0.0, 1.0, 250.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(-0.1)), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert_eq!((elo_of_score(1.0), elo_of_score(1.1)), (f64::INFINITY, f64::INFINITY));
    }
}
