//! Finding the ONNX Runtime library.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
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
/// `.onnxruntime` of the working folder and of the executable's folders, in the Python that it is
/// installed in, in the user's own, in the system's library folders, and where the Python on the
/// `PATH` has its package.
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
            return search;
        }
    }
    // Last, since a Python takes a while to start.
    search.looked_at.push("the onnxruntime package of python3 and python".to_owned());
    search.found = ["python3", "python"].iter().find_map(|name| library_of(Path::new(name)));
    search
}

/// Prints the folder of the package; a folder of that name in the working folder is none.
const WHERE: &str = "import importlib.util as util, sys; sys.path = [p for p in sys.path if p]; \
    spec = util.find_spec('onnxruntime'); print(spec.submodule_search_locations[0] if spec else '')";

/// The library in the package that a Python has.
fn library_of(python: &Path) -> Option<PathBuf> {
    let mut command = Command::new(python);
    command.args(["-c", WHERE]).stdin(Stdio::null()).stderr(Stdio::null());
    let said = command.output().ok().filter(|said| said.status.success())?.stdout;
    let package = String::from_utf8(said).ok()?;
    let package = Path::new(package.trim());
    if package.is_absolute() { library_in(&package.join("capi")) } else { None }
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
    for root in env::current_dir().into_iter().chain(folders.iter().cloned()) {
        add(root.join(PROJECT_FOLDER).join("onnxruntime/capi"));
    }
    for python in python_folders(folders.get(1).cloned()) {
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

/// The package folders of the Python that the program is installed in (`pip` puts it into that
/// one's `bin`), of the virtual or conda environment in use and of the user's own Python.
fn python_folders(own: Option<PathBuf>) -> Vec<PathBuf> {
    let environments = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(env::var_os);
    let user = env::var_os("HOME").map(|home| PathBuf::from(home).join(".local"));
    own.into_iter()
        .chain(environments.map(PathBuf::from))
        .chain(user)
        .flat_map(packages_of)
        .collect()
}

/// Where a Python that is installed in a folder has its packages: `lib/python3.12/site-packages`,
/// Debian's `dist-packages`, or `Lib/site-packages` of Windows.
fn packages_of(root: PathBuf) -> Vec<PathBuf> {
    let versions = fs::read_dir(root.join("lib")).into_iter().flatten().flatten();
    let is_python = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"))
    };
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path()).filter(is_python).collect();
    folders.sort();
    let packages =
        |folder: PathBuf| ["site-packages", "dist-packages"].map(|name| folder.join(name));
    folders.into_iter().flat_map(packages).chain([root.join("Lib").join("site-packages")]).collect()
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
    fn packages_of_a_python_are_found_in_its_folder() {
        let dir = tempfile::tempdir().expect("temporary folder");
        fs::create_dir_all(dir.path().join("lib/python3.12/site-packages")).expect("made");
        fs::create_dir_all(dir.path().join("lib/gcc")).expect("made");
        let there: Vec<_> =
            packages_of(dir.path().to_owned()).into_iter().filter(|path| path.is_dir()).collect();
        assert_eq!(there, [dir.path().join("lib/python3.12/site-packages")]);
    }

    #[cfg(unix)]
    #[test]
    fn a_python_says_where_it_has_the_package() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let capi = dir.path().join("packages/onnxruntime/capi");
        fs::create_dir_all(&capi).expect("made");
        let library = capi.join("libonnxruntime.so.1.31.1");
        fs::write(&library, "").expect("written");
        let (with, without) = (dir.path().join("with"), dir.path().join("without"));
        let package = capi.parent().expect("the package").display();
        for (python, says) in [(&with, package.to_string()), (&without, String::new())] {
            crate::files::write_program(python, &format!("echo '{says}'"));
        }
        assert_eq!(library_of(&with), Some(library));
        assert_eq!(library_of(&without), None);
        assert_eq!(library_of(&dir.path().join("missing")), None);
    }

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
