//! What both sides of a protocol share: its messages.

pub mod dxp;
pub mod hub;
