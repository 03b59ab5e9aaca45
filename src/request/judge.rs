//! Judging the change from one board to another.

use super::{Given, RequestError, RulesName, Source, shortened};
use crate::{
    games::{
        CellGrid, Game, GameId,
        qwirkle::rules::BonusSquares,
        rules::{GameState, Judgement, Known},
    },
    messages::Language,
    report::{
        photo::{PhotoNote, Which},
        verdict::{Verdict, said},
    },
};

/// A change to be judged. Boards are names: whoever asks knows what they stand for.
///
/// ```
/// use kibitzer::{games::GameId, messages::Language, request::{Given, JudgeMove}};
///
/// let request = JudgeMove::new(GameId::Checkers, "W:W22:B18", "W:W15:B");
/// let board = |text: &str| Given::from_notation(request.game.game(), request.rows(), text);
/// let judged = request.judge(|name| board(name).map_err(Box::<dyn std::error::Error>::from))?;
/// assert!(judged.verdict(Language::English).legal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JudgeMove {
    /// The game.
    pub game: GameId,
    /// The board before the move.
    pub before: String,
    /// The board after it.
    pub after: String,
    /// Whose turn it is; `None`: as the boards tell.
    pub white_to_move: Option<bool>,
    /// The rules; `None` for the game's usual ones.
    pub rules: Option<RulesName>,
    /// Earlier boards of a game of Go, for the ko rule.
    pub history: Vec<String>,
    /// The board at the start of a game of Qwirkle, which shows the bonus squares.
    pub start: Option<String>,
    /// Whether it was said where white sits in the photos; if not, a board in a photo is turned to
    /// fit the other board.
    pub white_is_known: bool,
    /// The language in which doubts about photos are said.
    pub language: Language,
}

/// A change, judged.
pub struct Judged {
    /// The game.
    pub game: &'static dyn Game,
    /// The state before it.
    pub before: Box<dyn GameState>,
    /// The board after it.
    pub after: CellGrid,
    /// What it is.
    pub judgement: Judgement,
    /// How sure the boards are that came from photos.
    pub readings: Vec<PhotoNote>,
}

impl JudgeMove {
    /// The change between two boards, and nothing else is known.
    pub fn new(game: GameId, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self {
            game,
            before: before.into(),
            after: after.into(),
            white_to_move: None,
            rules: None,
            history: Vec::new(),
            start: None,
            white_is_known: false,
            language: Language::default(),
        }
    }

    /// The names of all its boards.
    pub fn boards(&self) -> impl Iterator<Item = &str> {
        let two = [&self.before, &self.after].into_iter();
        two.chain(&self.history).chain(&self.start).map(String::as_str)
    }

    /// Rows of the board, where the rules say them: those of checkers.
    pub fn rows(&self) -> Option<usize> {
        RulesName::rows(self.rules, self.game)
    }

    /// What can be wrong before any board is looked at.
    ///
    /// # Errors
    /// When an option is not one of the game's.
    pub fn check(&self) -> Result<(), RequestError> {
        let game = self.game;
        RulesName::played(self.rules, game)?;
        let not_for = |option, games: &str| {
            Err(RequestError::option(option, format!("is for {games}: leave it out for {game}")))
        };
        if self.white_to_move.is_some() && game == GameId::Qwirkle {
            return not_for("side", "checkers, chess and go");
        }
        if !self.history.is_empty() && game != GameId::Go {
            return not_for("history", "go");
        }
        if self.start.is_some() && game != GameId::Qwirkle {
            return not_for("start", "qwirkle");
        }
        Ok(())
    }

    /// Judges it; `board` gets the board that a name stands for.
    ///
    /// # Errors
    /// Those of [`check`](Self::check) and of `board`, and when the boards are no positions of the
    /// game, or what is said to be known does not fit them.
    pub fn judge<E: From<RequestError>>(
        &self,
        mut board: impl FnMut(&str) -> Result<Given, E>,
    ) -> Result<Judged, E> {
        self.check()?;
        let game = self.game.game();
        let (mut before, mut after) = (board(&self.before)?, board(&self.after)?);
        if !self.white_is_known {
            // A notation tells its orientation, a photo may not.
            match (&before.source, &after.source) {
                (_, Source::Photo(_)) => after = after.aligned_to(self.game, &before.board),
                (Source::Photo(_), _) => before = before.aligned_to(self.game, &after.board),
                _ => {}
            }
        }
        let mut readings = Vec::new();
        let mut note = |which, name: &str, given: &Given| {
            readings.extend(given.note(which, name, game, self.language));
        };
        note(Which::Before, &self.before, &before);
        note(Which::After, &self.after, &after);
        let known = self.known(&before.board, &mut board, &mut note)?;
        let rules = RulesName::played(self.rules, self.game)?;
        let before = before.state(&self.before, self.game, rules, &known)?;
        let judgement = before.judge(&after.board);
        Ok(Judged { game, before, after: after.board, judgement, readings })
    }

