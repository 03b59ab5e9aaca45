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
/// The file in `training/` that says that all of a run is done but for putting its models in place.
const FINISHED: &str = "finished";

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
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn current(&self, released: &Path) -> Result<ModelStore> {
        let (models, old) = (self.file("models"), self.file("models.old"));
        // A run that was cut short at its very end.
        if self.file("training").join(FINISHED).is_file() {
            self.put_in_place()?;
        }
        if old.is_dir() && !models.exists() {
            fs::rename(&old, &models)?;
        }
        Ok(ModelStore::at(if models.is_dir() { models } else { released.to_owned() }))
    }

    /// Makes `training/` ready for what has this fingerprint. Whether there is something to go on
    /// from: a run on the same photos that was interrupted, be it when it was trained already.
    ///
    /// # Errors
    /// When the folder cannot be written, or `training/` is not one of this program.
    pub fn prepare(&self, fingerprint: &str) -> Result<bool> {
        let training = self.file("training");
        let of = fs::read_to_string(training.join(OF)).ok();
        remove_folder(&self.file("models.next"))?;
        let unfinished = !training.join(FINISHED).is_file();
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
            remove_folder(&training)?;
        }
        fs::create_dir_all(&training)
            .with_context(|| format!("cannot make {}", training.display()))?;
        write_atomically(&training.join(OF), fingerprint.as_bytes())?;
        Ok(false)
    }

    /// Makes the released models ready to be those of the set, with `card` and the network beside it
    /// in place of one of them.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn prepare_models(&self, released: &ModelStore, adapted: &Path, card: &str) -> Result<()> {
        let name = adapted.file_name().context("a model has a name")?.to_string_lossy();
        let next = self.file("models.next");
        remove_folder(&next)?;
        let from = released.dir().context("models in a folder")?;
        for model in released.names().iter().filter(|other| **other != name) {
            let folder = next.join(model);
            fs::create_dir_all(&folder)?;
            copy(&from.join(model), &folder, "README.md")?;
            copy_networks(&from.join(model), &folder)?;
        }
        let folder = next.join(name.as_ref());
        fs::create_dir_all(&folder)?;
        copy_networks(adapted, &folder)?;
        Ok(fs::write(folder.join("README.md"), card)?)
    }

    /// Notes that the run is done, and puts the models that it made ready, if any, where those of the
    /// set are. Cut short before the note, the run goes on; after it, the next one does the rest.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn finish(&self) -> Result<()> {
        write_atomically(&self.file("training").join(FINISHED), b"")?;
        self.put_in_place()
    }

    /// Puts models that are ready in place of those of the set.
    fn put_in_place(&self) -> Result<()> {
        let (next, old, models) =
            (self.file("models.next"), self.file("models.old"), self.file("models"));
        if next.is_dir() {
            if models.is_dir() {
                remove_folder(&old)?;
                fs::rename(&models, &old)?;
            }
            fs::rename(&next, &models)?;
        }
        if models.is_dir() { remove_folder(&old) } else { Ok(()) }
    }
}

/// Removes a folder, where it is there.
fn remove_folder(folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))
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
        assert!(prepared("b"), "it was trained, and neither compared nor kept");
        folder.finish().expect("noted");
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
        let current = || folder.current(&released).expect("models");
        assert_eq!(current().dir(), Some(released.as_path()));
        let adapted = adapted_in(dir.path());
        for card in ["first", "second"] {
            folder.prepare("a").expect("prepared");
            folder.prepare_models(&ModelStore::at(&released), &adapted, card).expect("made ready");
            folder.finish().expect("replaced");
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
        assert_eq!(current().dir(), Some(folder.file("models").as_path()));
        assert!(!folder.file("models.old").exists() && !folder.file("models.next").exists());
    }

    /// An adapted classifier of Go.
    fn adapted_in(folder: &Path) -> PathBuf {
        let adapted = folder.join("go-cells");
        fs::create_dir_all(&adapted).expect("made");
        fs::write(adapted.join(NETWORK), "adapted").expect("written");
        adapted
    }

    /// A folder of released models of which each file says the same.
    fn release(folder: &Path, names: &[&str], text: &str) -> PathBuf {
        for name in names {
            fs::create_dir_all(folder.join(name)).expect("made");
            for file in [NETWORK, "README.md"] {
                fs::write(folder.join(name).join(file), text).expect("written");
            }
        }
        folder.to_owned()
    }

    #[test]
    fn all_other_models_are_those_of_the_release() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"));
        let old = release(&dir.path().join("old"), &["corners", "go-cells", "gone"], "old");
        let new = release(&dir.path().join("new"), &["corners", "go-cells", "presence"], "new");
        for released in [old, new] {
            folder.prepare("a").expect("prepared");
            folder
                .prepare_models(&ModelStore::at(released), &adapted_in(dir.path()), "mine")
                .expect("made ready");
            folder.finish().expect("replaced");
        }
        let models = ModelStore::at(folder.file("models"));
        assert_eq!(models.names(), ["corners", "go-cells", "presence"]);
        let network = |name: &str| {
            fs::read_to_string(folder.file("models").join(name).join(NETWORK)).expect("a network")
        };
        assert_eq!(["corners", "go-cells", "presence"].map(network), ["new", "adapted", "new"]);
    }

    #[test]
    fn what_was_cut_short_at_the_end_is_done_by_the_next_run() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"));
        let released = release(&dir.path().join("released"), &["corners", "go-cells"], "new");
        let ready = || {
            folder.prepare("a").expect("prepared");
            let store = ModelStore::at(&released);
            folder.prepare_models(&store, &adapted_in(dir.path()), "mine").expect("made ready");
        };
        // Before it was noted.
        ready();
        assert_eq!(folder.current(&released).expect("models").dir(), Some(released.as_path()));
        // After it.
        ready();
        fs::write(folder.file("training").join(FINISHED), "").expect("noted");
        let current = folder.current(&released).expect("models");
        assert_eq!(current.card_text("go-cells").expect("a card"), "mine");
        // Between two renames.
        ready();
        fs::write(folder.file("training").join(FINISHED), "").expect("noted");
        fs::rename(folder.file("models"), folder.file("models.old")).expect("renamed");
        folder.current(&released).expect("models");
        assert!(folder.file("models/corners").is_dir() && !folder.file("models.old").exists());
    }
}
