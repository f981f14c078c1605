//! Whether an experiment's file makes sense: everything that it names is there.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{Claim, Draws, How, Number, Part, Plan, Quantity, Range, Says, Series};
use crate::observe::Observed;

impl Plan {
    /// Whether everything that it names is there. What only shows when it is opened is not looked at.
    pub(super) fn check(&self) -> Result<(), String> {
        let works: Vec<&str> = games::all().iter().map(|game| game.named.name).collect();
        if !works.contains(&self.work.as_str()) {
            return Err(format!("work {:?} should be one of {}", self.work, works.join(", ")));
        }
        let mut names = BTreeSet::new();
        for series in &self.series {
            series.check().map_err(|what| format!("series {:?}: {what}", series.name))?;
            if !names.insert(&series.name) {
                return Err(format!("two series are called {:?}", series.name));
            }
        }
        if self.scores.as_ref().is_some_and(|name| !is_table(name)) {
            return Err("scores is the name of a file of its own, such as \"experiments.csv\"".into());
        }
        let rows = self.rows();
        let there = There {
            rows: rows.iter().map(String::as_str).collect(),
            quantities: self.quantity.iter().map(|quantity| quantity.name.as_str()).collect(),
        };
        if let Some(name) = twice(&there.quantities) {
            return Err(format!("two quantities are called {name:?}"));
        }
        self.check_numbers(&there)?;
        for claim in &self.claim {
            self.check_claim(claim, &there).map_err(|what| format!("claim {:?}: {what}", claim.text))?;
        }
        self.check_shown(&there)?;
        for quantity in &self.quantity {
            quantity.check().map_err(|what| format!("quantity {:?}: {what}", quantity.name))?;
        }
        for number in &self.number {
            let quantity = self.quantity.iter().find(|quantity| quantity.name == number.quantity);
            number.check(quantity).map_err(|what| format!("number of {:?}: {what}", number.row))?;
        }
        Ok(())
    }

    /// What is published: of rows and quantities that there are, of each cell once.
    fn check_numbers(&self, there: &There<'_>) -> Result<(), String> {
        for number in &self.number {
            let wrong = |what| format!("number of {:?}: {what}", number.row);
            there.has_quantity(&number.quantity).map_err(wrong)?;
            there.has_row(&number.row).map_err(wrong)?;
        }
        let asked: Vec<_> = self.number.iter().map(|number| (&number.row, &number.quantity)).collect();
        match twice(&asked) {
            Some((row, quantity)) => Err(format!("two numbers are published of {quantity:?} of {row:?}")),
            None => Ok(()),
        }
    }

    fn check_claim(&self, claim: &Claim, there: &There<'_>) -> Result<(), String> {
        if claim.kind == Says::Reproduced {
            let mut asked = claim.rows.iter().flat_map(|row| claim.quantities().map(move |name| (row, name)));
            let published = |(row, name): &(&String, &String)| {
                self.number.iter().any(|number| number.row == **row && number.quantity == **name)
            };
            if let Some((row, name)) = asked.find(|asked| !published(asked)) {
                return Err(format!("no number is published of {name:?} of {row:?}"));
            }
        }
        let named: Vec<String> = claim.quantities().cloned().collect();
        named.iter().try_for_each(|name| there.has_quantity(name))?;
        claim.rows.iter().try_for_each(|row| there.has_row(row))?;
        for (what, names) in [("row", &claim.rows), ("quantity", &named)] {
            if let Some(name) = twice(names) {
                return Err(format!("it names the {what} {name:?} twice"));
            }
        }
        claim.check(named.len())?;
        let about = || self.quantity.iter().filter(|quantity| named.contains(&quantity.name));
        let scales = about().filter(|quantity| quantity.is_share()).map(|quantity| quantity.scale);
        let whole = scales.reduce(f64::max).unwrap_or(f64::INFINITY);
        let value = claim.value.filter(|&value| claim.kind != Says::Factor && value > whole);
        let tolerance = claim.tolerance.filter(|&far| claim.kind != Says::Zero && far >= whole);
        if let Some(far) = value.or(tolerance) {
            return Err(format!("it is about shares of {whole}, which {far} lies beyond"));
        }
        claim.check_hows(about())
    }

