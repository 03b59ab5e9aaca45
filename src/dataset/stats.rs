//! What is in manifests: tables a game, a group and a class, computed with polars.
//!
//! ```
//! use kibitzer::{dataset::{Label, Manifest, stats::{rows, stats}}, games::GameId};
//!
//! let label = Label { game: Some(GameId::Go), group: "kitchen".to_owned(), ..Label::default() };
//! let labels = vec![(1, label.clone()), (2, label)];
//! let manifest = Manifest { path: "labels.jsonl".into(), labels, corrected: Vec::new() };
//! let games = rows(&stats(&[manifest])?.games)?;
//! assert_eq!((&games[0]["game"], &games[0]["photos"]), (&"go".into(), &2.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Label, Manifest, sets::Sets};
use crate::{
    games::{CellGrid, GameId},
    geometry::Point,
};
use polars::prelude::*;
use serde_json::{Map, Value, json};

/// The tables.
#[derive(Clone, Debug)]
pub struct Stats {
    /// A row a game.
    pub games: DataFrame,
    /// A row a group of a game.
    pub groups: DataFrame,
    /// A row a class of a game that has labeled cells, in the order of the game's classes.
    pub classes: DataFrame,
}

/// How a column of the photos becomes a cell of a table.
#[derive(Clone, Copy)]
enum Of {
    /// The sum, as a whole number.
    Sum,
    Min,
    Median,
    Max,
    /// The number of distinct values.
    Distinct,
    /// The distinct texts, joined by `+`.
    Texts,
    /// Root of the summed variances of the corners' coordinates, as a mean over the four: how far
    /// apart the photos' corners lie.
    Spread,
}

/// Columns of the game and group tables: name, column of the photos, how.
const COLUMNS: [(&str, &str, Of); 23] = [
    ("photos", "photo", Of::Sum),
    ("split", "split", Of::Texts),
    ("groups", "group", Of::Distinct),
    ("sets", "set", Of::Distinct),
    ("no_board", "no_board", Of::Sum),
    ("with_corners", "with_corners", Of::Sum),
    ("with_cells", "with_cells", Of::Sum),
    ("cells", "cells", Of::Sum),
    ("occupied", "occupied", Of::Sum),
    ("unknown", "unknown", Of::Sum),
    ("initial", "initial", Of::Sum),
    ("random", "random", Of::Sum),
    ("width_min", "width", Of::Min),
    ("width_median", "width", Of::Median),
    ("width_max", "width", Of::Max),
    ("height_min", "height", Of::Min),
    ("height_median", "height", Of::Median),
    ("height_max", "height", Of::Max),
    ("board_share_min", "board_share", Of::Min),
    ("board_share_median", "board_share", Of::Median),
    ("board_share_max", "board_share", Of::Max),
    ("side_ratio_max", "side_ratio", Of::Max),
    ("corner_spread", "x0", Of::Spread),
];

/// The coordinates of the corners, from the photo's top left, as fractions of its width and height.
const CORNERS: [&str; 8] = ["x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3"];

/// The tables of manifests.
///
/// `board_share` is the board's part of the photo's area; `side_ratio` its longest side over its
/// shortest, which grows with the slant; `corner_spread` the standard deviation of a corner's
/// place, as a fraction of the photo's size: 0 where a camera never moved.
///
/// # Errors
/// When polars refuses.
pub fn stats(manifests: &[Manifest]) -> PolarsResult<Stats> {
    let mut labels: Vec<&Label> =
        manifests.iter().flat_map(|m| m.labels.iter().map(|(_, label)| label)).collect();
    labels.sort_by_key(|l| (l.game, &l.group));
    let photos = photos_table(&labels)?;
    let without = |skip: &str| COLUMNS.into_iter().filter(|c| c.0 != skip).collect::<Vec<_>>();
    Ok(Stats {
        games: aggregate(&photos, &["game"], &COLUMNS)?,
        groups: aggregate(&photos, &["game", "group"], &without("groups"))?,
        classes: classes_table(&labels)?,
    })
}

fn game_name(label: &Label) -> String {
    label.game.map_or_else(|| "-".to_owned(), |game| game.to_string())
}

