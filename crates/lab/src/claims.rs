//! Whether what is said holds, judged by numbers and one rule.

mod cell;

use serde::Serialize;

pub use cell::Cell;
use cell::{error_between, errors_above};

use crate::plan::{Claim, Says};
use crate::text::number;

/// What the numbers say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Confirmed,
    /// It does not.
    Refuted,
    /// The numbers are too few, or too near.
    Undecided,
}

impl Verdict {
    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// A claim with what became of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// In words.
    pub claim: String,
    /// What the numbers say.
    pub verdict: Verdict,
    /// Which numbers.
    pub by: String,
}

/// Standard errors from which a difference counts as one.
pub(crate) const DECIDES: f64 = 3.0;

/// Means of fewer independent units than this decide nothing: so few do not tell how much they vary.
pub(crate) const LEAST_UNITS: usize = 5;

/// The rule, as reports state it.
pub const RULE: &str = "A claim that numbers differ, or lie on one side of a bound, is confirmed when they do so by at least three standard \
errors of the difference, refuted when they lie three or more on the wrong side, and undecided between. Of a claim \
with several steps the weakest step decides. Published numbers count as reproduced when every one of ours lies within \
three standard errors (ours and theirs together), and as refuted when one does not; while ours rest on fewer \
observations than theirs that stays undecided. A claim that something never happens is refuted by the first case. \
Numbers are the same when they differ by less than three standard errors, and these are at most a tenth of them. Means \
of fewer than five independent units decide nothing.";

impl Claim {
    /// Judges the claim by the cells that it names, rows in order and in each its quantities.
    #[must_use]
    pub fn judge(&self, cells: &[Cell]) -> Judged {
        let (verdict, by) = match self.kind {
            Says::Reproduced => reproduced(cells),
            Says::Rising => steps(self, cells, 1.0),
            Says::Falling => steps(self, cells, -1.0),
            Says::AtLeast => bound(self, cells, 1.0),
            Says::AtMost => bound(self, cells, -1.0),
            Says::Factor => factor(self, cells),
            Says::Same => same(self, cells),
            Says::Zero => zero(cells),
        };
        Judged { claim: self.text.clone(), verdict, by }
    }
}

/// The weakest of some verdicts; nothing is undecided.
fn weakest(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let mut found = None;
    for verdict in verdicts {
        found = Some(match (found, verdict) {
            (Some(Verdict::Refuted), _) | (_, Verdict::Refuted) => Verdict::Refuted,
            (Some(Verdict::Undecided), _) | (_, Verdict::Undecided) => Verdict::Undecided,
            _ => Verdict::Confirmed,
        });
    }
    found.unwrap_or(Verdict::Undecided)
}

/// By how many standard errors something speaks for a claim.
fn by_errors(errors: Option<f64>) -> Verdict {
    match errors {
        Some(errors) if errors >= DECIDES => Verdict::Confirmed,
        Some(errors) if errors <= -DECIDES => Verdict::Refuted,
        _ => Verdict::Undecided,
    }
}

/// A verdict on some numbers, unless one of them rests on too few units; the words for that.
fn on<'a>(cells: impl IntoIterator<Item = &'a Cell>, verdict: Verdict) -> (Verdict, &'static str) {
    if cells.into_iter().any(Cell::is_thin) {
        (Verdict::Undecided, ", of fewer than five units")
    } else {
        (verdict, "")
    }
}

/// How far something lies off: `more` where the errors are above 0, `less` below.
fn said(errors: Option<f64>, more: &str, less: &str) -> String {
    let way = |errors: f64| if errors < 0.0 { less } else { more };
    match errors {
        Some(0.0) => "no difference".into(),
        Some(errors) if errors.is_finite() => {
            format!("{:.1} standard errors {}", errors.abs(), way(errors))
        }
        Some(errors) => format!("exactly, {}", way(errors)),
        None => "no errors to judge by".into(),
    }
}

