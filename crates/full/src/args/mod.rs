//! What can be typed after the further commands.

pub(crate) mod contest;
pub(crate) mod drive;
pub(crate) mod lab;
pub(crate) mod manuals;
pub(crate) mod serve;
pub(crate) mod tree;
pub(crate) mod tune;
