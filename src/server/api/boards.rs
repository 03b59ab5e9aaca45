//! The boards of a request: photos that are read, or notations.

use crate::{
    games::Game,
    recognition::RecognizeOptions,
    request::Given,
    server::{
        form::{Form, Part},
        problem::{Kind, Problem},
        service::Service,
    },
};

/// What can be wrong with boards and what is said of them.
pub const BOARD_PROBLEMS: [Kind; 7] = [
    Kind::TooLarge,
    Kind::NotAPhoto,
    Kind::PhotoUnreadable,
    Kind::InvalidOption,
    Kind::InvalidBoard,
    Kind::NoBoard,
    Kind::BoardHidden,
];

/// Gets boards of one game.
pub struct Boards<'a> {
    pub service: &'a Service,
    pub game: &'static dyn Game,
    /// Rows that a notation of checkers is for.
    pub rows: Option<usize>,
    pub options: RecognizeOptions,
}

impl Boards<'_> {
    /// The board of a part, of the field of that `name`.
    pub fn get(&self, name: &str, part: &Part) -> Result<Given, Problem> {
        match part {
            Part::Text(text) => Given::from_notation(self.game, self.rows, text)
                .map_err(|error| Problem::from(error).about(name)),
            Part::File(file) => {
                let read = self.service.read(file, Some(self.game.id()), &self.options)?;
                let found = read.read.map_err(|error| Problem::from(error).about(&file.name))?;
                Ok(Given::photo(found))
            }
        }
    }
}

/// What is said of photos, but for the rows that follow from the rules, needs a photo to be said
/// of.
pub fn check_photos(
    form: &Form,
    names: &[&str],
    options: &RecognizeOptions,
    rows: Option<usize>,
) -> Result<(), Problem> {
    let said = *options != RecognizeOptions { size: rows, ..RecognizeOptions::default() };
    let photo = names.iter().flat_map(|name| form.all(name));
    if said && !photo.into_iter().any(|part| matches!(part, Part::File(_))) {
        return Err(Kind::InvalidOption.problem(
            "size, corners and white say something of photos, and none of these boards is one: \
            leave them out",
        ));
    }
    Ok(())
}
