//! A folder of renders with their manifest.
//!
//! ```
//! use kibitzer::{dataset::{Manifest, render::{RenderJob, render_dataset}}, games::GameId};
//! # let folder = tempfile::tempdir()?;
//!
//! let job = RenderJob {
//!     games: vec![Some(GameId::Go)], count: 1, seed: 1, long_side: 64, rows: Some(9),
//!     mixed_sets: false, set: None, modeled: None, hard: 0, position: None,
//!     out: folder.path().join("renders"),
//! };
//! render_dataset(&job, |done, all| println!("{done} of {all}"))?;
//! let manifest = Manifest::read(&job.out.join("labels.jsonl"))?;
//! let (_, label) = &manifest.labels[0];
//! assert!(label.corners.is_some() && manifest.image_path(label).is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::manifest::{BOARD, Kind, Label, Orientation, format_cells};
use crate::{
    files::{WriteError, write_atomically},
    games::{CellGrid, GameId},
    synth::{
        Modeled, RenderError, RenderSpec, Rendered, RenderedBoardless, SIZES, render,
        render_boardless,
    },
};
use image::{ImageResult, RgbImage, codecs::jpeg::JpegEncoder};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

/// The key of labels of photos whose chessmen are of sets of their own.
const MIXED_SETS: &str = "x_mixed_sets";

/// The key of what labels say where modeled designs are drawn: of how many, on how many boards of a
/// hundred, and which this photo shows.
const DESIGNS: &str = "x_sets3d";

/// The key of what labels say where some boards are hard to see: how many of a hundred, and what is
/// hard about this one.
const HARD: &str = "x_hard";

/// The key of the seed that a photo was drawn from.
const SEED: &str = "x_seed";

/// What to render and where to.
#[derive(Clone, Debug)]
pub struct RenderJob {
    /// The games, taken in turn; `None` for photos without a board.
    pub games: Vec<Option<GameId>>,
    /// Number of photos in all.
    pub count: usize,
    /// Seed of the first photo; the next ones count on from it.
    pub seed: u64,
    /// Longer side of a photo in pixels.
    pub long_side: u32,
    /// Rows of the boards; `None` for random ones of the game's.
    pub rows: Option<usize>,
    /// Whether every chessman is of a set of its own; for chess alone.
    pub mixed_sets: bool,
    /// The seed of the one set of pieces that every photo shows, of chess or checkers; `None` for a
    /// set a photo.
    pub set: Option<u64>,
    /// Designs of chessmen that some of the boards show; boards of other games are as without.
    pub modeled: Option<Modeled>,
    /// How many boards of a hundred are hard to see, as [`RenderSpec::hard`] has it.
    pub hard: u8,
    /// The position that every photo shows, of a single game; `None` for random ones.
    pub position: Option<CellGrid>,
    /// The folder that gets `images/` and `labels.jsonl`.
    pub out: PathBuf,
}

/// A job that cannot be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// A photo cannot be drawn.
    #[error(transparent)]
    Draw(#[from] RenderError),
    /// One position is asked for, and several games.
    #[error("a position is one game's: name that game alone, or leave out the position")]
    Position,
    /// One set is asked for in games without sets.
    #[error("sets are of chess and checkers, not of {0}: leave out the set's seed")]
    OneSet(GameId),
    /// Sets of another game are asked to be mixed.
    #[error(
        "only sets of chess can be mixed, not of {0}: render chess alone, or leave out the mixing"
    )]
    MixedSets(GameId),
    /// Modeled designs are asked for, and no chess.
    #[error("modeled sets are of chess: render chess, too, or leave them out")]
    NoChess,
    /// Hard scenes are asked for, and no boards.
    #[error(
        "only boards can be hard to see, and photos without one are asked for: name a game, or leave out the share of hard ones"
    )]
    NoBoards,
    /// No game to render.
    #[error("no game to render: name at least one of checkers, chess, go, qwirkle, or none")]
    NoGame,
    /// Nothing to render.
    #[error("a count of 0 renders nothing: give a count of 1 or more")]
    NoCount,
    /// The seeds run over.
    #[error("seed {seed} leaves no room for {count} photos: choose a smaller seed")]
    Seed {
        /// First seed.
        seed: u64,
        /// Number of photos.
        count: usize,
    },
    /// The folder has a photo of the job that was drawn with other options.
    #[error("{} was drawn with another size, other rows, other sets, another share of hard ones or another position: give the options it was \
    drawn with, or another folder", .0.display())]
    OtherOptions(PathBuf),
    /// A file cannot be written or read.
    #[error("cannot write {}: {source}; check the folder's permissions and free space, then run \
    again to go on", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A photo cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A picture cannot be encoded.
    #[error("cannot encode {}: {source}", path.display())]
    Encode {
        /// The picture.
        path: PathBuf,
        /// What the encoder said.
        source: image::ImageError,
    },
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> JobError + '_ {
    move |source| JobError::Io { path: path.to_owned(), source }
}

