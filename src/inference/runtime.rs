//! Finding the ONNX Runtime library.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Where the program said that the library is.
static GIVEN: OnceLock<PathBuf> = OnceLock::new();

/// Says where ONNX Runtime is: `libonnxruntime.so` or its like on other systems, or a folder with
/// it. Without this it is looked for in `ORT_DYLIB_PATH` and in the usual places. A process has one
/// runtime: call this before the first model is opened; what is said later is not heeded.
///
/// # Errors
/// With the path that was given before, when another one was.
pub fn use_runtime(path: impl Into<PathBuf>) -> Result<(), PathBuf> {
    let path = path.into();
    match GIVEN.get_or_init(|| path.clone()) {
        given if *given == path => Ok(()),
        given => Err(given.clone()),
    }
}

/// The folder, in the project's own, that `make runtime` unpacks the library into.
const PROJECT_FOLDER: &str = ".onnxruntime";

/// Where the library is looked for, and the first place that has one.
pub struct Search {
    /// The library, if any was found.
    pub found: Option<PathBuf>,
    /// The places, in order, in words.
    pub looked_at: Vec<String>,
}

/// Looks where the program said, else at `ORT_DYLIB_PATH`, else beside the executable, in
/// `.onnxruntime` of the working folder and of the executable's folders, in the user's own Python,
/// and in the system's library folders.
pub fn find_library() -> Search {
    if let Some(path) = GIVEN.get() {
        return search_at(path, path.display().to_string());
    }
    if let Some(path) = env::var_os("ORT_DYLIB_PATH").map(PathBuf::from) {
        return search_at(&path, format!("ORT_DYLIB_PATH={}", path.display()));
    }
    let mut search = Search { found: None, looked_at: Vec::new() };
    for (place, folder) in places() {
        search.looked_at.push(place);
        search.found = library_in(&folder);
        if search.found.is_some() {
            break;
        }
    }
    search
}

/// The library at a path, or in the folder that it names.
fn search_at(path: &Path, place: String) -> Search {
    let found =
        if path.is_dir() { library_in(path) } else { path.is_file().then(|| path.to_owned()) };
    Search { found, looked_at: vec![place] }
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
    for root in env::current_dir().into_iter().chain(folders) {
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

/// The package folders of the virtual or conda environment in use and of the user's own Python.
fn python_folders() -> Vec<PathBuf> {
    let environments = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(env::var_os);
    let roots = environments
        .map(PathBuf::from)
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
