//! The folder of a set that a classifier is adapted to: `models/`, the whole set of models with the
//! adapted one; `report.html` and `report.json`; `training/`, the run that made it.

use anyhow::{Context, Result, bail};
use kibitzer::{files::write_atomically, inference::ModelStore};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The file in `training/` that says what is trained on.
const OF: &str = "of.sha256";

/// The network of a model, and what not each has: the same as it slides over larger pictures.
const NETWORK: &str = "model.onnx";
const SLIDING: &str = "sliding.onnx";

/// The folder.
pub struct AdaptFolder(PathBuf);

impl AdaptFolder {
    /// The folder at a path; it need not be there.
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// A file or folder in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The models that read the set now: those of an earlier run, else the released ones.
    pub fn current(&self, released: &Path) -> ModelStore {
        let (models, old) = (self.file("models"), self.file("models.old"));
        // A run that was cut short between two renames.
        if old.is_dir() && !models.exists() {
            let _ = fs::rename(&old, &models);
        }
        ModelStore::at(if models.is_dir() { models } else { released.to_owned() })
    }

    /// Makes `training/` ready for what has this fingerprint. Whether there is something to go on
    /// from: a run on the same photos that was interrupted.
    ///
    /// # Errors
    /// When the folder cannot be written, or `training/` is not one of this program.
    pub fn prepare(&self, fingerprint: &str) -> Result<bool> {
        let training = self.file("training");
        let of = fs::read_to_string(training.join(OF)).ok();
        let unfinished = !training.join("final.bpk").is_file();
        if of.as_deref() == Some(fingerprint) && unfinished {
            return Ok(training.join("progress.json").is_file());
        }
        if training.exists() {
            if of.is_none() {
                bail!(
                    "{} is no folder of an adaptation: name another one with --out",
                    training.display()
                );
            }
            fs::remove_dir_all(&training)
                .with_context(|| format!("cannot remove {}", training.display()))?;
        }
        fs::create_dir_all(&training)
            .with_context(|| format!("cannot make {}", training.display()))?;
        write_atomically(&training.join(OF), fingerprint.as_bytes())?;
        Ok(false)
    }

    /// Puts all models of `current`, with `card` and the network beside it in place of one of them,
    /// where the models of the set are. Cut short anywhere, the former ones stay.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn replace_models(&self, current: &ModelStore, adapted: &Path, card: &str) -> Result<()> {
        let name = adapted.file_name().context("a model has a name")?.to_string_lossy();
        let (next, old, models) =
            (self.file("models.next"), self.file("models.old"), self.file("models"));
        for left in [&next, &old] {
            if left.is_dir() {
                fs::remove_dir_all(left)?;
            }
        }
        let from = current.dir().context("models in a folder")?;
        for model in current.names().iter().filter(|other| **other != name) {
            let folder = next.join(model);
            fs::create_dir_all(&folder)?;
            copy(&from.join(model), &folder, "README.md")?;
            copy_networks(&from.join(model), &folder)?;
        }
        let folder = next.join(name.as_ref());
        fs::create_dir_all(&folder)?;
        copy_networks(adapted, &folder)?;
        fs::write(folder.join("README.md"), card)?;
        if models.is_dir() {
            fs::rename(&models, &old)?;
        }
        fs::rename(&next, &models)?;
        if old.is_dir() {
            fs::remove_dir_all(&old)?;
        }
        Ok(())
    }
}

/// Copies the networks that a model has.
fn copy_networks(from: &Path, to: &Path) -> Result<()> {
    copy(from, to, NETWORK)?;
    if from.join(SLIDING).is_file() { copy(from, to, SLIDING) } else { Ok(()) }
}

fn copy(from: &Path, to: &Path, file: &str) -> Result<()> {
    let path = from.join(file);
    fs::copy(&path, to.join(file)).with_context(|| format!("cannot copy {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_interrupted_run_on_the_same_photos_goes_on() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"));
        let prepared = |of: &str| folder.prepare(of).expect("prepared");
        assert!(!prepared("a"), "nothing is there");
        fs::write(folder.file("training/progress.json"), "{}").expect("written");
        assert!(prepared("a"), "it was interrupted");
        assert!(!prepared("b"), "other photos");
        assert!(!folder.file("training/progress.json").exists());
        fs::write(folder.file("training/progress.json"), "{}").expect("written");
        fs::write(folder.file("training/final.bpk"), "").expect("written");
        assert!(!prepared("b"), "it was finished");
    }

    #[test]
    fn a_folder_of_somebody_else_stays() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().to_owned());
        fs::create_dir(folder.file("training")).expect("made");
        fs::write(folder.file("training/thesis.txt"), "x").expect("written");
        assert!(folder.prepare("a").is_err());
        assert!(folder.file("training/thesis.txt").is_file());
    }

    #[test]
    fn models_are_replaced_all_together() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"));
        let released = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
        let store = folder.current(&released);
        assert_eq!(store.dir(), Some(released.as_path()));
        let adapted = dir.path().join("go-cells");
        fs::create_dir_all(&adapted).expect("made");
        fs::write(adapted.join("model.onnx"), "network").expect("written");
        for card in ["first", "second"] {
            folder.replace_models(&folder.current(&released), &adapted, card).expect("replaced");
            let card_of = |name: &str| {
                fs::read_to_string(folder.file("models").join(name).join("README.md")).expect("is")
            };
            assert_eq!(card_of("go-cells"), card);
            assert!(card_of("corners").contains("corners"));
            let slides = folder.file("models/go-cells").join(SLIDING).is_file();
            assert!(
                !slides,
                "the adapted model has no such network, and that of another is not its"
            );
        }
        assert_eq!(folder.current(&released).dir(), Some(folder.file("models").as_path()));
        assert!(!folder.file("models.old").exists() && !folder.file("models.next").exists());
    }
}
