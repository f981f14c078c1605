//! The server, asked over its own socket.

mod client;
mod guard;
mod look;
mod play;
mod restart;
mod store;
