//! Whether a model does what its card says: it is run as photos are read, on a picture without a
//! board.

use super::{
    classify::CellClassifier, context::ContextModel, coordinates::CoordinateReader,
    corners::CornerDetector, kind_name, presence::PresenceModel, rectify,
};
use crate::{
    error::Error,
    games::{CellProbs, GameId},
    geometry::{GridSpec, Point, Quad},
    inference::{
        CellTask, ContextTask, CoordinateTask, CornerTask, Model, ModelCard, ModelStore,
        PresenceTask, Sliding, Task,
    },
    vision::Pyramid,
};
use image::{Rgb, RgbImage};
use ndarray::{Array3, Array4};
use std::borrow::Cow;

/// Side of the picture that a model is tried on.
const SIDE: u32 = 256;

/// Input and output of one run of a model, batch first.
type Shapes = ([usize; 4], Vec<usize>);

/// Opens a model of a store by its name, compares it with its card and runs it.
///
/// # Errors
/// When it is missing, is not the file or of the classes that the card names, cannot be loaded,
/// takes or gives other numbers than the card says, or gives what is no number.
pub fn verify(models: &ModelStore, name: &str) -> Result<ModelCard, Error> {
    let (card, model) = models.open_named(name)?;
    for (input, output) in shapes(&card.task, &*model) {
        check_shapes(name, &*model, input, &output)?;
    }
    if let Task::Cells(task) = &card.task
        && let Some((sliding, model)) = models.open_sliding(name)?
    {
        check_sliding(name, task, &sliding, &*model)?;
    }
    let numbers = match card.task.clone() {
        Task::Corners(task) => run_corners(task, model)?,
        Task::Cells(task) => run_cells(task, model)?,
        Task::Positions(task) => run_positions(task, model)?,
        Task::Presence(task) => run_presence(task, model)?,
        Task::Coordinates(task) => run_coordinates(task, model)?,
    };
    if numbers { Ok(card) } else { Err(Error::NoNumbers { model: name.to_owned() }) }
}

/// What goes in and comes out by the card.
fn shapes(task: &Task, model: &dyn Model) -> Vec<Shapes> {
    match task {
        Task::Corners(task) => {
            let side = task.size / task.stride;
            vec![([1, 3, task.size, task.size], vec![1, task.channels(), side, side])]
        }
        Task::Cells(task) => {
            let (width, height) = task.extent.size(task.cell_px);
            let cells = usize::min(64, task.game.game().grids()[0].len());
            vec![([cells, 3, height, width], vec![cells, task.classes.len()])]
        }
        Task::Presence(task) => {
            vec![([1, 3, task.size, task.size], vec![1, PresenceTask::CLASSES.len()])]
        }
        Task::Coordinates(task) => {
            let places = 4 * task.game.game().grids()[0].cols;
            vec![([places, 1, task.size, task.size], vec![places, CoordinateTask::CLASSES])]
        }
        Task::Positions(task) => {
            let of = |grid: &GridSpec| [1, task.classes.len(), grid.rows, grid.cols];
            let grids = known_grids(task.game, model);
            // A model of no board of the game is compared with the usual one.
            let grids = if grids.is_empty() { &task.game.game().grids()[..1] } else { &grids[..] };
            grids.iter().map(|grid| (of(grid), of(grid).to_vec())).collect()
        }
    }
}

/// The boards of a game whose size a position model takes.
fn known_grids(game: GameId, model: &dyn Model) -> Vec<GridSpec> {
    let [_, _, rows, cols] = model.input_shape();
    let grids = game.game().grids().iter().copied();
    let is = |known: Option<usize>, size: usize| known.is_none_or(|known| known == size);
    grids.filter(|grid| is(rows, grid.rows) && is(cols, grid.cols)).collect()
}

/// Runs a model on zeros of its own shape, so that a contradiction can be told whole.
fn check_shapes(
    name: &str,
    model: &dyn Model,
    input: [usize; 4],
    output: &[usize],
) -> Result<(), Error> {
    let own: [usize; 4] = std::array::from_fn(|i| model.input_shape()[i].unwrap_or(input[i]));
    let found = model.run(Array4::zeros(own).view())?;
    if own == input && found.shape() == output {
        return Ok(());
    }
    Err(Error::Contradicts {
        model: name.to_owned(),
        found: described(&own, found.shape(), model.input_shape()[0]),
        card: described(&input, output, None),
    })
}

