//! The server, asked over its own socket.

mod client;
mod connections;
mod guard;
mod limits;
mod look;
mod luck;
mod play;
mod restart;
mod store;
