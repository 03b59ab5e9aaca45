//! What Kibitzer says to people, in the languages of its users.
//!
//! A [`Message`] is a key of the catalogs and the values that belong to it; the sentence is made
//! when the language is known. The catalogs are the `.ftl` files beside this one, in the syntax of
//! Project Fluent (<https://projectfluent.org>), a file a language and every key in each. No other
//! text of a message is anywhere in the library: what [`std::fmt::Display`] shows is the English
//! catalog's.
//!
//! ```
//! use kibitzer::messages::{Language, Message};
//!
//! let message = Message::new("checkers-reason-backward");
//! assert_eq!(message.to_string(), "a man cannot move backward");
//! assert_eq!(message.in_language(Language::Polish), "pionek nie może ruszać się do tyłu");
//! ```

mod catalog;
mod language;

pub use language::{Language, UnknownLanguage};

use serde::{Serialize, Serializer};
use std::{collections::BTreeMap, fmt};

/// A sentence or clause that can be said in every [`Language`].
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    key: &'static str,
    values: Vec<(&'static str, Value)>,
}

impl Language {
    /// The texts of the server's page, by key; what is to be inserted stands there as `{name}`.
    pub fn page_texts(self) -> BTreeMap<String, String> {
        catalog::page_texts(self)
    }

    /// Texts one after the other: sentences as they are, clauses between them joined to a sentence.
    pub fn paragraph(self, texts: &[String]) -> String {
        let mark = |key| Message::new(key).in_language(self);
        let stop = mark("sentence-end");
        let is_sentence =
            |text: &str| text.ends_with([':', '：', '!', '?']) || text.ends_with(&stop);
        let runs = texts.chunk_by(|a, b| !is_sentence(a) && !is_sentence(b));
        let sentences = runs.map(|run| match run {
            [text] if is_sentence(text) => text.clone(),
            _ => capitalized(&run.join(&mark("clause-separator"))) + &stop,
        });
        sentences.collect::<Vec<_>>().join(&mark("sentence-separator"))
    }
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Something that a message names.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    /// A name that is the same in every language, or a word that the catalog selects by: `white`.
    Text(String),
    /// A number; the catalog selects singular and plural by it.
    Number(f64),
    /// "a, b and c".
    All(Vec<String>),
    /// "a, b or c".
    Any(Vec<String>),
    /// Other messages, in the same language, listed with "and".
    AllSaid(Vec<Message>),
    /// Other messages, in the same language, listed with "or".
    AnySaid(Vec<Message>),
    /// Another message, in the same language.
    Message(Message),
}

impl Message {
    /// The message of a key without values. A key that no catalog has is shown as it is.
    pub const fn new(key: &'static str) -> Self {
        Self { key, values: Vec::new() }
    }

    /// Its key.
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Adds a name, or a word to select by.
    #[must_use]
    pub fn text(self, name: &'static str, text: impl Into<String>) -> Self {
        self.with(name, Value::Text(text.into()))
    }

    /// Adds a side, as the word `white` or `black`.
    #[must_use]
    pub fn side(self, name: &'static str, white: bool) -> Self {
        self.text(name, if white { "white" } else { "black" })
    }

    /// Adds a number.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl Into<f64>) -> Self {
        self.with(name, Value::Number(number.into()))
    }

    /// Adds how many things there are.
    #[must_use]
    pub fn count(self, name: &'static str, count: usize) -> Self {
        self.number(name, u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Adds names that are listed with "and".
    #[must_use]
    pub fn all(self, name: &'static str, names: impl IntoIterator<Item = String>) -> Self {
        self.with(name, Value::All(names.into_iter().collect()))
    }

    /// Adds names that are listed with "or".
    #[must_use]
    pub fn any(self, name: &'static str, names: impl IntoIterator<Item = String>) -> Self {
        self.with(name, Value::Any(names.into_iter().collect()))
    }

    /// Adds other messages that are listed with "and".
    #[must_use]
    pub fn all_said(self, name: &'static str, said: impl IntoIterator<Item = Self>) -> Self {
        self.with(name, Value::AllSaid(said.into_iter().collect()))
    }

    /// Adds other messages that are listed with "or".
    #[must_use]
    pub fn any_said(self, name: &'static str, said: impl IntoIterator<Item = Self>) -> Self {
        self.with(name, Value::AnySaid(said.into_iter().collect()))
    }

    /// Adds another message.
    #[must_use]
    pub fn message(self, name: &'static str, message: Self) -> Self {
        self.with(name, Value::Message(message))
    }

    fn with(mut self, name: &'static str, value: Value) -> Self {
        self.values.push((name, value));
        self
    }

    /// The text in a language.
    pub fn in_language(&self, language: Language) -> String {
        catalog::format(self, language)
    }
}

/// The text in English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

/// The text in English.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests;
