//! The record of a game in a folder: written anew after each move, whole or not at all, and read
//! again to go on with it.
//!
//! ```
//! use kibitzer::{follow::record::Record, games::GameId};
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//!
//! std::fs::write(folder.join("game.pgn"), "1. e4 e5 *")?;
//! let rules = GameId::Chess.rules();
//! let (record, part) = Record::resume(folder, GameId::Chess, rules)?;
//! let part = part.expect("a game was begun");
//! assert_eq!(part.moves[1].step.notation, "e5");
//! let written = record.write(rules, &[&part], None)?;
//! assert_eq!(written, [folder.join("game.pgn")]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    clock,
    scene::Moment,
    tracker::{Made, Part},
};
use crate::{
    files::{WriteError, write_atomically},
    games::{
        GameId, NotationError,
        chess::rules::TimeControl,
        rules::{GameState, IllegalStep, Known, Noted, RecordFile, Rules},
    },
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A record that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A move is not legal after those before it, by the format's idea of whose turn it is.
    #[error("the game cannot be written in its format: {0}")]
    Step(#[from] IllegalStep),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is no record of the game.
    #[error("{} is no record of {game} that can be gone on with: {source}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The game.
        game: GameId,
        /// Why not.
        source: NotationError,
    },
    /// There is a record already.
    #[error(
        "{} is there already: go on with it by resuming, or name another folder", .0.display()
    )]
    Exists(PathBuf),
    /// The files of the game do not tell its boards.
    #[error("a game of {0} cannot be gone on with: its files do not tell the boards")]
    NotResumable(GameId),
}

/// The files of a game in a folder. A game that goes on from a board that does not follow from the
/// last one goes on in a file of its own: `game.pgn`, `game-2.pgn`.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
    game: GameId,
    /// Files of earlier parts, which stay as they are.
    earlier: usize,
    /// The text of the part that is gone on with, where it is written otherwise: by another program,
    /// or with variations, which SGF and PDN lose.
    foreign: Option<String>,
}

impl Record {
    /// A new record in a folder.
    ///
    /// # Errors
    /// When there is one already.
    pub fn new(folder: &Path, game: GameId) -> Result<Self, RecordError> {
        let record = Self { folder: folder.to_owned(), game, earlier: 0, foreign: None };
        let first = record.ending().map_or_else(|| record.move_path(1, 1), |_| record.path(1));
        if first.exists() { Err(RecordError::Exists(first)) } else { Ok(record) }
    }

    /// The record in a folder, and the part of the game that it ends with; nothing of an empty one.
    ///
    /// # Errors
    /// When it cannot be read, is of another game, or does not tell the boards.
    pub fn resume(
        folder: &Path,
        game: GameId,
        rules: &dyn Rules,
    ) -> Result<(Self, Option<Part>), RecordError> {
        let mut record = Self { folder: folder.to_owned(), game, earlier: 0, foreign: None };
        if record.ending().is_none() {
            return Err(RecordError::NotResumable(game));
        }
        if !record.path(1).exists() {
            return Ok((record, None));
        }
        while record.path(record.earlier + 2).exists() {
            record.earlier += 1;
        }
        let mut part = record.part(record.earlier + 1, rules)?;
        let same = files(rules, &part, None)?;
        record.foreign = part
            .record
            .as_deref()
            .filter(|text| same.iter().all(|f| f.text != *text))
            .map(Into::into);
        for number in 1..=record.earlier {
            part.earlier.extend(record.part(number, rules)?.moves);
        }
        Ok((record, Some(part)))
    }

    /// A part as its file tells it.
    fn part(&self, number: usize, rules: &dyn Rules) -> Result<Part, RecordError> {
        let (game, path) = (self.game, self.path(number));
        let text = fs::read_to_string(&path)
            .map_err(|source| RecordError::Read { path: path.clone(), source })?;
        let foreign = |source| RecordError::Foreign { path, game, source };
        let (start, moves) = rules.read_record(&text).map_err(foreign)?;
        let start = if moves.is_empty() { untold(rules, start) } else { start };
        let record = Some(Arc::from(text));
        let mut part = Part { record, ..Part::new(Arc::from(start)) };
        for Noted { step, comment } in moves {
            let state = Arc::from(part.state().apply(&step)?);
            let seen = Moment { frame: 0, time_s: None };
            let took_s = comment.as_deref().and_then(seconds);
            part.moves.push(Made { step, state, seen, took_s, comment });
        }
        Ok(part)
    }