fn reproduced(cells: &[Cell]) -> (Verdict, String) {
    let mut worst: Option<(f64, String)> = None;
    let (mut compared, mut few) = (0, false);
    for cell in cells {
        let (Some(ours), Some((value, error, n))) = (cell.ours, cell.published) else { continue };
        let Some(errors) = ours.above(value, error) else { continue };
        compared += 1;
        few |= n.is_some_and(|n| ours.n < n);
        if worst.as_ref().is_none_or(|worst| errors.abs() > worst.0.abs()) {
            worst = Some((errors, format!("{}, {}", cell.row, cell.quantity)));
        }
    }
    let Some((errors, name)) = worst else { return (Verdict::Undecided, "nothing to compare".into()) };
    let verdict = match (errors.abs() <= DECIDES, few) {
        (_, true) => Verdict::Undecided,
        (true, false) => Verdict::Confirmed,
        (false, false) => Verdict::Refuted,
    };
    let fewer = if few { ", on fewer observations than published" } else { "" };
    let off = said(Some(errors), "above what was published", "below what was published");
    (
        verdict,
        format!(
            "{compared} {}, farthest off {name}: {off}{fewer}",
            if compared == 1 { "number" } else { "numbers" }
        ),
    )
}

/// Confirmed if each step goes in this direction.
fn steps(claim: &Claim, cells: &[Cell], direction: f64) -> (Verdict, String) {
    let mut verdicts = Vec::new();
    let mut told = Vec::new();
    for pair in cells.windows(2) {
        let errors = errors_above(&pair[0], &pair[1]);
        let (verdict, thin) = on(pair, by_errors(errors.map(|errors| direction * errors)));
        verdicts.push(verdict);
        let way = said(errors, "up", "down");
        told.push(format!("from {} to {}: {way}{thin}", pair[0].told(claim), pair[1].told(claim)));
    }
    (weakest(verdicts), told.join("; "))
}

fn bound(claim: &Claim, cells: &[Cell], direction: f64) -> (Verdict, String) {
    let value = claim.value.unwrap_or_default();
    let mut verdicts = Vec::new();
    let mut told = Vec::new();
    for cell in cells {
        // A bound without errors on either side is met or not.
        let meets =
            |ours: f64| if direction * (ours - value) >= 0.0 { f64::INFINITY } else { f64::NEG_INFINITY };
        let errors = cell.ours.map(|ours| {
            let errors = ours.above(value, None).filter(|errors| errors.is_finite());
            errors.map_or_else(|| meets(ours.value), |errors| direction * errors)
        });
        let (verdict, thin) = on([cell], by_errors(errors));
        verdicts.push(verdict);
        let limit = cell.written(value, None);
        let way = said(errors.map(|errors| direction * errors), "above", "below");
        told.push(format!("{} against {limit}: {way}{thin}", cell.told(claim)));
    }
    (weakest(verdicts), told.join("; "))
}

/// The first at least `value` times the second, by the errors of both on a scale of logarithms.
fn factor(claim: &Claim, cells: &[Cell]) -> (Verdict, String) {
    let value = claim.value.unwrap_or(1.0);
    let [a, b] = cells else { return (Verdict::Undecided, "it takes two numbers".into()) };
    let (Some(first), Some(second)) = (a.ours, b.ours) else {
        return (Verdict::Undecided, "nothing was observed".into());
    };
    let ratio = first.value / second.value;
    if !(ratio.is_finite() && ratio > 0.0) {
        return (Verdict::Undecided, "a factor takes two numbers above 0".into());
    }
    let distance = (ratio / value).ln();
    let errors = match error_between(a, b, 1.0 / first.value, 1.0 / second.value) {
        Some(error) if error > 0.0 => Some(distance / error),
        _ => Some(if distance >= 0.0 { f64::INFINITY } else { f64::NEG_INFINITY }),
    };
    let way = said(errors, "above", "below");
    let (verdict, thin) = on(cells, by_errors(errors));
    let names = format!("{} over {}", a.told(claim), b.told(claim));
    (verdict, format!("{names}: {ratio:.3} against {value}, {way}{thin}"))
}

/// Whether two numbers are known so well that a tenth of them would show as a difference.
fn is_fine(a: &Cell, b: &Cell) -> bool {
    let larger =
        [a, b].iter().filter_map(|cell| cell.ours).fold(0.0, |larger: f64, x| larger.max(x.value.abs()));
    error_between(a, b, 1.0, 1.0).is_none_or(|error| DECIDES * error <= 0.1 * larger)
}

