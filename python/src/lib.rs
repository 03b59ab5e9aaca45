//! `kibitzer._kibitzer`, the extension module under the Python package `kibitzer`: conversions
//! between Python and the library, and no more. What is said to Python is what is said to other
//! programs (`kibitzer::report`), as JSON; arrays are NumPy's.

mod boards;
mod errors;
mod evaluate;
mod labels;
mod options;
mod photo;
mod reader;
mod reading;

use pyo3::{prelude::*, types::PyTuple};

/// Conversions between Python and Kibitzer's library; see the package `kibitzer`.
#[pymodule]
mod _kibitzer {
    #[pymodule_export]
    use super::{
        boards::{judge, named, score_go, score_qwirkle},
        classes,
        evaluate::evaluate,
        labels::{label, label_of, read_labels, write_labels},
        photo::check_size,
        reader::Reader,
        reading::{overlay, text},
        schema, use_runtime,
    };

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "as Python calls it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    const MOST_THREADS: usize = kibitzer::inference::MOST_THREADS;
}

/// The codes of a game's classes, in the order of probabilities; the first is the empty cell.
#[pyfunction]
fn classes<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyTuple>> {
    let classes = options::one_game(game)?.game().classes();
    PyTuple::new(py, classes.iter().map(|class| class.code))
}

/// Says where ONNX Runtime is, a library or its folder, unless it was said before.
#[pyfunction]
fn use_runtime(path: std::path::PathBuf) {
    // A process has one runtime: what was said first counts.
    let _ = kibitzer::inference::use_runtime(path);
}

/// The JSON Schema of what is said of a photo, a move or a game.
#[pyfunction]
fn schema(of: &str) -> PyResult<String> {
    use kibitzer::report::{Reading, schema_of, score, verdict};
    let schema = match of {
        "reading" => schema_of::<Reading>(),
        "verdict" => schema_of::<verdict::Verdict>(),
        "go" => schema_of::<score::GoScore>(),
        "qwirkle" => schema_of::<score::QwirkleMove>(),
        _ => return Err(errors::OptionError::new_err(format!("there is no schema of '{of}'"))),
    };
    reading::json(&schema)
}