impl RenderJob {
    fn check(&self) -> Result<(), JobError> {
        if self.games.is_empty() {
            return Err(JobError::NoGame);
        }
        if self.position.is_some() && self.games.len() != 1 {
            return Err(JobError::Position);
        }
        if self.count == 0 {
            return Err(JobError::NoCount);
        }
        let others = self.games.iter().flatten().find(|&&game| game != GameId::Chess);
        if let Some(&game) = others.filter(|_| self.mixed_sets) {
            return Err(JobError::MixedSets(game));
        }
        let without = self.games.iter().flatten().find(|game| !game.has_seats());
        if let Some(&game) = without.filter(|_| self.set.is_some()) {
            return Err(JobError::OneSet(game));
        }
        if self.modeled.is_some() && !self.games.contains(&Some(GameId::Chess)) {
            return Err(JobError::NoChess);
        }
        if self.hard > 0 && self.games.iter().all(Option::is_none) {
            return Err(JobError::NoBoards);
        }
        if self.seed.checked_add(self.count as u64).is_none() {
            return Err(JobError::Seed { seed: self.seed, count: self.count });
        }
        if !SIZES.contains(&self.long_side) {
            return Err(RenderError::Size(self.long_side).into());
        }
        let some = 0..self.games.len().min(self.count);
        some.filter_map(|index| self.spec(index)).try_for_each(|spec| Ok(spec.check()?))
    }

    fn seed(&self, index: usize) -> u64 {
        self.seed + index as u64
    }

    /// The board to draw; `None` of a photo without one.
    fn spec(&self, index: usize) -> Option<RenderSpec> {
        let game = self.games[index % self.games.len()]?;
        Some(RenderSpec {
            game,
            seed: self.seed(index),
            long_side: self.long_side,
            rows: self.rows,
            mixed_sets: self.mixed_sets,
            set: self.set,
            modeled: self.modeled.clone().filter(|_| game == GameId::Chess),
            hard: self.hard,
            position: self.position.clone(),
        })
    }

    fn name(&self, index: usize) -> String {
        let game = self.games[index % self.games.len()].map_or("none", GameId::name);
        format!("images/{game}-{:08}.jpg", self.seed(index))
    }

    /// Whether a label is of the photo of this index, drawn with this job's options, as far as
    /// labels tell.
    fn is_of(&self, label: &Label, index: usize) -> bool {
        let rows = label.cells.as_ref().map(Vec::len);
        label.width.max(label.height) == Some(self.long_side)
            && self.spec(index).is_none_or(|spec| {
                spec.rows.is_none_or(|wanted| rows == Some(wanted))
                    && label.extra.contains_key(MIXED_SETS) == spec.mixed_sets
                    && label.set == set_name(&spec)
                    && hard_percent(label) == u64::from(spec.hard)
                    && drawn_from(label.extra.get(DESIGNS))
                        == drawn_from(spec.modeled.as_ref().map(|m| designs(m, &[])).as_ref())
                    && spec
                        .position
                        .as_ref()
                        .is_none_or(|wanted| label.board().ok().flatten().as_ref() == Some(wanted))
            })
    }
}

