//! Errors as a person at the command line reads them: what is wrong, why, and which option helps.

use kibitzer::{
    chess_play::{GameFileError, engine::EngineError},
    dataset::{import::ImportError, split::SplitError},
    error::Error,
    eval::SampleError,
    files::WriteError,
    inference::StoreError,
    messages::Language,
    request::RequestError,
};
use std::error;

/// An error and its causes, but for those that it names itself, and the option that helps.
pub fn said(error: &anyhow::Error) -> String {
    said_with(error, error.chain().find_map(option))
}

/// The same of a command whose game has to be said: another one is no help.
pub fn said_of_game(error: &anyhow::Error) -> String {
    let of_game = |error: &(dyn error::Error + 'static)| of_photo_of_game(error.downcast_ref()?);
    said_with(error, error.chain().find_map(|error| of_game(error).or_else(|| option(error))))
}

fn said_with(error: &anyhow::Error, advice: Option<String>) -> String {
    let said = error.chain().map(in_words).fold(String::new(), |said, cause| match said.as_str() {
        "" => cause,
        said if said.contains(&cause) => said.to_owned(),
        said => format!("{said}: {cause}"),
    });
    match advice {
        Some(advice) => format!("{said}; {advice}"),
        None => said,
    }
}

/// An error, with the program's name for an option that it speaks of.
fn in_words(error: &(dyn error::Error + 'static)) -> String {
    match error.downcast_ref() {
        Some(error @ RequestError::Option { .. }) => format!("--{error}"),
        _ => error.to_string(),
    }
}

/// What is wrong with a photo, and the option that helps; in another language than English, why there
/// is no board to read.
pub fn of_error(error: &Error, language: Language) -> String {
    if let Some(refusal) = error.refusal().filter(|_| language != Language::English) {
        return refusal.in_language(language);
    }
    of_reading(error).map_or_else(|| error.to_string(), |advice| format!("{error}; {advice}"))
}

/// What an option can do about an error.
fn option(error: &(dyn error::Error + 'static)) -> Option<String> {
    match error.downcast_ref() {
        Some(ImportError::UnknownClasses { names, .. }) => {
            let name = names.first()?;
            return Some(format!("as in --map {name}=CODE, or --map {name}=-"));
        }
        Some(ImportError::Photo { .. }) => return Some("--photos names it".to_owned()),
        _ => {}
    }
    let of_reading = || of_reading(error.downcast_ref()?);
    let of_request = || of_request(error.downcast_ref()?);
    let of_store = || of_store(error.downcast_ref()?);
    let of_file = || of_file(error.downcast_ref()?);
    let of_game = || of_game(error.downcast_ref()?);
    let of_engine = || of_engine(error.downcast_ref()?);
    let of_folder = || of_folder(error);
    let of_data = || of_data(error);
    of_reading()
        .or_else(of_request)
        .or_else(of_store)
        .or_else(of_file)
        .or_else(of_game)
        .or_else(of_engine)
        .or_else(of_folder)
        .or_else(of_data)
        .map(str::to_owned)
}

const fn of_reading(error: &Error) -> Option<&'static str> {
    match error {
        Error::NoBoard { .. } => Some("or give its corners with --corners"),
        Error::NotABoard { .. } | Error::PartOfBoard { .. } | Error::Hidden { .. } => {
            Some("or read it all the same with --anyway")
        }
        Error::WhiteSide { .. } => Some("leave out --white"),
        Error::OtherBoard { .. } => Some("leave out --game, or name that board's game with it"),
        Error::OtherGame { .. } => {
            Some("name that game with --game, or read it all the same with --anyway")
        }
        Error::Store(error) => of_store(error),
        _ => None,
    }
}

/// What helps where the photo of one game shows another.
fn of_photo_of_game(error: &Error) -> Option<String> {
    match error {
        Error::OtherBoard { game, .. } => Some(format!("give a photo of the {game} board")),
        Error::OtherGame { game, .. } => {
            Some(format!("give a photo of the {game} board, or read it all the same with --anyway"))
        }
        _ => None,
    }
}

const fn of_request(error: &RequestError) -> Option<&'static str> {
    match error {
        RequestError::NoStart { .. } => Some("or use --rules classic"),
        _ => None,
    }
}

const fn of_store(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::NoStore(_) => Some("or with --models"),
        _ => None,
    }
}

const fn of_file(error: &WriteError) -> Option<&'static str> {
    match error {
        WriteError::Exists(_) => Some("or add --force to replace it"),
        _ => None,
    }
}

const fn of_game(error: &GameFileError) -> Option<&'static str> {
    match error {
        GameFileError::Exists(_) => Some("or go on with it by --resume"),
        _ => None,
    }
}

const fn of_engine(error: &EngineError) -> Option<&'static str> {
    match error {
        EngineError::NotFound | EngineError::Start { .. } => Some("--engine names it"),
        _ => None,
    }
}

/// Of the folder that `kibitzer eval` writes.
#[cfg(feature = "tables")]
fn of_folder(error: &(dyn error::Error + 'static)) -> Option<&'static str> {
    Some(match error.downcast_ref()? {
        kibitzer::eval::FolderError::Interrupted(_) => "--resume goes on, --out names the folder",
        _ => "--out names it",
    })
}

#[cfg(not(feature = "tables"))]
fn of_folder(_: &(dyn error::Error + 'static)) -> Option<&'static str> {
    None
}

/// Of labels that are evaluated, split or imported.
fn of_data(error: &(dyn error::Error + 'static)) -> Option<&'static str> {
    if let Some(SampleError::Empty { .. }) = error.downcast_ref() {
        return Some("check --game, --split and --limit");
    }
    match error.downcast_ref() {
        Some(SplitError::TooFewGroups { .. }) => Some("or --leave-one-group-out"),
        Some(SplitError::OneSet { .. }) => Some(
            "show it with `kibitzer reference add`, or train on for it with `kibitzer-train adapt`",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;

    #[test]
    fn a_cause_is_said_once() {
        let source = std::io::Error::other("no room");
        let error = anyhow::Error::from(WriteError::Io { path: "a.txt".into(), source })
            .context("the game was lost");
        let said = said(&error);
        assert!(said.starts_with("the game was lost: cannot write a.txt: no room;"), "{said}");
        assert_eq!(said.matches("no room").count(), 1);
    }

    #[test]
    fn an_option_that_helps_is_named() {
        let error = anyhow::Error::from(Error::NoBoard { confidence: 0.1 }).context("a.jpg");
        let said = said(&error);
        assert!(said.starts_with("a.jpg: no board found"), "{said}");
        assert!(said.ends_with("; or give its corners with --corners"), "{said}");
    }

    #[test]
    fn a_game_that_has_to_be_said_is_not_to_be_left_out() {
        let (game, other) = (GameId::Chess, GameId::Go);
        for error in [
            Error::OtherBoard { game, rows: 19, games: vec![other] },
            Error::OtherGame { game, confidence: 0.1, other },
        ] {
            let error = anyhow::Error::from(error).context("a.jpg");
            let said = said_of_game(&error);
            assert!(said.contains("; give a photo of the chess board"), "{said}");
            assert!(!said.contains("--game"), "{said}");
        }
    }
}
