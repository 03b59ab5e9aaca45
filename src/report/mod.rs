//! What is said to other programs: one set of types, from which command line, server and other
//! languages serialize, and one schema of them, derived.

pub mod reading;

pub use reading::{Options, Reading};
