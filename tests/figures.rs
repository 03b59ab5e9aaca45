//! The figures shown are those that `eval` wrote.

use assert_cmd::Command;
use std::{fs, path::Path};

const BEGIN: &str = "<!-- figures: begin -->\n";
const END: &str = "<!-- figures: end -->";

#[test]
fn the_readme_shows_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let shown = readme.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("the markers").0;
    let output = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["model", "table", "--models"])
        .arg(root.join("models"))
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(shown, String::from_utf8_lossy(&output.stdout), "type `make figures`");
}
