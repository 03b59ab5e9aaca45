//! Errors as HTTP clients read them: problem details (RFC 9457) with a stable `type` and a sentence
//! that says what to do.

use crate::{
    error::{Error, Refusal},
    request::{InvalidBoard, RequestError},
    vision::{PhotoError, PhotoProblem},
};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The media type of problem details.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// A kind of problem: what `type` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The request is not what its content type says.
    BadRequest,
    /// The token is missing or another one.
    Unauthorized,
    /// A page of another site asked.
    OtherOrigin,
    /// There is nothing here.
    NotFound,
    /// The path knows other methods.
    MethodNotAllowed,
    /// The client was too slow, or the answer took too long.
    Timeout,
    /// Something else has this id.
    Conflict,
    /// The record of a game does not tell enough to go on with it.
    NotResumable,
    /// The upload is too large.
    TooLarge,
    /// The upload is of a type that is not read.
    NotAPhoto,
    /// The body is not of the type of JSON.
    NotJson,
    /// The photo is damaged, cut off or too small.
    PhotoUnreadable,
    /// A parameter is not what it has to be.
    InvalidOption,
    /// A notation is no board of the game.
    InvalidBoard,
    /// There is no board in the photo.
    NoBoard,
    /// There is a board in the photo, but something lies over much of it.
    BoardHidden,
    /// As many requests wait as may.
    Busy,
    /// The models are not there, or fail.
    Internal,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::BadRequest,
        Self::Unauthorized,
        Self::OtherOrigin,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Timeout,
        Self::Conflict,
        Self::NotResumable,
        Self::TooLarge,
        Self::NotAPhoto,
        Self::NotJson,
        Self::PhotoUnreadable,
        Self::InvalidOption,
        Self::InvalidBoard,
        Self::NoBoard,
        Self::BoardHidden,
        Self::Busy,
        Self::Internal,
    ];

    /// The last part of its `type`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadRequest => "bad-request",
            Self::Unauthorized => "unauthorized",
            Self::OtherOrigin => "other-origin",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::Timeout => "timeout",
            Self::Conflict => "conflict",
            Self::NotResumable => "not-resumable",
            Self::TooLarge => "too-large",
            Self::NotAPhoto => "not-a-photo",
            Self::NotJson => "not-json",
            Self::PhotoUnreadable => "photo-unreadable",
            Self::InvalidOption => "invalid-option",
            Self::InvalidBoard => "invalid-board",
            Self::NoBoard => "no-board",
            Self::BoardHidden => "board-hidden",
            Self::Busy => "busy",
            Self::Internal => "internal",
        }
    }

    /// What it is, in a few words: the same for every problem of the kind.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BadRequest => "The request cannot be read",
            Self::Unauthorized => "The token is missing or wrong",
            Self::OtherOrigin => "Pages of other sites may not ask",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed => "This path knows other methods",
            Self::Timeout => "It took too long",
            Self::Conflict => "This id is taken",
            Self::NotResumable => "This game cannot be gone on with",
            Self::TooLarge => "The upload is too large",
            Self::NotAPhoto => "The upload is not a photo that is read",
            Self::NotJson => "The body is not sent as JSON",
            Self::PhotoUnreadable => "The photo cannot be read",
            Self::InvalidOption => "A parameter is wrong",
            Self::InvalidBoard => "The notation is no board",
            Self::NoBoard => "No board was found",
            Self::BoardHidden => "Something lies over the board",
            Self::Busy => "The server is busy",
            Self::Internal => "The server failed",
        }
    }

    /// The status code of an answer.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::OtherOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict | Self::NotResumable => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotAPhoto | Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::PhotoUnreadable
            | Self::InvalidOption
            | Self::InvalidBoard
            | Self::NoBoard
            | Self::BoardHidden => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The kind of an answer that something else than this server's own code gave.
    pub fn of_status(status: StatusCode) -> Self {
        let own = Self::ALL.into_iter().find(|kind| kind.status() == status);
        own.unwrap_or(if status.is_server_error() { Self::Internal } else { Self::BadRequest })
    }

    /// A problem of this kind.
    pub fn problem(self, detail: impl Into<String>) -> Problem {
        Problem { kind: self, detail: detail.into(), refusal: None }
    }
}

/// A request that was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: Kind,
    /// What is wrong and what to do.
    pub detail: String,
    /// Why there is no board to read, where that is what is wrong.
    pub refusal: Option<Refusal>,
}

