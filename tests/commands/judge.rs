//! `kibitzer judge` as a user meets it: verdicts on notations and photos, in five languages, and
//! errors.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Exit code, stdout and stderr of `kibitzer judge`.
fn judge(game: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    let output = command
        .env("NO_COLOR", "1")
        .args(["judge", "--game", game])
        .args(args)
        .output()
        .expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The JSON of a verdict.
fn verdict(game: &str, args: &[&str]) -> Value {
    let (code, out, err) = judge(game, &[args, &["--json"]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    serde_json::from_str(&out).expect("one line of JSON")
}

/// The last line of the text in a language.
fn last_line(game: &str, args: &[&str]) -> String {
    let (code, out, err) = judge(game, args);
    assert_eq!(code, Some(0), "{err}");
    out.lines().last().unwrap_or_default().to_owned()
}

/// Fails with exit code 2, one line on stderr that has all of `words`, nothing on stdout.
fn fails(game: &str, args: &[&str], words: &[&str]) {
    let (code, out, err) = judge(game, args);
    assert_eq!(
        (code, out.as_str(), err.trim_end().lines().count()),
        (Some(2), "", 1),
        "{args:?}: {err}"
    );
    words.iter().for_each(|word| assert!(err.contains(word), "'{word}' is not in: {err}"));
}

fn sample(start: &str) -> PathBuf {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    let paths = fs::read_dir(images).expect("samples").flatten().map(|entry| entry.path());
    paths
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(start)))
        .min()
        .expect("a sample")
}

const DRAUGHTS_START: &str = "W:W21-32:B1-12";
const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_four_verdicts_of_checkers() {
    let legal = verdict("checkers", &[DRAUGHTS_START, "W:W21,17,23-32:B1-12"]);
    assert_eq!(
        (&legal["verdict"], &legal["code"], &legal["legal"]),
        (&json!("legal"), &json!(1), &json!(true))
    );
    assert_eq!(
        (&legal["mover"], &legal["move"], &legal["winner"]),
        (&json!("white"), &json!("22-17"), &Value::Null)
    );
    assert_eq!(
        legal["pieces"],
        json!({ "white": { "men": 12, "kings": 0 }, "black": { "men": 12, "kings": 0 } })
    );
    assert_eq!(legal["message"], "Correct move by white: 22-17. Pieces: white 12, black 12.");
    let unfinished = verdict("checkers", &["W:W22:B18,11", "W:W15:B11"]);
    assert_eq!((&unfinished["verdict"], &unfinished["code"]), (&json!("unfinished"), &json!(2)));
    assert_eq!(unfinished["missed"], json!(["22x15x8"]));
    let missed = verdict("checkers", &["W:W22,32:B18", "W:W22,28:B18"]);
    assert_eq!(
        (&missed["verdict"], &missed["code"], &missed["missed"]),
        (&json!("missed_capture"), &json!(3), &json!(["22x15"]))
    );
    assert_eq!(missed["message"], "Wrong move: a capture is mandatory: 22x15.");
    let illegal = verdict("checkers", &["W:W22:B1", "W:W25:B1"]);
    assert_eq!(
        (&illegal["verdict"], &illegal["code"], &illegal["legal"]),
        (&json!("illegal"), &json!(4), &json!(false))
    );
    assert_eq!(illegal["reasons"][0]["reason"], "checkers-reason-backward");
    assert_eq!(illegal["names"], json!(["22", "25"]));
}

#[test]
fn the_winner_of_checkers() {
    let won = verdict("checkers", &["W:W22:B18", "W:W15:B"]);
    assert_eq!((&won["winner"], &won["pieces"]["black"]["men"]), (&json!("white"), &json!(0)));
    assert!(
        won["message"]
            .as_str()
            .is_some_and(|text| text.ends_with("White wins: black has no piece or no move left."))
    );
}

#[test]
fn who_begins_and_whose_turn_it_is() {
    let black_first = "W:W21-32:B1-10,12,15";
    assert_eq!(verdict("checkers", &[DRAUGHTS_START, black_first])["legal"], false);
    assert_eq!(
        verdict("checkers", &[DRAUGHTS_START, black_first, "--rules", "wcdf"])["mover"],
        "black"
    );
    assert_eq!(verdict("checkers", &["W:W22:B1", "W:W22:B5"])["mover"], "black");
    assert_eq!(verdict("checkers", &["W:W22:B1", "W:W22:B5", "--side", "white"])["legal"], false);
}

#[test]
fn other_kinds_of_draughts() {
    // A flying king, written as Russian draughts are.
    let flight = ["W:WK29:B1", "W:WK11:B1"];
    assert_eq!(
        verdict("checkers", &flight)["reasons"][0]["reason"],
        "checkers-reason-out-of-reach"
    );
    assert_eq!(
        verdict("checkers", &[&flight[..], &["--rules", "russian"]].concat())["move"],
        "a1-f6"
    );
    // 31-26 on a board of 10x10.
    let ten =
        verdict("checkers", &["W:W31-50:B1-20", "W:W26,32-50:B1-20", "--rules", "international"]);
    assert_eq!(ten["move"], "31-26");
    assert!(ten["after"].as_str().is_some_and(|text| text.contains("50:B1,")));
}

#[test]
fn moves_of_chess_and_the_condition_that_fails() {
    let legal = verdict("chess", &[CHESS_START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]);
    assert_eq!(
        (&legal["move"], &legal["mover"], &legal["check"]),
        (&json!("e4"), &json!("white"), &json!(false))
    );
    assert!(legal["fen"].as_str().is_some_and(|fen| {
        fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")
    }));
    assert_eq!(legal["names"], json!(["e4", "e2"]));
    let mate = verdict("chess", &["6k1/5ppp/8/8/8/8/8/R3K3", "R5k1/5ppp/8/8/8/8/8/4K3"]);
    assert_eq!(
        (&mate["move"], &mate["end"], &mate["winner"]),
        (&json!("Ra8#"), &json!("chess-won"), &json!("white"))
    );
    assert_eq!(mate["message"], "Correct move by white: Ra8#. Checkmate: white wins.");
    let stalemate = verdict("chess", &["k7/8/2K5/8/8/8/8/1Q6", "k7/8/1QK5/8/8/8/8/8"]);
    assert_eq!(
        (&stalemate["end"], &stalemate["winner"]),
        (&json!("chess-stalemate"), &Value::Null)
    );
    let reach = verdict("chess", &["4k3/4p3/8/8/8/8/4P3/R3K3", "4k3/4p3/8/8/8/8/1R2P3/4K3"]);
    assert_eq!(reach["reasons"][0]["reason"], "chess-reason-out-of-reach");
    let turn = verdict("chess", &[CHESS_START, "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR"]);
    assert_eq!(turn["reasons"][0]["reason"], "chess-reason-wrong-side");
}

#[test]
fn chess_castles_as_far_as_anybody_knows() {
    let after = "4k3/8/8/8/8/8/8/5RK1";
    // What `read` writes for a photo does not say that castling is over, and neither does a board
    // alone.
    for before in
        ["4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
    {
        assert_eq!(verdict("chess", &[before, after])["move"], "O-O", "{before}");
    }
    assert_eq!(
        verdict("chess", &["r3k3/8/8/8/8/8/8/4K2R w q - 0 1", "r3k3/8/8/8/8/8/8/5RK1"])["legal"],
        false
    );
}

#[test]
fn a_fen_is_taken_at_its_word_or_refused() {
    let (board, after) = (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    );
    for (fields, column) in [
        ("b KX - 0 1", 47),
        ("w KQkq z9 0 1", 52),
        ("w XX - 0 1", 47),
        ("w XX", 47),
        ("w KQkq", 51),
        ("w KQkq e3 zero 1", 52),
        ("w KQkq - 0 1 2 3 4", 58),
    ] {
        fails(
            "chess",
            &[&format!("{board} {fields}"), after],
            &[&format!("line 1, column {column}")],
        );
    }
    fails(
        "chess",
        &["4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "4k3/8/8/8/8/8/3K4/8"],
        &["the right to castle", "line 1, column 23"],
    );
    for fields in ["b", "b KQkq -", "b KQkq - 3", "b KQkq - 3 9"] {
        let judged = verdict("chess", &[&format!("{board} {fields}"), after]);
        assert_eq!(judged["reasons"][0]["reason"], "chess-reason-wrong-side", "{fields}");
    }
}

#[test]
fn only_what_a_photo_says_leaves_castling_and_the_clock_of_draws_open() {
    for before in ["4k3/8/8/8/8/8/8/4K2R w - - 5 10", "4k3/8/8/8/8/8/8/4K2R w - -"] {
        let judged = verdict("chess", &[before, "4k3/8/8/8/8/8/8/5RK1"]);
        assert_eq!(judged["reasons"][0]["reason"], "chess-reason-castling-lost", "{before}");
    }
    let drawn = verdict("chess", &["7k/5Q2/8/8/8/8/8/K7 w - - 149 80", "7k/5Q2/8/8/8/8/K7/8"]);
    assert_eq!(drawn["end"], "chess-stalemate");
    let drawn = verdict("chess", &["7k/4Q3/8/8/8/8/8/K7 w - - 149 80", "7k/4Q3/8/8/8/8/K7/8"]);
    assert_eq!(drawn["end"], "chess-seventy-five-moves");
}

#[test]
fn an_impossible_board_is_not_shown_as_the_last_correct_one() {
    let (code, out, _) = judge("chess", &["4k3/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/4K3"]);
    let said = [
        "Wrong move: the position before the move is not legal.",
        "Wrong move: white has no king.",
    ];
    assert_eq!((code, out.lines().collect::<Vec<_>>()), (Some(0), said.to_vec()));
}

#[test]
fn without_a_side_black_may_have_moved_in_chess() {
    let boards = ["4k3/4p3/8/8/8/8/4P3/4K3", "4k3/8/4p3/8/8/8/4P3/4K3"];
    assert_eq!(verdict("chess", &boards)["mover"], "black");
    let white = verdict("chess", &[&boards[..], &["--side", "white"]].concat());
    assert_eq!(white["reasons"][0]["reason"], "chess-reason-wrong-side");
}

#[test]
fn moves_of_go_with_captures_suicide_and_ko() {
    let taking = verdict("go", &["(;SZ[9]AW[aa][ba]AB[ab][bb])", "(;SZ[9]AB[ab][bb][ca])"]);
    assert_eq!(
        (&taking["mover"], &taking["move"], &taking["captured"]),
        (&json!("black"), &json!("C9"), &json!(["A9", "B9"]))
    );
    assert_eq!(taking["message"], "Correct move by black: C9. It captures 2 stones: A9 and B9.");
    let suicide = verdict("go", &["(;SZ[9]AW[ab][ba])", "(;SZ[9]AW[ab][ba]AB[aa])"]);
    assert_eq!(suicide["reasons"][0]["reason"], "go-reason-suicide");
    let (first, second) =
        ("(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc])", "(;SZ[9]AB[ba][ab][bc][cb]AW[ca][db][cc])");
    assert_eq!(verdict("go", &[second, first])["legal"], true);
    let ko = verdict("go", &[second, first, "--history", first]);
    assert_eq!(ko["reasons"][0]["reason"], "go-reason-superko");
    // A record has its own history.
    let record = "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])";
    assert_eq!(verdict("go", &[record, first])["reasons"][0]["reason"], "go-reason-superko");
    assert_eq!(verdict("go", &["(;SZ[9])", "(;SZ[9]AW[ee])", "--side", "black"])["legal"], false);
}

#[test]
fn a_record_of_go_tells_whose_turn_it_is() {
    let twice = verdict("go", &["(;SZ[9];B[ee])", "(;SZ[9]AB[ee][cc])"]);
    assert_eq!(twice["reasons"][0]["reason"], "go-reason-wrong-side");
    assert_eq!(verdict("go", &["(;SZ[9]AB[ee]PL[W])", "(;SZ[9]AB[ee][cc])"])["legal"], false);
    assert_eq!(
        verdict("go", &["(;SZ[9];B[ee])", "(;SZ[9]AB[ee][cc])", "--side", "black"])["legal"],
        true
    );
    assert_eq!(verdict("go", &["(;SZ[9]AB[ee])", "(;SZ[9]AB[ee][cc])"])["mover"], "black");
}

/// Qwirkle rows with these tiles, `(row, column, code)`.
fn rows(tiles: &[(usize, usize, &str)]) -> String {
    let code = |row, col| {
        tiles.iter().find(|tile| (tile.0, tile.1) == (row, col)).map_or("..", |tile| tile.2)
    };
    let row = |row| (0..16).map(|col| code(row, col)).collect::<Vec<_>>().join(" ") + "\n";
    (0..16).map(row).collect()
}

#[test]
fn moves_of_qwirkle_with_every_item_of_the_score() {
    let old = [(7, 7, "1R"), (7, 8, "2R")];
    let before = rows(&old);
    let after = rows(&[&old[..], &[(7, 9, "3R"), (8, 9, "3B")]].concat());
    assert_eq!(
        verdict("qwirkle", &[&before, &after])["reasons"][0]["reason"],
        Value::Null,
        "one column"
    );
    let legal = verdict("qwirkle", &[&before, &after]);
    assert_eq!(
        legal["tiles"],
        json!([{ "cell": "8J", "tile": "3R" }, { "cell": "9J", "tile": "3B" }])
    );
    assert_eq!((&legal["score"]["total"], &legal["bonus_squares"]), (&json!(5), &json!(false)));
    assert_eq!(legal["score"]["lines"].as_array().map(Vec::len), Some(2));
    let said = "Correct move: 2 tiles, 8J 3R and 9J 3B. Score: 5 points. Line 8H to 8J: 3 points; \
    line 8J to 9J: 2 points. Bonus \
                squares are not counted: they show on the board at the start of the game.";
    assert_eq!(legal["message"], said);
    let mixed = verdict("qwirkle", &[&before, &rows(&[&old[..], &[(7, 9, "3B")]].concat())]);
    assert_eq!(mixed["reasons"][0]["reason"], "qwirkle-fault-mixed");
    assert_eq!(mixed["reasons"][0]["names"], json!(["8H", "8I", "8J"]));
}

#[test]
fn bonus_squares_come_from_the_start() {
    // All four modules with their start squares from the upper left to the lower right: 2B is a
    // bonus square's neighbor.
    let codes = ["1R", "2O", "3Y", "4G", "5B", "6W"];
    let modules = [(0, 0), (0, 8), (8, 0), (8, 8)];
    let start: Vec<_> = modules
        .iter()
        .flat_map(|&(r, c)| (1..7).map(move |i| (r + i, c + i, codes[i - 1])))
        .collect();
    let after = [&start[..], &[(1, 2, "1O")]].concat();
    let (start, after) = (rows(&start), rows(&after));
    let found = verdict("qwirkle", &[&start, &after]);
    // Row 2 holds 1R and 1O, column C 1O and 2O; 2C is worth one point more.
    assert_eq!(
        (&found["score"]["total"], &found["bonus_squares"]),
        (&json!(2 + 2 + 1), &json!(true))
    );
    assert_eq!(verdict("qwirkle", &[&start, &after, "--rules", "classic"])["score"]["total"], 4);
    assert_eq!(verdict("qwirkle", &[&start, &after, "--start", &start])["score"]["total"], 5);
    // Where that board is none, it is the one that is named.
    let dir = tempfile::tempdir().expect("temporary folder");
    let [good, bad] = ["good.txt", "bad.txt"].map(|name| dir.path().join(name));
    fs::write(&good, &start).expect("written");
    fs::write(&bad, rows(&[])).expect("written");
    let [good, bad] = [&good, &bad].map(|path| path.to_str().expect("UTF-8"));
    fails("qwirkle", &[good, &after, "--start", bad], &["bad.txt is no start of a game"]);
}

#[test]
fn every_language_has_its_words() {
    let boards = ["W:W22,32:B18", "W:W22,28:B18"];
    let said = |lang| {
        verdict("checkers", &[&boards[..], &["--lang", lang]].concat())["message"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(said("pl").as_deref(), Some("Błędny ruch: bicie jest obowiązkowe: 22x15."));
    assert_eq!(said("fi").as_deref(), Some("Väärä siirto: lyönti on pakollinen: 22x15."));
    assert_eq!(said("ro").as_deref(), Some("Mutare greșită: captura este obligatorie: 22x15."));
    assert_eq!(said("zh").as_deref(), Some("走法错误：有子必吃：22x15。"));
    let wrong = ["checkers", "W:W22:B1", "W:W15:B1", "--lang", "zh"];
    assert_eq!(
        verdict(wrong[0], &wrong[1..])["message"],
        "走法错误：这个棋子走不到那里。请检查：15和22。"
    );
    assert_eq!(last_line("checkers", &boards), "Put the board back as it was before the move.");
    let (code, out, err) = judge("checkers", &[&boards[..], &["--lang", "de"]].concat());
    assert!(code == Some(2) && out.is_empty() && err.contains("use en, pl, fi, ro or zh"), "{err}");
}

#[test]
fn the_text_shows_the_last_correct_board() {
    let (_, right, _) = judge("checkers", &["W:W22:B1", "W:W18:B1"]);
    let (_, wrong, _) = judge("checkers", &["W:W22:B1", "W:W15:B1"]);
    assert!(
        right.ends_with("Correct move by white: 22-18.\nPieces: white 1, black 1.\n"),
        "{right}"
    );
    assert!(
        wrong.contains("Wrong move: the piece cannot go there. Look at 15 and 22.\n"),
        "{wrong}"
    );
    let board = |text: &str| text.split("\n\n").next().map(str::to_owned);
    assert_ne!(board(&right), board(&wrong));
    let (_, unchanged, _) = judge("checkers", &["W:W22:B1", "W:W22:B1"]);
    assert_eq!(
        (board(&unchanged), unchanged.lines().last()),
        (board(&wrong), Some("Nothing has moved."))
    );
}

#[test]
fn notations_come_from_files_too() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let file = dir.path().join("before.pdn");
    fs::write(&file, "[FEN \"W:W22:B1\"]\n").expect("written");
    assert_eq!(verdict("checkers", &[file.to_str().expect("UTF-8"), "W:W18:B1"])["move"], "22-18");
    fs::write(&file, "[FEN \"W:W22:B1").expect("written");
    fails(
        "checkers",
        &[file.to_str().expect("UTF-8"), "W:W18:B1"],
        &["before.pdn", "line 1, column 15"],
    );
    fs::write(&file, "\u{feff}[FEN \"W:W22:B1\"]").expect("written");
    assert_eq!(verdict("checkers", &[file.to_str().expect("UTF-8"), "W:W18:B1"])["move"], "22-18");
    fs::write(&file, b"(;SZ[9]C[J\xFCrgen]AB[ee])").expect("written");
    assert_eq!(
        verdict("go", &[file.to_str().expect("UTF-8"), "(;SZ[9]AB[ee]AW[cc])"])["move"],
        "C7"
    );
    fs::write(&file, b"\x01\x00\xfe").expect("written");
    fails("checkers", &[file.to_str().expect("UTF-8"), "W:W18:B1"], &["before.pdn", "notation"]);
}

#[test]
fn a_position_may_have_other_tags() {
    let before = "[SetUp \"1\"][FEN \"W:W31,32:B1,2\"]";
    assert_eq!(verdict("checkers", &[before, "B:W27,31:B1,2"])["move"], "32-27");
    fails("checkers", &["[SetUp \"1\"]", "B:W27,31:B1,2"], &["no FEN tag"]);
}

#[test]
fn a_whole_game_is_not_a_board() {
    let wanted = "it holds a whole game, and one board is wanted";
    fails("chess", &["[Event \"x\"]\n\n1. e4 *", CHESS_START], &[wanted, "FEN"]);
    fails("chess", &["1. e4 e5 *", CHESS_START], &[wanted]);
    let dir = tempfile::tempdir().expect("temporary folder");
    let file = dir.path().join("game.pdn");
    fs::write(&file, "[FEN \"W:W22:B1\"]\n1. 22-18 *\n").expect("written");
    fails(
        "checkers",
        &[file.to_str().expect("UTF-8"), "W:W18:B1"],
        &["game.pdn", wanted, "PDN FEN"],
    );
}

#[test]
fn what_cannot_be_judged_says_why() {
    fails("chess", &["no/such.jpg", CHESS_START], &["no/such.jpg", "check the path"]);
    fails(
        "chess",
        &["nonsense", CHESS_START],
        &["'nonsense' is neither a file nor a chess board", "line 1"],
    );
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path().to_str().expect("UTF-8");
    fails("go", &[folder, folder], &["is a folder", "a photo"]);
    fails("chess", &[CHESS_START, CHESS_START, "--rules", "wcdf"], &["--rules", "chess"]);
    fails(
        "checkers",
        &[DRAUGHTS_START, DRAUGHTS_START, "--rules", "classic"],
        &["--rules", "wcdf"],
    );
    fails("qwirkle", &["x", "y", "--side", "white"], &["--side", "qwirkle"]);
    fails("chess", &["x", "y", "--history", "z"], &["--history", "go"]);
    fails("go", &["x", "y", "--start", "z"], &["--start", "qwirkle"]);
    fails("go", &["x", "y", "--white", "top"], &["--white", "go"]);
    fails(
        "checkers",
        &["W:W22:B18", "W:W17:B18", "--white", "top"],
        &["none of these boards is a photo: leave out --white"],
    );
    fails(
        "go",
        &["(;SZ[9])", "(;SZ[9]AB[cc])", "--size", "9", "--deadline", "5"],
        &["leave out --size and --deadline"],
    );
    let (code, out, _) = judge("chess", &["nonsense", CHESS_START, "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(2), &json!("error")));
}

#[test]
fn photos_are_read_and_turned_to_fit() {
    for game in ["checkers", "chess", "go", "qwirkle"] {
        let photo = sample(&format!("{game}-"));
        let found =
            verdict(game, &[photo.to_str().expect("UTF-8"), photo.to_str().expect("UTF-8")]);
        assert_eq!(found["verdict"], "unchanged", "{game}");
    }
}

#[test]
fn a_move_from_a_photo_to_a_notation() {
    // The sample shows the initial position.
    let photo = sample("checkers-00000300");
    let after = "W:W21,17,23-32:B1-12";
    let found = verdict("checkers", &[photo.to_str().expect("UTF-8"), after]);
    assert_eq!(
        (&found["move"], &found["before"]),
        (&json!("22-17"), &verdict("checkers", &[DRAUGHTS_START, after])["before"])
    );
}

#[test]
fn a_photo_without_a_board_ends_with_one() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let gray = dir.path().join("gray.png");
    image::RgbImage::from_pixel(640, 480, image::Rgb([128; 3])).save(&gray).expect("saved");
    let (code, out, err) = judge("go", &[gray.to_str().expect("UTF-8"), "(;SZ[9])", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(1), &json!("no_board")), "{err}");
    assert_eq!(json["refusal"], "nothing_found", "{out}");
    assert!(err.contains("gray.png") && err.contains("no board found"), "{err}");
    let (_, out, _) = judge("go", &["no/such.png", "(;SZ[9])", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert!(json["status"] == "error" && json.get("refusal").is_none(), "{out}");
}

/// The game cannot be left out here.
#[test]
fn a_photo_of_another_board_is_not_to_be_named_otherwise() {
    let photo = sample("go-");
    let photo = photo.to_str().expect("UTF-8");
    let (code, out, err) = judge("chess", &[photo, CHESS_START, "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["refusal"]), (Some(1), &json!("other_board")), "{err}");
    assert!(err.ends_with("; give a photo of the chess board\n"), "{err}");
}

/// Not every path is text.
#[cfg(target_os = "linux")]
#[test]
fn files_of_any_name_are_judged() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = tempfile::tempdir().expect("temporary folder");
    let file = |name: &[u8], text: &str| {
        let file = dir.path().join(OsStr::from_bytes(name));
        fs::write(&file, text).expect("written");
        file
    };
    let before = file(b"\xe4.fen", "W:W22,32:B18");
    let after = file(b"\xf6.fen", "W:W22,28:B18");
    let photo = dir.path().join(OsStr::from_bytes(b"\xfc.png"));
    fs::copy(sample("checkers-00000300"), &photo).expect("copied");
    let judged = |before: &Path, after: &Path| {
        let mut command = Command::cargo_bin("kibitzer").expect("the binary");
        let command = command.args(["judge", "--game", "checkers", "--json"]);
        let output = command.args([before, after]).output().expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    assert_eq!(judged(&before, &after)["verdict"], "missed_capture");
    let of_photo = judged(&photo, &photo);
    assert_eq!(of_photo["verdict"], "unchanged");
    let name = of_photo["readings"][0]["photo"].as_str().expect("a name");
    assert!(name.ends_with("\u{fffd}.png"), "{name}");
}

/// Something over a third of the board is no board that is missing.
#[test]
fn a_photo_of_a_hidden_board_is_busy() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let mut photo = image::open(sample("checkers-00000300")).expect("a sample").to_rgb8();
    let (width, height) = photo.dimensions();
    let arm = image::RgbImage::from_pixel(width / 4, height, image::Rgb([205, 150, 120]));
    image::imageops::replace(
        &mut photo,
        &arm,
        i64::from(width * 2 / 5),
        i64::from(height * 3 / 10),
    );
    let path = dir.path().join("busy.png");
    photo.save(&path).expect("saved");
    let (code, out, err) =
        judge("checkers", &[DRAUGHTS_START, path.to_str().expect("UTF-8"), "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(1), &json!("busy")), "{err}");
    assert_eq!(json["refusal"], "hidden");
    assert!(err.contains("busy.png") && err.contains("of 64 cells are hidden"), "{err}");
}

#[test]
fn what_is_no_photo_that_is_read_says_what_to_do() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let written = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let avif = written("board.avif", b"\0\0\0\x18ftypavif\0\0\0\0mif1miaf");
    fails("chess", &[&avif, CHESS_START], &["an AVIF picture", "save it as JPEG"]);
    let nameless = written("board", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    fails("chess", &[&nameless, CHESS_START], &["a HEIC photo", "Most Compatible"]);
    // A photo all the same, of which something may be said.
    fails("chess", &[&avif, CHESS_START, "--white", "top"], &["an AVIF picture"]);
}

#[test]
fn either_side_may_castle_where_a_photo_does_not_tell() {
    for (before, after, castled) in [
        ("8/1k6/8/8/8/8/8/R3K2R w - - 0 1", "8/1k6/8/8/8/8/8/R4RK1", "O-O"),
        ("r3k2r/8/8/8/8/8/1K6/8 b - - 0 1", "2kr3r/8/8/8/8/8/1K6/8", "O-O-O"),
    ] {
        let (code, out, err) = judge("chess", &[before, after]);
        assert!(code == Some(0) && out.contains(&format!(": {castled}.")), "{out}{err}");
    }
    // What somebody wrote down of castling counts.
    let written = ["r3k2r/8/8/8/8/8/1K6/8 b - - 3 20", "r4rk1/8/8/8/8/8/1K6/8"];
    assert!(judge("chess", &written).1.contains("castling is not allowed"));
}