    /// What is known besides the board before the move.
    fn known<E: From<RequestError>>(
        &self,
        before: &CellGrid,
        board: &mut impl FnMut(&str) -> Result<Given, E>,
        note: &mut impl FnMut(Which, &str, &Given),
    ) -> Result<Known, E> {
        let mut known = Known { white_to_move: self.white_to_move, ..Known::default() };
        for name in &self.history {
            let earlier = board(name)?.aligned_to(self.game, before);
            note(Which::History, name, &earlier);
            known.history.push(earlier.board);
        }
        let bonuses = self.rules != Some(RulesName::Classic);
        if let Some(name) = self.start.as_ref().filter(|_| bonuses) {
            let start = board(name)?;
            BonusSquares::from_start(&start.board).map_err(|source| RequestError::NoStart {
                board: shortened(name),
                source: source.into(),
            })?;
            note(Which::Start, name, &start);
            known.start = Some(start.board);
        }
        Ok(known)
    }
}

impl Judged {
    /// What is said to other programs.
    pub fn verdict(&self, language: Language) -> Verdict {
        let Self { game, before, after, judgement, readings } = self;
        Verdict::new(*game, &**before, after, judgement, readings.clone(), language)
    }

    /// Everything that is said to a person, a text each.
    pub fn sentences(&self, language: Language) -> Vec<String> {
        said(&*self.before, &self.judgement, &self.readings, language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::CellProbs,
        recognition::{Recognition, testing::recognition},
    };
    use std::error::Error;

    /// What is said of the photo after a move, which shows `after` from the opposite side.
    fn note_of_a_photo(
        game: GameId,
        before: &str,
        after: &CellGrid,
        covered: Vec<(usize, usize)>,
    ) -> (Judgement, PhotoNote) {
        let board = after.rotated(2);
        let classes = game.game().classes().len();
        let probs = ndarray::Array3::from_shape_fn(
            (board.rows(), board.cols(), classes),
            |(row, col, class)| f32::from(usize::from(board.get(row, col)) == class),
        );
        let read = || Recognition {
            game,
            violations: game.game().violations(&board),
            board: board.clone(),
            probs: CellProbs::new(probs.clone()),
            covered: covered.clone(),
            ..recognition(&[])
        };
        let given = |name: &str| match name {
            "photo" => Ok(Given::photo(read())),
            text => Given::from_notation(game.game(), None, text).map_err(Box::<dyn Error>::from),
        };
        let judged = JudgeMove::new(game, before, "photo").judge(given).expect("is judged");
        let [note] = &judged.readings[..] else { panic!("{:?}", judged.readings) };
        (judged.judgement, note.clone())
    }

    #[test]
    fn what_is_said_of_a_photo_is_said_of_the_board_as_it_was_turned() {
        let mut go = CellGrid::empty(9, 9);
        go.set(2, 2, 1);
        go.set(4, 5, 2);
        let (judgement, note) = note_of_a_photo(GameId::Go, "(;SZ[9]AB[cc])", &go, vec![(0, 0)]);
        assert!(!judgement.change.is_wrong());
        assert_eq!(note.covered, ["J1"]);

        let checkers = GameId::Checkers.game();
        let after = checkers.from_notation("B:W18,29:B1").expect("a board");
        assert!(!checkers.violations(&after.rotated(2)).is_empty(), "upside down it cannot be");
        let (judgement, note) =
            note_of_a_photo(GameId::Checkers, "W:W22,29:B1", &after, Vec::new());
        assert!(!judgement.change.is_wrong());
        assert_eq!(note.violations, []);
    }
}
