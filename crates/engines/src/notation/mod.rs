//! One notation into another: small functions without memory, which know squares but no rules.

pub mod draughts;
pub mod ggf;
pub mod othello;
