//! Which models an evaluation used.

use kibitzer::{eval::ModelUsed, inference::Task, recognition::Readers};
use std::collections::BTreeSet;

/// The models that were loaded, by name.
pub fn models_used(readers: &Readers) -> anyhow::Result<Vec<ModelUsed>> {
    let store = readers.store();
    let names: BTreeSet<String> = readers.loaded().flat_map(|game| store.names_for(game)).collect();
    let used = |name: String| {
        let card = store.card(&name)?;
        let calibration = match card.task {
            Task::Cells(task) => Some(task.calibration),
            _ => None,
        };
        Ok(ModelUsed { sha256: card.sha256, task: name, calibration })
    };
    names.into_iter().map(used).collect()
}
