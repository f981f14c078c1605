//! `plywise databases checkers --unit` and `--plan`: databases made by several machines, and what they cost.

use std::path::Path;

use registry::door::command::{Failure, Given, Host};
use registry::measure::ThreadTime;
use registry::numbers::{count, digits};
use serde_json::{Value, json};

use super::databases::counted;
use crate::databases::{
    CORES, Cost, Doubt, Halt, MOST_PIECES, MadeUnit, Rate, Slice, Step, Unit, measure, verify_unit,
};

/// The fewest of a database that is made by units.
const FEWEST: usize = 5;

/// Makes or verifies a unit.
pub(super) fn unit(
    given: &Given,
    number: usize,
    pieces: usize,
    folder: &Path,
    threads: usize,
    host: &mut dyn Host,
) -> Result<(), Failure> {
    let unit = named(number, pieces)?;
    let (stop, json) = (host.stop()?, given.has("json"));
    let work = host.work(&format!("unit {number} of {pieces} pieces"));
    if given.has("verify") {
        let verified = verify_unit(folder, &unit, threads, &stop);
        drop(work);
        return match verified {
            Err(Doubt::Stopped | Doubt::Unit(Halt::Stopped)) => Ok(()),
            Err(doubt) => Err(Failure::input(doubt.to_string())),
            Ok(verified) if json => {
                host.line(&json!({ "pieces": pieces, "unit": number, "verified": verified }).to_string())
            }
            Ok(verified) => host.line(&format!("{} positions follow from their successors", count(verified))),
        };
    }
    let all = unit.positions();
    let made = unit.make(folder, given.has("again"), threads, &stop, &|step| match step {
        Step::Reading => work.at("reading what it leads to".into()),
        // How long the rest takes, the distances that are found tell, and nobody knows them.
        Step::Seen(seen) => work.at(format!("looking at each position, {} %", 100 * seen / all)),
        Step::Plies(plies) => work.at(format!("longer than {plies} plies")),
        Step::Packing => work.at("packing".into()),
    });
    drop(work);
    match made {
        Err(Halt::Stopped) if json => {
            host.line(&json!({ "pieces": pieces, "unit": number, "stopped": true }).to_string())
        }
        Err(Halt::Stopped) => host.line("stopped; the same command begins the unit anew"),
        Err(halt) => Err(halt.into()),
        Ok(made) if json => host.line(&fact(&unit, &made).to_string()),
        Ok(made) => text(&unit, &made).iter().try_for_each(|line| host.line(line)),
    }
}

fn named(number: usize, pieces: usize) -> Result<Unit, Failure> {
    if pieces < FEWEST {
        let wrong = format!("--unit: up to {} pieces come along; add --pieces 5, 6 or 7", FEWEST - 1);
        return Err(Failure::input(wrong));
    }
    let all = Unit::all(pieces);
    let last = all.len();
    all.into_iter().nth(number - 1).ok_or_else(|| {
        Failure::input(format!("--unit {number}: there are units 1 to {last} of {pieces} pieces"))
    })
}

fn slices(unit: &Unit) -> Vec<String> {
    unit.slices.iter().map(Slice::to_string).collect()
}

fn text(unit: &Unit, made: &MadeUnit) -> [String; 3] {
    let (positions, slices) = (count(made.totals.positions()), slices(unit).join(" and "));
    let how = made.taken.map_or("was there".into(), |taken| format!("{:.1} s", taken.as_secs_f64()));
    [
        format!(
            "unit {} of {} pieces, {slices}: {positions} positions, for the side to move",
            unit.number, unit.pieces
        ),
        counted(&made.totals),
        format!("  {}: {how}", made.file.display()),
    ]
}