/// Runs a classifier that slides over larger pictures on one crop and on two more each way.
fn check_sliding(
    name: &str,
    task: &CellTask,
    sliding: &Sliding,
    model: &dyn Model,
) -> Result<(), Error> {
    let (width, height) = task.extent.size(task.cell_px);
    [0, 2].into_iter().try_for_each(|more| {
        let further = more * sliding.stride;
        let output = [1, task.classes.len(), 1 + more, 1 + more];
        check_shapes(name, model, [1, 3, height + further, width + further], &output)
    })
}

/// `3x32x32 in and 3 out`; the size of the batch, where the model takes no other.
fn described(input: &[usize], output: &[usize], batch: Option<usize>) -> String {
    let sizes =
        |shape: &[usize]| shape.iter().skip(1).map(usize::to_string).collect::<Vec<_>>().join("x");
    let batch = batch.map_or_else(String::new, |n| format!(", {n} at a time"));
    format!("{} in and {} out{batch}", sizes(input), sizes(output))
}

/// A picture with all brightnesses.
fn picture() -> Pyramid<'static> {
    let picture = RgbImage::from_fn(SIDE, SIDE, |x, y| Rgb([x as u8, y as u8, (x ^ y) as u8]));
    Pyramid::new(Cow::Owned(picture))
}

fn run_corners(task: CornerTask, model: Box<dyn Model>) -> Result<bool, Error> {
    let kinds = task.kinds.clone();
    let known = |kind: &String| {
        let mut grids = GameId::ALL.iter().flat_map(|game| game.game().grids());
        grids.any(|grid| kind_name(grid) == *kind)
    };
    if let Some(kind) = kinds.iter().find(|kind| !known(kind)) {
        return Err(Error::UnknownKind { kind: kind.clone() });
    }
    let maps = CornerDetector::new(task, model).heatmaps(&picture())?;
    Ok(maps.iter().all(|v| v.is_finite()))
}

/// The middle of the picture.
fn middle() -> Quad {
    let [low, high] = [0.25, 0.75].map(|part| part * f64::from(SIDE));
    let corners = [[low, low], [high, low], [high, high], [low, high]].map(Point::from);
    Quad::new(corners).expect("a square is convex")
}

fn run_presence(task: PresenceTask, model: Box<dyn Model>) -> Result<bool, Error> {
    let presence = PresenceModel::new(task, model).of(&picture(), &middle())?;
    Ok([presence.board, presence.part, presence.none].iter().all(|p| p.is_finite()))
}

fn run_coordinates(task: CoordinateTask, model: Box<dyn Model>) -> Result<bool, Error> {
    let grid = task.game.game().grids()[0];
    let signs = CoordinateReader::new(task, model).signs(&picture(), &middle(), &grid)?;
    Ok(signs.iter().all(|p| p.is_finite()))
}

fn run_cells(task: CellTask, model: Box<dyn Model>) -> Result<bool, Error> {
    let (photo, quad) = (picture(), middle());
    let classifier = CellClassifier::new(task, model);
    let task = classifier.task();
    let mut numbers = true;
    for grid in task.game.game().grids() {
        let board = rectify(&photo, &quad, grid, task);
        let probs = classifier.classify(grid, board.crop_cells(&photo).view())?;
        numbers &= probs.array().iter().all(|p| p.is_finite());
    }
    Ok(numbers)
}

