//! `kibitzer judge`.

use super::{
    boards::{Boards, Given, ReadNotation, Source, is_photo, shortened},
    outcome,
};
use crate::{
    args::{Common, MovingSide, PhotoOptions},
    output::{self, Status},
};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use kibitzer::{
    games::{
        Game, GameId, align,
        checkers::{
            board_from_pdn,
            rules::{CheckersRules, Color, Variant},
        },
        qwirkle::rules::{BonusSquares, QwirkleRules},
        rules::{GameState, Judgement, Known, Rules},
    },
    messages::{Language, Message},
    report::{
        photo::{PhotoNote, Which},
        verdict::{Verdict, said},
    },
};
use std::path::Path;

#[derive(Args)]
#[command(
    after_help = "A verdict, whatever it is, ends with exit code 0; a photo without a board with \
    1, an error with 2."
)]
pub struct JudgeArgs {
    /// The board before the move: a photo, a file with a notation, or a notation (FEN, PDN FEN,
    /// SGF, Qwirkle rows)
    before: String,
    /// The board after it
    after: String,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// Whose turn it is [default: as the boards tell]
    #[arg(long)]
    side: Option<MovingSide>,
    /// The rules of checkers or Qwirkle [default: english, connect]
    #[arg(long)]
    rules: Option<RulesName>,
    /// An earlier board of the game, for the ko rule of Go; may be given several times
    #[arg(long, value_name = "BOARD")]
    history: Vec<String>,
    /// The board at the start of a Qwirkle game, which shows the bonus squares
    #[arg(long, value_name = "BOARD")]
    start: Option<String>,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Rules of a game that is played by several.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Checkers, English draughts: white begins
    English,
    /// Checkers, World Checkers and Draughts Federation: English draughts, black begins
    Wcdf,
    /// Checkers: Russian draughts
    Russian,
    /// Checkers: Brazilian draughts
    Brazilian,
    /// Checkers: international draughts on 10x10 squares
    International,
    /// Qwirkle Connect, with its board
    Connect,
    /// Qwirkle on a bare table
    Classic,
}

impl RulesName {
    const fn game(self) -> GameId {
        match self {
            Self::Connect | Self::Classic => GameId::Qwirkle,
            _ => GameId::Checkers,
        }
    }

    fn rules(self) -> Box<dyn Rules> {
        let board = CheckersRules::BOARD;
        let variant = |variant| Box::new(CheckersRules { variant, ..board });
        match self {
            Self::English => variant(Variant::ENGLISH),
            Self::Wcdf => Box::new(CheckersRules { beginner: Color::Black, ..board }),
            Self::Russian => variant(Variant::RUSSIAN),
            Self::Brazilian => variant(Variant::BRAZILIAN),
            Self::International => variant(Variant::INTERNATIONAL),
            Self::Connect => Box::new(QwirkleRules::CONNECT),
            Self::Classic => Box::new(QwirkleRules::CLASSIC),
        }
    }
}

pub fn run(args: &JudgeArgs, common: &Common) -> anyhow::Result<Status> {
    let say = |judged: Judged| {
        if args.json { judged.to_json(common.lang) } else { Ok(judged.to_text(common.lang)) }
    };
    outcome::print(judge(args, common).and_then(say), args.game, args.json)
}

/// A change, judged.
struct Judged {
    game: &'static dyn Game,
    before: Box<dyn GameState>,
    after: Given,
    judgement: Judgement,
    readings: Vec<PhotoNote>,
}

fn judge(args: &JudgeArgs, common: &Common) -> anyhow::Result<Judged> {
    check(args)?;
    let game = args.game.game();
    let rows = (args.game == GameId::Checkers).then(|| rows(args.rules));
    let photos = PhotoOptions { size: args.photos.size.or(rows), ..args.photos.clone() };
    let mut boards = Boards::new(game, common, &photos, notation_reader(args, game));
    let mut before = boards.get(&args.before)?;
    let mut after = boards.get(&args.after)?;
    if args.photos.white.is_none() {
        // A notation tells its orientation, a photo may not.
        match (&before.source, &after.source) {
            (_, Source::Photo(_)) => after.board = align(args.game, &before.board, after.board),
            (Source::Photo(_), _) => before.board = align(args.game, &after.board, before.board),
            _ => {}
        }
    }
    let mut readings = Vec::new();
    for (which, name, given) in
        [(Which::Before, &args.before, &before), (Which::After, &args.after, &after)]
    {
        readings.extend(given.note(which, name, game, common.lang));
    }
    let known = known(args, &before, &mut boards, &mut readings, common.lang)?;
    let rules = args.rules.map(RulesName::rules);
    let rules = rules.as_deref().unwrap_or_else(|| args.game.rules());
    let before = match before.notation() {
        Some(text) => rules.read(text, &known).with_context(|| {
            format!("{} is no position of {}", shortened(&args.before), args.game)
        })?,
        None => rules.position(&before.board, &known)?,
    };
    let judgement = before.judge(&after.board);
    Ok(Judged { game, before, after, judgement, readings })
}

