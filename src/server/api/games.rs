//! `/v1/games`: games that are followed as they are played.

use crate::{
    follow::{FollowOptions, Session, SessionError, frames::Frame},
    games::rules::RecordFile,
    report::{
        event::Event,
        live::{Live, Standing},
        reading::Status,
    },
    request::Given,
    server::{
        extract::Path,
        form::Form,
        games::{Table, Turn},
        openapi::{Answer, Input, Operation, of, whole},
        parameters::{EventParameters, FrameParameters, GameParameters},
        problem::{Kind, Problem},
        queue,
        service::Service,
    },
};
use axum::{
    Json,
    extract::{RawQuery, State},
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Sse, sse::KeepAlive},
    routing::{delete, get, post},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// A game that is followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FollowedGame {
    /// What it is asked for by.
    pub id: String,
    /// The number of the last event that was said of it.
    pub last_event: u64,
    /// What is said instead of the token by whoever may watch this game and do no more; nothing
    /// where no token is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<String>,
    /// What was asked of it.
    pub asked: GameParameters,
    /// How it stands.
    pub live: Live,
}

/// What a frame, or something that was done, brought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// Whether the frame was passed over, since a newer one had come.
    pub skipped: bool,
    /// What happened.
    pub events: Vec<Event>,
    /// How the game stands now.
    pub live: Live,
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// Its files, of all its parts.
    pub files: Vec<GameFile>,
}

/// A file of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameFile {
    /// How it is usually called: `game.pgn`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

const PATH: &str = "/v1/games";
const ONE: &str = "/v1/games/{id}";
const FRAME_PROBLEMS: [Kind; 6] = [
    Kind::NotFound,
    Kind::NotResumable,
    Kind::TooLarge,
    Kind::NotAPhoto,
    Kind::PhotoUnreadable,
    Kind::InvalidOption,
];
const GAME_PROBLEMS: [Kind; 2] = [Kind::NotFound, Kind::NotResumable];

pub fn operations() -> Vec<Operation> {
    let mut all = vec![
        Operation {
            method: Method::POST,
            path: PATH,
            summary: "Begin to follow a game",
            input: Input::Form { parameters: whole::<GameParameters>(), files: &[], texts: true },
            answers: vec![
                Answer::json("The game", of::<FollowedGame>()).with_status(StatusCode::CREATED),
            ],
            problems: &[
                Kind::TooLarge,
                Kind::NotAPhoto,
                Kind::InvalidOption,
                Kind::InvalidBoard,
                Kind::NotFound,
            ],
            handler: post(begin),
        },
        Operation {
            method: Method::GET,
            path: ONE,
            summary: "How a game stands",
            input: Input::Nothing,
            answers: vec![Answer::json("The game", of::<FollowedGame>())],
            problems: &GAME_PROBLEMS,
            handler: get(state),
        },
        Operation {
            method: Method::DELETE,
            path: ONE,
            summary: "Follow a game no longer; a record that is kept stays",
            input: Input::Nothing,
            answers: vec![Answer::empty("It is not followed any more")],
            problems: &[Kind::NotFound],
            handler: delete(close),
        },
        Operation {
            method: Method::POST,
            path: "/v1/games/{id}/frames",
            summary: "Show the next frame of a game",
            input: Input::Photo(whole::<FrameParameters>()),
            answers: vec![Answer::json("What it brought about", of::<Progress>())],
            problems: &FRAME_PROBLEMS,
            handler: post(frame),
        },
        Operation {
            method: Method::GET,
            path: "/v1/games/{id}/record",
            summary: "The record of a game: PGN, PDN, SGF, or Qwirkle's files",
            input: Input::Nothing,
            answers: vec![Answer::json("Its files", of::<GameRecord>())],
            problems: &[Kind::NotFound],
            handler: get(record),
        },
        Operation {
            method: Method::GET,
            path: "/v1/games/{id}/events",
            summary: "What happens in a game, as server-sent events whose data are JSON",
            input: Input::Listening(whole::<EventParameters>()),
            answers: vec![Answer::of("text/event-stream", "Events, until the game is closed")],
            problems: &[Kind::NotFound, Kind::NotResumable, Kind::InvalidOption],
            handler: get(events),
        },
    ];
    all.extend([
        deed("/v1/games/{id}/undo", "Take back the last move of the record", post(undo)),
        deed(
            "/v1/games/{id}/pass",
            "The side to move has passed, which no photo shows (Go); nothing in games without passes, \
            and once the game has ended",
            post(pass),
        ),
        deed(
            "/v1/games/{id}/accept",
            "Accept the wrong board that stands: the game goes on from it",
            post(accept),
        ),
        deed(
            "/v1/games/{id}/finish",
            "Nothing more is to be seen: take what is likeliest for certain",
            post(finish),
        ),
    ]);
    all
}