    /// What the page says and draws.
    fn check_shown(&self, there: &There<'_>) -> Result<(), String> {
        for part in self.answer_parts() {
            let Part::Number(row, quantity) = part else { continue };
            let wrong = |what| format!("answer: {what}");
            there.has_quantity(quantity).map_err(wrong)?;
            there.has_row(row).map_err(wrong)?;
        }
        for plot in &self.plot {
            if matches!(plot.kind, Draws::Lines | Draws::Bars) {
                there.has_quantity(&plot.y)?;
            }
            let rows = plot.rows.iter().try_for_each(|row| there.has_row(row));
            rows.map_err(|what| format!("plot {:?}: {what}", plot.title))?;
        }
        Ok(())
    }

    /// Whether the published numbers and claims ask of rows what these have; the columns of each series are given.
    pub(crate) fn check_asked(&self, columns: &[Vec<String>]) -> Result<(), String> {
        let has = |row: &str, name: &str| {
            let Some(quantity) = self.quantity.iter().find(|quantity| quantity.name == name) else {
                return Ok(());
            };
            let mut of_row =
                self.series.iter().zip(columns).filter(|(series, _)| series.has_row(row)).peekable();
            let Some((_, own)) = of_row.peek() else { return Ok(()) };
            let (of, own) = (&quantity.of, own.join(", "));
            match of_row.any(|(_, columns)| columns.contains(of)) {
                true => Ok(()),
                false => Err(format!("{name:?} of {row:?} is made of {of:?}, and that row has only {own}")),
            }
        };
        for number in &self.number {
            has(&number.row, &number.quantity)
                .map_err(|what| format!("number of {:?}: {what}", number.row))?;
        }
        for claim in &self.claim {
            let mut asked = claim.rows.iter().flat_map(|row| claim.quantities().map(move |name| (row, name)));
            asked
                .try_for_each(|(row, name)| has(row, name))
                .map_err(|what| format!("claim {:?}: {what}", claim.text))?;
        }
        Ok(())
    }

    /// Whether the columns that quantities are made of are among those that its series have.
    pub(crate) fn check_columns(&self, columns: &[String]) -> Result<(), String> {
        let only_games = self.series.iter().all(|series| series.measure.is_none());
        for quantity in &self.quantity {
            if only_games && quantity.is_flag() && !FLAGS.contains(&quantity.of.as_str()) {
                let (name, of, flags) = (&quantity.name, &quantity.of, FLAGS.join(", "));
                return Err(format!("quantity {name:?}: share = true takes one of {flags}, not {of:?}"));
            }
            let ranges = quantity.only.iter().map(|range| &range.column);
            for column in std::iter::once(&quantity.of).chain(&quantity.per).chain(ranges) {
                if !columns.contains(column) {
                    let (name, all) = (&quantity.name, columns.join(", "));
                    return Err(format!("quantity {name:?}: there is no column {column:?}; there are {all}"));
                }
            }
        }
        Ok(())
    }
}

/// The names that an experiment gives.
struct There<'a> {
    rows: Vec<&'a str>,
    quantities: Vec<&'a str>,
}

impl There<'_> {
    fn has_row(&self, name: &str) -> Result<(), String> {
        known("row", name, &self.rows)
    }

    fn has_quantity(&self, name: &str) -> Result<(), String> {
        known("quantity", name, &self.quantities)
    }
}

fn known(what: &str, name: &str, names: &[&str]) -> Result<(), String> {
    let there = || format!("there is no {what} {name:?}; there are {}", names.join(", "));
    if names.contains(&name) { Ok(()) } else { Err(there()) }
}

