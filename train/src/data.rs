//! Labeled photos in memory, split by physical set and drawn evenly over games and groups.

use crate::{augment::normal, config::Data};
use anyhow::{Context, Result, bail};
use image::{RgbImage, imageops};
use kibitzer::{
    dataset::{
        Corrections, Label, Manifest,
        manifest::{Kind, compared_as},
        sets::{SetNames, Sets},
    },
    games::{CellGrid, GameId},
    geometry::{GridSpec, Point, Quad},
    inference::TrainingData,
    recognition::kind_name,
    vision::{PhotoLimits, Pyramid, open_photo},
};
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::{Path, PathBuf},
};

/// A labeled photo, its board upright as seen.
pub struct Sample {
    /// The photo.
    pub photo: Pyramid<'static>,
    /// The game.
    pub game: GameId,
    /// The board's grid.
    pub grid: GridSpec,
    /// The name of that kind of board.
    pub kind: String,
    /// The corners, upright as seen.
    pub quad: Quad,
    /// The cells, upright as seen; `None` where the label has none.
    pub board: Option<CellGrid>,
    /// Which cells something hides, upright as seen; `None` where something does, and nobody says
    /// where.
    pub covered: Option<CellGrid>,
    /// 1 for the cells that nobody can tell, upright as seen.
    pub unknown: CellGrid,
    /// 1 for the cells that are never trained on, upright as seen.
    pub held_out: CellGrid,
    /// Whether it is a guess which side the label calls white.
    pub arbitrary_colors: bool,
    /// The class that each class is told as: itself, but a king as a man where kings are not marked.
    pub told_as: Vec<u8>,
    /// `game/group`.
    pub group: String,
    /// `game/set`: the physical set, or the group where nothing names one.
    pub set: String,
}

impl Sample {
    /// Whether somebody can tell what is on the cell, counted row by row.
    pub fn is_known(&self, cell: usize) -> bool {
        self.unknown.cells()[cell] == 0
    }
}

/// Where samples of one kind are drawn from: game, then group, then photo.
pub struct Pool {
    samples: Vec<Sample>,
    /// The groups of each game.
    games: Vec<Vec<Group>>,
}

struct Group {
    /// Indices of its samples.
    samples: Vec<usize>,
    /// The square root of the number of its different boards: a hundred photos of one position
    /// teach little more than one.
    weight: f64,
}

impl Group {
    fn new(samples: Vec<usize>, all: &[Sample]) -> Self {
        let boards: BTreeSet<&[u8]> =
            samples.iter().filter_map(|&i| all[i].board.as_ref().map(CellGrid::cells)).collect();
        let unknown = samples.iter().filter(|&&i| all[i].board.is_none()).count();
        Self { weight: ((boards.len() + unknown) as f64).sqrt(), samples }
    }
}

impl Pool {
    /// A pool over samples.
    pub fn new(samples: Vec<Sample>) -> Self {
        let mut games: BTreeMap<GameId, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
        for (i, s) in samples.iter().enumerate() {
            games.entry(s.game).or_default().entry(&s.group).or_default().push(i);
        }
        let group = |indices| Group::new(indices, &samples);
        let games =
            games.into_values().map(|groups| groups.into_values().map(group).collect()).collect();
        Self { samples, games }
    }

    /// All samples.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// A random sample: every game equally often, a group by its weight.
    pub fn draw(&self, rng: &mut impl Rng) -> Option<&Sample> {
        let groups = self.games.choose(rng)?;
        let group = groups.choose_weighted(rng, |g| g.weight).ok()?;
        group.samples.choose(rng).map(|&i| &self.samples[i])
    }
}

/// Photos and renders to train on, and the groups held out.
pub struct TrainingSet {
    photos: Pool,
    renders: Pool,
    render_share: f64,
    /// Samples of the held-out sets.
    pub dev: Vec<Sample>,
    /// What went in.
    pub sources: Vec<TrainingData>,
}

impl TrainingSet {
    /// Reads the manifests of a configuration; only samples that `keep` wants are decoded.
    pub fn load(data: &Data, keep: impl Fn(&Label) -> bool + Sync) -> Result<Self> {
        let mut sources = Vec::new();
        let train = |label: &Label| {
            label.side() == "train" && label.kind != Kind::Screenshot && keep(label)
        };
        let photos = load_photos(data, &train, &mut sources)?;
        let renders = load_renders(data, &train, &mut sources)?;
        if photos.is_empty() && renders.is_empty() {
            bail!(
                "no labeled photo to train on: check 'photos' and 'renders' of the configuration"
            );
        }
        let (dev, photos): (Vec<_>, Vec<_>) =
            photos.into_iter().partition(|s| held_out(&s.set, data.dev_share));
        check_held_out(data.dev_share, "photos", dev.len(), photos.len() + renders.len())?;
        Ok(Self {
            photos: Pool::new(photos),
            renders: Pool::new(renders),
            render_share: data.render_share,
            dev,
            sources,
        })
    }

