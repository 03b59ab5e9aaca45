//! Why a move is illegal, as text and as JSON.

use kibitzer::messages::{Language, Message};
use serde_json::{Value, json};

/// The name of a cell.
pub type CellName<'a> = &'a dyn Fn((usize, usize)) -> String;

/// Something wrong, and where.
pub struct Wrong {
    /// What is wrong, as a clause.
    pub reason: Message,
    /// The cells concerned: rows and columns.
    pub cells: Vec<(usize, usize)>,
}

impl Wrong {
    /// The reason with the cells concerned.
    pub fn sentence(&self, name: CellName<'_>, language: Language) -> String {
        let sentence =
            Message::new("illegal").message("reason", self.reason.clone()).in_language(language);
        let look =
            Message::new("concerned").all("cells", self.cells.iter().map(|&cell| name(cell)));
        if self.cells.is_empty() {
            sentence
        } else {
            language.paragraph(&[sentence, look.in_language(language)])
        }
    }

    /// The reason as JSON.
    pub fn to_json(&self, name: CellName<'_>, language: Language) -> Value {
        json!({
            "reason": self.reason.key(),
            "message": self.reason.in_language(language),
            "cells": self.cells,
            "names": self.cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>(),
        })
    }
}
