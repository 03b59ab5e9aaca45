//! A folder of renders with their manifest.

use super::{MIXED_SETS, RenderSpec, Rendered, SIZES, has_rows, render};
use crate::{
    dataset::manifest::Label,
    files::{WriteError, write_atomically},
    games::GameId,
};
use image::codecs::jpeg::JpegEncoder;
use rayon::prelude::*;
use std::{
    collections::{HashMap, HashSet},
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

/// What to render and where to.
#[derive(Clone, Debug)]
pub struct RenderJob {
    /// The games, taken in turn.
    pub games: Vec<GameId>,
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
    /// The folder that gets `images/` and `labels.jsonl`.
    pub out: PathBuf,
}

/// A render that cannot be made or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The size is out of range.
    #[error("cannot render at {0} pixels: choose a long side of 64 to 4096 pixels")]
    Size(u32),
    /// The game has no such board.
    #[error(
        "there is no {game} board of {rows} rows to render: name a game that is played on one, or \
        leave out the rows"
    )]
    Rows {
        /// The game.
        game: GameId,
        /// The rows asked for.
        rows: usize,
    },
    /// Sets of another game are asked to be mixed.
    #[error(
        "only sets of chess can be mixed, not of {0}: render chess alone, or leave out the mixing"
    )]
    MixedSets(GameId),
    /// No game to render.
    #[error("no game to render: name at least one of checkers, chess, go, qwirkle")]
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
    #[error("{} was drawn with another size, other rows or other sets: give the options it was \
    drawn with, or another folder", .0.display())]
    OtherOptions(PathBuf),
    /// The camera does not see the board's corners.
    #[error("seed {0} gives no view of the whole board: skip it")]
    View(u64),
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

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> RenderError + '_ {
    move |source| RenderError::Io { path: path.to_owned(), source }
}

impl RenderJob {
    fn check(&self) -> Result<(), RenderError> {
        if !SIZES.contains(&self.long_side) {
            return Err(RenderError::Size(self.long_side));
        }
        if self.games.is_empty() {
            return Err(RenderError::NoGame);
        }
        if self.count == 0 {
            return Err(RenderError::NoCount);
        }
        if let Some((&game, rows)) = self
            .rows
            .and_then(|rows| Some((self.games.iter().find(|g| !has_rows(**g, rows))?, rows)))
        {
            return Err(RenderError::Rows { game, rows });
        }
        if let Some(&game) =
            self.games.iter().find(|&&game| self.mixed_sets && game != GameId::Chess)
        {
            return Err(RenderError::MixedSets(game));
        }
        let room = self.seed.checked_add(self.count as u64).is_some();
        room.then_some(()).ok_or(RenderError::Seed { seed: self.seed, count: self.count })
    }

    fn spec(&self, index: usize) -> RenderSpec {
        let game = self.games[index % self.games.len()];
        RenderSpec {
            game,
            seed: self.seed + index as u64,
            long_side: self.long_side,
            rows: self.rows,
            mixed_sets: self.mixed_sets,
        }
    }

    pub(super) fn name(&self, index: usize) -> String {
        let spec = self.spec(index);
        format!("images/{}-{:08}.jpg", spec.game, spec.seed)
    }
}

/// Whether a label is of a photo drawn with these options, as far as labels tell.
fn was_drawn_so(label: &Label, spec: &RenderSpec) -> bool {
    let rows = label.cells.as_ref().map(Vec::len);
    label.width.max(label.height) == Some(spec.long_side)
        && spec.rows.is_none_or(|wanted| rows == Some(wanted))
        && label.extra.contains_key(MIXED_SETS) == spec.mixed_sets
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
) -> Result<(), RenderError> {
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
fn finish(job: &RenderJob, index: usize) -> Result<Label, RenderError> {
    let Rendered { image, mut label, quality, .. } = render(&job.spec(index))?;
    label.image = job.name(index);
    let path = job.out.join(&label.image);
    let mut bytes = Vec::new();
    let encoded = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&image);
    encoded.map_err(|source| RenderError::Encode { path: path.clone(), source })?;
    write_atomically(&path, &bytes)?;
    Ok(label)
}

/// The photos of a job that a manifest already names and that exist. A last line cut short by an
/// interrupt is taken off, and labels of the job whose photos are gone; all other lines stay,
/// whoever wrote them.
fn finished(manifest: &Path, job: &RenderJob) -> Result<HashSet<String>, RenderError> {
    let text = match fs::read_to_string(manifest) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(e) => return Err(io(manifest)(e)),
    };
    let own: HashMap<String, RenderSpec> =
        (0..job.count).map(|i| (job.name(i), job.spec(i))).collect();
    let (mut kept, mut done) = (String::new(), HashSet::new());
    for line in text.split_inclusive('\n') {
        let label =
            serde_json::from_str::<Label>(line).ok().filter(|label| own.contains_key(&label.image));
        let exists = label.as_ref().is_some_and(|label| job.out.join(&label.image).is_file());
        let is_cut = !line.ends_with('\n') && serde_json::from_str::<Label>(line).is_err();
        if is_cut || (label.is_some() && !exists) {
            continue;
        }
        if let Some(label) = label.as_ref().filter(|label| !was_drawn_so(label, &own[&label.image]))
        {
            return Err(RenderError::OtherOptions(job.out.join(&label.image)));
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
