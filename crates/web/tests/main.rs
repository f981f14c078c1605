//! The server, asked over its own socket.

mod client;
mod connections;
mod guard;
mod lessons;
mod limits;
mod look;
mod luck;
mod play;
mod restart;
mod store;
