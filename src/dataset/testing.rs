//! What the dataset tools' tests share: folders with photos and manifests.

use image::{Rgb, RgbImage};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(&path, bytes).expect("writable");
        path
    }

    pub fn photo(&self, name: &str, photo: &RgbImage) -> PathBuf {
        let path = self.file(name, b"");
        photo.save(&path).expect("writable");
        path
    }

    pub fn manifest(&self, name: &str, labels: &[Value]) -> PathBuf {
        let lines: Vec<String> = labels.iter().map(Value::to_string).collect();
        self.file(name, lines.join("\n").as_bytes())
    }
}

/// A smooth 640x480 pattern that depends on a seed.
pub fn scene(seed: f64) -> RgbImage {
    RgbImage::from_fn(640, 480, |x, y| {
        let (x, y) = (f64::from(x) / 640.0, f64::from(y) / 480.0);
        let wave = |a: f64, b: f64| {
            (127.5 + 120.0 * (a * x * 9.0 + b * y * 7.0 + seed * (1.0 + a)).sin()) as u8
        };
        Rgb([wave(1.0 + seed.cos(), 2.0 + seed), wave(seed, 1.3), wave(2.1, -seed)])
    })
}
