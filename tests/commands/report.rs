//! What is said to other programs agrees with the schemas that are derived from its types.

use crate::schema::faults;
use assert_cmd::Command;
use kibitzer::report::{
    JsonSchema, Reading, schema_of,
    score::{GoScore, QwirkleMove},
    verdict::Verdict,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::path::Path;

/// The lines of JSON that the program writes.
fn lines(args: &[&str]) -> Vec<String> {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    let output = command.args(args).arg("--json").output().expect("runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// Everything that the program writes is in the schema, and reads back as the type.
fn agrees<T: JsonSchema + Serialize + DeserializeOwned>(args: &[&str]) {
    let schema = schema_of::<T>().to_value();
    let lines = lines(args);
    assert!(!lines.is_empty(), "{args:?} says nothing");
    for line in lines {
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(faults(&schema, &value), [""; 0], "{args:?}: {line}");
        let read: T = serde_json::from_str(&line).expect("the type");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), line, "{args:?}");
    }
}

/// A sample's photo.
fn photo(name: &str) -> String {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    images.join(name).display().to_string()
}

/// Rows of Qwirkle with some tiles.
fn rows(tiles: &[(usize, usize, &str)]) -> String {
    let mut rows = vec![vec![".."; 16]; 16];
    tiles.iter().for_each(|&(row, col, tile)| rows[row][col] = tile);
    rows.iter().map(|row| row.join(" ") + "\n").collect()
}

#[test]
fn readings_agree_with_their_schema() {
    for more in [&[][..], &["--probabilities", "all"], &["--lang", "pl"]] {
        agrees::<Reading>(&[&["read", &photo("go-00000326.jpg")], more].concat());
    }
    agrees::<Reading>(&["read", &photo("chess-00000329.jpg"), "--game", "go"]);
    agrees::<Reading>(&["read", "no/such.jpg"]);
}

#[test]
fn verdicts_agree_with_their_schema() {
    let judge = |game: &str, args: &[&str]| {
        agrees::<Verdict>(&[&["judge", "--game", game], args].concat());
    };
    judge("checkers", &["W:W22:B18", "W:W15:B"]);
    judge("checkers", &["W:W22,32:B18", "W:W22,28:B18"]);
    judge("checkers", &["W:W22:B1", "W:W25:B1", "--lang", "fi"]);
    judge("chess", &["6k1/5ppp/8/8/8/8/8/R3K3", "R5k1/5ppp/8/8/8/8/8/4K3"]);
    judge("chess", &["4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/4K3", "--lang", "zh"]);
    judge("go", &["(;SZ[9]AB[ba]AW[aa])", "(;SZ[9]AB[ba][ab])"]);
    judge("go", &["(;SZ[9])", "(;SZ[13])"]);
    let (one, two) = (rows(&[(5, 5, "1R")]), rows(&[(5, 5, "1R"), (5, 6, "2R")]));
    judge("qwirkle", &[&one, &two, "--rules", "classic"]);
    judge("qwirkle", &[&two, &one]);
    judge("checkers", &[&photo("checkers-00000300.jpg"), &photo("checkers-00000312.jpg")]);
}

#[test]
fn scores_agree_with_their_schema() {
    let go = |args: &[&str]| agrees::<GoScore>(&[&["score", "--game", "go"], args].concat());
    go(&["(;SZ[9]KM[6.5]AB[ea:ei]AW[fa:fi][bb])"]);
    go(&["(;SZ[9]RU[odd]HA[2]AB[cc][gg];W[cc])", "--lang", "pl"]);
    go(&[&photo("go-00000326.jpg")]);
    let boards = [&[][..], &[(5, 5, "1R")], &[(5, 5, "1R"), (5, 6, "1R")]].map(rows);
    let [first, second, third] = boards.each_ref().map(String::as_str);
    agrees::<QwirkleMove>(&[
        "score", "--game", "qwirkle", "--rules", "classic", first, second, third,
    ]);
}

#[test]
fn other_json_does_not_agree() {
    let schema = schema_of::<Verdict>().to_value();
    let good = lines(&["judge", "--game", "go", "(;SZ[9])", "(;SZ[9]AB[ee])"]).remove(0);
    let good: Value = serde_json::from_str(&good).expect("JSON");
    assert!(faults(&schema, &good).is_empty());
    let with = |name: &str, value: Value| {
        let mut json = good.clone();
        json[name] = value;
        faults(&schema, &json)
    };
    assert!(!with("legal", json!("yes")).is_empty());
    assert!(!with("verdict", json!("perhaps")).is_empty());
    assert!(!with("cells", json!([[1, 2, 3]])).is_empty());
    assert!(!with("surprise", json!(1)).is_empty());
    let mut short = good.clone();
    short.as_object_mut().expect("an object").remove("message");
    assert!(!faults(&schema, &short).is_empty());
}
