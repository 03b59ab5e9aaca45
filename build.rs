//! Says which commit the program is built from.

use std::{path::Path, process::Command};

fn main() {
    for source in ["build.rs", "Cargo.toml", "Cargo.lock", "src", "models"] {
        println!("cargo::rerun-if-changed={source}");
    }
    // Figures are made by release builds, which have to know of a commit that changes no source. A
    // debug build is not made anew for each: it says what it was built from, which stays true.
    let of_head = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = of_head.filter(|log| is_release() && Path::new(log).is_file()) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=KIBITZER_COMMIT={commit}");
    }
}

fn is_release() -> bool {
    std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// The commit of the working tree, with `-dirty` where tracked files differ from it; `None` outside
/// a repository of this package.
fn commit() -> Option<String> {
    // An unpacked package may lie in somebody else's repository.
    let prefix = git(&["rev-parse", "--show-prefix"])?;
    if !prefix.is_empty() || git(&["ls-files", "build.rs"])?.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { commit + "-dirty" })
}

fn git(args: &[&str]) -> Option<String> {
    let out = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then(|| text.trim().to_owned())
}
