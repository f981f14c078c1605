//! Why a search ended.

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The asked depth is done.
    Depth,
    /// The asked number of simulations is done.
    Iterations,
    /// The tree is exhausted or the result proven: deeper search cannot change it.
    Solved,
    /// The result is proven: every position that can be reached is valued (see [`Exhaustion`](crate::Exhaustion)).
    Exhausted,
    /// The result is proven: it stands in a database.
    Known,
    /// The move and its value stand in an opening book.
    Book,
    /// Every line ended or became too improbable: deeper search with the same cut-off cannot change the answer.
    Cutoff,
    /// Only one move is legal.
    NoChoice,
    /// The agent chooses without a search.
    Unsearched,
    /// The agent, another program, does not say.
    Untold,
    /// The nodes are spent.
    Nodes,
    /// The deadline has passed.
    Deadline,
    /// Someone set the stop flag.
    Flag,
    /// A time policy had seen enough after a completed iteration.
    Enough,
}

impl Stop {
    /// A few words for reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Iterations => "iterations",
            Self::Solved => "solved",
            Self::Exhausted => "solved, by exhaustion",
            Self::Known => "solved, by database",
            Self::Book => "book",
            Self::Cutoff => "cut-off",
            Self::NoChoice => "no choice",
            Self::Unsearched => "no search",
            Self::Untold => "not told",
            Self::Nodes => "nodes",
            Self::Deadline => "deadline",
            Self::Flag => "stopped",
            Self::Enough => "enough",
        }
    }

    /// Whether the search was cut short.
    #[must_use]
    pub(crate) const fn is_interrupt(self) -> bool {
        matches!(self, Self::Nodes | Self::Deadline | Self::Flag)
    }
}