    /// Writes the game: each part by way of a temporary file. What the first part was before it was
    /// gone on with stays beside it as `game.original.pgn`, where it is not written the same.
    ///
    /// # Errors
    /// When a move cannot be written in the format, or the system refuses.
    pub fn write(
        &self,
        rules: &dyn Rules,
        parts: &[&Part],
        clock: Option<TimeControl>,
    ) -> Result<Vec<PathBuf>, RecordError> {
        self.keep_original()?;
        let mut written = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let part_files = files(rules, part, clock)?;
            let moves = part_files.len();
            for (number, file) in part_files.into_iter().enumerate() {
                let path = match self.ending() {
                    Some(_) => self.path(self.earlier + index + 1),
                    None => self.move_path(index + 1, number + 1),
                };
                write_atomically(&path, file.text.as_bytes())?;
                written.push(path);
            }
            if self.ending().is_none() {
                self.take_back(index + 1, moves)?;
            }
        }
        Ok(written)
    }

    /// Keeps the text of the part that is gone on with, once, where it would be lost.
    fn keep_original(&self) -> Result<(), WriteError> {
        let path = self.path(self.earlier + 1);
        let original = path.with_extension(format!("original.{}", self.ending().unwrap_or("txt")));
        match &self.foreign {
            Some(text) if !original.exists() => write_atomically(&original, text.as_bytes()),
            _ => Ok(()),
        }
    }

    /// The files of earlier parts, which were there when the game was gone on with.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn earlier(&self) -> Result<Vec<RecordFile>, RecordError> {
        let file = |part: usize| {
            let path = self.path(part);
            let text = fs::read_to_string(&path);
            let text = text.map_err(|source| RecordError::Read { path, source })?;
            Ok(RecordFile { name: self.file_name(1), text })
        };
        (1..=self.earlier).map(file).collect()
    }

    /// The ending of the one file of a part; `None` where a part is a file a move.
    const fn ending(&self) -> Option<&'static str> {
        match self.game {
            GameId::Chess => Some("pgn"),
            GameId::Checkers => Some("pdn"),
            GameId::Go => Some("sgf"),
            GameId::Qwirkle => None,
        }
    }

    /// Removes the files of moves after the last one: they were taken back.
    fn take_back(&self, part: usize, moves: usize) -> Result<(), RecordError> {
        let later = (moves + 1..).map(|number| self.move_path(part, number));
        for path in later.take_while(|path| path.exists()) {
            fs::remove_file(&path).map_err(|source| WriteError::Io { path, source })?;
        }
        Ok(())
    }

    /// The file of a move of a part, both counted from 1, where a part is a file a move: the part
    /// is a game of the course.
    fn move_path(&self, part: usize, number: usize) -> PathBuf {
        self.folder.join(format!("{part}_{number:02}.txt"))
    }

    /// The file of a part, counted from 1.
    fn path(&self, part: usize) -> PathBuf {
        self.folder.join(self.file_name(part))
    }

    fn file_name(&self, part: usize) -> String {
        let number = if part > 1 { format!("-{part}") } else { String::new() };
        format!("game{number}.{}", self.ending().unwrap_or("txt"))
    }
}

/// The files of a game whose parts are a file a move, as they lie in a folder, in their order.
///
/// # Errors
/// When they cannot be read.
pub fn files_of_moves(folder: &Path) -> Result<Vec<RecordFile>, RecordError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |source| RecordError::Read { path, source }
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some((number, name)) = name.and_then(|name| Some((move_number(&name)?, name))) else {
            continue;
        };
        let text = fs::read_to_string(&path).map_err(failed(&path))?;
        files.push((number, RecordFile { name, text }));
    }
    files.sort_by_key(|(number, _)| *number);
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

/// The part and the number of the move that a file's name tells: `1_02.txt`.
fn move_number(name: &str) -> Option<(usize, usize)> {
    let (part, number) = name.strip_suffix(".txt")?.split_once('_')?;
    Some((part.parse().ok()?, number.parse().ok()?))
}

/// The start of a part without a move, of which nobody has said whose turn it is: the formats name
/// a side all the same. Where games usually start is known.
fn untold(rules: &dyn Rules, start: Box<dyn GameState>) -> Box<dyn GameState> {
    let usual = rules.initial().is_some_and(|initial| initial.board() == start.board());
    match rules.position(start.board(), &Known::default()) {
        Ok(state) if !usual => state,
        _ => start,
    }
}

