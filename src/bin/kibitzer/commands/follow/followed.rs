//! Which photo of a folder is followed, kept beside the record: a game that is gone on with does not
//! begin again with the first one.

use crate::output;
use anyhow::bail;
use kibitzer::{
    files::{WriteError, write_atomically},
    follow::frames::Folder,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The file in the record's folder, which has the photo's path.
const FILE: &str = "followed.txt";

/// The photos that are followed.
pub struct Followed {
    file: PathBuf,
    /// Whether the game is gone on with.
    resumes: bool,
    /// The folder that the photos are in; `None` where frames are not those of a folder.
    folder: Option<PathBuf>,
}

impl Followed {
    /// Those of the game whose record is in a folder.
    pub fn of(record: &Path, resumes: bool) -> Self {
        Self { file: record.join(FILE), resumes, folder: None }
    }

    /// Photos of this folder are followed: where a game is gone on with, those that were looked at
    /// are passed over. `waits` says that others are still to come.
    pub fn begin(
        &mut self,
        folder: PathBuf,
        photos: &mut Folder,
        waits: bool,
    ) -> anyhow::Result<()> {
        if let Some(last) = self.last()? {
            self.pass_over(&last, &folder, photos, waits)?;
        }
        self.folder = Some(folder);
        Ok(())
    }

    /// The photo that was looked at last, where a game is gone on with.
    fn last(&self) -> anyhow::Result<Option<PathBuf>> {
        if !self.resumes || !self.file.exists() {
            return Ok(None);
        }
        let photo = fs::read_to_string(&self.file).map_err(|error| {
            anyhow::anyhow!(
                "cannot read {}: {error}; remove it to begin with the first photo",
                self.file.display()
            )
        })?;
        Ok(Some(PathBuf::from(photo.trim_end_matches('\n'))))
    }

    /// Passes over the photos that were followed before the `last` one, and says where the game
    /// goes on.
    fn pass_over(
        &self,
        last: &Path,
        folder: &Path,
        photos: &mut Folder,
        waits: bool,
    ) -> anyhow::Result<()> {
        let Some(name) = last.file_name().map(Path::new) else { return Ok(()) };
        let (shown, file) = (name.display(), self.file.display());
        if is_another(last, folder, name) {
            output::note(&format_args!(
                "begins with the first photo of {}: the photo looked at last, {}, is of another \
                folder",
                folder.display(),
                last.display()
            ));
            return Ok(());
        }
        let there = folder.join(name).exists();
        let passed = photos.go_on_from(name);
        let before = match passed {
            1 => "the photo before it was followed".to_owned(),
            n => format!("the {n} photos before it were followed"),
        };
        let next = photos.next_photo().and_then(Path::file_name).map(|name| name.display());
        match next {
            None if !waits && passed > 0 => bail!(
                "{shown}, looked at last, is not in {}, and all photos there come before it: name \
                the folder that the game goes on in, or remove {file} to begin with the first \
                photo",
                folder.display()
            ),
            Some(next) if there && passed > 0 => {
                output::note(&format_args!("goes on with {next}: {before}"));
            }
            _ if there => {}
            next => {
                let next = next.map_or("the next photo".to_owned(), |next| next.to_string());
                output::note(&format_args!(
                    "{shown}, looked at last, is not in {}: goes on with {next}, as if \
                    {before}; remove {file} to begin with the first",
                    folder.display()
                ));
            }
        }
        Ok(())
    }

    /// Keeps that a photo is looked at now: all before it were, and their moves are recorded.
    pub fn keep(&self, name: Option<&str>) -> Result<(), WriteError> {
        let (Some(folder), Some(name)) = (&self.folder, name) else { return Ok(()) };
        let photo = format!("{}\n", folder.join(name).display());
        write_atomically(&self.file, photo.as_bytes())
    }
}

/// Whether a folder is not the one that the last photo was in: that one is still there, and this
/// one has no copy of the photo. A folder that is gone was renamed.
fn is_another(last: &Path, folder: &Path, name: &Path) -> bool {
    let Some(before) = last.parent().filter(|before| before.is_dir()) else { return false };
    if before.canonicalize().is_ok_and(|before| before == folder) {
        return false;
    }
    match (fs::read(last), fs::read(folder.join(name))) {
        (Ok(before), Ok(now)) => before != now,
        // It was moved from there to here, or was in neither.
        (Err(_), now) => now.is_err(),
        (Ok(_), Err(_)) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::vision::PhotoLimits;

    /// A game of which the photo `0002.png` in `before` was looked at last.
    fn game(dir: &Path) -> Followed {
        let last = dir.join("before/0002.png");
        write_atomically(&dir.join(FILE), format!("{}\n", last.display()).as_bytes())
            .expect("written");
        Followed::of(dir, true)
    }

    /// Writes photos of one gray into a folder.
    fn write(folder: &Path, names: &[&str], gray: u8) {
        fs::create_dir_all(folder).expect("made");
        for name in names {
            let picture = image::RgbImage::from_pixel(40, 40, image::Rgb([gray; 3]));
            picture.save(folder.join(name)).expect("written");
        }
    }

    /// The photo that a game goes on with in a folder.
    fn next(dir: &Path, folder: &str, waits: bool) -> anyhow::Result<Option<String>> {
        let folder = dir.join(folder).canonicalize().expect("a folder");
        let mut photos = Folder::open(&folder, PhotoLimits::default(), None).expect("listed");
        game(dir).begin(folder, &mut photos, waits)?;
        let name = photos.next_photo().and_then(Path::file_name);
        Ok(name.map(|name| name.to_string_lossy().into_owned()))
    }

    #[test]
    fn a_game_goes_on_by_the_names_of_its_photos() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let dir = dir.path();
        let [one, two, three] = ["0001.png", "0002.png", "0003.png"];
        let on_with = |folder: &str| next(dir, folder, false).expect("goes on");
        write(&dir.join("before"), &[one, two, three], 9);
        assert_eq!(on_with("before").as_deref(), Some(two));
        write(&dir.join("copy"), &[one, two, three], 9);
        assert_eq!(on_with("copy").as_deref(), Some(two), "the same photo");
        write(&dir.join("other"), &[one, two, three], 7);
        assert_eq!(on_with("other").as_deref(), Some(one), "other photos of the same names");
        write(&dir.join("later"), &[one], 9);
        assert_eq!(on_with("later").as_deref(), Some(one), "photos of another folder");

        fs::remove_file(dir.join("before").join(two)).expect("removed");
        assert_eq!(on_with("before").as_deref(), Some(three), "the photo is gone");
        assert_eq!(on_with("copy").as_deref(), Some(two), "it was moved");
        fs::remove_dir_all(dir.join("before")).expect("removed");
        assert_eq!(on_with("copy").as_deref(), Some(two), "the folder was renamed");
        let error = next(dir, "later", false).expect_err("nothing is left").to_string();
        assert!(error.starts_with("0002.png, looked at last, is not in "), "{error}");
        assert!(error.contains(FILE), "{error}");
        assert_eq!(next(dir, "later", true).expect("waits"), None);
    }
}
