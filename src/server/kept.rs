//! Corrections that people send, and what the models propose for photos of a queue: a dataset in the
//! project's own format that a person reviews.
//!
//! ```text
//! DIR/waiting.jsonl   labels that nobody has reviewed yet
//! DIR/labels.jsonl    labels that were approved: what to train with
//! DIR/rejected.jsonl  labels of photos of a queue that were deleted, and are not proposed again
//! DIR/images/ID.jpg   the photos, encoded anew
//! DIR/secret          what the links to delete are made with
//! ```
//!
//! A photo is written before its label, and a label is there when its line is whole on the disk:
//! whenever the program is killed, what was answered for stays, and nothing is half there.
//!
//! ```
//! use image::RgbImage;
//! use kibitzer::{games::GameId, server::kept::{Added, Correction, Kept, State}};
//! # let folder = tempfile::tempdir()?;
//!
//! let kept = Kept::open(folder.path())?;
//! let correction = Correction {
//!     id: "0b5d8c1e-1".to_owned(), game: GameId::Go,
//!     corners: [[5.0, 5.0], [85.0, 5.0], [85.0, 85.0], [5.0, 85.0]],
//!     cells: vec![".".repeat(9); 9],
//!     read: None, confidence: None, consent: true,
//! };
//! assert_eq!(kept.add(&correction, &RgbImage::new(90, 90)), Ok(Added::Now));
//! assert_eq!(kept.entries()[0].state, State::New);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::problem::{Kind, Problem};
use crate::{
    dataset::manifest::{Label, LabelError, Orientation, to_lines},
    files::{WriteError, is_temporary, write_atomically, write_private},
    games::GameId,
    inference::hex,
    recognition::RecognizeOptions,
};
use hmac::{Hmac, Mac};
use image::{ImageEncoder, RgbImage, codecs::jpeg::JpegEncoder};
use rand::{TryRngCore, rngs::OsRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use time::OffsetDateTime;

/// Quality of the JPEGs that are kept.
const QUALITY: u8 = 92;
/// Longest id.
const LONGEST_ID: usize = 64;
/// The note of a label that says at which place of a queue its photo is, from 1.
const PLACE: &str = "x_place";
/// The labels of a queue that were deleted.
const REJECTED: &str = "rejected.jsonl";

/// Whether a correction was reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nobody has looked yet.
    New,
    /// A person has approved it.
    Approved,
}

/// A correction, as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// What the sender calls it: letters, digits and dashes, a UUID.
    #[schemars(regex(pattern = r"^[0-9A-Za-z-]{8,64}$"))]
    pub id: String,
    /// The game.
    pub game: GameId,
    /// Four `[x, y]` in pixels of the upright photo, clockwise, the first at row 0, column 0.
    pub corners: [[f64; 2]; 4],
    /// What is on the board: rows of label codes.
    pub cells: Vec<String>,
    /// What was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Vec<String>>,
    /// How probably the reading was right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// That the sender agrees that photo and correction are kept.
    pub consent: bool,
}

/// A correction that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// What its sender calls it.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// Whether it was reviewed.
    pub state: State,
    /// At which place of the owner's queue its photo is, from 1; null where somebody sent it.
    pub place: Option<u64>,
    /// How probably the reading was right.
    pub confidence: Option<f32>,
    /// Four `[x, y]` in pixels, clockwise, the first at row 0, column 0.
    pub corners: [[f64; 2]; 4],
    /// What is on the board: rows of label codes.
    pub cells: Vec<String>,
    /// What was read.
    pub read: Option<Vec<String>>,
    /// Width of the photo in pixels.
    pub width: u32,
    /// Height of the photo in pixels.
    pub height: u32,
    /// Where the photo is.
    pub photo: String,
}

/// A change that a reviewer makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// What it is now.
    pub state: State,
    /// Other cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// Other corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corners: Option<[[f64; 2]; 4]>,
}

/// A folder of corrections. One program at a time writes to it.
pub struct Kept {
    folder: PathBuf,
    secret: [u8; 32],
    labels: Mutex<Labels>,
}