    /// Photos and renders that were loaded already; of the photos nothing is held out.
    pub fn of(
        photos: Vec<Sample>,
        renders: Vec<Sample>,
        render_share: f64,
        sources: Vec<TrainingData>,
    ) -> Self {
        let (photos, renders) = (Pool::new(photos), Pool::new(renders));
        Self { photos, renders, render_share, dev: Vec::new(), sources }
    }

    /// The photos to train on.
    pub fn photos(&self) -> &[Sample] {
        self.photos.samples()
    }

    /// A random sample.
    pub fn draw(&self, rng: &mut impl Rng) -> &Sample {
        let (first, second) = if rng.random_bool(self.render_share) {
            (&self.renders, &self.photos)
        } else {
            (&self.photos, &self.renders)
        };
        first.draw(rng).or_else(|| second.draw(rng)).expect("one of the pools has samples")
    }
}

/// Number of photos and of renders.
impl fmt::Display for TrainingSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} photos and {} renders",
            self.photos.samples().len(),
            self.renders.samples().len()
        )
    }
}

/// Whether a physical set belongs to the held-out share: by the hash of its name, so that adding
/// sets moves none.
pub fn held_out(set: &str, share: f64) -> bool {
    let hash = Sha256::digest(set.as_bytes());
    let value = u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]);
    f64::from(value) / f64::from(u32::MAX) < share
}

/// Checks that of `what`, some are left to train on beside those that are held out; says so where
/// none are held out although that was asked for.
///
/// # Errors
/// When none are left.
pub fn check_held_out(share: f64, what: &str, held_out: usize, left: usize) -> Result<()> {
    if left == 0 {
        bail!(
            "dev_share = {share} holds out all {what} and leaves none to train on: lower it in the \
            configuration, or name photos of more sets"
        );
    }
    if share > 0.0 && held_out == 0 {
        eprintln!(
            "dev_share = {share} holds out no {what}, of so few sets: nothing chooses the best \
            weights, and the last ones are kept"
        );
    }
    Ok(())
}

/// The manifests a pattern names: a path in which `*` stands for any one folder.
pub fn manifests(pattern: &str) -> Result<Vec<PathBuf>> {
    let mut paths = vec![PathBuf::new()];
    for part in Path::new(pattern) {
        paths = if part == "*" {
            paths
                .iter()
                .flat_map(|p| fs::read_dir(p).into_iter().flatten().flatten().map(|e| e.path()))
                .collect()
        } else {
            paths.iter().map(|p| p.join(part)).collect()
        };
    }
    paths.retain(|p| p.is_file());
    paths.sort();
    if paths.is_empty() {
        bail!("{pattern} names no manifest");
    }
    Ok(paths)
}

/// The labeled photos of a configuration that `keep` wants, corrected and decoded.
pub fn load_photos(
    data: &Data,
    keep: &(impl Fn(&Label) -> bool + Sync),
    sources: &mut Vec<TrainingData>,
) -> Result<Vec<Sample>> {
    let (corrections, sets) = (data.corrections()?, data.sets()?);
    load_all(&data.photos, corrections.as_ref(), &sets, keep, sources)
}

/// The renders of a configuration that `keep` wants, decoded; nothing corrects them.
pub fn load_renders(
    data: &Data,
    keep: &(impl Fn(&Label) -> bool + Sync),
    sources: &mut Vec<TrainingData>,
) -> Result<Vec<Sample>> {
    load_all(&data.renders, None, &Sets::default(), keep, sources)
}