/// Renders what of a job is not there yet; `on_progress` gets the number of photos done and the
/// job's count. Every photo is written whole before its label is, and its label whole before the
/// next.
///
/// # Errors
/// When the settings are impossible or a file cannot be written; what was finished stays.
pub fn render_dataset(
    job: &RenderJob,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<(), JobError> {
    job.check()?;
    let images = job.out.join("images");
    fs::create_dir_all(&images).map_err(io(&images))?;
    let manifest = job.out.join("labels.jsonl");
    let done = finished(&manifest, job)?;
    let missing: Vec<usize> = (0..job.count).filter(|&i| !done.contains(&job.name(i))).collect();
    let mut ready = job.count - missing.len();
    on_progress(ready, job.count);
    let mut file =
        OpenOptions::new().create(true).append(true).open(&manifest).map_err(io(&manifest))?;
    for block in missing.chunks(rayon::current_num_threads() * 2) {
        let drawn: Vec<_> = block.par_iter().map(|&i| finish(job, i)).collect();
        for label in drawn {
            let line = serde_json::to_string(&label?).unwrap_or_default() + "\n";
            file.write_all(line.as_bytes()).map_err(io(&manifest))?;
            ready += 1;
            on_progress(ready, job.count);
        }
    }
    Ok(())
}

/// Renders and writes one photo.
fn finish(job: &RenderJob, index: usize) -> Result<Label, JobError> {
    let (image, quality, label) = match job.spec(index) {
        Some(spec) => {
            let rendered = render(&spec)?;
            let label = label(&spec, &rendered);
            (rendered.image, rendered.quality, label)
        }
        None => {
            let rendered = render_boardless(job.seed(index), job.long_side)?;
            let label = boardless_label(job.seed(index), &rendered);
            (rendered.image, rendered.quality, label)
        }
    };
    let label = Label { image: job.name(index), ..label };
    let path = job.out.join(&label.image);
    let bytes = encode_jpeg(&image, quality)
        .map_err(|source| JobError::Encode { path: path.clone(), source })?;
    write_atomically(&path, &bytes)?;
    Ok(label)
}

/// A picture as JPEG.
pub(super) fn encode_jpeg(image: &RgbImage, quality: u8) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(image)?;
    Ok(bytes)
}

/// The label of a render without a board; `image` is empty.
fn boardless_label(seed: u64, rendered: &RenderedBoardless) -> Label {
    let mut label = Label {
        group: format!("render-none-{}-{}", rendered.what, seed / 64),
        kind: Kind::Render,
        kind_of: Some(rendered.what.to_owned()),
        width: Some(rendered.image.width()),
        height: Some(rendered.image.height()),
        ..Label::default()
    };
    label.extra.insert(BOARD.to_owned(), false.into());
    label.extra.insert(SEED.to_owned(), seed.into());
    label
}

/// What the set is called that several renders show.
fn set_name(spec: &RenderSpec) -> Option<String> {
    spec.set.map(|set| format!("render-{}-set-{set}", spec.game))
}

/// What a label says of the modeled designs.
fn designs(modeled: &Modeled, shown: &[String]) -> Value {
    json!({
        "percent": modeled.percent,
        "of": modeled.designs.list().len(),
        "shown": shown,
    })
}

/// How many boards of a hundred are hard to see, as a label says.
fn hard_percent(label: &Label) -> u64 {
    label.extra.get(HARD).and_then(|said| said.get("percent")?.as_u64()).unwrap_or(0)
}

/// What designs are drawn from, of what a label says of them.
fn drawn_from(said: Option<&Value>) -> Option<(&Value, &Value)> {
    said.and_then(|said| Some((said.get("percent")?, said.get("of")?)))
}

/// Whether a render shows a modeled design.
pub fn shows_design(label: &Label) -> bool {
    let shown = label.extra.get(DESIGNS).and_then(|said| said.get("shown")?.as_array());
    shown.is_some_and(|shown| !shown.is_empty())
}

/// The label of a render; `image` is empty.
pub fn label(spec: &RenderSpec, rendered: &Rendered) -> Label {
    let orientation = match rendered.orientation_known {
        true => Orientation::Known,
        false => Orientation::Unknown,
    };
    let mut label = Label {
        game: Some(spec.game),
        corners: Some(rendered.corners.into()),
        cells: Some(format_cells(spec.game.game(), &rendered.board)),
        orientation,
        group: format!("render-{}-{}-{}", spec.game, rendered.style, spec.seed / 64),
        kind: Kind::Render,
        covered: rendered.covered.clone(),
        width: Some(rendered.image.width()),
        height: Some(rendered.image.height()),
        set: set_name(spec),
        ..Label::default()
    };
    label.extra.insert(SEED.to_owned(), spec.seed.into());
    if spec.mixed_sets {
        label.extra.insert(MIXED_SETS.to_owned(), true.into());
    }
    if spec.hard > 0 {
        let hard = json!({ "percent": spec.hard, "what": rendered.hardships });
        label.extra.insert(HARD.to_owned(), hard);
    }
    if let Some(modeled) = &spec.modeled {
        label.extra.insert(DESIGNS.to_owned(), designs(modeled, &rendered.designs));
    }
    label
}

