//! The Qwirkle course's folder: photos `G_NN.jpg` of game `G` after move `NN`, and `G_NN.txt` with
//! a line `2H 4B` for each tile that is new, then the score.
//!
//! The start, `G_00`, has no text file in the course's own data, so nobody knows the tiles of later
//! photos either. Where a `G_00.txt` lists the start's tiles in the same way, every photo of the
//! game gets its cells.

use super::{
    Import, ImportError, ImportOptions, Imported, corners::CornersFile, file_name, label,
    photo_size, photos, read_text,
};
use crate::{
    dataset::{Label, Orientation},
    games::{CellGrid, GameId},
};
use serde_json::{Map, json};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Rows and columns of the board.
const SIDE: usize = 16;

/// What a text file says.
struct Move {
    /// Row, column and class of each new tile.
    tiles: Vec<(usize, usize, u8)>,
    /// As written: `2H 4B`.
    names: Vec<String>,
    score: Option<i64>,
}

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Import, ImportError> {
    if options.game != GameId::Qwirkle {
        let message = format!("this folder is one of Qwirkle games, not of {}", options.game);
        return Err(ImportError::Nothing { path: source.to_owned(), message });
    }
    let moves = read_moves(source)?;
    let photos = photos::photos_in(options.photos.as_deref().unwrap_or(source))?;
    check_once(&photos)?;
    let corners = CornersFile::new(options, photos.iter().map(PathBuf::as_path));
    let mut import = Import::default();
    for photo in photos {
        let name = file_name(&photo);
        let Some((game, number)) = game_and_move(&photos::stem(&photo)) else {
            import
                .warnings
                .push(format!("{name}: left out, its name does not end in GAME_MOVE, as in 1_07"));
            continue;
        };
        let Some(size) = photo_size(&photo, options, &mut import.warnings) else { continue };
        let board = board_after(&moves, game, number);
        if board.is_none() {
            import.warnings.push(format!(
                "{name}: no cells, for want of {game}_00.txt to {game}_{number:02}.txt"
            ));
        }
        let quad = corners.of(&photo, size).unwrap_or_else(|why| {
            import.warnings.push(format!("{name}: {why}"));
            None
        });
        let mut label =
            Label { orientation: Orientation::Known, ..label(options, size, quad, board.as_ref()) };
        label.extra = notes(game, number, moves.get(&(game, number)));
        import.labels.push(Imported { photo, label });
    }
    Ok(import)
}

/// Refuses two photos of one game after the same move: the text would be of one of them.
fn check_once(photos: &[PathBuf]) -> Result<(), ImportError> {
    let mut seen = BTreeMap::new();
    for photo in photos {
        let twin = game_and_move(&photos::stem(photo)).and_then(|key| seen.insert(key, photo));
        if let Some(twin) = twin {
            return Err(photos::twins(twin, photo));
        }
    }
    Ok(())
}

/// The game and the move at the end of a name: `train_1_07` is move 7 of game 1.
fn game_and_move(stem: &str) -> Option<(u32, u32)> {
    let (rest, number) = stem.rsplit_once('_')?;
    let game = rest.rsplit('_').next()?;
    Some((game.parse().ok()?, number.parse().ok()?))
}

fn read_moves(folder: &Path) -> Result<BTreeMap<(u32, u32), Move>, ImportError> {
    let texts = photos::files_in(folder, |path| photos::ends_in(path, "txt"))?;
    let named = texts.iter().filter_map(|path| Some((game_and_move(&photos::stem(path))?, path)));
    let mut moves = BTreeMap::new();
    for (key, path) in named {
        if moves.insert(key, read_move(path)?).is_some() {
            let message = format!("game {} has two files for move {}", key.0, key.1);
            return Err(ImportError::Nothing { path: path.clone(), message });
        }
    }
    Ok(moves)
}

fn read_move(path: &Path) -> Result<Move, ImportError> {
    let mut out = Move { tiles: Vec::new(), names: Vec::new(), score: None };
    for (i, line) in read_text(path)?.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if let Ok(score) = line.parse() {
            out.score = Some(score);
            continue;
        }
        let tile = read_tile(line).map_err(|message| ImportError::Line {
            path: path.to_owned(),
            line: i + 1,
            message,
        })?;
        out.tiles.push(tile);
        out.names.push(line.to_owned());
    }
    Ok(out)
}

/// `2H 4B`: row 2, column H, a blue square.
fn read_tile(line: &str) -> Result<(usize, usize, u8), String> {
    let wrong =
        || format!("'{line}' is no tile: expected row, column, shape and color, as in 2H 4B");
    let (cell, code) = line.split_once(' ').ok_or_else(wrong)?;
    let letter = cell.chars().last().filter(char::is_ascii_uppercase).ok_or_else(wrong)?;
    let row: usize = cell[..cell.len() - 1].parse().map_err(|_| wrong())?;
    let col = letter as usize - 'A' as usize;
    let class = GameId::Qwirkle
        .game()
        .class_of(code.trim())
        .filter(|&class| class != 0)
        .ok_or_else(wrong)?;
    if (1..=SIDE).contains(&row) && col < SIDE { Ok((row - 1, col, class)) } else { Err(wrong()) }
}

/// The board after a move, when the start and every move up to it are known.
fn board_after(moves: &BTreeMap<(u32, u32), Move>, game: u32, number: u32) -> Option<CellGrid> {
    let mut board = CellGrid::empty(SIDE, SIDE);
    for n in 0..=number {
        moves
            .get(&(game, n))?
            .tiles
            .iter()
            .for_each(|&(row, col, class)| board.set(row, col, class));
    }
    Some(board)
}

fn notes(game: u32, number: u32, played: Option<&Move>) -> Map<String, serde_json::Value> {
    let mut notes = Map::new();
    notes.insert("x_game".to_owned(), json!(game));
    notes.insert("x_move".to_owned(), json!(number));
    if let Some(played) = played {
        notes.insert("x_new".to_owned(), json!(played.names));
        notes.insert("x_score_gt".to_owned(), json!(played.score));
    }
    notes
}