/// The samples of several manifests that `keep` wants, corrected and decoded.
fn load_all(
    patterns: &[String],
    corrections: Option<&Corrections>,
    sets: &Sets,
    keep: &(impl Fn(&Label) -> bool + Sync),
    sources: &mut Vec<TrainingData>,
) -> Result<Vec<Sample>> {
    let mut all = Vec::new();
    for pattern in patterns {
        for path in manifests(pattern)? {
            all.push(corrected(&path, corrections)?);
        }
    }
    // Of all labels: one that is left out may say which set the others of its group show.
    let sets = sets.among(all.iter().flat_map(Manifest::each_label));
    let mut samples = Vec::new();
    for manifest in &all {
        let wanted: Vec<&Label> =
            manifest.each_label().filter(|l| l.corners.is_some() && keep(l)).collect();
        let loaded: Vec<Sample> =
            wanted.par_iter().map(|label| load(manifest, label, &sets)).collect::<Result<_>>()?;
        if !loaded.is_empty() {
            let source = source_of(&manifest.path, loaded.len())?;
            let used = corrections_used(manifest, corrections).or(source.corrections);
            sources.push(TrainingData { corrections: used, ..source });
        }
        samples.extend(loaded);
    }
    Ok(samples)
}

/// The manifest at `path`, with its labels corrected.
pub fn corrected(path: &Path, corrections: Option<&Corrections>) -> Result<Manifest> {
    let mut manifest = Manifest::read(path)?;
    if let Some(corrections) = corrections {
        corrections.apply(&mut manifest);
    }
    Ok(manifest)
}

/// Hex SHA-256 of the file of corrections, where it changed something of the manifest.
pub fn corrections_used(manifest: &Manifest, corrections: Option<&Corrections>) -> Option<String> {
    corrections.filter(|_| !manifest.corrected.is_empty()).map(|c| c.sha256().to_owned())
}

/// The file beside a packed manifest that holds the SHA-256 of the manifest it was made from.
pub const ORIGIN_FILE: &str = "origin.sha256";

/// The file beside a packed manifest that holds the SHA-256 of the file that corrected its labels.
pub const CORRECTIONS_FILE: &str = "corrections.sha256";

/// Hex SHA-256 of a file.
pub fn sha256_of(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect())
}

/// What a card says of a manifest, or of a file of positions; of a packed manifest, the one it was
/// made from.
pub fn source_of(path: &Path, photos: usize) -> Result<TrainingData> {
    let folder = path.parent().context("a manifest lies in a folder")?;
    let name = folder.file_name().map_or("labels".into(), |n| n.to_string_lossy().into_owned());
    let of_pack =
        |file: &str| fs::read_to_string(folder.join(file)).ok().map(|hex| hex.trim().to_owned());
    let sha256 = of_pack(ORIGIN_FILE).map_or_else(|| sha256_of(path), Ok)?;
    Ok(TrainingData { source: name, sha256, photos, corrections: of_pack(CORRECTIONS_FILE) })
}

/// 1 for the cells that the label says something hides; `None` where it says only that something
/// does.
fn covered(label: &Label, grid: &GridSpec) -> Option<CellGrid> {
    if label.hand_in_view && label.covered.is_empty() {
        return None;
    }
    Some(marked(&label.covered, grid))
}

/// 1 for the cells named, 0 for the others.
fn marked(named: &[(usize, usize)], grid: &GridSpec) -> CellGrid {
    let mut cells = CellGrid::empty(grid.rows, grid.cols);
    named
        .iter()
        .filter(|(row, col)| *row < grid.rows && *col < grid.cols)
        .for_each(|&(row, col)| cells.set(row, col, 1));
    cells
}

/// A labeled photo, decoded; `sets` says which physical set it shows.
pub fn load(manifest: &Manifest, label: &Label, sets: &SetNames) -> Result<Sample> {
    let path = manifest.image_path(label);
    let context = || format!("label of {}", path.display());
    let game = label.game().with_context(context)?;
    let quad = label.quad().with_context(context)?.with_context(context)?;
    let board = label.board().with_context(context)?;
    let grid = label.grid().with_context(context)?;
    let photo = open_photo(&path, &PhotoLimits::default())?;
    let turns = quad.turns_to_upright();
    Ok(Sample {
        photo: Pyramid::new(Cow::Owned(photo)),
        game: game.id(),
        grid,
        kind: kind_name(&grid),
        quad: quad.rotated(turns),
        board: board.map(|b| b.rotated(turns)),
        covered: covered(label, &grid).map(|cells| cells.rotated(turns)),
        unknown: marked(&label.unknown_cells, &grid).rotated(turns),
        held_out: CellGrid::empty(grid.rows, grid.cols),
        arbitrary_colors: label.arbitrary_colors(),
        told_as: compared_as(game, label.kings != Some(false)),
        group: format!("{}/{}", game.id(), label.group),
        set: format!("{}/{}", game.id(), sets.of(label)),
    })
}

