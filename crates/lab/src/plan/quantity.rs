//! What is made of observations, as it is written down.

use serde::Deserialize;

/// A column of the report's table: something made of the observations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Quantity {
    /// Its head.
    pub name: String,
    /// The column of observations that it is made of.
    pub of: String,
    /// How.
    #[serde(default)]
    pub how: How,
    /// `how = "ratio"`: the column that it is divided by.
    pub per: Option<String>,
    /// Counts the observations with this value instead of adding up values.
    pub equals: Option<f64>,
    /// Counts the observations with this value or more.
    pub at_least: Option<f64>,
    /// Whether the column says yes (1) or no (0) and the mean is a share: with `equals` and `at-least` it always is. None of a
    /// hundred then does not mean never.
    #[serde(default)]
    pub share: bool,
    /// Only observations of which this holds.
    #[serde(rename = "where", default)]
    pub only: Vec<Range>,
    /// What the number is multiplied by, such as 100.
    #[serde(default = "unity")]
    pub scale: f64,
    /// What stands behind it, such as `%`.
    #[serde(default)]
    pub unit: String,
    /// Digits after the point.
    #[serde(default = "two")]
    pub digits: usize,
    /// Only used in plots and claims.
    #[serde(default)]
    pub hidden: bool,
}

fn unity() -> f64 {
    1.0
}

fn two() -> usize {
    2
}

/// How observations become one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Their mean.
    #[default]
    Mean,
    /// Their sum.
    Sum,
    /// The sum of one column over the sum of another.
    Ratio,
    /// Their standard deviation.
    Spread,
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// Values of a column that count.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The column.
    pub column: String,
    /// From here on.
    #[serde(default = "lowest")]
    pub from: f64,
    /// Up to here.
    #[serde(default = "highest")]
    pub to: f64,
}

fn lowest() -> f64 {
    f64::NEG_INFINITY
}

fn highest() -> f64 {
    f64::INFINITY
}