/// Whether this names a table beside the report's own files, none of which it may be: the only table among them is `data.csv`.
fn is_table(name: &String) -> bool {
    let plain = !name.contains(['/', '\\']) && !name.starts_with('.');
    plain && name.len() > 4 && name.ends_with(".csv") && name != "data.csv"
}

/// A name that stands among others of the same.
fn twice<T: Ord>(names: &[T]) -> Option<&T> {
    let mut known = BTreeSet::new();
    names.iter().find(|name| !known.insert(*name))
}

/// The columns of games that lie between no and yes.
const FLAGS: [&str; 5] = ["won", "drawn", "lost", "score", "forfeit"];

/// The most digits behind the point that a number has.
const MOST_DIGITS: usize = 12;

impl Quantity {
    fn check(&self) -> Result<(), String> {
        if (self.how == How::Ratio) != self.per.is_some() {
            return Err("per belongs to how = \"ratio\"".into());
        }
        if self.is_flag() && self.how != How::Mean {
            return Err("a share is a mean of yes and no; leave share or how out".into());
        }
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err("scale is a number above 0".into());
        }
        if self.digits > MOST_DIGITS {
            return Err(format!("digits are at most {MOST_DIGITS}"));
        }
        if self.equals.is_some() && self.at_least.is_some() {
            return Err("it counts either what equals a value or what is at-least one".into());
        }
        if [self.equals, self.at_least].iter().flatten().any(|value| !value.is_finite()) {
            return Err("equals and at-least are numbers".into());
        }
        let nothing = |range: &&Range| range.from.is_nan() || range.to.is_nan() || range.from > range.to;
        match self.only.iter().find(nothing) {
            Some(range) => Err(format!(
                "where: {:?} goes from {} to {}, which is nothing",
                range.column, range.from, range.to
            )),
            None => Ok(()),
        }
    }

    /// Whether it is the share of a column that says yes and no by itself.
    fn is_flag(&self) -> bool {
        self.share && self.equals.is_none() && self.at_least.is_none()
    }

    /// Whether what was observed can be what it says: a share without `equals` and `at-least` is one of yes and no.
    pub(crate) fn check_observed(&self, observed: &Observed) -> Result<(), String> {
        let Some(column) = observed.column(&self.of).filter(|_| self.is_flag()) else { return Ok(()) };
        let all = observed.groups.iter().flat_map(|group| &group.1);
        let odd =
            all.map(|seen| seen.values[column]).find(|value| !value.is_nan() && !(0.0..=1.0).contains(value));
        odd.map_or(Ok(()), |value| {
            Err(format!(
                "quantity {:?}: share = true takes a column of 0 and 1, and {:?} holds {value}; say equals or at-least, or leave share out",
                self.name, self.of
            ))
        })
    }
}

impl Number {
    fn check(&self, quantity: Option<&Quantity>) -> Result<(), String> {
        if !self.value.is_finite() {
            return Err("value is a number".into());
        }
        let whole = quantity.map_or(1.0, |quantity| quantity.scale);
        if self.share && !(0.0..=whole).contains(&self.value) {
            return Err(format!(
                "a share lies between 0 and the quantity's scale, which is {whole}, not at {}",
                self.value
            ));
        }
        let has_error = quantity.is_none_or(|quantity| matches!(quantity.how, How::Mean | How::Ratio));
        if !has_error && (self.n.is_some() || self.sd.is_some() || self.share) {
            return Err(
                "of a sum, spread, least or greatest nobody knows the error; leave n, sd and share out"
                    .into(),
            );
        }
        if self.share && self.sd.is_some() {
            return Err("the spread of a share follows from it; leave sd or share out".into());
        }
        if self.n == Some(0) || self.sd.is_some_and(|sd| !(sd >= 0.0 && sd.is_finite())) {
            return Err("n is 1 or more, sd 0 or more".into());
        }
        Ok(())
    }
}

