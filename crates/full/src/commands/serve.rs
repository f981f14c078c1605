//! `plywise serve`.

use std::io::ErrorKind;
use std::process::{Command, ExitCode, Stdio};

use arena::registry::state_folder;

use crate::args::serve::ServeArgs;
use cli::failure::Failure;
use cli::interrupt::on_signal;
use cli::output;
use cli::presets;

pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    if let Some(store) = &args.store {
        store::Store::read(store)?;
    }
    let options = web::Options {
        port: args.port as u16,
        store: args.store.clone(),
        reports: args.reports.clone(),
        presets: presets::all()?.clone(),
        threads: args.threads.map(|threads| threads as usize),
        token: !args.no_token,
        ..web::Options::new(args.state.clone().unwrap_or_else(state_folder))
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    // Nobody may be waiting any more, which is as well.
    let interrupt = move |_| {
        let _ = sender.send(());
    };
    on_signal(interrupt).map_err(|error| Failure::input(format!("host: no signals: {error}")))?;
    let ready = |page: &web::Page| {
        let page = page.to_string();
        // Whoever closed the output still has the page.
        let _ = output::line(format!("the page is at {page}   Ctrl-C ends it"));
        if args.open {
            open(&page);
        }
    };
    web::serve(&options, ready, web::interrupted(receiver)).map_err(|error| {
        Failure::input(match error.kind() {
            ErrorKind::AddrInUse => {
                format!("port {} is taken; --port 0 takes a free one", args.port)
            }
            ErrorKind::Unsupported => error.to_string(),
            _ => format!("{}: {error}", options.state.display()),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the page in the browser that the system names. Where it names none, the address stands above.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let _ = Command::new(opener).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
