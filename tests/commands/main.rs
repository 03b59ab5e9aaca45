//! The program as a person or another program uses it, command by command. One test program, since
//! each costs a link.

mod cli;
mod dataset;
mod dataset_render_game;
mod eval;
mod follow;
mod follow_faults;
mod golden;
mod judge;
mod play;
mod read;
mod reference;
mod report;
mod schema;
mod score;
mod serve;
