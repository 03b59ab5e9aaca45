//! What is said to other programs: readings, verdicts and scores as types that serialize to JSON,
//! each with a JSON Schema derived from it ([`schema_of`]).
//!
//! Nothing here knows a terminal or an option of the command line. Texts are in the language that
//! the caller asks for. Readers of the JSON may rely on every field that is there today: fields are
//! added, not changed.
//!
//! ```
//! use kibitzer::{error::Error, games::GameId, report::{Reading, Refusal}};
//!
//! let error = Error::NoBoard { confidence: 0.1 };
//! let reading = Reading::failed("a.jpg", Some(GameId::Go), &error, error.to_string());
//! assert_eq!(reading.refusal, Some(Refusal::NothingFound));
//! let json = serde_json::to_value(&reading)?;
//! assert_eq!((&json["status"], &json["photo"]), (&"no_board".into(), &"a.jpg".into()));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod event;
pub mod live;
pub mod photo;
pub mod reading;
pub mod score;
pub mod verdict;

pub use reading::{Options, Reading, Refusal};
pub use schemars::{JsonSchema, Schema};

/// The JSON Schema (draft 2020-12) of one of the types of this module.
///
/// ```
/// use kibitzer::report::{schema_of, verdict::Verdict};
///
/// let schema = schema_of::<Verdict>();
/// assert!(schema.get("properties").is_some_and(|all| all.get("verdict").is_some()));
/// ```
pub fn schema_of<T: JsonSchema>() -> Schema {
    schemars::SchemaGenerator::from(schemars::generate::SchemaSettings::draft2020_12())
        .into_root_schema_for::<T>()
}
