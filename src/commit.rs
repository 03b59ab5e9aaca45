//! Which commit of this repository the program was built from, for what it writes to say so.
//!
//! ```
//! let built_from = kibitzer::commit::commit();
//! assert!(built_from.is_none_or(|commit| commit.trim_end_matches("-dirty").len() == 40));
//! ```

/// The commit of the working tree that this library was built from, as 40 hexadecimal digits, with
/// `-dirty` behind them where files differed from that commit; `None` where it was built outside
/// its repository.
pub const fn commit() -> Option<&'static str> {
    option_env!("KIBITZER_COMMIT")
}