/// Something that is done to a game.
fn deed(
    path: &'static str,
    summary: &'static str,
    handler: axum::routing::MethodRouter<Arc<Service>>,
) -> Operation {
    Operation {
        method: Method::POST,
        path,
        summary,
        input: Input::Nothing,
        answers: vec![Answer::json("What it brought about", of::<Progress>())],
        problems: &GAME_PROBLEMS,
        handler,
    }
}

async fn begin(
    State(service): State<Arc<Service>>,
    form: Form,
) -> Result<impl IntoResponse, Problem> {
    let asked: GameParameters = form.parameters(&[])?;
    let here = Arc::clone(&service);
    let begun = blocking(move || {
        let options = options(&here, &asked)?;
        here.games.begin(here.readers(), asked, options)
    });
    let table = begun.await?;
    let place = format!("{PATH}/{}", table.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], Json(followed(&service, &table))))
}

/// How a game is to be followed.
fn options(service: &Service, asked: &GameParameters) -> Result<FollowOptions, Problem> {
    let game = asked.request()?;
    let rows = game.rows();
    let mut options = game.options(|start| -> Result<Given, Problem> {
        let given = Given::from_notation(asked.game.game(), rows, start);
        given.map_err(|error| Problem::from(error).about("start"))
    })?;
    options.photos.check(Some(asked.game))?;
    options.photos.correction = service.correction(asked.set.as_deref())?;
    Ok(options)
}

/// The game of an id.
async fn table(service: &Arc<Service>, id: String) -> Result<Arc<Table>, Problem> {
    // Frames have to keep their order: what is held needs no other thread.
    if let Some(table) = service.games.held(&id) {
        return Ok(table);
    }
    let service = Arc::clone(service);
    blocking(move || {
        service.games.go_on(&id, service.readers(), |asked| {
            // A set that was shown before a restart is not held any more.
            let held = service.correction(asked.set.as_deref()).is_ok();
            let set = asked.set.clone().filter(|_| held);
            options(&service, &GameParameters { set, ..asked.clone() })
        })
    })
    .await
}

fn followed(service: &Service, table: &Table) -> FollowedGame {
    FollowedGame {
        id: table.id.clone(),
        last_event: table.told.number(),
        watch: service.settings.token.as_ref().map(|token| token.to_watch(&table.id)),
        asked: table.asked.clone(),
        live: table.live(),
    }
}

