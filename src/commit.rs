//! Which commit of this repository a program is of, for what it writes to say so.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The line of this package's manifest that names it.
const PACKAGE: &str = concat!("name = \"", env!("CARGO_PKG_NAME"), "\"\n");

/// The commit of the repository of Kibitzer that the running program was built in, or else of the
/// one that the working folder is in; `None` where neither is one.
pub fn commit() -> Option<String> {
    let built = env::current_exe().ok().and_then(|path| path.parent().map(Path::to_owned));
    built.into_iter().chain([PathBuf::from(".")]).find_map(|folder| commit_of(&folder))
}

/// The commit of a folder in a repository of Kibitzer.
fn commit_of(folder: &Path) -> Option<String> {
    let top = PathBuf::from(rev_parse("--show-toplevel", folder)?);
    let is_ours =
        fs::read_to_string(top.join("Cargo.toml")).is_ok_and(|manifest| manifest.contains(PACKAGE));
    is_ours.then(|| rev_parse("HEAD", folder)).flatten()
}

/// What `git rev-parse` says in a folder.
fn rev_parse(what: &str, folder: &Path) -> Option<String> {
    let out = Command::new("git").args(["rev-parse", what]).current_dir(folder).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with one commit and a manifest that names a package.
    fn repository(package: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("Cargo.toml"), format!("[package]\nname = \"{package}\"\n"))
            .expect("a manifest");
        let name =
            ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        for args in [
            &["init", "--quiet"][..],
            &["commit", "--quiet", "--allow-empty", "--message", "first"],
        ] {
            let status = Command::new("git")
                .args(name)
                .args(args)
                .current_dir(dir.path())
                .status()
                .expect("git");
            assert!(status.success(), "git {args:?}");
        }
        dir
    }

    #[test]
    fn only_a_repository_of_this_package_has_its_commit() {
        let ours = repository("kibitzer");
        let folder = ours.path().join("target/release");
        fs::create_dir_all(&folder).expect("a folder");
        let commit = commit_of(&folder).expect("a commit");
        assert!(commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
        assert_eq!(commit_of(repository("kibitzer-fork").path()), None);
    }
}
