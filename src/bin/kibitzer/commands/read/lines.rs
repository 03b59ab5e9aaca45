//! The file of `--out`, and what an interrupted run has left of it.

use crate::output::Status;
use anyhow::{Context, anyhow, bail};
use kibitzer::{
    files::{WriteError, put_new},
    games::GameId,
    report::reading,
};
use serde::Deserialize;
use std::{
    collections::VecDeque,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file that lines are written to as photos are read: `FILE.partial` until all are.
pub struct Lines {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    /// Where what is kept of it ends, until something is written there.
    end: Option<u64>,
    /// The photos that an interrupted run has read, and how that went, in order.
    known: VecDeque<Known>,
}

/// A photo that has been read, how that went, and where its lines begin.
struct Known {
    photo: String,
    status: Status,
    start: u64,
}

/// What a line says of its photo.
#[derive(Deserialize)]
struct Line {
    photo: String,
    game: Option<GameId>,
    status: reading::Status,
}

impl Line {
    const fn outcome(&self) -> Status {
        match self.status {
            reading::Status::Read => Status::Done,
            reading::Status::NoBoard | reading::Status::Busy => Status::NoBoard,
            reading::Status::Error => Status::Failed,
        }
    }
}

impl Lines {
    /// A new file, or, with `resume`, the one that an interrupted run was writing; of that, the last
    /// photo is read again, of which something may be missing: with `all`, a photo has a line for each
    /// of its boards, else one alone.
    pub fn create(
        path: &Path,
        game: Option<GameId>,
        all: bool,
        resume: bool,
    ) -> anyhow::Result<Self> {
        if path.exists() {
            return Err(of_out(WriteError::Exists(path.to_owned())));
        }
        let name = path.file_name().ok_or_else(|| anyhow!("--out names no file"))?;
        let partial = path.with_file_name(format!("{}.partial", name.to_string_lossy()));
        let cannot = |source| of_out(WriteError::Io { path: partial.clone(), source });
        if let Some(folder) = partial.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let mut open = OpenOptions::new();
        open.read(true).write(true).create(true).truncate(false);
        let file = open.open(&partial).map_err(cannot)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("another program is writing {}: let it end", partial.display())
            }
            // Where files cannot be locked, nobody looks out.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let (mut known, mut end) = (VecDeque::new(), None);
        if resume {
            known = kept(&file, game, all)
                .with_context(|| format!("cannot go on with {}", partial.display()))?;
            end = Some(known.pop_back().map_or(0, |last| last.start));
        } else if file.metadata().map_err(cannot)?.len() > 0 {
            bail!(
                "{} holds what an interrupted run has read: go on with it by --resume, or remove it",
                partial.display()
            );
        }
        Ok(Self { path: path.to_owned(), partial, file, end, known })
    }

    /// How reading a photo went that an interrupted run has read, whose turn it is.
    pub fn known(&mut self, photo: &str) -> anyhow::Result<Option<Status>> {
        match self.known.pop_front() {
            None => Ok(None),
            Some(known) if known.photo == photo => Ok(Some(known.status)),
            Some(known) => bail!(
                "{} is of other photos, or of these in another order ({} stands where {photo} \
                 does now): name the same ones, or remove it",
                self.partial.display(),
                known.photo
            ),
        }
    }

    /// Writes the lines of the next photo.
    pub fn write(&mut self, lines: &str) -> anyhow::Result<()> {
        let cannot = |source| of_out(WriteError::Io { path: self.partial.clone(), source });
        let end = self.end.take();
        end.map_or(Ok(()), |end| cut(&mut self.file, end)).map_err(cannot)?;
        self.file.write_all(lines.as_bytes()).map_err(cannot)
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if let Some(known) = self.known.front() {
            bail!(
                "{} has {}, which was not asked for now: name the same photos, or remove it",
                self.partial.display(),
                known.photo
            );
        }
        let cannot = |source| of_out(WriteError::Io { path: self.partial.clone(), source });
        let end = self.end.take();
        end.map_or(Ok(()), |end| cut(&mut self.file, end)).map_err(cannot)?;
        self.file.sync_all().map_err(cannot)?;
        put_new(&self.partial, &self.path).map_err(of_out)
    }
}