#[derive(Clone, Default)]
struct Labels {
    new: Vec<Label>,
    approved: Vec<Label>,
    /// Of a queue alone.
    rejected: Vec<Label>,
}

/// Whether a correction was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    Now,
    /// The same one was there.
    Before,
}

impl Kept {
    /// Opens a folder, or makes it. What a killed program left half done is mended.
    ///
    /// # Errors
    /// When the folder cannot be read or written, or its labels are no labels.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, WriteError> {
        let folder = folder.into();
        let images = folder.join("images");
        let failed = |source| WriteError::Io { path: folder.clone(), source };
        fs::create_dir_all(&images).map_err(failed)?;
        let secret_file = folder.join("secret");
        // Photos without a label are removed: they have to be ones of corrections.
        if !secret_file.exists() && images.read_dir().map_err(failed)?.next().is_some() {
            return Err(failed(std::io::Error::other(
                "its folder images has files that are no corrections; name an empty folder",
            )));
        }
        let secret = secret(&secret_file)?;
        let mut approved = read_labels(&folder.join("labels.jsonl"))?;
        let mut new = read_labels(&folder.join("waiting.jsonl"))?;
        let rejected = read_labels(&folder.join(REJECTED))?;
        // A label is written where it goes to before it is taken from where it was.
        let moved = |label: &Label, to: &[Label]| {
            id_of(label).is_some() && to.iter().any(|other| id_of(other) == id_of(label))
        };
        approved.retain(|label| !moved(label, &rejected));
        new.retain(|label| !moved(label, &approved) && !moved(label, &rejected));
        let labels = Mutex::new(Labels { new, approved, rejected });
        let kept = Self { folder, secret, labels };
        kept.mend()?;
        Ok(kept)
    }

    /// Writes the labels as they were read, and takes away photos without one.
    fn mend(&self) -> Result<(), WriteError> {
        let labels = self.lock();
        self.write(State::New, &labels.new)?;
        self.write(State::Approved, &labels.approved)?;
        // A last line that was cut short would spoil the next one.
        if !labels.rejected.is_empty() {
            write_atomically(&self.folder.join(REJECTED), to_lines(&labels.rejected).as_bytes())?;
        }
        let known = |name: &str| {
            let image = format!("images/{name}");
            labels.new.iter().chain(&labels.approved).any(|label| label.image == image)
        };
        for entry in fs::read_dir(self.folder.join("images")).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if is_own(&name.to_string_lossy()) && !known(&name.to_string_lossy()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Keeps a correction and its photo.
    ///
    /// # Errors
    /// When the sender does not agree, the label is not one of a board in this photo, something
    /// else has the id, or the disk is full.
    pub fn add(&self, correction: &Correction, photo: &RgbImage) -> Result<Added, Problem> {
        let label = label(correction, photo)?;
        let mut labels = self.lock();
        if let Some(old) = labels.find(&correction.id) {
            return match old.extra.get("x_sent") == label.extra.get("x_sent") {
                true => Ok(Added::Before),
                false => Err(Kind::Conflict.problem(
                    "another correction has this id: send this one with an id of its own",
                )),
            };
        }
        self.write_photo(&label, photo)?;
        append(&self.path(State::New), &label).map_err(full)?;
        labels.new.push(label);
        Ok(Added::Now)
    }

    /// Whether the photo of a queue was proposed before, whatever has become of it; where it waits, it
    /// is at this place of the queue from now on.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn is_known(&self, id: &str, place: usize) -> Result<bool, Problem> {
        let mut labels = self.lock();
        let is_it = |label: &Label| id_of(label) == Some(id);
        let Some(at) = labels.new.iter().position(is_it) else {
            return Ok(labels.approved.iter().chain(&labels.rejected).any(is_it));
        };
        if labels.new[at].extra.get(PLACE) != Some(&place.into()) {
            let mut new = labels.new.clone();
            new[at].extra.insert(PLACE.to_owned(), place.into());
            self.write(State::New, &new).map_err(full)?;
            labels.new = new;
        }
        Ok(true)
    }

    /// Keeps what the models read in a photo of a queue, for the owner to review.
    ///
    /// # Errors
    /// When that is no label of a board in this photo, or the disk is full.
    pub fn propose(&self, proposed: Proposed, photo: &RgbImage) -> Result<(), Problem> {
        let label = proposed.label(photo);
        check(&label)?;
        let mut labels = self.lock();
        self.write_photo(&label, photo)?;
        append(&self.path(State::New), &label).map_err(full)?;
        labels.new.push(label);
        Ok(())
    }

    fn write_photo(&self, label: &Label, photo: &RgbImage) -> Result<(), Problem> {
        let mut bytes = Vec::new();
        // Encoded anew: nothing of the file that was sent but its pixels stays.
        JpegEncoder::new_with_quality(&mut bytes, QUALITY)
            .write_image(photo, photo.width(), photo.height(), image::ExtendedColorType::Rgb8)
            .map_err(|error| Kind::TooLarge.problem(error.to_string()))?;
        write_atomically(&self.folder.join(&label.image), &bytes).map_err(full)
    }

    /// What is part of the link by which a sender deletes a correction.
    pub fn key(&self, id: &str) -> String {
        hex(&self.mac(id).finalize().into_bytes())
    }

    /// Whether this is the key of a correction, in a time that does not depend on how much of it is
    /// right.
    pub fn is_key(&self, id: &str, key: &str) -> bool {
        use subtle::ConstantTimeEq;
        self.key(id).as_bytes().ct_eq(key.as_bytes()).into()
    }

    fn mac(&self, id: &str) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(&self.secret)
            .expect("any length is a key")
            .chain_update(id.as_bytes())
    }

    /// All corrections: those to be reviewed first, the most doubtful first, then photos of a queue,
    /// in its order.
    pub fn entries(&self) -> Vec<Entry> {
        let labels = self.lock();
        let of = |state, labels: &[Label]| -> Vec<Entry> {
            labels.iter().filter_map(|label| entry(label, state)).collect()
        };
        let (mut new, approved) =
            (of(State::New, &labels.new), of(State::Approved, &labels.approved));
        let doubt = |entry: &Entry| entry.confidence.unwrap_or(0.0);
        // What was sent has no place, and comes before what has.
        new.sort_by(|a, b| a.place.cmp(&b.place).then(doubt(a).total_cmp(&doubt(b))));
        new.into_iter().chain(approved).collect()
    }

    /// The photo of a correction: the bytes of a JPEG.
    ///
    /// # Errors
    /// When there is no such correction.
    pub fn photo(&self, id: &str) -> Result<Vec<u8>, Problem> {
        let image = self.lock().find(id).map(|label| label.image.clone()).ok_or_else(gone)?;
        fs::read(self.folder.join(image)).map_err(|_| gone())
    }

    /// Changes a correction.
    ///
    /// # Errors
    /// When there is none of this id, or the change is not a label of a board in its photo.
    pub fn review(&self, id: &str, review: &Review) -> Result<Entry, Problem> {
        let mut labels = self.lock();
        let old = labels.find(id).ok_or_else(gone)?;
        let mut label = old.clone();
        if let Some(cells) = &review.cells {
            label.cells = Some(cells.clone());
        }
        if let Some(corners) = review.corners {
            label.corners = Some(corners.map(Into::into));
        }
        check(&label)?;
        let mut next = labels.clone();
        next.remove(id);
        match review.state {
            State::New => next.new.push(label.clone()),
            State::Approved => {
                label.seen_to();
                next.approved.push(label.clone());
            }
        }
        // First where it goes to: it is in one of the files at any time.
        let other = match review.state {
            State::New => State::Approved,
            State::Approved => State::New,
        };
        for state in [review.state, other] {
            self.write(state, next.of(state)).map_err(full)?;
        }
        *labels = next;
        entry(&label, review.state).ok_or_else(gone)
    }

    /// Deletes a correction and its photo; that of a queue is not proposed again.
    ///
    /// # Errors
    /// When there is none of this id.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        let mut labels = self.lock();
        let old = labels.find(id).ok_or_else(gone)?;
        let image = old.image.clone();
        let mut next = labels.clone();
        next.remove(id);
        if old.extra.contains_key(PLACE) {
            append(&self.folder.join(REJECTED), old).map_err(full)?;
            next.rejected.push(old.clone());
        }
        for state in [State::New, State::Approved] {
            self.write(state, next.of(state)).map_err(full)?;
        }
        *labels = next;
        // The label is gone: a photo that cannot be removed now is at the next start.
        let _ = fs::remove_file(self.folder.join(image));
        Ok(())
    }

    fn path(&self, state: State) -> PathBuf {
        self.folder.join(match state {
            State::New => "waiting.jsonl",
            State::Approved => "labels.jsonl",
        })
    }

    fn write(&self, state: State, labels: &[Label]) -> Result<(), WriteError> {
        write_atomically(&self.path(state), to_lines(labels).as_bytes())
    }

    fn lock(&self) -> MutexGuard<'_, Labels> {
        self.labels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Labels {
    fn find(&self, id: &str) -> Option<&Label> {
        self.new.iter().chain(&self.approved).find(|label| id_of(label) == Some(id))
    }

    fn remove(&mut self, id: &str) {
        self.new.retain(|label| id_of(label) != Some(id));
        self.approved.retain(|label| id_of(label) != Some(id));
    }

    fn of(&self, state: State) -> &[Label] {
        match state {
            State::New => &self.new,
            State::Approved => &self.approved,
        }
    }
}

