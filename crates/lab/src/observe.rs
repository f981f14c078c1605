//! Observations: what every series comes down to, whether it was played or measured.

use serde::{Deserialize, Serialize};

/// One observation: a game as one agent saw it, or one result of a measure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// The row of the report that it belongs to.
    pub row: String,
    /// A value for each column; NaN where the column has no meaning.
    #[serde(with = "numbers")]
    pub values: Vec<f64>,
}

/// All observations of a series.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The columns' names.
    pub columns: Vec<String>,
    /// Observations by group. Only groups are independent of each other: a pair of games that share their luck, a unit of a
    /// measure.
    pub groups: Vec<(u64, Vec<Seen>)>,
}

impl Observed {
    /// The place of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The names of its rows, in the order in which they first appear.
    #[must_use]
    pub fn rows(&self) -> Vec<&str> {
        let mut rows: Vec<&str> = Vec::new();
        for seen in self.groups.iter().flat_map(|group| &group.1) {
            if !rows.contains(&seen.row.as_str()) {
                rows.push(&seen.row);
            }
        }
        rows
    }
}

/// Numbers as JSON has none: NaN becomes null.
mod numbers {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(values: &[f64], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|value| value.is_finite().then_some(*value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        let values = Vec::<Option<f64>>::deserialize(from)?;
        Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }
}