impl Drop for Lines {
    /// A run that has read nothing leaves nothing behind.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|file| file.len() == 0) && self.partial.exists() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Cuts a file, to be written on there.
fn cut(file: &mut File, end: u64) -> io::Result<()> {
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end)).map(drop)
}

/// The photos that have lines.
fn kept(file: &File, game: Option<GameId>, all: bool) -> anyhow::Result<VecDeque<Known>> {
    let mut lines = BufReader::new(file);
    let mut known: VecDeque<Known> = VecDeque::new();
    let (mut start, mut text) = (0, Vec::new());
    loop {
        text.clear();
        let read = lines.read_until(b'\n', &mut text)?;
        if !text.ends_with(b"\n") {
            break;
        }
        let line: Line = serde_json::from_slice(&text)
            .map_err(|_| anyhow!("a line of it is no reading: remove the file"))?;
        if let (Some(asked), Some(of)) = (game, line.game)
            && asked != of
        {
            bail!("it has readings of {of}: name the same game, or remove the file");
        }
        let status = line.outcome();
        match known.back_mut().filter(|last| all && last.photo == line.photo) {
            Some(last) => last.status = last.status.max(status),
            None => known.push_back(Known { photo: line.photo, status, start }),
        }
        start += read as u64;
    }
    Ok(known)
}

/// What is wrong with the file of `--out`, which nothing replaces, `--force` neither.
fn of_out(error: WriteError) -> anyhow::Error {
    anyhow!("{error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "{\"photo\":\"c.jpg\",\"game\":null,\"status\":\"no_board\"}\n";

    fn line(photo: &str) -> String {
        format!("{{\"photo\":\"{photo}\",\"game\":\"go\",\"status\":\"read\"}}\n")
    }

    #[test]
    fn wherever_a_file_is_cut_every_photo_has_its_lines_once_in_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let partial = folder.path().join("lines.jsonl.partial");
        let (a, b, c) = (line("a.jpg"), line("b.jpg"), NEXT.to_owned());
        // A photo that is named twice; one that shows two boards.
        let twice = [
            ("a.jpg", a.clone()),
            ("b.jpg", b.clone()),
            ("b.jpg", b.clone()),
            ("c.jpg", c.clone()),
        ];
        let boards = [("a.jpg", a), ("b.jpg", b.repeat(2)), ("c.jpg", c)];
        for (all, of) in [(false, &twice[..]), (true, &boards[..])] {
            let whole: String = of.iter().map(|(_, lines)| lines.as_str()).collect();
            for cut in 0..=whole.len() {
                fs::write(&partial, &whole[..cut]).expect("written");
                let mut lines = Lines::create(&path, Some(GameId::Go), all, true).expect("resumed");
                for (photo, said) in of {
                    if lines.known(photo).expect("the same photos").is_none() {
                        lines.write(said).expect("written");
                    }
                }
                lines.finish().expect("finished");
                assert_eq!(fs::read_to_string(&path).expect("a file"), whole, "cut at {cut}");
                assert!(!partial.exists());
                fs::remove_file(&path).expect("removed");
            }
        }
    }

    #[test]
    fn nothing_is_mixed_and_nothing_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let partial = folder.path().join("lines.jsonl.partial");
        let error = |resume: bool, game: GameId| {
            Lines::create(&path, Some(game), false, resume)
                .err()
                .map_or(String::new(), |e| format!("{e:#}"))
        };
        let whole = line("a.jpg") + &line("b.jpg") + NEXT;
        fs::write(&partial, &whole).expect("written");
        assert!(error(false, GameId::Go).contains("--resume"));
        assert!(error(true, GameId::Chess).contains("readings of go"));
        let mut lines = Lines::create(&path, None, false, true).expect("resumed");
        assert!(error(true, GameId::Go).contains("another program"));
        assert!(lines.known("z.jpg").is_err_and(|e| e.to_string().contains("other photos")));
        drop(lines);
        assert_eq!(fs::read_to_string(&partial).expect("there"), whole);
        let lines = Lines::create(&path, None, false, true).expect("resumed");
        assert!(lines.finish().is_err_and(|e| e.to_string().contains("not asked for")));
        fs::write(&partial, "no JSON\n").expect("written");
        assert!(error(true, GameId::Go).contains("no reading"));
        assert_eq!(fs::read_to_string(&partial).expect("there"), "no JSON\n");
    }
}