/// The files of a part of a game, with what the clocks showed after each move where there are any.
///
/// # Errors
/// When a move cannot be written in the format.
pub fn files(
    rules: &dyn Rules,
    part: &Part,
    clock: Option<TimeControl>,
) -> Result<Vec<RecordFile>, IllegalStep> {
    let left = clock.map_or_else(Vec::new, |control| clock::left(part, control));
    let left = left.into_iter().chain(std::iter::repeat(None));
    let noted = |(made, left): (&Made, Option<Duration>)| Noted {
        step: made.step.clone(),
        comment: beside(made, left),
    };
    let moves: Vec<Noted> = part.moves.iter().zip(left).map(noted).collect();
    let mut files = rules.record(&*part.start, &moves)?;
    if let Some(record) = &part.record {
        for file in &mut files {
            file.text = rules.keep(record, std::mem::take(&mut file.text));
        }
    }
    Ok(files)
}

/// What is left on the clock, and how long a move took, as chess programs write them into comments:
/// `[%clk 0:04:55] [%emt 0:00:05]`; then what else its record had beside it.
fn beside(made: &Made, left: Option<Duration>) -> Option<String> {
    let mut rest = made.comment.clone().unwrap_or_default();
    let [clk, emt] = ["clk", "emt"].map(|name| take(&mut rest, name));
    let clk = left.map(|left| command("clk", left.as_secs_f64())).or(clk);
    let emt = emt.or_else(|| Some(command("emt", made.took_s?)));
    let times = clk.iter().chain(&emt).map(String::as_str);
    let words: Vec<&str> = times.chain(rest.split_whitespace()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A time as a command of a comment.
fn command(name: &str, seconds: f64) -> String {
    let all = seconds.round() as u64;
    format!("[%{name} {}:{:02}:{:02}]", all / 3600, all / 60 % 60, all % 60)
}

/// Takes a command out of a comment.
fn take(comment: &mut String, name: &str) -> Option<String> {
    let from = comment.find(&format!("[%{name} "))?;
    let to = from + comment[from..].find(']')? + 1;
    Some(comment.drain(from..to).collect())
}

/// The seconds that a comment says a move took.
fn seconds(comment: &str) -> Option<f64> {
    let (_, text) = comment.split_once("[%emt ")?;
    let (text, _) = text.split_once(']')?;
    let parts: Option<Vec<f64>> = text.trim().split(':').map(|part| part.parse().ok()).collect();
    let parts = parts.filter(|parts| parts.len() == 3 && parts.iter().all(|part| *part >= 0.0))?;
    Some(parts[0] * 3600.0 + parts[1] * 60.0 + parts[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules::Step;

    const SEEN: Moment = Moment { frame: 1, time_s: None };

    fn played(moves: &[&str]) -> Part {
        let rules = GameId::Chess.rules();
        let start = rules.initial().expect("chess has a start");
        let mut part = Part::new(Arc::from(start));
        for (i, notation) in moves.iter().enumerate() {
            let step = Step { white: Some(i % 2 == 0), notation: (*notation).to_owned() };
            let state = Arc::from(part.state().apply(&step).expect("legal"));
            let took_s = Some(65.0 * i as f64);
            part.moves.push(Made { step, state, seen: SEEN, took_s, comment: None });
        }
        part
    }

    /// A game of Qwirkle of which so many moves were made, each a tile beside the last.
    fn tiles(moves: usize) -> Part {
        let rules = crate::games::qwirkle::rules::QwirkleRules::CLASSIC;
        let mut board = crate::games::CellGrid::empty(16, 16);
        board.set(8, 8, 1);
        let start = rules.position(&board, &crate::games::rules::Known::default());
        let mut part = Part::new(Arc::from(start.expect("a position")));
        for _ in 0..moves {
            let next = part.state().successors_where(&|cell, _| cell.0 == 8).into_iter();
            let next = next.min_by_key(|next| next.step.notation.len()).expect("a tile fits");
            let state = Arc::from(part.state().apply(&next.step).expect("legal"));
            let step = next.step;
            part.moves.push(Made { step, state, seen: SEEN, took_s: None, comment: None });
        }
        part
    }

    #[test]
    fn files_of_moves_follow_the_game_and_overwrite_none() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let rules = crate::games::qwirkle::rules::QwirkleRules::CLASSIC;
        let (folder, game) = (dir.path(), GameId::Qwirkle);
        let names = || {
            let mut names: Vec<String> = fs::read_dir(folder)
                .expect("a folder")
                .flatten()
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        };
        let record = Record::new(folder, game).expect("a free folder");
        record.write(&rules, &[&tiles(3)], None).expect("written");
        assert_eq!(names(), ["1_01.txt", "1_02.txt", "1_03.txt"]);
        let told = files(&rules, &tiles(3), None).expect("files");
        fs::write(folder.join("game.json"), "{}").expect("written");
        assert_eq!(files_of_moves(folder).expect("read"), told, "other files are none");
        fs::remove_file(folder.join("game.json")).expect("removed");
        record.write(&rules, &[&tiles(1), &tiles(2)], None).expect("two were taken back");
        assert_eq!(names(), ["1_01.txt", "2_01.txt", "2_02.txt"], "a part is a game");
        assert!(matches!(Record::new(folder, game), Err(RecordError::Exists(_))));
    }

    #[test]
    fn what_stands_beside_the_moves_is_kept() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let (folder, game, rules) = (dir.path(), GameId::Chess, GameId::Chess.rules());
        let text = "1. e4 {[%clk 0:04:55] a note [%emt 0:00:05.4]} e5 {well} 2. Nf3 *";
        fs::write(folder.join("game.pgn"), text).expect("written");
        let (record, part) = Record::resume(folder, game, rules).expect("a record");
        let mut part = part.expect("moves");
        let written = |part: &Part, control| {
            record.write(rules, &[part], control).expect("written");
            let text = fs::read_to_string(folder.join("game.pgn")).expect("a record");
            text.split_once("\n\n").expect("moves").1.replace('\n', " ")
        };
        let kept = "1. e4 {[%clk 0:04:55] [%emt 0:00:05.4] a note} 1... e5 {well} 2. Nf3 * ";
        assert_eq!(written(&part, None), kept);
        let blitz = written(&part, TimeControl::new(5.0, 0.0).ok());
        assert!(blitz.starts_with("1. e4 {[%clk 0:04:55] [%emt 0:00:05.4] a note}"), "{blitz}");
        part.begun_s = Some(100.0);
        let step = Step { white: Some(false), notation: "d6".to_owned() };
        let made = part.play(step, Moment { frame: 2, time_s: Some(107.0) }).expect("legal");
        assert_eq!(made.took_s, Some(7.0), "since the game is gone on with");
        assert!(written(&part, None).ends_with("2. Nf3 d6 {[%emt 0:00:07]} * "));
    }

    /// A record after somebody has written into it, and after it was gone on with and one more move
    /// was made.
    fn gone_on_with(game: GameId, text: &str, notation: &str) -> [String; 2] {
        let dir = tempfile::tempdir().expect("temporary folder");
        let (folder, rules) = (dir.path(), game.rules());
        let record = Record::new(folder, game).expect("a free folder");
        let path = record.path(1);
        fs::write(&path, text).expect("written");
        let (record, part) = Record::resume(folder, game, rules).expect("a record");
        let mut part = part.expect("moves");
        let written = |part: &Part| {
            record.write(rules, &[part], None).expect("written");
            fs::read_to_string(&path).expect("a record")
        };
        let before = written(&part);
        let step = Step { white: part.state().white_to_move(), notation: notation.to_owned() };
        assert!(part.play(step, SEEN).is_some());
        [before, written(&part)]
    }

    #[test]
    fn what_somebody_wrote_into_a_record_is_kept() {
        let pgn = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"Anna\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Annotator \"Ben\"]\n\n\
            {in the park} 1. e4 $1 {best} (1. d4) 1... e5 1-0\n";
        let [before, after] = gone_on_with(GameId::Chess, pgn, "Nf3");
        assert_eq!(before, pgn);
        let moved = pgn.replace("1-0\"]", "*\"]").replace("e5 1-0", "e5 2. Nf3 *");
        assert_eq!(after, moved, "the game goes on");
        let pdn = "[White \"Anna\"]\n[GameType \"21\"]\n[Result \"0-1\"]\n\n1. 11-15 {good} 0-1\n";
        let [before, after] = gone_on_with(GameId::Checkers, pdn, "23-19");
        assert_eq!(before, pdn);
        assert!(after.contains("Anna") && after.contains("{good} 23-19 *"), "{after}");
        let sgf = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Anna]KM[6.5];B[ee]C[good])\n";
        let [before, after] = gone_on_with(GameId::Go, sgf, "C3");
        assert_eq!(before, sgf);
        assert_eq!(after, sgf.replace(")\n", ";W[cg])\n"));
    }

    #[test]
    fn what_a_record_would_lose_stays_beside_it() {
        let (game, dir) = (GameId::Go, tempfile::tempdir().expect("temporary folder"));
        let (folder, rules) = (dir.path(), game.rules());
        let original = folder.join("game.original.sgf");
        let text = "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5](;B[ee])(;B[cc]))\n";
        fs::write(folder.join("game.sgf"), text).expect("written");
        let go_on = |at: &str| {
            let (record, part) = Record::resume(folder, game, rules).expect("a record");
            let mut part = part.expect("moves");
            let step = Step { white: part.state().white_to_move(), notation: at.to_owned() };
            assert!(part.play(step, SEEN).is_some());
            assert_eq!(
                original.exists(),
                at != "C3",
                "nothing is written before the first move is"
            );
            record.write(rules, &[&part], None).expect("written");
        };
        go_on("C3");
        assert_eq!(fs::read_to_string(&original).expect("kept"), text);
        go_on("D3");
        assert_eq!(fs::read_to_string(&original).expect("kept"), text, "once");
        fs::remove_file(&original).expect("removed");
        let (record, part) = Record::resume(folder, game, rules).expect("a record");
        record.write(rules, &[&part.expect("moves")], None).expect("written");
        assert!(!original.exists(), "ours is written the same");
    }

    #[test]
    fn before_the_first_move_a_record_does_not_tell_whose_turn_it_is() {
        let resumed = |game: GameId, board: Option<&str>| {
            let (dir, rules) = (tempfile::tempdir().expect("temporary folder"), game.rules());
            let start = match board {
                Some(board) => {
                    let board = game.game().from_notation(board).expect("a board");
                    rules.position(&board, &Known::default()).expect("a position")
                }
                None => rules.initial().expect("a start"),
            };
            let part = Part::new(Arc::from(start));
            let record = Record::new(dir.path(), game).expect("a free folder");
            record.write(rules, &[&part], None).expect("written");
            let (_, resumed) = Record::resume(dir.path(), game, rules).expect("a record");
            let resumed = resumed.expect("a part");
            assert_eq!(resumed.state().board(), part.state().board());
            resumed.state().white_to_move()
        };
        assert_eq!(resumed(GameId::Chess, Some("4k3/p7/8/8/8/8/8/4K2R")), None);
        assert_eq!(resumed(GameId::Checkers, Some("W:W22:B1")), None);
        assert_eq!(resumed(GameId::Chess, None), Some(true), "the usual start is known");
        assert_eq!(resumed(GameId::Checkers, None), Some(true));
    }

    #[test]
    fn a_record_is_gone_on_with_and_never_overwritten_unasked() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let rules = GameId::Chess.rules();
        let (folder, game) = (dir.path(), GameId::Chess);
        let part = played(&["e4", "e5", "Nf3"]);
        let record = Record::new(folder, game).expect("a free folder");
        record.write(rules, &[&part], None).expect("written");
        assert!(matches!(Record::new(folder, game), Err(RecordError::Exists(_))));
        let (again, resumed) = Record::resume(folder, game, rules).expect("a record");
        let resumed = resumed.expect("moves");
        assert_eq!(resumed.state().board(), part.state().board());
        let text = fs::read_to_string(folder.join("game.pgn")).expect("a record");
        assert!(text.contains("e5 {[%emt 0:01:05]}"), "{text}");
        let took: Vec<_> = resumed.moves.iter().map(|made| made.took_s).collect();
        assert_eq!(took, [Some(0.0), Some(65.0), Some(130.0)], "times are read back");
        let control = TimeControl::new(5.0, 3.0).ok();
        again.write(rules, &[&resumed, &played(&["d4"])], control).expect("written");
        let text = fs::read_to_string(folder.join("game.pgn")).expect("a record");
        assert!(text.contains("e5 {[%clk 0:03:58] [%emt 0:01:05]}"), "{text}");
        let (record, last) = Record::resume(folder, game, rules).expect("two parts");
        let earlier = record.earlier().expect("read");
        assert_eq!(earlier.iter().map(|file| &file.text).collect::<Vec<_>>(), [&text]);
        let last = last.expect("moves");
        assert_eq!(last.moves.len(), 1, "game-2.pgn is the last part");
        let took: Vec<_> = last.earlier.iter().map(|made| made.took_s).collect();
        assert_eq!(took, [Some(0.0), Some(65.0), Some(130.0)], "its clocks go on");
        assert!(folder.join("game-2.pgn").exists());
        let foreign = Record::resume(folder, GameId::Go, GameId::Go.rules());
        assert!(foreign.is_ok_and(|(_, part)| part.is_none()), "no game.sgf there");
        fs::write(folder.join("game.sgf"), "no record").expect("written");
        let error = Record::resume(folder, GameId::Go, GameId::Go.rules()).expect_err("no SGF");
        assert!(error.to_string().contains("game.sgf"), "{error}");
    }
}
