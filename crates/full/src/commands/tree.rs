//! `plywise tree`.

use std::process::ExitCode;

use arena::registry::grown::{counted, grow_whole, saving, without_pruning};
use arena::{Kind, LiveGame, Spec, TextTree};
use lab::Panel;

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
    let title = format!("{spec}: {}", counted(&tree));
    let title = match &whole {
        Some(whole) => format!("{title}, {}", saving(whole, &tree)),
        None => title,
    };
    let svg = match &whole {
        Some(whole) => {
            let all = format!("without pruning: {}", counted(whole));
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

fn grow(kind: &dyn Kind, game: &mut dyn LiveGame, spec: &Spec) -> Result<TextTree, Failure> {
    let tree = grow_whole(kind, game, spec, &stop_on_interrupt()?, MOST).map_err(Failure::input)?;
    if interrupt::is_set() {
        return Err(Failure::Interrupted("interrupted before the tree was whole; nothing is drawn"));
    }
    Ok(tree)
}