fn same(claim: &Claim, cells: &[Cell]) -> (Verdict, String) {
    let mut verdicts = Vec::new();
    let mut told = Vec::new();
    for pair in cells.windows(2) {
        let errors = errors_above(&pair[0], &pair[1]);
        let verdict = match errors {
            Some(errors) if errors.abs() > DECIDES => Verdict::Refuted,
            Some(_) if is_fine(&pair[0], &pair[1]) => Verdict::Confirmed,
            _ => Verdict::Undecided,
        };
        let (verdict, thin) = on(pair, verdict);
        verdicts.push(verdict);
        let way = said(errors, "up", "down");
        told.push(format!("{} and {}: {way}{thin}", pair[0].told(claim), pair[1].told(claim)));
    }
    (weakest(verdicts), told.join("; "))
}

fn zero(cells: &[Cell]) -> (Verdict, String) {
    let (mut n, mut cases) = (0, 0.0);
    for ours in cells.iter().filter_map(|cell| cell.ours) {
        n += ours.n;
        cases += ours.value.abs();
    }
    let verdict = match (n, cases) {
        (0, _) => Verdict::Undecided,
        (_, 0.0) => Verdict::Confirmed,
        _ => Verdict::Refuted,
    };
    let count = if cases == 0.0 { "none".to_owned() } else { number(cases, 0) };
    (verdict, format!("{count} in {} observations", number(n as f64, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;

    fn claim(toml: &str) -> Claim {
        toml::from_str(&format!("text = \"t\"\nrows = [\"a\", \"b\"]\nquantity = \"q\"\n{toml}")).unwrap()
    }

    fn cell(value: f64, error: f64) -> Cell {
        let error = (error > 0.0).then_some(error);
        let ours = Some(Figure { n: 100, value, error, spread: 0.0 });
        Cell {
            row: "a".into(),
            quantity: "q".into(),
            ours,
            digits: 1,
            unit: String::new(),
            published: None,
            series: "s".into(),
            pulls: Vec::new(),
        }
    }

    fn verdict(toml: &str, cells: &[Cell]) -> Verdict {
        claim(toml).judge(cells).verdict
    }

    #[test]
    fn three_standard_errors_decide() {
        let (low, high, near) = (cell(10.0, 1.0), cell(20.0, 1.0), cell(13.0, 1.0));
        let pairs = [(&low, &high), (&high, &low), (&low, &near)];
        let verdicts =
            |kind: &str| pairs.map(|(a, b)| verdict(&format!("kind = \"{kind}\""), &[a.clone(), b.clone()]));
        use Verdict::{Confirmed, Refuted, Undecided};
        assert_eq!(verdicts("rising"), [Confirmed, Refuted, Undecided]);
        assert_eq!(verdicts("falling"), [Refuted, Confirmed, Undecided]);
        assert_eq!(verdicts("same"), [Refuted, Refuted, Undecided], "errors of a tenth hide much");
        assert_eq!(verdict("kind = \"same\"", &[cell(10.0, 0.1), cell(10.2, 0.1)]), Confirmed);
        let steps = [low.clone(), high.clone(), near.clone()];
        assert_eq!(verdict("kind = \"rising\"", &steps), Refuted, "the weakest step decides");
        let bounds =
            |value| verdict(&format!("kind = \"at-least\"\nvalue = {value}"), std::slice::from_ref(&low));
        assert_eq!([bounds(5), bounds(15), bounds(9)], [Confirmed, Refuted, Undecided]);
        let factor =
            |value| verdict(&format!("kind = \"factor\"\nvalue = {value}"), &[high.clone(), low.clone()]);
        assert_eq!([factor(1), factor(4), factor(2)], [Confirmed, Refuted, Undecided]);
    }

    /// The sign of a difference says which of the two is greater, whatever the claim says.
    #[test]
    fn what_is_told_names_numbers_and_the_way_they_differ() {
        let by = |toml: &str, cells: &[Cell]| claim(toml).judge(cells).by;
        let (low, high) = (cell(10.0, 1.0), Cell { row: "b".into(), unit: "%".into(), ..cell(20.0, 1.0) });
        let pair = [low, high];
        for kind in ["rising", "falling"] {
            let told = by(&format!("kind = \"{kind}\""), &pair);
            assert_eq!(told, "from a (10.0 ± 1.0) to b (20.0 ± 1.0 %): 7.1 standard errors up");
        }
        let told = by("kind = \"at-most\"\nvalue = 15", &pair[1..]);
        assert_eq!(told, "b (20.0 ± 1.0 %) against 15.0 %: 5.0 standard errors above");
        assert_eq!(
            by("kind = \"at-least\"\nvalue = 20", &pair[1..]),
            "b (20.0 ± 1.0 %) against 20.0 %: no difference"
        );
        assert!(by("kind = \"same\"", &[cell(1.0, 0.0), cell(1.5, 0.0)]).ends_with("exactly, up"));
    }

    /// Two rows of the same positions: both vary much, their difference little.
    #[test]
    fn rows_of_one_series_are_compared_group_by_group() {
        let pulls = |tilt: f64| (0..10).map(|i| (i, i as f64 - 4.5 + tilt * (i % 2) as f64)).collect();
        let a = Cell { pulls: pulls(0.0), ..cell(10.0, 9.0) };
        let b = Cell { pulls: pulls(0.1), ..cell(12.0, 9.0) };
        assert_eq!(verdict("kind = \"rising\"", &[a.clone(), b.clone()]), Verdict::Confirmed);
        let other = Cell { series: "t".into(), ..b };
        assert_eq!(verdict("kind = \"rising\"", &[a, other]), Verdict::Undecided);
    }

    #[test]
    fn a_handful_of_units_decides_nothing() {
        let of = |units: u64| Cell { pulls: (0..units).map(|i| (i, 0.1)).collect(), ..cell(10.0, 0.1) };
        let judged = |units| claim("kind = \"at-least\"\nvalue = 5").judge(&[of(units)]);
        assert_eq!((judged(4).verdict, judged(5).verdict), (Verdict::Undecided, Verdict::Confirmed));
        assert!(judged(4).by.ends_with(", of fewer than five units"));
        let other = Cell { series: "t".into(), ..cell(20.0, 0.1) };
        assert_eq!(verdict("kind = \"rising\"", &[of(2), other.clone()]), Verdict::Undecided);
        assert_eq!(verdict("kind = \"rising\"", &[of(9), other]), Verdict::Confirmed);
    }

    #[test]
    fn exact_numbers_need_no_errors() {
        use Verdict::{Confirmed, Refuted};
        assert_eq!(verdict("kind = \"rising\"", &[cell(1.0, 0.0), cell(2.0, 0.0)]), Confirmed);
        assert_eq!(verdict("kind = \"same\"", &[cell(1.0, 0.0), cell(1.0, 0.0)]), Confirmed);
        assert_eq!(verdict("kind = \"same\"", &[cell(1.0, 0.0), cell(1.5, 0.0)]), Refuted);
        assert_eq!(verdict("kind = \"zero\"", &[cell(0.0, 0.0), cell(0.0, 0.0)]), Confirmed);
        assert_eq!(verdict("kind = \"zero\"", &[cell(0.0, 0.0), cell(2.0, 0.0)]), Refuted);
        assert_eq!(verdict("kind = \"at-most\"\nvalue = 1", &[cell(1.0, 0.0)]), Confirmed);
    }

    #[test]
    fn numbers_are_reproduced_within_three_errors_and_by_enough_games() {
        use Verdict::{Confirmed, Refuted, Undecided};
        let against = |value, n| {
            let cell = Cell { published: Some((value, Some(1.0), Some(n))), ..cell(10.0, 1.0) };
            verdict("kind = \"reproduced\"", &[cell])
        };
        assert_eq!(
            [against(13.0, 100), against(13.0, 500), against(15.0, 100)],
            [Confirmed, Undecided, Refuted]
        );
        assert_eq!(verdict("kind = \"reproduced\"", &[]), Undecided);
    }
}
