//! Whether an experiment's file makes sense: everything that it names is there.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{Claim, Draws, How, Part, Plan, Says, Series};

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
        let is_name =
            |name: &String| !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.');
        if self.scores.as_ref().is_some_and(|name| !is_name(name)) {
            return Err("scores is the name of a file, such as \"experiments.csv\"".into());
        }
        let quantities: Vec<&str> = self.quantity.iter().map(|quantity| quantity.name.as_str()).collect();
        let rows = self.rows();
        let known = |what: &str, name: &str, names: &[&str]| {
            if names.contains(&name) {
                Ok(())
            } else {
                Err(format!("there is no {what} {name:?}; there are {}", names.join(", ")))
            }
        };
        let rows: Option<Vec<&str>> = rows.as_ref().map(|rows| rows.iter().map(String::as_str).collect());
        let rows_known = |names: &[String]| match &rows {
            Some(rows) => names.iter().try_for_each(|name| known("row", name, rows)),
            None => Ok(()),
        };
        for number in &self.number {
            known("quantity", &number.quantity, &quantities)?;
            rows_known(std::slice::from_ref(&number.row))?;
        }
        for claim in &self.claim {
            let named = claim.quantity.iter().chain(&claim.quantities);
            named.clone().try_for_each(|name| known("quantity", name, &quantities))?;
            rows_known(&claim.rows)?;
            claim.check(named.count()).map_err(|what| format!("claim {:?}: {what}", claim.text))?;
        }
        for part in self.answer_parts() {
            let Part::Number(row, quantity) = part else { continue };
            let wrong = |what| format!("answer: {what}");
            known("quantity", quantity, &quantities).map_err(wrong)?;
            rows_known(&[row.to_owned()]).map_err(wrong)?;
        }
        for plot in &self.plot {
            if matches!(plot.kind, Draws::Lines | Draws::Bars) {
                known("quantity", &plot.y, &quantities)?;
            }
            rows_known(&plot.rows)?;
        }
        for quantity in &self.quantity {
            if (quantity.how == How::Ratio) != quantity.per.is_some() {
                return Err(format!("quantity {:?}: per belongs to how = \"ratio\"", quantity.name));
            }
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
        if value != self.value.is_some() {
            return Err(if value { "it takes a value".into() } else { "it takes no value".into() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::claims::LEAST_UNITS;
    use crate::plan::Size;

    /// Fewer units than the judge asks for decide nothing: a claim about a row that has no more in its full size is open for ever.
    #[test]
    fn every_full_size_can_decide_its_claims() {
        let mut open = Vec::new();
        for plan in catalogue::all().unwrap() {
            for claim in &plan.claim {
                let rows = claim.rows.iter().map(|row| {
                    let of_row = |series: &&Series| series.is_of(Size::Full) && series.has_row(row);
                    (row, plan.series.iter().filter(of_row).map(|series| series.groups(Size::Full)).max())
                });
                for (row, _) in rows.filter(|row| row.1.is_some_and(|groups| groups < LEAST_UNITS)) {
                    open.push(format!("{}: {row}", plan.name));
                }
            }
        }
        // Two players without luck have one game.
        assert_eq!(open, ["cantgoback-simple-optimal: q2, no fruits, as player 2 against best play"]);
    }
}