/// The photos of a job that a manifest already names and that exist. A last line cut short by an
/// interrupt is taken off, and labels of the job whose photos are gone; all other lines stay,
/// whoever wrote them.
fn finished(manifest: &Path, job: &RenderJob) -> Result<HashSet<String>, JobError> {
    let text = match fs::read_to_string(manifest) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(e) => return Err(io(manifest)(e)),
    };
    let own: HashMap<String, usize> = (0..job.count).map(|i| (job.name(i), i)).collect();
    let (mut kept, mut done) = (String::new(), HashSet::new());
    for line in text.split_inclusive('\n') {
        let label =
            serde_json::from_str::<Label>(line).ok().filter(|label| own.contains_key(&label.image));
        let exists = label.as_ref().is_some_and(|label| job.out.join(&label.image).is_file());
        let is_cut = !line.ends_with('\n') && serde_json::from_str::<Label>(line).is_err();
        if is_cut || (label.is_some() && !exists) {
            continue;
        }
        if let Some(label) = label.as_ref().filter(|label| !job.is_of(label, own[&label.image])) {
            return Err(JobError::OtherOptions(job.out.join(&label.image)));
        }
        kept += line.trim_end_matches('\n');
        kept.push('\n');
        done.extend(label.map(|label| label.image));
    }
    if kept != text {
        write_atomically(manifest, kept.as_bytes())?;
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job of tiny photos.
    fn job(games: Vec<Option<GameId>>, count: usize, seed: u64, out: &Path) -> RenderJob {
        RenderJob {
            games,
            count,
            seed,
            long_side: 64,
            rows: None,
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: None,
            out: out.to_owned(),
        }
    }

    /// All games, and no board.
    fn all() -> Vec<Option<GameId>> {
        GameId::ALL.map(Some).into_iter().chain([None]).collect()
    }

    #[test]
    fn impossible_settings_are_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        let job = job(all(), 2, 1, dir.path());
        let run = |job: &RenderJob| render_dataset(job, |_, _| ());
        assert!(matches!(run(&RenderJob { count: 0, ..job.clone() }), Err(JobError::NoCount)));
        assert!(matches!(run(&RenderJob { games: vec![], ..job.clone() }), Err(JobError::NoGame)));
        assert!(matches!(
            run(&RenderJob { rows: Some(13), ..job.clone() }),
            Err(JobError::Draw(RenderError::Rows { rows: 13, .. }))
        ));
        assert!(matches!(
            run(&RenderJob { long_side: 8, ..job.clone() }),
            Err(JobError::Draw(RenderError::Size(8)))
        ));
        assert!(matches!(
            run(&RenderJob { mixed_sets: true, ..job.clone() }),
            Err(JobError::MixedSets(GameId::Checkers))
        ));
        assert!(matches!(
            run(&RenderJob { games: vec![None], hard: 50, ..job.clone() }),
            Err(JobError::NoBoards)
        ));
        let file = dir.path().join("file");
        fs::write(&file, "x").expect("writes");
        for seed in [u64::MAX, u64::MAX - 1] {
            let job = RenderJob { seed, ..job.clone() };
            assert!(matches!(run(&job), Err(JobError::Seed { .. })));
        }
        assert!(matches!(run(&RenderJob { out: file, ..job }), Err(JobError::Io { .. })));
    }

    #[test]
    fn labels_say_what_was_drawn() {
        for (game, mixed_sets) in
            GameId::ALL.map(|game| (game, false)).into_iter().chain([(GameId::Chess, true)])
        {
            let spec = RenderSpec {
                game,
                seed: 130,
                long_side: 96,
                rows: None,
                mixed_sets,
                set: None,
                modeled: None,
                hard: 0,
                position: None,
            };
            let rendered = render(&spec).expect("renders");
            let label = label(&spec, &rendered);
            assert_eq!(label.board(), Ok(Some(rendered.board)));
            assert_eq!(label.quad(), Ok(Some(rendered.corners)));
            assert_eq!(label.group, format!("render-{game}-{}-2", rendered.style));
            assert_eq!(label.orientation == Orientation::Known, rendered.orientation_known);
            assert_eq!(label.width.max(label.height), Some(96));
            assert_eq!(label.extra.contains_key(MIXED_SETS), mixed_sets);
            assert!(!label.extra.contains_key(HARD) && rendered.hardships.is_empty());
            let spec = RenderSpec { hard: 100, ..spec };
            let rendered = render(&spec).expect("renders");
            let said = &super::label(&spec, &rendered).extra[HARD];
            assert_eq!(said, &json!({ "percent": 100, "what": rendered.hardships }));
            assert!(!rendered.hardships.is_empty());
        }
    }

    #[test]
    fn a_job_goes_on_where_it_was_cut() {
        let dir = tempfile::tempdir().expect("a folder");
        let job = job(all(), 4, 5, dir.path());
        render_dataset(&job, |_, _| ()).expect("renders");
        let path = dir.path().join("labels.jsonl");
        let whole = fs::read_to_string(&path).expect("reads");
        assert_eq!(whole.lines().count(), 4);
        fs::write(&path, &whole[..whole.len() - 40]).expect("cuts the last line");
        let mut first = None;
        render_dataset(&job, |done, _| {
            first.get_or_insert(done);
        })
        .expect("goes on");
        assert_eq!(first, Some(3));
        assert_eq!(fs::read_to_string(&path).expect("reads"), whole);
        let labels = super::super::Manifest::read(&path).expect("a manifest").labels;
        assert!(labels.iter().all(|(_, l)| dir.path().join(&l.image).is_file()
            && l.board().is_ok()
            && l.quad().is_ok()));
    }

    #[test]
    fn a_job_with_other_options_leaves_a_folder_as_it_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let jobs = [false, true].map(|mixed_sets| RenderJob {
            mixed_sets,
            ..job(vec![Some(GameId::Chess)], 1, 5, &dir.path().join(mixed_sets.to_string()))
        });
        for job in jobs {
            let run = |job: &RenderJob| render_dataset(job, |_, _| ());
            let text = || fs::read_to_string(job.out.join("labels.jsonl")).expect("reads");
            run(&job).expect("renders");
            let before = text();
            let larger = RenderJob { count: 2, long_side: 80, ..job.clone() };
            let others = RenderJob { count: 2, mixed_sets: !job.mixed_sets, ..job.clone() };
            let harder = RenderJob { count: 2, hard: 1, ..job.clone() };
            for other in [larger, others, harder] {
                assert!(matches!(run(&other),
                    Err(JobError::OtherOptions(path)) if path.ends_with(job.name(0))));
                assert_eq!(text(), before);
            }
            run(&RenderJob { count: 2, ..job.clone() }).expect("goes on");
            assert_eq!(text().lines().count(), 2);
        }
    }

    #[test]
    fn labels_that_somebody_else_wrote_stay() {
        let dir = tempfile::tempdir().expect("a folder");
        let job = job(vec![Some(GameId::Go)], 2, 5, dir.path());
        let path = dir.path().join("labels.jsonl");
        let theirs =
            "{\"image\":\"/a/disk/that/is/off.jpg\",\"game\":\"go\"}\n{ a line with a mistake\n";
        fs::write(&path, theirs).expect("writes");
        render_dataset(&job, |_, _| ()).expect("renders");
        let text = fs::read_to_string(&path).expect("reads");
        assert!(text.starts_with(theirs) && text.lines().count() == 4, "{text}");
        // A photo of the job that is gone is drawn again, and labeled once.
        fs::remove_file(dir.path().join(job.name(0))).expect("removed");
        render_dataset(&job, |_, _| ()).expect("renders");
        let again = fs::read_to_string(&path).expect("reads");
        assert!(
            again.starts_with(theirs)
                && again.lines().count() == 4
                && dir.path().join(job.name(0)).is_file(),
            "{again}"
        );
    }
}
