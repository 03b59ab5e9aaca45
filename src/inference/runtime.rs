//! Finding the ONNX Runtime library.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The folder, in the project's own, that `make runtime` unpacks the library into.
const PROJECT_FOLDER: &str = ".onnxruntime";

/// Where the library is looked for, and the first place that has one.
pub struct Search {
    /// The library, if any was found.
    pub found: Option<PathBuf>,
    /// The places, in order, in words.
    pub looked_at: Vec<String>,
}

/// Looks at `ORT_DYLIB_PATH`, beside the executable, in `.onnxruntime` of the working folder, of
/// the executable's folders and of the folder the program was built in, in the user's own Python,
/// and in the system's library folders.
pub fn find_library() -> Search {
    let mut search = Search { found: None, looked_at: Vec::new() };
    if let Some(path) = env::var_os("ORT_DYLIB_PATH").map(PathBuf::from) {
        search.looked_at.push(format!("ORT_DYLIB_PATH={}", path.display()));
        search.found =
            if path.is_dir() { library_in(&path) } else { path.is_file().then_some(path) };
        return search;
    }
    for (place, folder) in places() {
        search.looked_at.push(place);
        search.found = library_in(&folder);
        if search.found.is_some() {
            break;
        }
    }
    search
}

fn places() -> Vec<(String, PathBuf)> {
    let mut places = Vec::new();
    let mut add = |folder: PathBuf| places.push((folder.display().to_string(), folder));
    let executable = env::current_exe().ok();
    let folders: Vec<PathBuf> =
        executable.iter().flat_map(|p| p.ancestors().skip(1).take(4)).map(Path::to_owned).collect();
    if let Some(beside) = folders.first() {
        add(beside.clone());
    }
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for root in env::current_dir().into_iter().chain(folders).chain([project]) {
        add(root.join(PROJECT_FOLDER).join("onnxruntime/capi"));
    }
    for python in python_folders() {
        add(python.join("onnxruntime/capi"));
    }
    for system in [
        "/usr/local/lib",
        "/usr/lib",
        "/usr/lib64",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/opt/homebrew/lib",
    ] {
        add(PathBuf::from(system));
    }
    places
}

/// The package folders of the virtual environment in use and of the user's own Python.
fn python_folders() -> Vec<PathBuf> {
    let roots = env::var_os("VIRTUAL_ENV")
        .map(PathBuf::from)
        .into_iter()
        .chain(env::var_os("HOME").map(|h| PathBuf::from(h).join(".local")));
    let versions = |root: PathBuf| {
        let entries = fs::read_dir(root.join("lib")).into_iter().flatten().flatten();
        entries
            .map(|e| e.path())
            .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("python")))
    };
    roots.flat_map(versions).map(|p| p.join("site-packages")).collect()
}

/// The runtime's library in a folder: `libonnxruntime.so`, `.so.1.31.1`, `.dylib` or
/// `onnxruntime.dll`.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let is_library = |name: &str| {
        name == "onnxruntime.dll"
            || name == "libonnxruntime.so"
            || name.starts_with("libonnxruntime.so.")
            || (name.starts_with("libonnxruntime.") && name.ends_with(".dylib"))
    };
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|e| is_library(&e.file_name().to_string_lossy()))
        .map(|e| e.path())
        .collect();
    found.sort();
    found.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_versioned_library_and_nothing_else() {
        let dir = tempfile::tempdir().expect("temporary folder");
        assert_eq!(library_in(dir.path()), None);
        fs::write(dir.path().join("libonnxruntime_providers_shared.so"), "").expect("written");
        assert_eq!(library_in(dir.path()), None);
        let library = dir.path().join("libonnxruntime.so.1.31.1");
        fs::write(&library, "").expect("written");
        assert_eq!(library_in(dir.path()), Some(library));
    }
}