/// What the models read in a photo of a queue.
pub struct Proposed {
    /// What it is called; see [`Kept::is_known`].
    pub id: String,
    /// Its place in the queue, from 1.
    pub place: usize,
    /// The photo, as the queue names it.
    pub name: String,
    /// What was read.
    pub label: Label,
    /// How probably that is right.
    pub confidence: f32,
}

impl Proposed {
    /// The label, with what is told of it to whoever reviews it.
    fn label(self, photo: &RgbImage) -> Label {
        let Self { id, place, name, mut label, confidence } = self;
        let game = label.game.map_or("board", GameId::name);
        label.image = format!("images/{id}.jpg");
        label.group = format!("queued-{game}-{}", OffsetDateTime::now_utc().date());
        (label.width, label.height) = (Some(photo.width()), Some(photo.height()));
        label.extra.insert("x_id".to_owned(), id.into());
        label.extra.insert(PLACE.to_owned(), place.into());
        label.extra.insert("x_photo".to_owned(), name.into());
        label.extra.insert("x_read".to_owned(), label.cells.clone().into());
        label.extra.insert("x_confidence".to_owned(), confidence.into());
        label
    }
}

/// Whether a text can be the id of a correction.
fn is_id(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (8..=LONGEST_ID).contains(&text.len()) && text.chars().all(fits)
}

