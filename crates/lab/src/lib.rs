#![doc = include_str!("../README.md")]

pub mod tree_svg;

pub use tree_svg::{Panel, draw};
