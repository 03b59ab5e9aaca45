//! The figures shown are those that `eval` wrote.

use assert_cmd::Command;
use std::{fs, path::Path};

const BEGIN: &str = "<!-- figures: begin -->\n";
const END: &str = "<!-- figures: end -->";

fn model_table() -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    command.args(["model", "table", "--models"]).arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
    command
}

#[test]
fn the_cards_hold_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["corners", "checkers-cells", "chess-cells", "chess-positions", "go-cells", "qwirkle-cells"] {
        let card = fs::read_to_string(root.join("models").join(name).join("README.md")).expect("the card");
        assert!(card.contains("\nevaluation:\n"), "{name} has no figures in its front matter");
        let dir = tempfile::tempdir().expect("a folder");
        let copy = dir.path().join("README.md");
        fs::write(&copy, &card).expect("written");
        model_table().arg(name).arg("--write").arg(&copy).assert().success();
        assert_eq!(fs::read_to_string(&copy).expect("text"), card, "type tools/evaluate.sh");
    }
}

#[test]
fn the_readme_shows_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let shown = readme.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("the markers").0;
    let output = model_table().output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(shown, String::from_utf8_lossy(&output.stdout), "type `make figures`");
}