/// Whether a file among the photos can be one of a correction, or what is left of writing one.
fn is_own(name: &str) -> bool {
    name.strip_suffix(".jpg").is_some_and(is_id) || is_temporary(name)
}

fn id_of(label: &Label) -> Option<&str> {
    label.extra.get("x_id")?.as_str()
}

/// The label of a correction.
fn label(correction: &Correction, photo: &RgbImage) -> Result<Label, Problem> {
    let Correction { id, game, corners, cells, read, confidence, consent } = correction;
    if !consent {
        return Err(Kind::InvalidOption
            .problem("consent is false: photos are kept only of people who agree"));
    }
    if !is_id(id) {
        return Err(Kind::InvalidOption.problem(format!(
            "id has to be 8 to {LONGEST_ID} letters, digits and dashes, such as a UUID"
        )));
    }
    let today = OffsetDateTime::now_utc().date();
    let mut label = Label {
        image: format!("images/{id}.jpg"),
        game: Some(*game),
        corners: Some(corners.map(Into::into)),
        cells: Some(cells.clone()),
        orientation: match game {
            GameId::Checkers | GameId::Chess => Orientation::Known,
            GameId::Go | GameId::Qwirkle => Orientation::Unknown,
        },
        group: format!("sent-{game}-{today}"),
        width: Some(photo.width()),
        height: Some(photo.height()),
        ..Label::default()
    };
    label.extra.insert("x_id".to_owned(), id.as_str().into());
    label.extra.insert("x_read".to_owned(), read.clone().into());
    label.extra.insert("x_confidence".to_owned(), (*confidence).into());
    label.extra.insert("x_sent".to_owned(), digest(correction, photo).into());
    check(&label)?;
    Ok(label)
}

