#![no_main]

#[path = "../../tests/parsers/mod.rs"]
mod parsers;

libfuzzer_sys::fuzz_target!(|text: &str| parsers::chess_time(text));
