//! The files that the course wants: `G_NN.txt` for move NN of game G.

use anyhow::{Context, bail};
use kibitzer::{
    files::write_new,
    games::qwirkle::rules::{Play, course_lines},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The file of each board but the first: named like the board where that is called `G_NN`, else
/// `1_01.txt` and so on.
///
/// # Errors
/// When one is there already, or the folder cannot be made.
pub fn files(folder: &Path, boards: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let own: Option<Vec<&str>> = boards[1..].iter().map(|board| course_name(board)).collect();
    let numbered = || (1..boards.len()).map(|number| format!("1_{number:02}")).collect();
    let names: Vec<String> = own
        .filter(|names| all_differ(names))
        .map_or_else(numbered, |names| names.into_iter().map(str::to_owned).collect());
    let files: Vec<PathBuf> = names.iter().map(|name| folder.join(format!("{name}.txt"))).collect();
    if let Some(file) = files.iter().find(|file| file.exists()) {
        bail!("{} is there already: name another folder with --out", file.display());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(files)
}

/// The part of a board's name before its ending when that is two numbers: `1_05`.
fn course_name(board: &str) -> Option<&str> {
    let name = Path::new(board).file_stem()?.to_str()?;
    let (game, number) = name.split_once('_')?;
    let digits =
        |text: &str| !text.is_empty() && text.len() < 6 && text.bytes().all(|b| b.is_ascii_digit());
    (digits(game) && digits(number)).then_some(name)
}

fn all_differ(names: &[&str]) -> bool {
    (1..names.len()).all(|i| !names[..i].contains(&names[i]))
}

/// Writes the moves, a file each.
pub fn write<'a>(
    files: &[PathBuf],
    moves: impl Iterator<Item = (&'a Play, u32)>,
) -> anyhow::Result<()> {
    for (file, (play, points)) in files.iter().zip(moves) {
        write_new(file, course_lines(play, points).as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_like_the_photos_or_numbered() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let names = |boards: &[&str]| -> Vec<String> {
            let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
            let files = files(dir.path(), &boards).expect("free names");
            files
                .iter()
                .map(|file| file.file_name().expect("a name").to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(names(&["3_00.jpg", "a/3_01.jpg", "3_02.jpg"]), ["3_01.txt", "3_02.txt"]);
        assert_eq!(names(&["start.jpg", "one.jpg", "3_02.jpg"]), ["1_01.txt", "1_02.txt"]);
        assert_eq!(names(&["3_00.jpg", "a/3_01.jpg", "b/3_01.jpg"]), ["1_01.txt", "1_02.txt"]);
        fs::write(dir.path().join("1_02.txt"), "mine").expect("written");
        assert!(files(dir.path(), &["a".into(), "b".into(), "c".into()]).is_err());
    }
}
