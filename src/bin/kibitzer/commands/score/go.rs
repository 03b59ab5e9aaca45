//! Counting a game of Go.

use super::ScoreArgs;
use crate::{commands::boards::Boards, output};
use kibitzer::{
    games::{
        Game as _,
        go::{Go, draw_owners},
    },
    messages::{Language, Message},
    report::score::{Counted, GoScore},
};

/// Counts one board and says so.
pub fn score(
    args: &ScoreArgs,
    name: &str,
    boards: &mut Boards<'_>,
    language: Language,
) -> anyhow::Result<String> {
    let counted = args.go().count(name, boards.get(name)?, language)?;
    if args.json {
        return to_json(&counted, language);
    }
    if counted.unknown_rules.is_some() {
        output::note(&"name the rules with --rules where these are not the game's");
    }
    Ok(to_text(&counted, language))
}

fn to_text(counted: &Counted, language: Language) -> String {
    let say = |message: &Message| message.in_language(language) + "\n";
    let violations = Go.violations(&counted.board);
    let violations: String = violations.iter().map(|violation| say(&violation.message)).collect();
    let sentences: String = counted.sentences(language).iter().map(say).collect();
    let board = draw_owners(&counted.count.territory, output::color());
    let legend = say(&Message::new("go-legend"));
    format!("{board}{legend}\n{violations}{sentences}")
}

/// The JSON as one line: the contract of `kibitzer score --game go --json`, described in
/// `docs/json.md`.
fn to_json(counted: &Counted, language: Language) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&GoScore::new(counted, language))? + "\n")
}
