//! COCO: one JSON file with `images`, `annotations` and `categories`.

use super::{Marked, Piece};
use crate::{dataset::carried::CARRIED, games::Game, geometry::Point};
use serde_json::{Value, json};

/// The category of the board; those of pieces are their classes' indices plus 1.
const BOARD: usize = 1;

/// Photos as a COCO file.
pub(super) fn write(game: &dyn Game, photos: &[Marked]) -> String {
    let piece = |(i, class): (usize, &crate::games::CellClass)| json!({"id": i + 1, "name": class.name, "supercategory": game.id().name()});
    let board = json!({
        "id": BOARD, "name": "board", "supercategory": game.id().name(),
        "keypoints": ["top-left", "top-right", "bottom-right", "bottom-left"],
        "skeleton": [[1, 2], [2, 3], [3, 4], [4, 1]],
    });
    let pieces = game.classes().iter().enumerate().skip(1).map(piece);
    let categories: Vec<Value> = [board].into_iter().chain(pieces).collect();
    let images: Vec<Value> = photos.iter().enumerate().map(image).collect();
    let mut annotations = Vec::new();
    for (photo, marked) in photos.iter().enumerate() {
        let all = [of_board(marked)].into_iter().chain(marked.pieces.iter().map(of_piece));
        for mut annotation in all {
            annotation["id"] = json!(annotations.len() + 1);
            annotation["image_id"] = json!(photo + 1);
            annotation["iscrowd"] = json!(0);
            annotations.push(annotation);
        }
    }
    let file = json!({"images": images, "annotations": annotations, "categories": categories});
    format!("{file:#}\n")
}

fn image((i, marked): (usize, &Marked)) -> Value {
    let (width, height) = marked.size;
    json!({
        "id": i + 1, "file_name": marked.name, "width": width, "height": height,
        CARRIED: marked.carried,
    })
}

fn of_board(marked: &Marked) -> Value {
    let corners: [Point; 4] = marked.board.into();
    let low = corners.iter().fold([f64::MAX; 2], |low, p| [low[0].min(p.x), low[1].min(p.y)]);
    let high = corners.iter().fold([f64::MIN; 2], |high, p| [high[0].max(p.x), high[1].max(p.y)]);
    let outline: Vec<f64> = corners.iter().flat_map(|p| [p.x, p.y]).collect();
    let keypoints: Vec<f64> = corners.iter().flat_map(|p| [p.x, p.y, 2.0]).collect();
    json!({
        "category_id": BOARD,
        "bbox": [low[0], low[1], high[0] - low[0], high[1] - low[1]],
        "area": (high[0] - low[0]) * (high[1] - low[1]),
        "segmentation": [outline], "keypoints": keypoints, "num_keypoints": 4,
    })
}

fn of_piece(piece: &Piece) -> Value {
    let [.., width, height] = piece.area;
    json!({
        "category_id": usize::from(piece.class) + 1, "bbox": piece.area, "area": width * height,
        "segmentation": [],
    })
}
