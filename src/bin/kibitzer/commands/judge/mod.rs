//! `kibitzer judge`.

use super::{
    boards::{Boards, Names, check_photos},
    outcome,
};
use crate::{
    args::{Common, MovingSide, PhotoOptions, rules_of},
    output::{self, Status},
};
use clap::Args;
use kibitzer::{
    games::GameId,
    messages::{Language, Message},
    request::{JudgeMove, Judged, RulesName},
};
use std::ffi::OsString;

#[derive(Args)]
#[command(
    after_help = "A verdict, whatever it is, ends with exit code 0; a photo without a board with \
    1, an error with 2."
)]
pub struct JudgeArgs {
    /// The board before the move: a photo, a file with a notation, or a notation (FEN, PDN FEN,
    /// SGF, Qwirkle rows)
    before: OsString,
    /// The board after it
    after: OsString,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// Whose turn it is [default: as the boards tell]
    #[arg(long)]
    side: Option<MovingSide>,
    /// The rules of checkers or Qwirkle [default: english, connect]
    #[arg(long, value_parser = rules_of(&[GameId::Checkers, GameId::Qwirkle]))]
    rules: Option<RulesName>,
    /// An earlier board of the game, for the ko rule of Go; may be given several times
    #[arg(long, value_name = "BOARD")]
    history: Vec<OsString>,
    /// The board at the start of a Qwirkle game, which shows the bonus squares
    #[arg(long, value_name = "BOARD")]
    start: Option<OsString>,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &JudgeArgs, common: &Common) -> anyhow::Result<Status> {
    let say = |judged: Judged| {
        if args.json { to_json(&judged, common.lang) } else { Ok(to_text(&judged, common.lang)) }
    };
    outcome::print(judge(args, common).and_then(say), args.game, args.json)
}

fn judge(args: &JudgeArgs, common: &Common) -> anyhow::Result<Judged> {
    let mut names = Names::default();
    let request = args.request(common.lang, &mut names);
    common.check_sets(Some(args.game))?;
    check(args, &request)?;
    let photos = PhotoOptions { size: args.photos.size.or(request.rows()), ..args.photos.clone() };
    let mut boards = Boards::new(args.game.game(), common, &photos, request.rows()).called(names);
    request.judge(|name| boards.get(name))
}

impl JudgeArgs {
    fn request(&self, language: Language, names: &mut Names) -> JudgeMove {
        JudgeMove {
            white_to_move: self.side.map(MovingSide::is_white),
            rules: self.rules,
            history: self.history.iter().map(|board| names.add(board)).collect(),
            start: self.start.as_ref().map(|board| names.add(board)),
            white_is_known: self.photos.white.is_some(),
            language,
            ..JudgeMove::new(self.game, names.add(&self.before), names.add(&self.after))
        }
    }

    fn boards(&self) -> impl Iterator<Item = &OsString> {
        [&self.before, &self.after].into_iter().chain(&self.history).chain(&self.start)
    }
}

/// What can be wrong with the options before any board is looked at.
fn check(args: &JudgeArgs, request: &JudgeMove) -> anyhow::Result<()> {
    args.photos.check(args.game)?;
    check_photos(&args.photos, args.boards())?;
    Ok(request.check()?)
}

/// The last correct board, where that is known, and the sentences, a line each.
fn to_text(judged: &Judged, language: Language) -> String {
    let wrong = judged.judgement.change.is_wrong();
    let mut lines = judged.sentences(language);
    if !judged.judgement.before_possible {
        return lines.join("\n") + "\n";
    }
    let last_correct = if wrong { judged.before.board() } else { &judged.after };
    if wrong {
        lines.push(Message::new("go-back").in_language(language));
    }
    format!("{}\n{}\n", judged.game.draw(last_correct, output::color()), lines.join("\n"))
}

/// The JSON as one line: the contract of `kibitzer judge --json`, described in
/// `docs/json.md`.
fn to_json(judged: &Judged, language: Language) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&judged.verdict(language))? + "\n")
}
