//! Paths in manifests: relative to the manifest's folder, with forward slashes.
//!
//! ```
//! use kibitzer::dataset::paths::relative;
//!
//! let photo = relative("data/images/a.jpg".as_ref(), "data/folds/first".as_ref());
//! assert_eq!(photo, "../../images/a.jpg");
//! ```

use super::{Label, Manifest};
use std::path::{Component, Path, PathBuf};

/// The label as a manifest in the folder `to` has to write it: its photo stays where it is.
pub fn moved_label(label: &Label, from: &Manifest, to: &Path) -> Label {
    Label { image: relative(&from.image_path(label), to), ..label.clone() }
}

/// The path of a file as seen from a folder, with forward slashes; the folder need not exist yet.
pub fn relative(file: &Path, folder: &Path) -> String {
    let (file, folder) = (resolve(file), resolve(folder));
    let (file, folder): (Vec<Component>, Vec<Component>) =
        (file.components().collect(), folder.components().collect());
    let common = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return file.iter().collect::<PathBuf>().to_string_lossy().into_owned();
    }
    let up = folder[common..].iter().map(|_| "..".into());
    let down = file[common..].iter().map(|c| c.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The absolute path without links; what does not exist yet is kept as it is named.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (absolute.parent(), absolute.file_name()) {
        (Some(parent), Some(name)) => resolve(parent).join(name),
        _ => absolute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::Folder;

    #[test]
    fn a_moved_label_still_finds_its_photo() {
        let folder = Folder::new();
        let photo = folder.file("source/images/a.jpg", b"x");
        let from = Manifest {
            path: folder.path().join("source/labels.jsonl"),
            labels: Vec::new(),
            corrected: Vec::new(),
        };
        let label = Label { image: "images/a.jpg".to_owned(), ..Label::default() };
        let to = folder.path().join("new/folds");
        let moved = moved_label(&label, &from, &to);
        assert_eq!(moved.image, "../../source/images/a.jpg");
        std::fs::create_dir_all(&to).expect("writable");
        assert_eq!(
            to.join(moved.image).canonicalize().expect("there"),
            photo.canonicalize().expect("there")
        );
        assert_eq!(relative(&photo, folder.path()), "source/images/a.jpg");
    }
}
