//! The games' rules and formats against published numbers, independent implementations and texts
//! that are almost right. One program, since each costs a link.

mod cases_notations;
mod checkers_oracles;
mod chess_oracle;
mod go_endings;
mod go_random;
#[path = "../parsers/mod.rs"]
mod parsers;
mod qwirkle_random;
mod qwirkle_rules;
mod robustness;