/// Puts what `[defaults]` holds into every series that does not say otherwise; tables inside are joined.
pub(super) fn fill_in(table: &mut Table) {
    let Some(Value::Table(defaults)) = table.remove("defaults") else { return };
    let Some(Value::Array(all)) = table.get_mut("series") else { return };
    for series in all.iter_mut().filter_map(Value::as_table_mut) {
        for (key, value) in &defaults {
            match (series.get_mut(key), value) {
                (Some(Value::Table(own)), Value::Table(more)) => {
                    for (key, value) in more {
                        own.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                (Some(_), _) => {}
                (None, value) => drop(series.insert(key.clone(), value.clone())),
            }
        }
    }
}

impl Series {
    fn check(&self) -> Result<(), String> {
        match (&self.game, &self.measure) {
            (Some(_), None) if self.with.is_empty() => {}
            (None, Some(_)) if self.agents.is_empty() && self.labels.is_none() => {}
            (Some(_), None) => return Err("with belongs to a measure".into()),
            (None, Some(_)) => return Err("agents and labels belong to a game".into()),
            _ => return Err("it takes either a game with agents, or a measure".into()),
        }
        if self.size.quick == 0 || self.size.full < self.size.quick {
            return Err("size should be quick = 1 or more, and full at least that".into());
        }
        if self.each_meeting && self.agents.len() < 2 {
            return Err("each-meeting takes a game of two agents or more".into());
        }
        match &self.labels {
            Some(labels) if labels.len() != self.agents.len() => {
                Err(format!("{} labels for {} agents", labels.len(), self.agents.len()))
            }
            _ => Ok(()),
        }
    }
}

impl Claim {
    /// Sums and extremes grow with the sample and have no error: a judge would take them for facts.
    fn check_hows<'a>(&self, mut quantities: impl Iterator<Item = &'a Quantity>) -> Result<(), String> {
        let judges = |how: How| {
            matches!(how, How::Mean | How::Ratio) || matches!(self.kind, Says::Zero | Says::Reproduced)
        };
        match quantities.find(|quantity| !judges(quantity.how)) {
            Some(quantity) => Err(format!(
                "of {:?}, a sum, spread, least or greatest, nobody knows the error; it takes a mean, a share or a ratio",
                quantity.name
            )),
            None => Ok(()),
        }
    }

    fn check(&self, quantities: usize) -> Result<(), String> {
        let cells = self.rows.len() * quantities;
        let (least, value) = match self.kind {
            Says::Reproduced => (0, false),
            Says::Distribution => (2, false),
            Says::Rising | Says::Falling | Says::Same => (2, false),
            Says::AtLeast | Says::AtMost => (1, true),
            Says::Factor => (2, true),
            Says::Zero => (1, false),
        };
        if self.kind != Says::Reproduced && cells < least {
            return Err(format!("it takes at least {least} numbers: rows and a quantity"));
        }
        if self.kind == Says::Factor && cells != 2 {
            return Err("factor takes two numbers".into());
        }
        if self.kind == Says::Distribution && self.rows.len() != 1 {
            return Err("distribution takes one row and several quantities".into());
        }
        let tolerates = matches!(self.kind, Says::Reproduced | Says::Distribution | Says::Same | Says::Zero);
        if self.tolerance.is_some_and(|tolerance| !(tolerates && tolerance > 0.0 && tolerance.is_finite())) {
            return Err("tolerance is a number above 0, of reproduced, distribution, same or zero".into());
        }
        if self.kind == Says::Zero && self.tolerance.is_some_and(|rate| rate >= 1.0) {
            return Err("the tolerance of zero is a rate below 1".into());
        }
        if self.value.is_some_and(|value| !value.is_finite()) {
            return Err("value is a number".into());
        }
        if value != self.value.is_some() {
            return Err(if value { "it takes a value".into() } else { "it takes no value".into() });
        }
        Ok(())
    }
}
