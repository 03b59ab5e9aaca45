//! The folder of a set that classifiers are adapted to: `models/`, the whole set of models with the
//! adapted ones; and for each game a folder of its name with `report.html`, `report.json` and
//! `training/`, the run that made its classifier.

use crate::config::Config;
use anyhow::{Context, Result, bail};
use kibitzer::{files::write_atomically, games::GameId, inference::ModelStore};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Stands in the heading of an adapted classifier's card, and of no other: it tells which models of
/// the folder are adapted.
pub const ADAPTED_TO: &str = ", adapted to ";

/// The file in `training/` that says what is trained on.
const OF: &str = "of.sha256";
/// The file in `training/` that says that all of a run is done but for putting its models in place.
const FINISHED: &str = "finished";

/// The network of a model, and what not each has: the same as it slides over larger pictures.
const NETWORK: &str = "model.onnx";
const SLIDING: &str = "sliding.onnx";

/// The folder of a set, for one game.
pub struct AdaptFolder {
    dir: PathBuf,
    game: GameId,
}

impl AdaptFolder {
    /// The folder at a path; it need not be there.
    pub const fn new(dir: PathBuf, game: GameId) -> Self {
        Self { dir, game }
    }

    /// A file or folder of the game.
    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(self.game.name()).join(name)
    }

    /// The models that read the set, of all games.
    pub fn models(&self) -> PathBuf {
        self.dir.join("models")
    }

    /// The models that read the set now: those of an earlier run, else the released ones.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn current(&self, released: &Path) -> Result<ModelStore> {
        self.move_older_files()?;
        let (models, old) = (self.models(), self.dir.join("models.old"));
        // Runs that were cut short at their very end.
        for game in GameId::ALL {
            let run = Self::new(self.dir.clone(), game);
            if run.file("training").join(FINISHED).is_file() {
                run.put_in_place()?;
            }
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

    /// Moves what an older version wrote beside `models`, where folders were of one game, to where it
    /// is now.
    fn move_older_files(&self) -> Result<()> {
        let training = self.dir.join("training");
        if !training.join(OF).is_file() {
            return Ok(());
        }
        let config = Config::read(&training.join("config.toml"));
        let Ok(game) = config.and_then(|config| config.network.classified_game()) else {
            // Nothing was trained there yet.
            return Ok(());
        };
        let of_game = Self::new(self.dir.clone(), game);
        if of_game.file("training").exists() {
            return Ok(());
        }
        fs::create_dir_all(self.dir.join(game.name()))?;
        // What tells that there is something to move comes last.
        for name in ["report.html", "report.json", "models.next", "training"] {
            let (from, to) = (self.dir.join(name), of_game.file(name));
            if from.exists() {
                fs::rename(&from, &to)
                    .with_context(|| format!("cannot move {}", from.display()))?;
            }
        }
        Ok(())
    }

    /// Makes the released models ready to be those of the set, with `card` and the network beside it
    /// in place of one of them. Classifiers of other games that are adapted to the set stay.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn prepare_models(&self, released: &ModelStore, adapted: &Path, card: &str) -> Result<()> {
        let name = adapted.file_name().context("a model has a name")?.to_string_lossy();
        let next = self.file("models.next");
        remove_folder(&next)?;
        let (released_at, own) = (released.dir().context("models in a folder")?, self.models());
        let is_adapted = |model: &String| is_adapted(&own.join(model));
        let adapted_before = ModelStore::at(&own).names().into_iter().filter(is_adapted);
        let all: BTreeSet<String> = released.names().into_iter().chain(adapted_before).collect();
        for model in all.iter().filter(|other| **other != name) {
            let from = if is_adapted(model) { &own } else { released_at }.join(model);
            let folder = next.join(model);
            fs::create_dir_all(&folder)?;
            copy(&from, &folder, "README.md")?;
            copy_networks(&from, &folder)?;
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
            (self.file("models.next"), self.dir.join("models.old"), self.models());
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

/// Refuses to export the run of an adaptation: that is done already.
///
/// # Errors
/// When the folder is of such a run.
pub fn refuse_to_export(run: &Path) -> Result<()> {
    if !run.join(OF).is_file() {
        return Ok(());
    }
    let said = "a run of `kibitzer-train adapt`, which exports what it trains";
    // A path such as `.` does not tell what it is in.
    let full = fs::canonicalize(run)?;
    let models = full.ancestors().skip(1).take(2).map(|folder| folder.join("models"));
    match models.into_iter().find(|models| models.is_dir()) {
        Some(models) => bail!(
            "{} is {said}: name the models that read the set, {}, with --models of kibitzer",
            run.display(),
            models.display()
        ),
        None => bail!(
            "{} is {said} where it reads the set better than before: nothing was kept yet",
            run.display()
        ),
    }
}

/// Whether the model in a folder is adapted to a set.
fn is_adapted(model: &Path) -> bool {
    let card = fs::read_to_string(model.join("README.md")).unwrap_or_default();
    card.lines().any(|line| line.starts_with("# ") && line.contains(ADAPTED_TO))
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
        let folder = AdaptFolder::new(dir.path().join("mine"), GameId::Go);
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
        let folder = AdaptFolder::new(dir.path().to_owned(), GameId::Go);
        fs::create_dir_all(folder.file("training")).expect("made");
        fs::write(folder.file("training/thesis.txt"), "x").expect("written");
        assert!(folder.prepare("a").is_err());
        assert!(folder.file("training/thesis.txt").is_file());
    }

    #[test]
    fn models_are_replaced_all_together() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"), GameId::Go);
        let released = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
        let current = || folder.current(&released).expect("models");
        assert_eq!(current().dir(), Some(released.as_path()));
        let adapted = adapted_in(dir.path());
        for card in ["first", "second"] {
            folder.prepare("a").expect("prepared");
            folder.prepare_models(&ModelStore::at(&released), &adapted, card).expect("made ready");
            folder.finish().expect("replaced");
            let card_of = |name: &str| {
                fs::read_to_string(folder.models().join(name).join("README.md")).expect("is")
            };
            assert_eq!(card_of("go-cells"), card);
            assert!(card_of("corners").contains("corners"));
            let slides = folder.models().join("go-cells").join(SLIDING).is_file();
            assert!(
                !slides,
                "the adapted model has no such network, and that of another is not its"
            );
        }
        assert_eq!(current().dir(), Some(folder.models().as_path()));
        assert!(
            !dir.path().join("mine/models.old").exists() && !folder.file("models.next").exists()
        );
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
        let folder = AdaptFolder::new(dir.path().join("mine"), GameId::Go);
        let old = release(&dir.path().join("old"), &["corners", "go-cells", "gone"], "old");
        let new = release(&dir.path().join("new"), &["corners", "go-cells", "presence"], "new");
        for released in [old, new] {
            folder.prepare("a").expect("prepared");
            folder
                .prepare_models(&ModelStore::at(released), &adapted_in(dir.path()), "mine")
                .expect("made ready");
            folder.finish().expect("replaced");
        }
        let models = ModelStore::at(folder.models());
        assert_eq!(models.names(), ["corners", "go-cells", "presence"]);
        let network = |name: &str| {
            fs::read_to_string(folder.models().join(name).join(NETWORK)).expect("a network")
        };
        assert_eq!(["corners", "go-cells", "presence"].map(network), ["new", "adapted", "new"]);
    }

    #[test]
    fn what_was_cut_short_at_the_end_is_done_by_the_next_run() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = AdaptFolder::new(dir.path().join("mine"), GameId::Go);
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
        fs::rename(folder.models(), dir.path().join("mine/models.old")).expect("renamed");
        folder.current(&released).expect("models");
        assert!(
            folder.models().join("corners").is_dir()
                && !dir.path().join("mine/models.old").exists()
        );
    }

    #[test]
    fn what_was_adapted_for_one_game_stays_when_another_is_adapted() {
        let dir = tempfile::tempdir().expect("a folder");
        let names = ["checkers-cells", "chess-cells", "corners", "go-cells"];
        let releases = ["old", "new"].map(|text| release(&dir.path().join(text), &names, text));
        let adapt = |game: GameId, released: &Path| {
            let folder = AdaptFolder::new(dir.path().join("mine"), game);
            let name = ModelStore::cells_name(game);
            let adapted = dir.path().join(&name);
            release(dir.path(), &[&name], &format!("{game} of {}", released.display()));
            folder.current(released).expect("models");
            folder.prepare("a").expect("prepared");
            let card = format!("---\n---\n\n# {name}{ADAPTED_TO}`mine`\n");
            let released = ModelStore::at(released);
            folder.prepare_models(&released, &adapted, &card).expect("made ready");
            fs::write(folder.file("report.html"), game.name()).expect("written");
            folder.finish().expect("replaced");
        };
        let [old, new] = &releases;
        adapt(GameId::Chess, old);
        adapt(GameId::Checkers, new);
        let read = |file: PathBuf| fs::read_to_string(file).expect("is there");
        let network = |name: &str| read(dir.path().join("mine/models").join(name).join(NETWORK));
        let of = |game: &str, release: &Path| format!("{game} of {}", release.display());
        let is = names.map(network);
        assert_eq!(is, [of("checkers", new), of("chess", old), "new".into(), "new".into()]);
        adapt(GameId::Chess, new);
        assert_eq!(network("chess-cells"), of("chess", new), "it was adapted again");
        assert_eq!(network("checkers-cells"), of("checkers", new));
        for game in ["checkers", "chess"] {
            assert_eq!(read(dir.path().join("mine").join(game).join("report.html")), game);
            assert!(dir.path().join("mine").join(game).join("training").is_dir());
        }
    }

    #[test]
    fn a_folder_of_an_older_version_is_gone_on_with() {
        let dir = tempfile::tempdir().expect("a folder");
        let mine = dir.path().join("mine");
        let released = release(&dir.path().join("released"), &["corners", "go-cells"], "new");
        release(&mine.join("models"), &["corners", "go-cells"], "mine");
        fs::create_dir(mine.join("training")).expect("made");
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/go-cells.toml");
        fs::copy(config, mine.join("training/config.toml")).expect("copied");
        let files = ["training/of.sha256", "training/progress.json", "report.html", "report.json"];
        for file in files {
            fs::write(mine.join(file), "a").expect("written");
        }
        // Another game is adapted first.
        let folder = AdaptFolder::new(mine.clone(), GameId::Chess);
        assert_eq!(
            folder.current(&released).expect("models").dir(),
            Some(folder.models().as_path())
        );
        assert!(!folder.prepare("a").expect("prepared"), "that is another game's run");
        let folder = AdaptFolder::new(mine.clone(), GameId::Go);
        folder.current(&released).expect("models");
        assert!(folder.prepare("a").expect("prepared"), "it was interrupted");
        assert!(files.iter().all(|file| folder.file(file).is_file() && !mine.join(file).exists()));
    }

    #[test]
    fn released_models_are_not_taken_for_adapted_ones() {
        let released = ModelStore::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../models"));
        let dir = released.dir().expect("a folder");
        assert!(released.names().iter().all(|name| !is_adapted(&dir.join(name))));
    }
}
