//! Photos with a position in the game's notation beside them: `board.jpg` and `board.sgf`.

use super::{
    Import, ImportError, ImportOptions, Imported, corners_by_name, file_name, label, photo_size,
    photos, read_text,
};
use crate::{
    dataset::{Label, Orientation},
    games::CellGrid,
};
use std::path::Path;

/// Endings of notation files.
const ENDINGS: [&str; 4] = ["sgf", "fen", "pdn", "txt"];

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Import, ImportError> {
    let corners = corners_by_name(options);
    let folder = options.photos.as_deref().unwrap_or(source);
    let mut import = Import::default();
    for photo in photos::photos_in(folder)? {
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
        let quad = corners.get(&name).copied();
        if quad.is_none() {
            import.warnings.push(format!(
                "{name}: no corners: give them with --corners; only its cells are labeled"
            ));
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
    let paths = ENDINGS.map(|ending| folder.join(format!("{}.{ending}", photos::stem(photo))));
    let Some(path) = paths.iter().find(|path| path.is_file()) else { return Ok(None) };
    let board = options.game.game().from_notation(read_text(path)?.trim_end());
    let board = board.map_err(|source| ImportError::Notation { path: path.clone(), source })?;
    match options.size {
        Some(size) if size != board.rows() => {
            Err(ImportError::OtherSize { path: path.clone(), rows: board.rows(), size })
        }
        _ => Ok(Some(board)),
    }
}
