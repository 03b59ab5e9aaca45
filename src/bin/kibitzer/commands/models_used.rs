//! Which models an evaluation used.

use kibitzer::{eval::ModelUsed, recognition::Readers};
use std::collections::BTreeSet;

/// The models that were loaded, by name.
pub fn models_used(readers: &Readers) -> anyhow::Result<Vec<ModelUsed>> {
    let store = readers.store();
    let names: BTreeSet<String> = readers.loaded().flat_map(|game| store.names_for(game)).collect();
    let used = |name: String| Ok(ModelUsed { sha256: store.card(&name)?.sha256, task: name });
    names.into_iter().map(used).collect()
}
