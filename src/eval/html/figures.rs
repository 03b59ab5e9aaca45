//! The report's tables of figures.

use super::charts::escape;
use crate::eval::{
    block::{Block, BySet},
    boardless::{Refusals, Share},
    rate::{Rate, Rates, percent_between, thousands},
    summary::Summary,
};
use std::fmt::Write;

/// What the tables call things.
pub const TERMS: &str = "<h2>Terms</h2><dl>\
<dt>Found</dt><dd>Every corner lies within half a cell of where the label has it. Cells of boards \
that were not found count as wrong.</dd>\
<dt>Corners right</dt><dd>Within a quarter of a cell; <em>10 px</em>: within ten pixels with the \
photo scaled to 1200 wide. <em>Error</em>: the distance in cells, of which 95 % of the corners \
have less.</dd>\
<dt>Cells right</dt><dd>Of all cells that count, empty ones too. <em>Pieces right</em>: of the \
cells on which something stands.</dd>\
<dt>Boards exact</dt><dd>Boards of which every cell is right. Empty boards are easy, and are \
counted apart.</dd>\
<dt>Corners given</dt><dd>Where the reader had the right corners, found or given.</dd>\
<dt>Each set once</dt><dd>The mean over physical sets of each set's rate, which says what to \
expect of the next stranger's set; the small number is that of sets.</dd>\
<dt>95 %</dt><dd>A bootstrap over physical sets, of photos without a board over their sources; \
none where there is one only.</dd>\
<dt>Way round</dt><dd>Boards whose orientation is known and read.</dd>\
<dt>Own game</dt><dd>Boards read as of their own game, of those whose game the reader had to find \
out.</dd>\
<dt>Flagged</dt><dd>Boards that the reader says to check: of those read with a mistake all \
should be, of those without none.</dd>\
<dt>Calibration error</dt><dd>How far the stated probability of a cell is from how often such \
cells are right, on average (expected calibration error, 15 bins).</dd>\
<dt>Lost</dt><dd>Photos with a board in which the reader sees none.</dd>\
<dt>Refused</dt><dd>Photos without a board in which it sees none, as it should; not those in which \
it takes something to lie over a board.</dd>\
<dt>Said to be a part</dt><dd>Photos of a part of a board of which it says just that.</dd></dl>\
<p>A dash stands for a rate of nothing.</p>";

