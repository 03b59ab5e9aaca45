//! The moves of a game of Qwirkle and their scores.

use crate::{
    games::{
        CellGrid, GameId,
        qwirkle::rules::{END_BONUS, Fault, Play, Score, named, score_items, score_sentences},
        rules::{Cell, Change, Contradiction, Details, Judgement, Known, Rules, Wrong},
    },
    messages::{Language, Message},
    report::{
        photo::PhotoNote,
        verdict::{Reason, Tile},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A move between two boards of a game, judged and scored.
#[derive(Clone, Debug)]
pub struct ScoredMove {
    /// The name of the board after it.
    pub board: String,
    /// Its number, from 1.
    pub number: usize,
    /// The new tiles, legal or not.
    pub play: Play,
    /// What they score; nothing where the move is illegal.
    pub score: Score,
    /// What the end of the game brings besides.
    pub end_bonus: u32,
    /// Everything else about it.
    pub judged: Judgement,
}

impl ScoredMove {
    /// The moves between the boards of a game, each with its name, the start first. The last move
    /// of a finished game brings the end's bonus, if it is legal.
    ///
    /// # Errors
    /// When the first board is not the start of a game that the rules ask for.
    pub fn all(
        rules: &dyn Rules,
        boards: &[(String, CellGrid)],
        finished: bool,
    ) -> Result<Vec<Self>, Contradiction> {
        let start = boards.first().map(|(_, board)| board.clone());
        let known = Known { start, ..Known::default() };
        let moves = boards.windows(2).enumerate().map(|(i, pair)| {
            let judged = rules.position(&pair[0].1, &known)?.judge(&pair[1].1);
            let last = finished && i + 2 == boards.len();
            Ok(Self::new(pair[1].0.clone(), i + 1, judged, last))
        });
        moves.collect()
    }

    fn new(board: String, number: usize, mut judged: Judgement, last: bool) -> Self {
        // Between two boards of a game that is scored there has to be a move.
        if judged.change == Change::Unchanged {
            judged.change = Change::Illegal;
            judged.wrong.push(Wrong { reason: Fault::Nothing.message(), cells: Vec::new() });
        }
        let (play, score) = match &judged.details {
            Details::Qwirkle(details) => (details.play.clone(), details.score.clone()),
            _ => (Play { tiles: Vec::new() }, None),
        };
        let end_bonus = if last && score.is_some() { END_BONUS } else { 0 };
        Self { board, number, play, score: score.unwrap_or_default(), end_bonus, judged }
    }

    /// The points of the move, those of the end included.
    pub const fn points(&self) -> u32 {
        self.score.total + self.end_bonus
    }

    /// Whether it scores.
    pub fn is_legal(&self) -> bool {
        matches!(&self.judged.details, Details::Qwirkle(details) if details.score.is_some())
    }

    /// What is said of a legal move: the verdict, the score and its items.
    pub fn sentences(&self) -> Vec<Message> {
        let sentences = score_sentences(&self.play, &self.score, true);
        sentences.into_iter().chain(self.end_item()).collect()
    }

    /// The items of the score.
    pub fn items(&self) -> Vec<Message> {
        score_items(&self.score).into_iter().chain(self.end_item()).collect()
    }

    /// The end's bonus, the last item.
    fn end_item(&self) -> Option<Message> {
        let item = || Message::new("qwirkle-end-bonus").number("points", self.end_bonus);
        (self.end_bonus > 0).then(item)
    }
}

/// A move of a game of Qwirkle, scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QwirkleMove {
    /// Version of this format.
    pub schema: u32,
    /// `scored`.
    pub status: String,
    /// `qwirkle`.
    pub game: GameId,
    /// The board after the move, as it was given.
    pub board: String,
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Whether it is legal.
    pub legal: bool,
    /// Why it is not.
    pub reasons: Vec<Reason>,
    /// The new tiles.
    pub tiles: Vec<Tile>,
    /// The points of the move.
    pub score: u32,
    /// Lines made or lengthened.
    pub lines: Vec<Line>,
    /// New tiles on bonus squares.
    pub bonuses: Vec<ScoredSquare>,
    /// Points for tiles without a line.
    pub loose: u32,
    /// Points for the end of the game.
    pub end_bonus: u32,
    /// The items of the score as texts.
    pub items: Vec<String>,
    /// The points of all moves so far.
    pub sum: u32,
    /// The language of the texts, by its ISO 639-1 code.
    pub language: String,
    /// How sure the boards are that were read from photos.
    #[serde(default)]
    pub readings: Vec<PhotoNote>,
}

/// A line of tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The names of its cells, first to last.
    pub cells: Vec<String>,
    /// Its points.
    pub points: u32,
}

/// A tile on a bonus square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScoredSquare {
    /// The name of the square.
    pub cell: String,
    /// Its points.
    pub points: u32,
}

impl QwirkleMove {
    /// The move, the sum of all moves up to it, and how sure the photos of its boards are.
    pub fn new(
        scored: &ScoredMove,
        name: &dyn Fn(Cell) -> String,
        sum: u32,
        readings: Vec<PhotoNote>,
        language: Language,
    ) -> Self {
        let Score { lines, bonuses, loose, .. } = &scored.score;
        let line = |line: &crate::games::qwirkle::rules::Line| Line {
            cells: line.cells.iter().map(|&cell| named(cell)).collect(),
            points: line.points,
        };
        let square = |&(cell, points)| ScoredSquare { cell: named(cell), points };
        Self {
            schema: 1,
            status: "scored".to_owned(),
            game: GameId::Qwirkle,
            board: scored.board.clone(),
            number: scored.number,
            legal: scored.is_legal(),
            reasons: scored.judged.wrong.iter().map(|w| Reason::new(w, name, language)).collect(),
            tiles: Tile::all(&scored.play.tiles),
            score: scored.points(),
            lines: lines.iter().map(line).collect(),
            bonuses: bonuses.iter().map(square).collect(),
            loose: *loose,
            end_bonus: scored.end_bonus,
            items: scored.items().iter().map(|m| m.in_language(language)).collect(),
            sum,
            language: language.code().to_owned(),
            readings,
        }
    }
}