async fn state(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<FollowedGame>, Problem> {
    let table = table(&service, id).await?;
    Ok(Json(followed(&service, &table)))
}

async fn close(State(service): State<Arc<Service>>, Path(id): Path) -> Result<StatusCode, Problem> {
    // What is not held need not be gone on with for this, which not every record can be.
    let table = service.games.held(&id);
    // A frame that is being looked at is still recorded.
    let turn = match &table {
        Some(table) => Some(table.turn().await),
        None => None,
    };
    blocking(move || service.games.close(&id)).await?;
    drop(turn);
    Ok(StatusCode::NO_CONTENT)
}

async fn frame(
    State(service): State<Arc<Service>>,
    Path(id): Path,
    mut form: Form,
) -> Result<Json<Progress>, Problem> {
    let time_s = form.parameters::<FrameParameters>(&[])?.time_s()?;
    form.file("photo")?;
    let table = table(&service, id).await?;
    let (room, game) = (form.room(), table.asked.game);
    let Some(mut turn) = table.turn_of_frame().await else {
        return Ok(Json(Progress { skipped: true, events: Vec::new(), live: table.live() }));
    };
    let events = service.run(room, move |service| {
        let image = service.open(form.file("photo")?)?;
        let begun = Instant::now();
        let events =
            turn.see(&Frame { image, name: None, time_s: Some(time_s.unwrap_or_else(now)) });
        let came_out = if events.is_ok() { came_out(turn.session()) } else { Status::Error };
        service.metrics.frame(game, came_out, begun.elapsed());
        events
    });
    let events = events.await?;
    Ok(Json(Progress { skipped: false, events, live: table.live() }))
}

/// What the last frame showed.
fn came_out(session: &Session) -> Status {
    match session.live().standing {
        _ if session.is_free() => Status::Read,
        Standing::Lost => Status::NoBoard,
        // Some frames pass before it is said that something is over the board.
        _ => Status::Busy,
    }
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

async fn undo(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<Progress>, Problem> {
    go_on(&service, id, Session::undo).await
}

async fn pass(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<Progress>, Problem> {
    go_on(&service, id, Session::pass).await
}

async fn accept(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<Progress>, Problem> {
    go_on(&service, id, Session::accept).await
}

async fn finish(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<Progress>, Problem> {
    go_on(&service, id, Session::finish).await
}

async fn go_on(
    service: &Arc<Service>,
    id: String,
    deed: impl FnOnce(&mut Session) -> Result<Vec<Event>, SessionError> + Send + 'static,
) -> Result<Json<Progress>, Problem> {
    let table = table(service, id).await?;
    let mut turn = table.turn().await;
    let events = blocking(move || turn.go_on(deed)).await?;
    Ok(Json(Progress { skipped: false, events, live: table.live() }))
}

async fn record(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<Json<GameRecord>, Problem> {
    let files = match table(&service, id.clone()).await {
        Ok(table) => files(&table.turn().await)?,
        Err(problem) if problem.kind == Kind::NotResumable => {
            let files = blocking(move || service.games.files_of_moves(&id)).await?;
            files.into_iter().map(|RecordFile { name, text }| GameFile { name, text }).collect()
        }
        Err(problem) => return Err(problem),
    };
    Ok(Json(GameRecord { files }))
}

/// The files of all parts; those after the first part are called after it.
fn files(turn: &Turn) -> Result<Vec<GameFile>, Problem> {
    let parts = turn.session().files();
    let parts = parts.map_err(|error| Kind::Internal.problem(error.to_string()))?;
    let of_part = |(part, files): (usize, Vec<RecordFile>)| {
        files.into_iter().map(move |RecordFile { name, text }| {
            let name = match name.split_once('.') {
                Some(("game", ending)) if part > 0 => format!("game-{}.{ending}", part + 1),
                // A file a move: its part is a game of the course.
                _ => match name.strip_prefix("1_") {
                    Some(number) => format!("{}_{number}", part + 1),
                    None => name,
                },
            };
            GameFile { name, text }
        })
    };
    Ok(parts.into_iter().enumerate().flat_map(of_part).collect())
}

async fn events(
    State(service): State<Arc<Service>>,
    Path(id): Path,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let query = Form::of_query(query.as_deref().unwrap_or_default())?;
    let EventParameters { after } = query.parameters(&[])?;
    let table = table(&service, id).await?;
    let heard = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let after = heard.or(after).unwrap_or_else(|| table.told.number());
    Ok(Sse::new(table.told.listen(after)).keep_alive(KeepAlive::default()))
}

/// Does something that waits for the disk.
async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    queue::blocking("the game could not be gone on with", job).await
}
