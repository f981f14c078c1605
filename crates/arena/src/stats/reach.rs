//! Who can be compared with whom.

use super::Meeting;

/// Who took points from whom, directly or by way of others; each agent from itself.
pub(super) fn reaches(agents: usize, meetings: &[Meeting]) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; agents]; agents];
    for meeting in meetings {
        let took = |counts: &[u64]| counts[1..].iter().any(|&n| n > 0);
        let lost = |counts: &[u64]| counts[..counts.len() - 1].iter().any(|&n| n > 0);
        reach[meeting.first][meeting.second] |= took(&meeting.pairs.0) || took(&meeting.games.0);
        reach[meeting.second][meeting.first] |= lost(&meeting.pairs.0) || lost(&meeting.games.0);
    }
    (0..agents).for_each(|agent| reach[agent][agent] = true);
    // Warshall 1962, "A theorem on Boolean matrices".
    for via in 0..agents {
        let beyond = reach[via].clone();
        for row in reach.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&beyond).for_each(|(to, beyond)| *to |= beyond);
        }
    }
    reach
}

/// The greatest set of agents that all reach each other; of equal ones the first.
pub(super) fn greatest_group(reach: &[Vec<bool>]) -> Vec<usize> {
    let group = |agent: usize| -> Vec<usize> {
        (0..reach.len()).filter(|&other| reach[agent][other] && reach[other][agent]).collect()
    };
    (0..reach.len()).map(group).rev().max_by_key(Vec::len).unwrap_or_default()
}
