//! Label Studio: tasks with an annotation each, or, where the models proposed the label, a prediction;
//! and the labeling interface that shows them.

use super::Marked;
use crate::{
    dataset::carried::CARRIED,
    games::{CellClass, Game},
    geometry::Point,
};
use serde_json::{Value, json};

/// Photos as tasks.
pub(super) fn write(game: &dyn Game, photos: &[Marked]) -> String {
    let tasks: Vec<Value> = photos.iter().map(|marked| task(game, marked)).collect();
    format!("{:#}\n", Value::Array(tasks))
}

/// The labeling interface: a polygon for the board, rectangles for pieces.
pub(super) fn interface(game: &dyn Game) -> String {
    let label = |class: &CellClass| format!("    <Label value=\"{}\"/>\n", class.name);
    let labels: String = game.classes().iter().skip(1).map(label).collect();
    format!(
        "<View>\n  <Image name=\"image\" value=\"$image\" zoom=\"true\"/>\n  \
        <PolygonLabels name=\"board\" toName=\"image\">\n    <Label value=\"board\"/>\n  \
        </PolygonLabels>\n  <RectangleLabels name=\"pieces\" toName=\"image\">\n{labels}  \
        </RectangleLabels>\n</View>\n"
    )
}

fn task(game: &dyn Game, marked: &Marked) -> Value {
    let (width, height) = marked.size;
    let (w, h) = (f64::from(width), f64::from(height));
    let percent = |value: f64, of: f64| 100.0 * value / of;
    let item = |id: String, name: &str, kind: &str, value: Value| {
        json!({
            "id": id, "from_name": name, "to_name": "image", "type": kind, "value": value,
            "original_width": width, "original_height": height, "image_rotation": 0,
        })
    };
    let corners: [Point; 4] = marked.board.into();
    let points: Vec<[f64; 2]> =
        corners.iter().map(|p| [percent(p.x, w), percent(p.y, h)]).collect();
    let board = json!({"points": points, "closed": true, "polygonlabels": ["board"]});
    let board = item("board".to_owned(), "board", "polygonlabels", board);
    let pieces = marked.pieces.iter().enumerate().map(|(i, piece)| {
        let [x, y, across, down] = piece.area;
        let value = json!({
            "x": percent(x, w), "y": percent(y, h),
            "width": percent(across, w), "height": percent(down, h), "rotation": 0,
            "rectanglelabels": [game.classes()[usize::from(piece.class)].name],
        });
        item(format!("piece{i}"), "pieces", "rectanglelabels", value)
    });
    let result: Vec<Value> = [board].into_iter().chain(pieces).collect();
    let data = json!({"image": marked.name, CARRIED: marked.carried});
    // Label Studio makes an annotation of a prediction that somebody has looked at.
    let by = if marked.carried.is_proposal() { "predictions" } else { "annotations" };
    json!({"data": data, by: [{"result": result}]})
}