fn run_positions(task: ContextTask, model: Box<dyn Model>) -> Result<bool, Error> {
    let (grids, classes) = (known_grids(task.game, &*model), task.classes.len());
    let reader = ContextModel::new(task, model);
    let mut numbers = true;
    for grid in grids {
        let even = Array3::from_elem((grid.rows, grid.cols, classes), 1.0 / classes as f32);
        let read = reader.in_context(&CellProbs::new(even))?;
        numbers &= read.array().iter().all(|p| p.is_finite());
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::ModelError;
    use ndarray::{Array2, ArrayD, ArrayView4};
    use std::{fs, path::Path};

    /// A store of the project's models, of which some files are replaced.
    fn store(change: impl Fn(&Path)) -> Option<(tempfile::TempDir, ModelStore)> {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let folder = tempfile::tempdir().expect("a folder");
        for model in fs::read_dir(models).expect("models").flatten() {
            let to = folder.path().join(model.file_name());
            fs::create_dir(&to).expect("writable");
            for file in fs::read_dir(model.path()).expect("a model").flatten() {
                fs::copy(file.path(), to.join(file.file_name())).ok()?;
            }
        }
        change(folder.path());
        let store = ModelStore::at(folder.path());
        Some((folder, store))
    }

    fn replace(path: &Path, from: &str, to: &str) {
        let text = fs::read_to_string(path).expect("a card");
        assert!(text.contains(from), "{from}");
        fs::write(path, text.replacen(from, to, 1)).expect("writable");
    }

    /// The model of one card with the file and hash of another.
    fn with_file_of(folder: &Path, card: &str, other: &str) {
        let hash = |name: &str| {
            let text = fs::read_to_string(folder.join(name).join("README.md")).expect("a card");
            let line = text.lines().find(|line| line.starts_with("sha256: "));
            line.expect("a hash").to_owned()
        };
        replace(&folder.join(card).join("README.md"), &hash(card), &hash(other));
        fs::copy(folder.join(other).join("model.onnx"), folder.join(card).join("model.onnx"))
            .expect("writable");
    }

    fn problem(name: &str, change: impl Fn(&Path)) -> String {
        let (_folder, store) = store(change).expect("models");
        verify(&store, name).expect_err(name).to_string()
    }

    #[test]
    fn a_classifier_that_slides_says_of_a_crop_what_it_says_without() {
        let store = ModelStore::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
        let (task, model) = store.open_cells(GameId::Go.game()).expect("a model");
        let (_, sliding) = store.open_sliding("go-cells").expect("is good").expect("Go has one");
        let (width, height) = task.extent.size(task.cell_px);
        let value = |(_, c, y, x): (usize, usize, usize, usize)| ((c + 3 * y + 7 * x) as f32).sin();
        let crop = Array4::from_shape_fn((1, 3, height, width), value);
        let [one, other] = [model, sliding].map(|model| model.run(crop.view()).expect("it runs"));
        assert_eq!(one.len(), other.len());
        assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-3), "{one} {other}");
    }

    /// Gives what is no number, or 0.
    struct Says(f32);

    impl Model for Says {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None; 4]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let logits = Array2::from_elem((input.dim().0, CoordinateTask::CLASSES), self.0);
            Ok(logits.into_dyn())
        }
    }

    #[test]
    fn a_model_of_signs_that_gives_no_numbers_is_not_good() {
        let game = GameId::Chess;
        let task = CoordinateTask { game, size: 8, inside: 0.05, outside: 0.75, temperature: 1.0 };
        for (logit, numbers) in [(0.0, true), (f32::NAN, false)] {
            let ran = run_coordinates(task.clone(), Box::new(Says(logit))).expect("it runs");
            assert_eq!(ran, numbers, "{logit}");
        }
    }

    #[test]
    fn the_models_of_the_project_do_what_their_cards_say() {
        let (_folder, store) = store(|_| {}).expect("models");
        let names = store.names();
        assert!(names.len() >= 6, "{names:?}");
        for name in names {
            assert_eq!(verify(&store, &name).expect("is good").name, name);
        }
    }

    #[test]
    fn a_model_that_does_not_run_with_its_card_is_not_good() {
        let cells = |folder: &Path| with_file_of(folder, "go-cells", "qwirkle-cells");
        let found = problem("go-cells", cells);
        assert!(found.contains("3x36x36 in and 37 out"), "{found}");
        assert!(found.contains("3x32x32 in and 3 out"), "{found}");
        let found = problem("corners", |f| with_file_of(f, "corners", "go-cells"));
        assert!(found.contains("3x192x192 in"), "{found}");
        let found = problem("chess-positions", |f| with_file_of(f, "chess-positions", "corners"));
        assert!(found.contains("13x8x8 in"), "{found}");
        let stride = |f: &Path| replace(&f.join("corners/README.md"), "stride: 4", "stride: 8");
        assert!(problem("corners", stride).contains("8x24x24"));
        let stride = |f: &Path| replace(&f.join("go-cells/README.md"), "stride: 8", "stride: 4");
        assert!(problem("go-cells", stride).contains("3x3x3 out"));
    }

    #[test]
    fn a_card_in_the_folder_of_another_model_is_not_good() {
        let other = |folder: &Path| {
            for file in ["model.onnx", "README.md"] {
                let from = folder.join("chess-cells").join(file);
                fs::copy(from, folder.join("go-cells").join(file)).expect("writable");
            }
        };
        assert!(problem("go-cells", other).contains("another kind of model"));
        // Under a name of its own a model is what its own file and card are.
        let copy = |folder: &Path| {
            fs::create_dir(folder.join("old")).expect("writable");
            let from = folder.join("go-cells/README.md");
            fs::copy(from, folder.join("old/README.md")).expect("writable");
            fs::write(folder.join("old/model.onnx"), "no model").expect("writable");
        };
        assert!(problem("old", copy).contains("sha256"));
        let lost = |f: &Path| fs::remove_file(f.join("go-cells/model.onnx")).expect("was there");
        assert!(problem("go-cells", lost).contains("model.onnx"));
        let (_folder, store) = store(lost).expect("models");
        assert!(store.folders().contains(&"go-cells".to_owned()));
    }
}