/// A problem as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemDetails {
    /// Which kind of problem it is: `/problems/busy`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is, in a few words.
    pub title: String,
    /// The status code of the answer.
    pub status: u16,
    /// What is wrong this time and what to do.
    pub detail: String,
    /// Why there is no board to read, where that is what is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

impl Problem {
    /// The same, with what it is about in front of its detail: the name of a part or a file.
    #[must_use]
    pub fn about(self, name: &str) -> Self {
        Self { detail: format!("{name}: {}", self.detail), ..self }
    }

    /// The same, with the parameter that it is about in front of its detail, by its path; `.` is the
    /// whole.
    #[must_use]
    pub fn of(self, path: &str) -> Self {
        if path == "." { self } else { self.about(path) }
    }

    /// The problem as it is written.
    pub fn details(&self) -> ProblemDetails {
        ProblemDetails {
            kind: format!("/problems/{}", self.kind.name()),
            title: self.kind.title().to_owned(),
            status: self.kind.status().as_u16(),
            detail: self.detail.clone(),
            refusal: self.refusal,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, details) = (self.kind.status(), self.details());
        let body = serde_json::to_string(&details).unwrap_or_default();
        let mut answer = (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        let mut say =
            |name, value| answer.headers_mut().insert(name, HeaderValue::from_static(value));
        match self.kind {
            Kind::Busy => drop(say(header::RETRY_AFTER, "1")),
            Kind::Unauthorized => drop(say(header::WWW_AUTHENTICATE, "Bearer")),
            _ => {}
        }
        answer
    }
}

/// An error and its causes in one sentence.
fn sentence(error: &(dyn std::error::Error + 'static)) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.contains(&text) {
            said += &format!(": {text}");
        }
        cause = error.source();
    }
    said
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        let kind = match error {
            RequestError::NoStart { .. } | RequestError::Position { .. } => Kind::InvalidBoard,
            _ => Kind::InvalidOption,
        };
        kind.problem(sentence(&error))
    }
}

impl From<InvalidBoard> for Problem {
    fn from(error: InvalidBoard) -> Self {
        Kind::InvalidBoard.problem(sentence(&error))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Hidden { .. } => Kind::BoardHidden,
            error if error.is_no_board() => Kind::NoBoard,
            Error::Size { .. } | Error::WhiteSide { .. } | Error::CornerOutside { .. } => {
                Kind::InvalidOption
            }
            _ => Kind::Internal,
        };
        Self { refusal: Refusal::of(&error), ..kind.problem(sentence(&error)) }
    }
}

impl From<PhotoError> for Problem {
    fn from(error: PhotoError) -> Self {
        let kind = match &error.problem {
            PhotoProblem::NotAPhoto | PhotoProblem::Format { .. } => Kind::NotAPhoto,
            PhotoProblem::FileTooLarge { .. }
            | PhotoProblem::TooLarge { .. }
            | PhotoProblem::Memory { .. } => Kind::TooLarge,
            _ => Kind::PhotoUnreadable,
        };
        kind.problem(error.problem.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn kinds_have_names_of_their_own() {
        let names: HashSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
        assert_eq!(Kind::of_status(StatusCode::METHOD_NOT_ALLOWED), Kind::MethodNotAllowed);
        assert_eq!(Kind::of_status(StatusCode::IM_A_TEAPOT), Kind::BadRequest);
        assert_eq!(Kind::of_status(StatusCode::BAD_GATEWAY), Kind::Internal);
    }

    #[test]
    fn a_board_that_is_hidden_is_not_missing() {
        let hidden = Problem::from(Error::Hidden { hidden: 26, cells: 64 }).about("after.jpg");
        assert_eq!((hidden.kind, hidden.refusal), (Kind::BoardHidden, Some(Refusal::Hidden)));
        let told = serde_json::to_value(hidden.details()).expect("plain data");
        assert_eq!((&told["status"], &told["refusal"]), (&422.into(), &"hidden".into()));
        assert!(hidden.detail.starts_with("after.jpg: 26 of 64 cells are hidden"), "{told}");
        let none = Problem::from(Error::NoBoard { confidence: 0.1 });
        assert_eq!((none.kind, none.refusal), (Kind::NoBoard, Some(Refusal::NothingFound)));
        let full = serde_json::to_value(Kind::Busy.problem("come back").details());
        assert!(full.expect("plain data").get("refusal").is_none());
    }

    #[test]
    fn a_busy_server_says_when_to_come_back() {
        let answer = Kind::Busy.problem("come back").into_response();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[header::RETRY_AFTER], "1");
        assert_eq!(answer.headers()[header::CONTENT_TYPE], PROBLEM_JSON);
    }
}