/// A column: its head, and its cell for a block.
type Column = (&'static str, fn(&Block) -> String);

const READ: [Column; 9] = [
    ("photos", |b| b.photos.to_string()),
    ("found", |b| rate(&b.rates.boards_found)),
    ("cells right", |b| rate(&b.rates.cell_accuracy)),
    ("pieces right", |b| rate(&b.rates.occupied_accuracy)),
    ("95 %", |b| interval(b.ci95.occupied_accuracy)),
    ("boards exact", |b| rate(&b.rates.occupied_boards_exact)),
    ("at most 1 wrong", |b| rate(&b.rates.occupied_boards_at_most_1_wrong)),
    ("empty boards exact", |b| rate(&b.empty_boards_exact())),
    ("lost", |b| rate(&b.rates.lost)),
];

const BEYOND: [Column; 11] = [
    ("corners right", |b| rate(&b.rates.corners_ok)),
    ("10 px", |b| rate(&b.rates.within_10px_at_1200)),
    ("error", |b| decimal(b.corner_error_pitch.p95)),
    ("cells right, corners given", |b| rate(&b.rates.cell_accuracy_given_corners)),
    ("exact, corners given", |b| rate(&b.rates.boards_exact_given_corners)),
    ("way round", |b| rate(&b.rates.orientation_correct)),
    ("own game", |b| rate(&b.rates.game_correct)),
    ("wrong boards flagged", |b| rate(&b.rates.wrong_boards_flagged)),
    ("right boards flagged", |b| rate(&b.rates.right_boards_flagged)),
    ("calibration error", |b| decimal(b.expected_calibration_error)),
    ("seconds, median", |b| decimal(b.seconds_per_photo.p50)),
];

/// A column over sets.
type SetColumn = (&'static str, fn(&Rates) -> Rate);

const SETS: [SetColumn; 5] = [
    ("found", |r| r.boards_found),
    ("cells right", |r| r.cell_accuracy),
    ("pieces right", |r| r.occupied_accuracy),
    ("boards exact", |r| r.occupied_boards_exact),
    ("at most 1 wrong", |r| r.occupied_boards_at_most_1_wrong),
];

/// The figures of all photos and of each game.
pub fn overview(summary: &Summary) -> String {
    let games = || summary.games.iter().map(|(name, block)| (name.as_str(), block));
    let all = || games().chain((summary.games.len() > 1).then_some(("all", &summary.overall)));
    let sets: Vec<(&str, &BySet)> =
        all().filter_map(|(name, block)| Some((name, block.by_set.as_ref()?))).collect();
    format!(
        "<h2>What is read</h2>{}<h3>Each set once</h3>{}<h3>Corners, doubt and time</h3>{}",
        table(&READ, all()),
        set_table(&sets),
        table(&BEYOND, all())
    )
}

/// The figures of each group.
pub fn groups(summary: &Summary) -> String {
    table(&READ, summary.groups.iter().map(|(name, block)| (name.as_str(), block)))
}

/// What was made of photos without a board, and how many with one were lost; nothing where there
/// are none without.
pub fn boardless(summary: &Summary) -> String {
    let Some(photos) = summary.refused.all.rate.n.filter(|&n| n > 0) else {
        return String::new();
    };
    let head = ["what the photo shows", "refused", "95 %", "read, not flagged", "95 %"];
    let row = |name: &str, of: &dyn Fn(&Refusals) -> Share| {
        let shares = [&summary.refused, &summary.accepted_unflagged].map(of);
        let cells = shares.iter().flat_map(|share| [rate(&share.rate), interval(share.ci95)]);
        std::iter::once(escape(name)).chain(cells).collect::<Vec<_>>()
    };
    let of_kind =
        |kind: &String| row(kind, &|all| all.by_kind_of.get(kind).copied().unwrap_or_default());
    let mut rows: Vec<_> = summary.refused.by_kind_of.keys().map(of_kind).collect();
    rows.push(row("all", &|all| all.all));
    format!(
        "<h2>Photos without a board</h2><p>{photos} photos; right is to refuse them. Of a part of a \
        board: {} said to be a part. Of photos with a board: {} lost.</p>{}",
        summary.half.all,
        summary.lost.all,
        framed(&head, &rows)
    )
}

fn table<'a>(columns: &[Column], blocks: impl Iterator<Item = (&'a str, &'a Block)>) -> String {
    let head: Vec<&str> = std::iter::once("").chain(columns.iter().map(|c| c.0)).collect();
    let cells = |(name, block): (&str, &Block)| {
        let values = columns.iter().map(|(_, value)| value(block));
        std::iter::once(escape(name)).chain(values).collect()
    };
    framed(&head, &blocks.map(cells).collect::<Vec<_>>())
}

fn set_table(blocks: &[(&str, &BySet)]) -> String {
    let head: Vec<&str> = ["", "sets"].into_iter().chain(SETS.map(|c| c.0)).collect();
    let cells = |(name, block): &(&str, &BySet)| {
        let values = SETS.iter().map(|(_, value)| rate(&value(&block.rates)));
        [escape(name), block.sets.to_string()].into_iter().chain(values).collect()
    };
    framed(&head, &blocks.iter().map(cells).collect::<Vec<_>>())
}

/// A table, which on a narrow screen becomes a card a row: so each cell names its column.
fn framed(head: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String = head.iter().map(|head| format!("<th>{head}</th>")).collect();
    let mut html = format!("<div class=\"wide\"><table class=\"figures\"><tr>{heads}</tr>");
    for row in rows {
        let cell = |(head, cell): (&&str, &String)| format!("<td data-of=\"{head}\">{cell}</td>");
        let _ = write!(html, "<tr>{}</tr>", head.iter().zip(row).map(cell).collect::<String>());
    }
    html + "</table></div>"
}

fn rate(rate: &Rate) -> String {
    match (rate.rate, rate.n) {
        (Some(_), Some(n)) => format!("{}<small>of {}</small>", rate.percent(), thousands(n)),
        _ => rate.percent(),
    }
}

fn interval(ends: Option<[f64; 2]>) -> String {
    ends.map_or("–".to_owned(), percent_between)
}

fn decimal(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |v| format!("{v:.3}"))
}
