//! How often the judge is right about claims of several numbers: shares of one row at once, ratios, numbers that do not differ,
//! and rows of one series, whose units are the same.

mod cases;

use std::collections::BTreeMap;

use plywise::rng::Rng;

use lab::claims::Verdict;
use lab::observe::{Observed, Seen};
use lab::plan::{Plan, Size};
use lab::report::{judge, subjects};

use crate::rates::{REPORTS, keeps};

/// What is simulated.
struct Case {
    name: &'static str,
    /// The rows, those of one series divided by `;`, series by `|`.
    rows: &'static str,
    claim: &'static str,
    /// One unit of a series: a value for each of its rows.
    unit: fn(&mut Rng, series: usize) -> Vec<f64>,
    units: u64,
    /// How many units were published, drawn as ours are but as series 1.
    published: u64,
    wanted: &'static [(Verdict, f64, f64)],
}

/// The column `x`: all that fall into this category or a higher one.
const SHARES: &str = "[[quantity]]\nname = \"one\"\nof = \"x\"\nat-least = 1\nscale = 100\n\
                      [[quantity]]\nname = \"two\"\nof = \"x\"\nat-least = 2\nscale = 100\n";
const MEAN: &str = "[[quantity]]\nname = \"mean\"\nof = \"x\"\n";

impl Case {
    fn plan(&self) -> Plan {
        let mut text =
            format!("title = \"t\"\nwork = \"{}\"\nquestion = \"q\"\n", games::all()[0].named.name);
        let mut rows: Vec<&str> = Vec::new();
        for (number, series) in self.rows.split('|').enumerate() {
            let own: Vec<&str> = series.split(';').map(str::trim).collect();
            text += &format!(
                "[[series]]\nname = \"{number}\"\nsize = {{ quick = 1, full = 1 }}\nmeasure = \"search\"\n\
                 [series.with]\nlabels = {own:?}\n"
            );
            rows.extend(own);
        }
        text += if self.claim.contains("\"mean\"") { MEAN } else { SHARES };
        text += &format!("[[claim]]\ntext = \"t\"\nrows = {rows:?}\n{}\n", self.claim);
        for quantity in ["one", "two"].into_iter().filter(|_| self.published > 0) {
            text += &format!(
                "[[number]]\nrow = \"a\"\nquantity = \"{quantity}\"\nvalue = 0\nn = {}\nshare = true\n",
                self.published
            );
        }
        Plan::parse("simulated", &text).unwrap()
    }

    fn observed(&self, rng: &mut Rng, series: usize) -> Observed {
        let rows: Vec<&str> = self.rows.split('|').nth(series).unwrap_or_default().split(';').collect();
        let group = |unit| {
            let values = (self.unit)(rng, series).into_iter();
            let seen = |(row, value): (&&str, f64)| Seen { row: row.trim().into(), values: vec![value] };
            (unit, rows.iter().zip(values).map(seen).collect())
        };
        Observed { columns: vec!["x".into()], groups: (0..self.units).map(group).collect() }
    }

    /// Other people's sample, of which shares are published.
    fn publish(&self, rng: &mut Rng, plan: &mut Plan) {
        let sample: Vec<f64> = (0..self.published).map(|_| (self.unit)(rng, 1)[0]).collect();
        for number in &mut plan.number {
            let least = if number.quantity == "one" { 1.0 } else { 2.0 };
            let count = sample.iter().filter(|&&value| value >= least).count();
            number.value = 100.0 * count as f64 / self.published as f64;
        }
    }

    /// How often each verdict comes.
    fn rates(&self) -> BTreeMap<&'static str, f64> {
        let (mut plan, mut rng, mut rates) = (self.plan(), Rng::new(1935), BTreeMap::new());
        for _ in 0..*REPORTS {
            self.publish(&mut rng, &mut plan);
            let samples: Vec<_> =
                (0..plan.series.len()).map(|series| self.observed(&mut rng, series)).collect();
            let evidence: Vec<_> = plan.series.iter().zip(samples).collect();
            let judged = judge(&plan, Size::Quick, &subjects(&evidence));
            *rates.entry(judged[0].verdict.word()).or_default() += 1.0 / *REPORTS as f64;
        }
        rates
    }
}

/// True claims are confirmed and false ones refuted as often as promised; weak samples get neither verdict.
#[test]
fn verdicts_on_several_numbers_come_at_the_promised_rates() {
    let cases = cases::all();
    // Each case has luck of its own, so that several can be simulated at once.
    let half = cases.len().div_ceil(2);
    let rates: Vec<_> = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(half)
            .map(|part| scope.spawn(|| part.iter().map(Case::rates).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    let mut wrong = Vec::new();
    for (case, rates) in cases.iter().zip(rates) {
        let told: Vec<String> = rates.iter().map(|(word, rate)| format!("{word} {rate:.4}")).collect();
        println!("{}: {}", case.name, told.join(", "));
        for &(verdict, least, most) in case.wanted {
            let rate = rates.get(verdict.word()).copied().unwrap_or(0.0);
            if !keeps(rate, least, most) {
                wrong.push(format!("{}: {} in {rate:.4}, not {least} to {most}", case.name, verdict.word()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
