//! The figures shown are those that `eval` wrote.

use assert_cmd::Command;
use std::{fs, path::Path};

const BEGIN: &str = "<!-- figures: begin -->\n";
const END: &str = "<!-- figures: end -->";

fn model_table() -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    command
        .args(["model", "table", "--models"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
    command
}

#[test]
fn the_cards_hold_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in
        ["corners", "checkers-cells", "chess-cells", "chess-positions", "go-cells", "qwirkle-cells"]
    {
        let card =
            fs::read_to_string(root.join("models").join(name).join("README.md")).expect("the card");
        assert!(card.contains("\nevaluation:\n"), "{name} has no figures in its front matter");
        let dir = tempfile::tempdir().expect("a folder");
        let copy = dir.path().join("README.md");
        fs::write(&copy, &card).expect("written");
        model_table().arg(name).arg("--write").arg(&copy).assert().success();
        assert_eq!(fs::read_to_string(&copy).expect("text"), card, "type tools/evaluate.sh");
    }
}

/// What a figure was made from can be found again in any clone: no path of somebody's machine is in
/// it.
#[test]
fn committed_figures_name_files_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for path in glob::glob(&format!("{}/models/*/*.json", root.display()))
        .expect("a pattern")
        .map(|path| path.expect("a file"))
    {
        let text = fs::read_to_string(&path).expect("text");
        let summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let manifests = summary["manifests"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|manifest| manifest["path"].as_str());
        for word in manifests.chain(summary["command"].as_str().unwrap_or_default().split(' ')) {
            assert!(
                !Path::new(word.trim_matches('\'')).is_absolute(),
                "{} names {word}",
                path.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 0, "no figures are committed");
}

#[test]
fn the_readme_shows_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let shown =
        readme.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("the markers").0;
    let output = model_table().output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(shown, String::from_utf8_lossy(&output.stdout), "type `make figures`");
}