fn fact(unit: &Unit, made: &MadeUnit) -> Value {
    let totals = made.totals;
    json!({
        "pieces": unit.pieces, "unit": unit.number, "slices": slices(unit), "positions": totals.positions(),
        "wins": totals.wins, "draws": totals.draws, "losses": totals.losses, "longest": totals.longest,
        "file": made.file.display().to_string(), "seconds": made.taken.map(|taken| taken.as_secs_f64()),
    })
}

/// Says what 5, 6 and 7 pieces cost, and which units there are of a number that was asked for.
pub(super) fn plan(given: &Given, pieces: usize, host: &mut dyn Host) -> Result<(), Failure> {
    if let Some(other) = ["verify", "again"].into_iter().find(|other| given.has(other)) {
        return Err(Failure::input(format!("--plan makes nothing; leave out --{other}")));
    }
    let stop = host.stop()?;
    let work = host.work("measuring");
    let rate = measure(&ThreadTime, &stop);
    drop(work);
    let rate = match rate {
        Err(Halt::Stopped) => return Ok(()),
        rate => rate?,
    };
    let costs: Vec<_> = (FEWEST..=MOST_PIECES).map(|pieces| Cost::at(rate, pieces)).collect();
    let units = if pieces < FEWEST { Vec::new() } else { Unit::all(pieces) };
    if given.has("json") {
        return host.line(&facts(rate, &costs, &units).to_string());
    }
    let nanoseconds = rate.seconds * 1e9;
    host.line(&format!(
        "{nanoseconds:.0} ns on one core, {:.2} bytes packed a position: measured on {} of them",
        rate.bytes,
        count(rate.positions)
    ))?;
    let [one, eight, most] = CORES;
    host.line(&format!(
        "pieces    positions   memory a unit's     disk   packed  h on {one} {eight:>7} {most:>7}"
    ))?;
    for cost in &costs {
        let [one, eight, most] = cost.hours.map(|hours| format!("{hours:.3}"));
        let bytes = [cost.memory as f64, cost.unit_memory as f64, cost.disk as f64, cost.packed];
        let [memory, unit, disk, packed] = bytes.map(size);
        host.line(&format!(
            "{} {:>17} {memory:>8} {unit:>8} {disk:>8} {packed:>8} {one:>7} {eight:>7} {most:>7}",
            cost.pieces,
            count(cost.positions),
        ))?;
    }
    for unit in &units {
        let needs: Vec<_> = unit.needs().iter().map(usize::to_string).collect();
        let needs =
            if needs.is_empty() { "needs none".into() } else { format!("needs {}", needs.join(", ")) };
        let (slices, positions) = (slices(unit).join(" and "), count(unit.positions()));
        host.line(&format!("unit {:2}: {slices:13} {positions:>13} positions, {needs}", unit.number))?;
    }
    Ok(())
}

/// Bytes as MB or GB.
fn size(bytes: f64) -> String {
    if bytes < 1e9 { format!("{} MB", digits(bytes / 1e6)) } else { format!("{} GB", digits(bytes / 1e9)) }
}

fn facts(rate: Rate, costs: &[Cost], units: &[Unit]) -> Value {
    let costs = costs.iter().map(|cost| {
        let hours =
            CORES.iter().zip(cost.hours).map(|(cores, hours)| json!({ "cores": cores, "hours": hours }));
        json!({
            "pieces": cost.pieces, "units": cost.units, "positions": cost.positions, "memory": cost.memory,
            "unit_memory": cost.unit_memory, "disk": cost.disk, "packed": cost.packed,
            "hours": hours.collect::<Vec<_>>(),
        })
    });
    let units = units.iter().map(|unit| {
        json!({
            "unit": unit.number, "slices": slices(unit), "positions": unit.positions(), "needs": unit.needs(),
            "memory": unit.memory(),
        })
    });
    json!({
        "seconds_a_position": rate.seconds, "bytes_a_position": rate.bytes, "measured_on": rate.positions,
        "costs": costs.collect::<Vec<_>>(), "units": units.collect::<Vec<_>>(),
    })
}
