//! `plywise engine`.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use arena::Spec;
use serve::{Engine, Protocol};

use crate::args::{EngineArgs, ProtocolArg};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &EngineArgs) -> Result<ExitCode, Failure> {
    let protocol = match args.protocol {
        ProtocolArg::Gtp => Protocol::Gtp,
        ProtocolArg::Nboard => Protocol::NBoard,
        ProtocolArg::Hub => Protocol::Hub,
        ProtocolArg::Dxp => Protocol::Dxp,
        ProtocolArg::Line => Protocol::Line,
    };
    if let Some(agent) = &args.agent {
        super::no_person(&Spec::parse(agent)?)?;
    }
    let engine = || Engine::new(&args.game, args.agent.as_deref(), protocol, args.seed);
    if protocol == Protocol::Dxp {
        // A port that is taken is said before an agent gets ready.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port as u16))
            .map_err(|why| Failure::input(format!("port {}: {why}; --port takes another", args.port)))?;
        let mut engine = engine()?;
        output::line(format!("listening on {}", listener.local_addr()?))?;
        engine.follow(&listener)?;
    } else {
        engine()?.talk(io::stdin(), &mut io::stdout().lock())?;
    }
    Ok(ExitCode::SUCCESS)
}
