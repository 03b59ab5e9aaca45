//! References of a user's own set.

use anyhow::{Context, bail};
use kibitzer::{
    adapt::{Reference, position_of},
    dataset::{Label, Manifest},
    games::{CellGrid, GameId},
    vision::{PhotoLimits, open_photo},
};
use std::path::{Path, PathBuf};

/// A photo and what it shows, as named on the command line: `PHOTO` or `PHOTO=POSITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub photo: PathBuf,
    /// A notation, a file with one, or `empty`; the initial position where it is not said.
    pub position: Option<String>,
}

impl Named {
    /// A photo whose own name has a `=` in it is not split.
    pub fn new(text: &str) -> Self {
        match text.split_once('=').filter(|_| !Path::new(text).is_file()) {
            Some((photo, position)) => {
                Self { photo: photo.into(), position: Some(position.to_owned()) }
            }
            None => Self { photo: text.into(), position: None },
        }
    }

    /// What is said of the position.
    pub fn said(&self) -> String {
        self.position.clone().unwrap_or_else(|| "initial position".to_owned())
    }

    /// The photo, opened, with its position.
    pub fn open(&self, game: GameId) -> anyhow::Result<Reference> {
        let name = self.photo.display().to_string();
        Ok(Reference {
            photo: open_photo(&self.photo, &PhotoLimits::default())?,
            board: self.board(game, &name)?,
            name,
            corners: None,
            unknown: Vec::new(),
        })
    }

    fn board(&self, game: GameId, photo: &str) -> anyhow::Result<CellGrid> {
        let text = match self.position.as_deref() {
            Some(file) if Path::new(file).is_file() => {
                Some(std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?)
            }
            said => said.map(str::to_owned),
        };
        Ok(position_of(game, text.as_deref(), photo)?)
    }
}

/// The labeled photos of a game with cells, all or those of one part, as references.
pub fn of_labels(game: GameId, file: &Path, split: Option<&str>) -> anyhow::Result<Vec<Reference>> {
    let manifest = Manifest::read(file)?;
    let mut references = Vec::new();
    let asked = |label: &Label| split.is_none_or(|part| label.split.as_deref() == Some(part));
    for (_, label) in manifest.labels.iter().filter(|(_, label)| asked(label)) {
        let Some(board) = label.game.filter(|of| *of == game).map(|_| label.board()).transpose()?
        else {
            continue;
        };
        let Some(board) = board else { continue };
        let path = manifest.image_path(label);
        references.push(Reference {
            photo: open_photo(&path, &PhotoLimits::default())?,
            name: path.display().to_string(),
            corners: label.quad()?,
            unknown: label.unknown_cells.iter().chain(&label.covered).copied().collect(),
            board,
        });
    }
    if references.is_empty() {
        bail!("{} has no photo of {game} whose cells are labeled", file.display());
    }
    Ok(references)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_may_follow_a_photo() {
        let named = Named::new("a.jpg=8/8/8/8/8/8/8/K6k w - - 0 1");
        assert_eq!(
            (named.photo.as_path(), named.said().as_str()),
            (Path::new("a.jpg"), "8/8/8/8/8/8/8/K6k w - - 0 1")
        );
        let board = named.board(GameId::Chess, "a.jpg").expect("a FEN");
        assert_eq!(board.get(7, 0), 6);
        let board = Named::new("a.jpg").board(GameId::Chess, "a.jpg").expect("32 men");
        assert_eq!(board.cells().iter().filter(|class| **class != 0).count(), 32);
        let empty = Named::new("a.jpg=empty").board(GameId::Go, "a.jpg").expect("no stone");
        assert_eq!(empty, CellGrid::empty(19, 19));
    }

    #[test]
    fn what_has_no_initial_position_has_to_be_said() {
        for game in [GameId::Go, GameId::Qwirkle] {
            let error = Named::new("a.jpg").board(game, "a.jpg").expect_err("nothing stands there");
            assert!(error.to_string().contains("has to be said"), "{error}");
        }
        assert!(Named::new("a.jpg=nonsense").board(GameId::Chess, "a.jpg").is_err());
    }
}