/// Tells what was sent from anything else.
fn digest(correction: &Correction, photo: &RgbImage) -> String {
    let text = serde_json::to_string(correction).unwrap_or_default();
    hex(&Sha256::new().chain_update(text).chain_update(photo.as_raw()).finalize())
}

/// A label has to be one of a board in its photo.
fn check(label: &Label) -> Result<(), Problem> {
    let wrong = |error: LabelError| Kind::InvalidOption.problem(error.to_string());
    label.board().map_err(wrong)?;
    let quad = label.quad().map_err(wrong)?;
    let size = (label.width.unwrap_or(0), label.height.unwrap_or(0));
    let options = RecognizeOptions { corners: quad, ..RecognizeOptions::default() };
    Ok(options.check_corners(size)?)
}

fn entry(label: &Label, state: State) -> Option<Entry> {
    let id = id_of(label)?;
    Some(Entry {
        id: id.to_owned(),
        game: label.game?,
        state,
        place: label.extra.get(PLACE).and_then(Value::as_u64),
        confidence: label.extra.get("x_confidence").and_then(Value::as_f64).map(|c| c as f32),
        corners: label.corners?.map(<[f64; 2]>::from),
        cells: label.cells.clone()?,
        read: label.extra.get("x_read").cloned().and_then(|read| serde_json::from_value(read).ok()),
        width: label.width?,
        height: label.height?,
        photo: format!("/v1/corrections/{id}/photo"),
    })
}

/// The labels of a file. A last line that was cut short was never answered for; any other line
/// that is no label is somebody's, and nothing is written before it is mended.
fn read_labels(path: &Path) -> Result<Vec<Label>, WriteError> {
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    let mut labels = Vec::new();
    for line in text.split_inclusive('\n') {
        match serde_json::from_str::<Label>(line) {
            Ok(label) => labels.push(label),
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(failed(std::io::Error::other(error))),
        }
    }
    Ok(labels)
}

/// Adds a label's line, whole on the disk when this returns.
fn append(path: &Path, label: &Label) -> Result<(), WriteError> {
    let line = to_lines([label]);
    let write = || {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let before = file.metadata()?.len();
        let done = file.write_all(line.as_bytes()).and_then(|()| file.sync_all());
        // Half a line would spoil the next one.
        done.inspect_err(|_| drop(file.set_len(before)))
    };
    write().map_err(|source| WriteError::Io { path: path.to_owned(), source })
}

/// What links are made with, made at the first start.
fn secret(path: &Path) -> Result<[u8; 32], WriteError> {
    if let Some(secret) = fs::read(path).ok().and_then(|bytes| bytes.try_into().ok()) {
        return Ok(secret);
    }
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    let mut secret = [0; 32];
    OsRng.try_fill_bytes(&mut secret).map_err(|error| failed(std::io::Error::other(error)))?;
    write_private(path, &secret)?;
    Ok(secret)
}

fn gone() -> Problem {
    Kind::NotFound.problem("there is no such correction: it may have been deleted")
}

fn full(error: WriteError) -> Problem {
    Kind::Internal.problem(error.to_string())
}

#[cfg(test)]
#[path = "kept_tests.rs"]
mod tests;
