use super::*;
use crate::{
    games::GameId,
    synth::{KINDS, Modeled, RenderSpec, render},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A box of eight corners as wide as it is deep, from y = 0.
fn corners(wide: f32, high: f32) -> Vec<[f32; 3]> {
    (0..8u8)
        .map(|i| {
            let side = |bit: u8, size: f32| if i >> bit & 1 == 1 { size } else { -size };
            [side(0, wide), if i >> 1 & 1 == 1 { high } else { 0.0 }, side(2, wide)]
        })
        .collect()
}

const FACES: [u16; 36] = [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5,
    7, 1, 7, 3,
];

/// A mesh: its name, its corners, and which of them its faces join.
type Mesh = (&'static str, Vec<[f32; 3]>, &'static [u16]);

/// A glb file of these meshes.
fn glb(meshes: &[Mesh]) -> Vec<u8> {
    glb_with(meshes, |_| ())
}

/// The same, after something was changed in its JSON.
fn glb_with(meshes: &[Mesh], change: impl Fn(&mut Value)) -> Vec<u8> {
    let (mut data, mut views, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |bytes: Vec<u8>, of: Value| {
        views.push(json!({"buffer": 0, "byteOffset": data.len(), "byteLength": bytes.len()}));
        let mut accessor = of;
        accessor["bufferView"] = json!(views.len() - 1);
        accessors.push(accessor);
        data.extend(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
    };
    for (_, corners, faces) in meshes {
        let bytes = corners.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        let ends = json!({"min": [-9, -9, -9], "max": [9, 9, 9]});
        let floats = json!({"componentType": 5126, "count": corners.len(), "type": "VEC3",
            "min": ends["min"], "max": ends["max"]});
        add(bytes, floats);
        let bytes = faces.iter().flat_map(|v| v.to_le_bytes()).collect();
        add(bytes, json!({"componentType": 5123, "count": faces.len(), "type": "SCALAR"}));
    }
    let all = 0..meshes.len();
    let mut file = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": all.clone().collect::<Vec<_>>()}],
        "nodes": all.clone().map(|i| json!({"mesh": i})).collect::<Vec<_>>(),
        "meshes": all.map(|i| json!({"name": meshes[i].0, "primitives": [
            {"attributes": {"POSITION": 2 * i}, "indices": 2 * i + 1}]})).collect::<Vec<_>>(),
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": data.len()}],
    });
    change(&mut file);
    let mut text = file.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8; 4], bytes: &[u8]| {
        [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat()
    };
    let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", &data)].concat();
    [b"glTF", &2u32.to_le_bytes()[..], &(12 + chunks.len() as u32).to_le_bytes()[..], &chunks]
        .concat()
}

/// Boxes, the king the highest.
fn boxes() -> Vec<Mesh> {
    let high = |kind: usize| 0.5 + 0.1 * kind as f32;
    (0..6).map(|kind| (KINDS[kind], corners(0.2, high(kind)), &FACES[..])).collect()
}

/// A folder with a design of these bytes, and an index.
fn folder(bytes: &[u8], index: Option<&str>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("boxes")).expect("a folder");
    fs::write(folder.path().join("boxes").join(DESIGN), bytes).expect("writes");
    if let Some(index) = index {
        fs::write(folder.path().join(INDEX), index).expect("writes");
    }
    folder
}

fn refused(bytes: &[u8], index: Option<&str>) -> String {
    let folder = folder(bytes, index);
    read_designs(folder.path()).expect_err("refused").to_string()
}