/// A row a photo.
fn photos_table(labels: &[&Label]) -> PolarsResult<DataFrame> {
    let boards: Vec<_> = labels.iter().map(|l| l.board().ok().flatten()).collect();
    let number =
        |f: &dyn Fn(&Label) -> Option<f64>| labels.iter().map(|l| f(l)).collect::<Vec<_>>();
    let count = |wanted: &dyn Fn(u8) -> bool| {
        let known = |(label, board): (&&Label, &Option<CellGrid>)| {
            let cells = board.as_ref().map(|board| known_cells(label, board));
            cells.map_or(0, |cells| cells.filter(|&class| wanted(class)).count() as i64)
        };
        labels.iter().zip(&boards).map(known).collect::<Vec<_>>()
    };
    let flag =
        |f: &dyn Fn(&Label) -> bool| labels.iter().map(|l| i64::from(f(l))).collect::<Vec<_>>();
    let sets = Sets::default().among(labels.iter().copied());
    let unknown = |l: &&Label| if l.cells.is_some() { l.unknown_cells.len() as i64 } else { 0 };
    let mut columns = vec![
        Column::new("game".into(), labels.iter().map(|l| game_name(l)).collect::<Vec<_>>()),
        Column::new("group".into(), labels.iter().map(|l| l.group.clone()).collect::<Vec<_>>()),
        Column::new(
            "split".into(),
            labels
                .iter()
                .map(|l| l.split.clone().unwrap_or_else(|| "-".into()))
                .collect::<Vec<_>>(),
        ),
        Column::new("set".into(), labels.iter().map(|l| sets.of(l).to_owned()).collect::<Vec<_>>()),
        Column::new("photo".into(), vec![1i64; labels.len()]),
        Column::new("no_board".into(), flag(&|l| !l.has_board())),
        Column::new("with_corners".into(), flag(&|l| l.corners.is_some())),
        Column::new("initial".into(), flag(&|l| l.initial)),
        Column::new("random".into(), flag(&|l| l.random)),
        Column::new("unknown".into(), labels.iter().map(unknown).collect::<Vec<_>>()),
        Column::new(
            "with_cells".into(),
            boards.iter().map(|b| i64::from(b.is_some())).collect::<Vec<_>>(),
        ),
        Column::new("cells".into(), count(&|_| true)),
        Column::new("occupied".into(), count(&|class| class != 0)),
        Column::new("width".into(), number(&|l| l.width.map(f64::from))),
        Column::new("height".into(), number(&|l| l.height.map(f64::from))),
        Column::new("board_share".into(), number(&board_share)),
        Column::new("side_ratio".into(), number(&side_ratio)),
    ];
    for (i, name) in CORNERS.into_iter().enumerate() {
        columns.push(Column::new(
            name.into(),
            number(&|l| corner_place(l, i / 2).map(|p| if i % 2 == 0 { p.x } else { p.y })),
        ));
    }
    DataFrame::new(labels.len(), columns)
}

/// The classes of the cells that somebody can tell.
fn known_cells<'a>(label: &'a Label, board: &'a CellGrid) -> impl Iterator<Item = u8> + 'a {
    let cells = board.cells().iter().enumerate();
    cells
        .filter(|(i, _)| !label.is_unknown(i / board.cols(), i % board.cols()))
        .map(|(_, &class)| class)
}

fn photo_size(label: &Label) -> Option<(f64, f64)> {
    Some((f64::from(label.width?), f64::from(label.height?)))
}

fn board_share(label: &Label) -> Option<f64> {
    let (w, h) = photo_size(label)?;
    Some(label.quad().ok()??.area() / (w * h))
}

fn side_ratio(label: &Label) -> Option<f64> {
    let quad = label.quad().ok()??;
    let sides = (0..4).map(|i| quad.corners()[i].distance(quad.corners()[(i + 1) % 4]));
    let (short, long) =
        sides.fold((f64::INFINITY, 0.0), |(s, l): (f64, f64), d| (s.min(d), l.max(d)));
    Some(long / short)
}

fn corner_place(label: &Label, corner: usize) -> Option<Point> {
    let (w, h) = photo_size(label)?;
    let p = label.quad().ok()??.upright().corners()[corner];
    Some(Point::new(p.x / w, p.y / h))
}

