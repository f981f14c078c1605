#![doc = include_str!("../README.md")]

pub mod course_svg;
pub mod tree_svg;

pub use course_svg::{CoursePoint, CourseWords, course_svg};
pub use tree_svg::{Panel, draw};