#[test]
fn boards_show_the_designs_of_a_folder() {
    let folder = folder(&glb(&boxes()), None);
    let designs = Arc::new(read_designs(folder.path()).expect("a design"));
    assert_eq!(designs.list()[0].name(), "boxes");
    let position = GameId::Chess.game().from_notation("4k3/8/8/8/8/8/8/4K3").expect("a position");
    let spec = |percent| RenderSpec {
        game: GameId::Chess,
        seed: 3,
        long_side: 96,
        rows: None,
        mixed_sets: false,
        set: None,
        modeled: Some(Modeled { designs: Arc::clone(&designs), percent }),
        hard: 0,
        position: Some(position.clone()),
    };
    let [own, modeled] = [0, 100].map(|percent| render(&spec(percent)).expect("drawn"));
    assert!(own.designs.is_empty() && modeled.designs == ["boxes"]);
    assert_ne!(own.image, modeled.image);
    // The board, the light and the camera stay as the seed has them.
    assert_eq!(own.corners, modeled.corners);
    let without = render(&RenderSpec { modeled: None, ..spec(0) }).expect("drawn");
    assert_eq!(without.image, own.image);
    let men = modeled.mask.iter().filter(|&&id| (1..=64).contains(&id)).count();
    assert!(men > 20, "{men} pixels of men");
    let mixed = RenderSpec { mixed_sets: true, position: None, ..spec(100) };
    assert_eq!(render(&mixed).expect("drawn").designs, ["boxes"]);
}

#[test]
fn a_kind_may_be_missing_that_the_index_says_is() {
    let without = |kind: &str| boxes().into_iter().filter(|(name, ..)| *name != kind).collect();
    let without: Vec<_> = without("rook");
    let missing = r#"{"name": "boxes", "style": "modern", "missing": ["rook"]}"#;
    let text = refused(&glb(&without), None);
    assert!(text.contains("set.glb") && text.contains("no mesh named rook"), "{text}");
    // Nobody has one.
    let text = refused(&glb(&without), Some(missing));
    assert!(text.contains("lack a kind"), "{text}");
    let folder = folder(&glb(&without), Some(missing));
    fs::create_dir(folder.path().join("whole")).expect("a folder");
    fs::write(folder.path().join("whole").join(DESIGN), glb(&boxes())).expect("writes");
    assert_eq!(read_designs(folder.path()).expect("designs").list().len(), 2);
}

#[test]
fn designs_that_cannot_be_drawn_are_refused_by_name() {
    let with = |index: usize, corners: Vec<[f32; 3]>, faces: &'static [u16]| {
        let mut meshes = boxes();
        (meshes[index].1, meshes[index].2) = (corners, faces);
        meshes
    };
    let whole = glb(&boxes());
    let mut not_a_number = corners(0.2, 1.0);
    not_a_number[3][1] = f32::NAN;
    let sparse = |file: &mut Value| {
        let view = json!({"bufferView": 0, "componentType": 5123});
        let values = json!({"bufferView": 0});
        file["accessors"][0]["sparse"] = json!({"count": 1, "indices": view, "values": values});
    };
    let outside = |file: &mut Value| file["bufferViews"][0]["byteOffset"] = json!(1 << 30);
    let nothing = |file: &mut Value| file["accessors"][0]["count"] = json!(0);
    let itself = |file: &mut Value| file["nodes"][0]["children"] = json!([0]);
    let cases: [(&str, Vec<u8>, &str); 10] = [
        ("text", b"no glb".to_vec(), "no binary glTF"),
        ("cut short", whole[..whole.len() / 2].to_vec(), "no binary glTF"),
        ("numbers", glb(&with(0, not_a_number, &FACES)), "pawn has a corner"),
        ("points", glb(&with(5, corners(0.2, 1.0), &FACES[..2])), "king has no triangles"),
        ("flat", glb(&with(3, corners(0.2, 0.0), &FACES)), "rook is flat"),
        ("corner", glb(&with(1, corners(0.2, 1.0)[..6].to_vec(), &FACES)), "that there is not"),
        ("sparse", glb_with(&boxes(), sparse), "sparse"),
        ("outside", glb_with(&boxes(), outside), "not all of it"),
        ("nothing", glb_with(&boxes(), nothing), "set.glb"),
        ("index", whole.clone(), "line 2"),
    ];
    for (name, bytes, says) in cases {
        let text = refused(&bytes, (name == "index").then_some("\n{\"name\": 3}\n"));
        assert!(text.contains(says), "{name}: {text}");
    }
    // A node within itself is met once.
    let looped = folder(&glb_with(&boxes(), itself), None);
    assert!(read_designs(looped.path()).is_ok());
    let empty = tempfile::tempdir().expect("a folder");
    let text = read_designs(empty.path()).expect_err("no sets").to_string();
    assert!(text.contains("no set in"), "{text}");
    assert!(read_designs(&empty.path().join("gone")).is_err());
}
