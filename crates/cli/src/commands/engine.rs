//! `plywise engine`.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use engine::{Engine, Protocol};

use crate::args::{EngineArgs, ProtocolArg};
use crate::failure::{self, Failure};
use crate::output;
use crate::presets;

pub(crate) fn run(args: &EngineArgs) -> Result<ExitCode, Failure> {
    let protocol = match args.protocol {
        ProtocolArg::Gtp => Protocol::Gtp,
        ProtocolArg::Nboard => Protocol::NBoard,
        ProtocolArg::Hub => Protocol::Hub,
        ProtocolArg::Dxp => Protocol::Dxp,
        ProtocolArg::Line => Protocol::Line,
    };
    let kind = games::open(&args.game)?;
    let agent = args.agent.as_deref().map(|text| presets::agent(&*kind, text)).transpose()?;
    agent.as_ref().map_or(Ok(()), super::no_person)?;
    let agent = agent.map(|agent| agent.to_string());
    let engine = || Engine::new(&args.game, agent.as_deref(), protocol, args.seed);
    if protocol == Protocol::Dxp {
        // A port that is taken is said before an agent gets ready.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port as u16))
            .map_err(|why| Failure::input(format!("port {}: {why}; --port takes another", args.port)))?;
        let mut engine = engine()?;
        output::line(format!("listening on {}", listener.local_addr()?))?;
        engine.follow(&listener)?;
    } else {
        let mut engine = engine()?;
        failure::begins();
        engine.talk(io::stdin(), &mut io::stdout().lock())?;
    }
    Ok(ExitCode::SUCCESS)
}
