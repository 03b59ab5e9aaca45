//! Photos with a position in the game's notation beside them: `board.jpg` and `board.sgf`.

use super::{
    Import, ImportError, ImportOptions, Imported, corners::CornersFile, file_name, label,
    photo_size, photos,
};
use crate::{
    dataset::{Label, Orientation},
    games::CellGrid,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Endings of notation files.
const ENDINGS: [&str; 4] = ["sgf", "fen", "pdn", "txt"];

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Import, ImportError> {
    let folder = options.photos.as_deref().unwrap_or(source);
    let photos = photos::photos_in(folder)?;
    if let Some((one, other)) = photos::of_one_stem(&photos) {
        return Err(photos::twins(one, other));
    }
    let corners = CornersFile::new(options, photos.iter().map(PathBuf::as_path));
    let mut import = Import::default();
    for photo in photos {
        let Some(board) = position(source, &photo, options)? else {
            let stem = photos::stem(&photo);
            import.warnings.push(format!(
                "{}: left out, since there is no {stem}.{}",
                file_name(&photo),
                ENDINGS.join(&format!(", {stem}."))
            ));
            continue;
        };
        let Some(size) = photo_size(&photo, options, &mut import.warnings) else { continue };
        let name = file_name(&photo);
        let quad = corners.of(&photo, size).unwrap_or_else(|why| {
            import.warnings.push(format!("{name}: {why}"));
            None
        });
        if quad.is_none() {
            import
                .warnings
                .push(format!("{name}: no corners are given; only its cells are labeled"));
        }
        // A notation says which way the board lies; the corners file starts at that corner, or the
        // label would be wrong.
        let label =
            Label { orientation: Orientation::Known, ..label(options, size, quad, Some(&board)) };
        import.labels.push(Imported { photo, label });
    }
    Ok(import)
}

/// The position beside a photo, if there is one.
fn position(
    folder: &Path,
    photo: &Path,
    options: &ImportOptions,
) -> Result<Option<CellGrid>, ImportError> {
    let stem = photos::stem(photo);
    let is_it = |path: &Path, ending| photos::stem(path) == stem && photos::ends_in(path, ending);
    let texts = photos::files_in(folder, |path| ENDINGS.iter().any(|ending| is_it(path, ending)))?;
    let first = ENDINGS.iter().find_map(|ending| texts.iter().find(|path| is_it(path, ending)));
    let Some(path) = first else { return Ok(None) };
    let game = options.game.game();
    let text = game.text_of(&fs::read(path).map_err(ImportError::io(path))?);
    let board = game.from_notation(text.trim_end());
    let board = board.map_err(|source| ImportError::Notation { path: path.clone(), source })?;
    match options.size {
        Some(size) if size != board.rows() => {
            Err(ImportError::OtherSize { path: path.clone(), rows: board.rows(), size })
        }
        _ => Ok(Some(board)),
    }
}
