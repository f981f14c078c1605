#![doc = include_str!("../README.md")]

pub mod catalogue;
pub mod chart;
pub mod claims;
pub mod error;
pub mod figure;
mod folder;
pub mod hand_out;
pub mod measures;
pub mod observe;
mod page;
pub mod plan;
pub mod report;
pub mod rows;
pub mod run;
pub mod series;
pub mod text;
pub mod tree_svg;

pub use chart::course_svg;
pub use error::Error;
pub use plan::{Plan, Size};
pub use registry::door::command::{CoursePoint, CourseWords};
pub use report::Report;
pub use run::{Options, check_folder, run};
pub use tree_svg::{Panel, draw};