/// Rows of the board that the rules of checkers are for.
fn rows(rules: Option<RulesName>) -> usize {
    if rules == Some(RulesName::International) { 10 } else { 8 }
}

/// What is known besides the board before the move.
fn known(
    args: &JudgeArgs,
    before: &Given,
    boards: &mut Boards<'_>,
    readings: &mut Vec<PhotoNote>,
    language: Language,
) -> anyhow::Result<Known> {
    let mut known =
        Known { white_to_move: args.side.map(MovingSide::is_white), ..Known::default() };
    for name in &args.history {
        let earlier = boards.get(name)?;
        readings.extend(earlier.note(Which::History, name, args.game.game(), language));
        known.history.push(match earlier.source {
            Source::Photo(_) => align(args.game, &before.board, earlier.board),
            Source::Notation(_) => earlier.board,
        });
    }
    if let Some(name) = args.start.as_ref().filter(|_| args.rules != Some(RulesName::Classic)) {
        let start = boards.get(name)?;
        BonusSquares::from_start(&start.board)
            .with_context(|| format!("{} is no start of a game", shortened(name)))?;
        readings.extend(start.note(Which::Start, name, args.game.game(), language));
        known.start = Some(start.board);
    }
    Ok(known)
}

impl Judged {
    /// The last correct board, where that is known, and the sentences, a line each.
    fn to_text(&self, language: Language) -> String {
        let wrong = self.judgement.change.is_wrong();
        let mut lines = said(&*self.before, &self.judgement, &self.readings, language);
        if !self.judgement.before_possible {
            return lines.join("\n") + "\n";
        }
        let last_correct = if wrong { self.before.board() } else { &self.after.board };
        if wrong {
            lines.push(Message::new("go-back").in_language(language));
        }
        format!("{}\n{}\n", self.game.draw(last_correct, output::color()), lines.join("\n"))
    }

    /// The JSON as one line: the contract of `kibitzer judge --json`, described in the README.
    fn to_json(&self, language: Language) -> anyhow::Result<String> {
        let Self { game, before, after, judgement, readings } = self;
        let readings = readings.clone();
        let verdict = Verdict::new(*game, &**before, &after.board, judgement, readings, language);
        Ok(serde_json::to_string(&verdict)? + "\n")
    }
}

/// What can be wrong with the options before any board is looked at.
fn check(args: &JudgeArgs) -> anyhow::Result<()> {
    args.photos.check(args.game)?;
    let boards = [&args.before, &args.after].into_iter().chain(&args.history).chain(&args.start);
    if args.photos.is_given() && !boards.into_iter().any(|name| is_photo(Path::new(name))) {
        bail!(
            "--size, --corners and --white say something of photos, and none of these boards is \
            one: leave them out"
        );
    }
    if args.rules.is_some_and(|rules| rules.game() != args.game) {
        bail!(
            "these --rules are not of {}: use english, wcdf, russian, brazilian or international \
            for checkers, connect or classic for qwirkle",
            args.game
        );
    }
    if args.side.is_some() && args.game == GameId::Qwirkle {
        bail!("--side is for checkers, chess and go: leave it out for qwirkle");
    }
    if !args.history.is_empty() && args.game != GameId::Go {
        bail!("--history is for go: leave it out for {}", args.game);
    }
    if args.start.is_some() && args.game != GameId::Qwirkle {
        bail!("--start is for qwirkle: leave it out for {}", args.game);
    }
    Ok(())
}

/// How notations of the boards are read.
fn notation_reader(args: &JudgeArgs, game: &'static dyn Game) -> ReadNotation {
    match (args.rules, game.id()) {
        (Some(RulesName::International), _) => |text| board_from_pdn(text, 10),
        (_, GameId::Checkers) => |text| board_from_pdn(text, 8),
        (_, GameId::Chess) => |text| GameId::Chess.game().from_notation(text),
        (_, GameId::Go) => |text| GameId::Go.game().from_notation(text),
        (_, GameId::Qwirkle) => |text| GameId::Qwirkle.game().from_notation(text),
    }
}
