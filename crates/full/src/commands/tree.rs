//! `plywise tree`.

use std::process::ExitCode;

use arena::registry::grown::{no_tree, without_pruning};
use arena::{Kind, LiveGame, Spec, TextTree};
use lab::Panel;
use plywise::{Limits, Value};

use crate::args::tree::TreeArgs;
use cli::failure::Failure;
use cli::interrupt::{self, stop_on_interrupt};
use cli::outfile::OutFile;
use cli::output;
use cli::presets;
use cli::progress::Progress;

/// More positions than this nobody can see in one picture.
const MOST: usize = 4000;

pub(crate) fn run(args: &TreeArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let mut spec = presets::agent(&*kind, &args.agent)?;
    if let Some(depth) = args.depth {
        if let Some(own) = spec.text("depth") {
            return Err(Failure::input(format!(
                "{spec} says depth={own} itself; leave that or --depth {depth} out"
            )));
        }
        spec.options.push(("depth".into(), depth.to_string()));
    }
    kind.check_options(&spec)?;
    cli::commands::no_person(&spec)?;
    let mut game = kind.live(args.seed, args.position.as_deref())?;
    cli::commands::at_a_seats_turn(&mut *game)?;
    let mut file = OutFile::open(&args.svg)?;
    let progress = Progress::begin(format!("{}, {spec}", kind.name()));
    let tree = grow(&*kind, &mut *game, &spec)?;
    let whole = match args.compare {
        true => Some(grow(&*kind, &mut *game, &without_pruning(&*kind, &spec))?),
        false => None,
    };
    let size = |tree: &TextTree| output::count(tree.entered);
    let title = format!("{spec}: {} positions", size(&tree));
    let svg = match &whole {
        Some(whole) => {
            let saved = 100.0 * (1.0 - tree.entered as f64 / whole.entered.max(1) as f64);
            let title = format!("{title}, {}, {}", effort(saved), values(whole, &tree));
            let all = format!("without pruning: {} positions", size(whole));
            lab::draw(
                &[Panel { title: &all, tree: whole }, Panel { title: &title, tree: &tree }],
                args.fold as usize,
            )
        }
        None => lab::draw(&[Panel { title: &title, tree: &tree }], args.fold as usize),
    };
    drop(progress);
    file.write(&svg)?;
    output::line(format!("{title}; drawn to {}", args.svg.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// What the search did without, or did more.
fn effort(saved: f64) -> String {
    if saved < 0.0 { format!("{:.0} % more work", -saved) } else { format!("{saved:.0} % of the work saved") }
}

/// Whether the root is worth the same in both: what is left out by guess, searched beyond the depth or looked up may tell otherwise.
fn values(whole: &TextTree, tree: &TextTree) -> String {
    let value = |tree: &TextTree| tree.nodes.first().and_then(|root| root.value);
    // Averages over dice may be added up in another order.
    let alike = |a: Value, b: Value| match (a, b) {
        (Value::Points(a), Value::Points(b)) => (a - b).abs() < 1e-6,
        _ => a == b,
    };
    match (value(whole), value(tree)) {
        (Some(all), Some(own)) if alike(all, own) => "the same value".into(),
        (Some(all), Some(own)) => format!("worth {own} where the whole tree says {all}"),
        _ => "its value unknown".into(),
    }
}

fn grow(kind: &dyn Kind, game: &mut dyn LiveGame, spec: &Spec) -> Result<TextTree, Failure> {
    let agent = game.join(spec, 0)?;
    let limits = Limits { stop: Some(stop_on_interrupt()?), ..Limits::default() };
    let tree = game.tree(agent, &limits, MOST);
    let tree = tree.ok_or_else(|| Failure::input(no_tree(kind, game, &spec.name)))?;
    if interrupt::is_set() {
        return Err(Failure::Interrupted("interrupted before the tree was whole; nothing is drawn"));
    }
    if tree.entered as usize > MOST {
        return Err(Failure::input(format!(
            "{spec} enters {} positions; at most {MOST} can be drawn: lower the depth",
            output::count(tree.entered)
        )));
    }
    Ok(tree)
}
