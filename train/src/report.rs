//! `report.html` of a run: what it was made from, its curves, what it was shown, what it mistakes.

use crate::run_folder::RunFolder;
use anyhow::Result;
use kibitzer::{
    eval::html::{base64, escape, page},
    files::write_atomically,
};
use std::fs;

/// Writes the report of a run that has ended; `errors` is a part of the page.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(folder: &RunFolder, model: &str, set: &str, errors: &str) -> Result<()> {
    let text = |name: &str| fs::read_to_string(folder.file(name)).unwrap_or_default();
    let batch = fs::read(folder.file("batch.png")).map(|png| {
        format!(
            "<h2>What it is shown</h2><p>Samples as training changes them.</p><img alt=\"augmented \
            samples\" style=\"max-width:100%\" src=\"data:image/png;base64,{}\">",
            base64(&png)
        )
    });
    let body = format!(
        "<p>{}</p><h2>Curves</h2>{}{}{errors}<h2>Configuration</h2><pre class=\"wide\">{}</pre>\
        <h2>Made from</h2><pre class=\"wide\">{}</pre>",
        escape(set),
        text("curves.svg"),
        batch.unwrap_or_default(),
        escape(&text("config.toml")),
        escape(&text("run.json"))
    );
    let html = page(&format!("Training run: {model}"), &body);
    Ok(write_atomically(&folder.file("report.html"), html.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Config, run_folder::Origin};

    #[test]
    fn a_report_holds_all_of_a_run_and_fetches_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke-cells.toml");
        let config = Config::read(config.as_ref()).expect("a configuration");
        let folder = RunFolder::open(dir.path(), &config, Origin::new(&[]), false).expect("a run");
        fs::write(folder.file("curves.svg"), "<svg/>").expect("written");
        fs::write(folder.file("batch.png"), "png").expect("written");
        write(&folder, "go-cells", "24 photos & 0 renders", "<h2>Mistakes</h2>").expect("written");
        let html = fs::read_to_string(folder.file("report.html")).expect("a page");
        let parts = ["<svg/>", "base64,cG5n", "24 photos &amp; 0", "Mistakes", "crops_per_board"];
        assert!(parts.iter().all(|part| html.contains(part)), "{html}");
        assert!(!html.contains("http"), "{html}");
    }
}