/// A photo at a `scale` of at most 1, and by what its width and height were multiplied.
pub fn shrunk(photo: &RgbImage, scale: f64) -> (RgbImage, (f64, f64)) {
    if scale >= 1.0 {
        return (photo.clone(), (1.0, 1.0));
    }
    let (w, h) = (f64::from(photo.width()), f64::from(photo.height()));
    let (new_w, new_h) = ((w * scale).round().max(1.0), (h * scale).round().max(1.0));
    let small =
        imageops::resize(photo, new_w as u32, new_h as u32, imageops::FilterType::CatmullRom);
    (small, (new_w / w, new_h / h))
}

/// Corners moved by the error a detector makes, of this standard deviation in pixels: all together,
/// and each by itself.
pub fn with_error(quad: &Quad, error: f64, rng: &mut StdRng) -> Quad {
    let scale = if rng.random_bool(0.15) { 2.0 * error } else { error };
    let mut jitter = || scale * f64::from(normal(rng)).clamp(-2.5, 2.5);
    let (dx, dy) = (0.5 * jitter(), 0.5 * jitter());
    let moved = quad.corners().map(|p| Point::new(p.x + dx + jitter(), p.y + dy + jitter()));
    Quad::new(moved).unwrap_or(*quad)
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// A photo of an empty board of chess.
    pub fn empty_board(photo: RgbImage, quad: Quad) -> Sample {
        let cells = || CellGrid::empty(8, 8);
        Sample {
            photo: Pyramid::new(Cow::Owned(photo)),
            game: GameId::Chess,
            grid: GridSpec::squares(8),
            kind: "squares-8".into(),
            quad,
            board: Some(cells()),
            covered: Some(cells()),
            unknown: cells(),
            held_out: cells(),
            arbitrary_colors: false,
            told_as: compared_as(GameId::Chess.game(), true),
            group: "chess/a".into(),
            set: "chess/a".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A configuration of two photos of Go, each of another group.
    fn two_groups(folder: &Path, groups: [&str; 2]) -> Data {
        RgbImage::new(64, 64).save(folder.join("a.png")).expect("written");
        let label = |group: &str| {
            let corners = "[[8, 8], [56, 8], [56, 56], [8, 56]]";
            format!(
                "{{\"image\": \"a.png\", \"game\": \"go\", \"group\": \"{group}\", \
                \"corners\": {corners}}}\n"
            )
        };
        let labels = folder.join("labels.jsonl");
        fs::write(&labels, groups.map(label).concat()).expect("written");
        let text = format!("photos = ['{}']\ndev_share = 0.5", labels.display());
        toml::from_str(&text).expect("data")
    }

    #[test]
    fn groups_of_one_set_are_held_out_together() {
        let names: Vec<String> = (0..20).map(|i| format!("g{i}")).collect();
        let is_held = |name: &&String| held_out(&format!("go/{name}"), 0.5);
        let held = names.iter().find(is_held).expect("half of them");
        let kept = names.iter().find(|name| !is_held(name)).expect("half of them");
        let folder = tempfile::tempdir().expect("a folder");
        let data = two_groups(folder.path(), [held, kept]);
        let counts = |data: &Data| {
            let set = TrainingSet::load(data, |_| true).expect("photos");
            (set.photos().len(), set.dev.len())
        };
        assert_eq!(counts(&data), (1, 1));
        let sets = folder.path().join("sets.json");
        fs::write(&sets, format!("{{\"go\": [[\"{kept}\", \"{held}\"]]}}")).expect("written");
        assert_eq!(counts(&Data { together: Some(sets), ..data }), (2, 0));
        // Two photos of a group that is held back, one of which names its set.
        let data = two_groups(folder.path(), [held, held]);
        let labels = folder.path().join("labels.jsonl");
        let text = fs::read_to_string(&labels).expect("labels");
        let set = format!("\"set\": \"{kept}\", \"corners\"");
        fs::write(&labels, text.replacen("\"corners\"", &set, 1)).expect("written");
        assert_eq!(counts(&data), (2, 0));
        let all = two_groups(folder.path(), [held, held]);
        let error = TrainingSet::load(&all, |_| true).err().expect("none is left");
        assert!(error.to_string().contains("dev_share = 0.5"), "{error}");
    }

    #[test]
    fn sets_stay_where_they_are() {
        let groups: Vec<String> = (0..1000).map(|i| format!("go/{i}")).collect();
        let few: Vec<&String> = groups.iter().filter(|g| held_out(g, 0.1)).collect();
        assert!((60..140).contains(&few.len()), "{}", few.len());
        assert!(few.iter().all(|g| held_out(g, 0.2)));
        assert!(!groups.iter().any(|g| held_out(g, 0.0)));
    }
}