/// A row for each combination of the keys' values.
fn aggregate(
    photos: &DataFrame,
    keys: &[&str],
    columns: &[(&'static str, &str, Of)],
) -> PolarsResult<DataFrame> {
    let parts = photos.partition_by_stable(keys.iter().copied(), true)?;
    let mut out = Vec::new();
    for key in keys {
        let first =
            |part: &DataFrame| Ok(part.column(key)?.str()?.get(0).unwrap_or_default().to_owned());
        let values = parts.iter().map(first).collect::<PolarsResult<Vec<String>>>()?;
        out.push(Column::new((*key).into(), values));
    }
    for (name, source, how) in columns {
        out.push(column(&parts, name, source, *how)?);
    }
    DataFrame::new(parts.len(), out)
}

/// A column with a cell a part of the photos.
fn column(parts: &[DataFrame], name: &str, source: &str, how: Of) -> PolarsResult<Column> {
    let series = || parts.iter().map(|p| Ok(p.column(source)?.as_materialized_series().clone()));
    let numbers = |f: &dyn Fn(&Series) -> PolarsResult<Option<f64>>| -> PolarsResult<Column> {
        let values =
            series().map(|s: PolarsResult<Series>| f(&s?)).collect::<PolarsResult<Vec<_>>>()?;
        Ok(Column::new(name.into(), values))
    };
    match how {
        Of::Min => numbers(&|s| s.min::<f64>()),
        Of::Max => numbers(&|s| s.max::<f64>()),
        Of::Median => numbers(&|s| Ok(s.median())),
        Of::Spread => {
            let values = parts.iter().map(corner_spread).collect::<PolarsResult<Vec<_>>>()?;
            Ok(Column::new(name.into(), values))
        }
        Of::Sum => {
            let values = series()
                .map(|s: PolarsResult<Series>| s?.sum::<i64>())
                .collect::<PolarsResult<Vec<_>>>()?;
            Ok(Column::new(name.into(), values))
        }
        Of::Distinct => {
            let values = parts
                .iter()
                .map(|p| Ok(texts(p, source)?.len() as i64))
                .collect::<PolarsResult<Vec<_>>>()?;
            Ok(Column::new(name.into(), values))
        }
        Of::Texts => {
            let values = parts
                .iter()
                .map(|p| Ok(texts(p, source)?.join("+")))
                .collect::<PolarsResult<Vec<_>>>()?;
            Ok(Column::new(name.into(), values))
        }
    }
}

/// The distinct texts of a column, sorted.
fn texts(part: &DataFrame, source: &str) -> PolarsResult<Vec<String>> {
    let mut texts: Vec<String> =
        part.column(source)?.str()?.iter().flatten().map(str::to_owned).collect();
    texts.sort();
    texts.dedup();
    Ok(texts)
}

fn corner_spread(part: &DataFrame) -> PolarsResult<Option<f64>> {
    let mut variances = Vec::new();
    for name in CORNERS {
        variances.push(part.column(name)?.as_materialized_series().std(0).map(|s| s * s));
    }
    let spreads: Option<Vec<f64>> =
        variances.chunks(2).map(|xy| Some((xy[0]? + xy[1]?).sqrt())).collect();
    Ok(spreads.map(|s| s.iter().sum::<f64>() / s.len() as f64))
}

/// A row a class: how often it is labeled, on how many photos, and in how many groups.
fn classes_table(labels: &[&Label]) -> PolarsResult<DataFrame> {
    let mut rows = Vec::new();
    for id in GameId::ALL {
        let of_game = labels.iter().filter(|l| l.game == Some(id));
        let boards: Vec<(&String, Vec<u8>)> = of_game
            .filter_map(|l| Some((&l.group, known_cells(l, &l.board().ok()??).collect())))
            .collect();
        let total: usize = boards.iter().map(|(_, cells)| cells.len()).sum();
        for (index, class) in id.game().classes().iter().enumerate().filter(|_| total > 0) {
            let counts = boards.iter().map(|(group, cells)| {
                (group, cells.iter().filter(|&&c| usize::from(c) == index).count())
            });
            let found: Vec<_> = counts.filter(|(_, n)| *n > 0).collect();
            let mut groups: Vec<_> = found.iter().map(|(group, _)| group).collect();
            groups.sort();
            groups.dedup();
            rows.push((
                id,
                class,
                found.iter().map(|f| f.1).sum::<usize>(),
                total,
                found.len(),
                groups.len(),
            ));
        }
    }
    let columns = vec![
        Column::new("game".into(), rows.iter().map(|r| r.0.to_string()).collect::<Vec<_>>()),
        Column::new("code".into(), rows.iter().map(|r| r.1.code).collect::<Vec<_>>()),
        Column::new("class".into(), rows.iter().map(|r| r.1.name).collect::<Vec<_>>()),
        Column::new("cells".into(), rows.iter().map(|r| r.2 as i64).collect::<Vec<_>>()),
        Column::new(
            "share".into(),
            rows.iter().map(|r| r.2 as f64 / r.3 as f64).collect::<Vec<_>>(),
        ),
        Column::new("photos".into(), rows.iter().map(|r| r.4 as i64).collect::<Vec<_>>()),
        Column::new("groups".into(), rows.iter().map(|r| r.5 as i64).collect::<Vec<_>>()),
    ];
    DataFrame::new(rows.len(), columns)
}

impl Stats {
    /// `{"games": [...], "groups": [...], "classes": [...]}`, an object a row.
    ///
    /// # Errors
    /// When polars refuses.
    pub fn to_json(&self) -> PolarsResult<Value> {
        Ok(json!({"games": rows(&self.games)?, "groups": rows(&self.groups)?,
            "classes": rows(&self.classes)?}))
    }
}

/// The rows of a table as JSON objects.
///
/// # Errors
/// When polars refuses.
pub fn rows(table: &DataFrame) -> PolarsResult<Vec<Map<String, Value>>> {
    let row = |i: usize| {
        let cells = table.columns().iter().map(|c| Ok((c.name().to_string(), json_of(&c.get(i)?))));
        cells.collect::<PolarsResult<Map<_, _>>>()
    };
    (0..table.height()).map(row).collect()
}

fn json_of(value: &AnyValue) -> Value {
    match value {
        AnyValue::Int64(n) => json!(n),
        AnyValue::Float64(x) => json!(x),
        AnyValue::String(s) => json!(s),
        AnyValue::StringOwned(s) => json!(s.as_str()),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::Folder;

    #[test]
    fn counts_and_spreads_are_those_worked_out_by_hand() {
        let cells = |first: &str| {
            json!([
                first, "........", "........", "........", "........", "........", "........",
                "........"
            ])
        };
        let label = |image: &str, group: &str, split: &str, left: f64, cells: Value| {
            json!({"image": image, "game": "checkers", "group": group, "split": split,
            "width": 1000, "height": 500,
                "corners": [[left, 100], [left + 400.0, 100], [left + 400.0, 300], [left, 300]],
                "cells": cells})
        };
        let folder = Folder::new();
        let labels = [
            label("a.jpg", "one", "train", 100.0, cells("w...b...")),
            label("b.jpg", "one", "train", 300.0, cells("W.......")),
            label("c.jpg", "two", "val", 200.0, Value::Null),
        ];
        let mut labels = labels.to_vec();
        // Nobody can tell whether the king is one; it does not count.
        labels[1]["unknown_cells"] = json!([[0, 0]]);
        for (i, key, value) in [
            (0, "set", json!("oak")),
            (2, "set", json!("oak")),
            (0, "x_initial", json!(true)),
            (1, "x_random", json!(true)),
        ] {
            labels[i][key] = value;
        }
        labels.push(json!({"image": "d.jpg", "board": false, "kind_of": "room", "game": null,
            "group": "hall"}));
        let path = folder.manifest("labels.jsonl", &labels);
        let tables = stats(&[Manifest::read(&path).expect("a manifest")])
            .expect("tables")
            .to_json()
            .expect("json");
        let none = &tables["games"][0];
        assert_eq!((&none["game"], &none["no_board"]), (&json!("-"), &json!(1)));
        let game = &tables["games"][1];
        for (key, value) in [
            ("photos", 3),
            ("groups", 2),
            // Of the group `one` a photo names its set, of which the other is, too.
            ("sets", 1),
            ("no_board", 0),
            ("with_corners", 3),
            ("with_cells", 2),
            ("cells", 127),
            ("occupied", 2),
            ("unknown", 1),
            ("initial", 1),
            ("random", 1),
        ] {
            assert_eq!(game[key], json!(value), "{key}");
        }
        assert_eq!((&game["split"], &game["width_median"]), (&json!("train+val"), &json!(1000.0)));
        let near = |value: &Value, expected: f64| {
            (value.as_f64().expect("a number") - expected).abs() < 1e-9
        };
        // 400x200 of 1000x500; the corners' x are 0.1, 0.3 and 0.2 (and 0.4 more), y is the same.
        assert!(near(&game["board_share_median"], 0.16) && near(&game["side_ratio_max"], 2.0));
        assert!(near(&game["corner_spread"], (0.02f64 / 3.0).sqrt()));
        assert!(
            near(&tables["groups"][1]["corner_spread"], 0.1)
                && near(&tables["groups"][2]["corner_spread"], 0.0)
        );
        let class = |code: &str| {
            let rows = tables["classes"].as_array().expect("rows");
            rows.iter().find(|row| row["code"] == code).cloned().unwrap_or_default()
        };
        assert_eq!(
            (&class("w")["cells"], &class("W")["photos"], &class(".")["cells"]),
            (&json!(1), &json!(0), &json!(125))
        );
        assert_eq!((&class("B")["cells"], &class(".")["groups"]), (&json!(0), &json!(1)));
    }
}
