//! Notations and positions as other programs write them, and what is right by the authority named
//! beside each: inputs of our own, made after what users of such programs reported.

use assert_cmd::Command;
use kibitzer::games::{
    checkers::rules::{PdnResult, Position as Draughts, Variant, read_pdn},
    chess::rules::{PgnGame, PgnReader, PgnResult, Position, read_san, write_san},
};
use serde_json::Value;
use std::fs;

fn games(text: &str) -> Vec<PgnGame> {
    let games = PgnReader::new(text.as_bytes()).collect::<Result<_, _>>();
    games.unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

/// The moves of the only game of a text, in SAN.
fn moves(text: &str) -> String {
    let games = games(text);
    let [game] = &games[..] else { panic!("{} games in {text:?}", games.len()) };
    sans(game)
}

fn sans(game: &PgnGame) -> String {
    let mut position = game.start.clone();
    let mut written = Vec::new();
    for (mv, _) in &game.moves {
        written.push(write_san(&position, *mv));
        position = position.after(*mv);
    }
    written.join(" ")
}

/// Why a text is no PGN.
fn fault(text: &str) -> String {
    let games: Result<Vec<_>, _> = PgnReader::new(text.as_bytes()).collect();
    games.expect_err(text).to_string()
}

/// PGN standard, sections 5 (comments), 6 (the escape) and 7 (tokens). The right moves are those
/// that python-chess 1.11.2 reads.
#[test]
fn pgn_comments_and_escapes() {
    for (text, right) in [
        ("1. e4 {ideas:\n% 1... c5 was 70 % likely }\n1... e5 {solid} 2. Nf3 *", "e4 e5 Nf3"),
        ("1. e4 {first\n% second }\n1... e5 {third} *", "e4 e5"),
        ("1. e4 {a\n%\n} e5 *", "e4 e5"),
        ("% an export of 2020\n1. e4 *", "e4"),
        ("1. e4\n% { not a comment\n1... e5 *", "e4 e5"),
        ("1. e4 ; {not a comment\n1... e5 *", "e4 e5"),
        ("1. e4 ; a comment\n% {escaped\n1... e5 *", "e4 e5"),
        ("1. e4 {; not a line } e5 *", "e4 e5"),
        ("1. e4 { a { brace } e5 *", "e4 e5"),
        ("1. e4 {50%} e5 ;100 %\n2. Nf3 *", "e4 e5 Nf3"),
        ("1. e4 {[%clk 0:01:00]\n[%eval 0.3]} e5 *", "e4 e5"),
        ("1. e4 {see\n[Event \"x\"] of 1990} e5 *", "e4 e5"),
        ("1. e4 (1. d4\n% )\n1... d5) e5 *", "e4 e5"),
        ("1. e4 (1. d4 {a ) brace} d5 (1... Nf6)) e5 *", "e4 e5"),
        // Lines of old Macs (python-chess needs them translated), a mark of DOS's end.
        ("1. e4 ; a comment\r1... e5\r%\r2. Nf3 *\r", "e4 e5 Nf3"),
        ("1. e4 e5 *\r\n\u{1a}", "e4 e5"),
    ] {
        assert_eq!(moves(text), right, "{text:?}");
    }
}

#[test]
fn pgn_before_and_between_tags() {
    let tags = "[Event \"x\"]\n[WhiteType \"human\"]\n\n1. e4 *\n";
    for before in [
        "; exported by a club program\n",
        "{exported by a club program}\n",
        "{exported\nby a club program}\n\n",
        "% exported by a club program\n",
        " ",
        "\t",
        "\n\n",
        "\u{feff}",
        "\u{feff}\n ; a mark, too\n",
        "[Site \"a\"] ",
        "[Site \"a\"] ; a comment\n",
        "[Site \"a\"]\n{a comment}\n",
        "[Site \"a\"]\n% an escape\n  ",
        "[Site \"The \"Big\" Hall\"]\n",
        "[Site \"C:\\games\\\"]\n",
        "[Site\n\"a\"]\n",
        "[Site \"a { ; ( ]\"]\n",
    ] {
        let text = format!("{before}{tags}");
        let games = games(&text);
        assert_eq!(games.len(), 1, "{text:?}");
        assert_eq!(
            (games[0].tag("Event"), sans(&games[0]).as_str()),
            (Some("x"), "e4"),
            "{text:?}"
        );
    }
    // Two games stay two, whatever is between them.
    for between in ["", "\n", " ", "; a comment\n", "{a comment}\n", "% an escape\n", "\u{feff}"] {
        assert_eq!(games(&format!("{tags}{between}{tags}")).len(), 2, "{between:?}");
    }
    assert_eq!(games("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *").len(), 2);
    assert_eq!(games("[Event \"a\"] [Site \"b\"] 1. e4 e5 *").len(), 1);
    let small = "[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *";
    assert_eq!(moves(small), "O-O");
    assert_eq!(games("[Site \"C:\\games\"]\n\n*")[0].tag("Site"), Some("C:\\games"));
}

/// Moves in other spellings; python-chess 1.11.2 reads those before the empty comment, books and
/// other programs write the rest.
#[test]
fn pgn_spellings_of_moves() {
    let opening = "e4 d5 exd5 e5";
    for text in [
        "1. e4 d5 2. exd5 e5 *",
        "1.e4 d5 2.exd5 e5*",
        "1 e4 d5 2 exd5 e5",
        "1. e4 1... d5 2. exd5 2... e5 *",
        "1. e4 1. ... d5 2. exd5 2. ... e5 *",
        "1. e2e4 d7d5 2. e4d5 e7e5 *",
        "1. e2-e4 d7-d5 2. e4xd5 e7-e5 *",
        "1. Pe4 Pd7-d5 2. Pexd5 Pe5 *",
        "1. e4! d5?! 2. exd5!? $1 e5?? *",
        "1. e4+- d5= 2. exd5 +/- e5 -+ *",
        //
        "1. e4 1… d5 2. e4:d5 2… e5 *",
        "1. e4 d5 2. e4×d5 e5 *",
        "1. e2–e4 d7—d5 2. ed5 e5 1/2",
        "1. ♙e4 ♟d5 2. exd5 e5 ½–½",
        "1. e4 N d5 ⩲ 2. exd5 ± e5 ∞ *",
    ] {
        assert_eq!(moves(text), opening, "{text}");
    }
    for text in ["exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "exd6/ep", "e5xd6 e.p.!", "ed6"] {
        let fen = "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]";
        assert_eq!(moves(&format!("{fen}\n\n1. {text} Kd7 *")), "exd6 Kd7", "{text}");
    }
    for text in ["a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a7a8q", "a7-a8=(Q)", "a8=Q+!", "a8Q+"] {
        let fen = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]";
        assert_eq!(moves(&format!("{fen}\n\n1. {text} Kd7 *")), "a8=Q+ Kd7", "{text}");
    }
    for text in ["O-O", "0-0", "O-O!", "0-0+", "o-o", "e1g1", "O–O"] {
        let fen = "[FEN \"5k2/8/8/8/8/8/8/4K2R w K - 0 1\"]";
        assert_eq!(moves(&format!("{fen}\n\n1. {text} Kg7 *")), "O-O+ Kg7", "{text}");
    }
    for text in ["Qf7#", "Qxf7++", "Qf7 mate", "Qh5xf7#", "Qxf7 #", "Qxf7ch", "Q×f7†", "♕xf7"]
    {
        let game = format!("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. {text} 1-0");
        assert_eq!(moves(&game), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "{text}");
    }
}

#[test]
fn moves_that_are_none_are_said_to_be_so() {
    for (text, says) in [
        ("1. e4 -- *", "null move"),
        ("1. e4 Z0 *", "null move"),
        ("1. e4 null *", "null move"),
        ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 *", "e8=Q"),
        ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a7-a8= *", "e8=Q"),
        ("1. e4 e5 2. Ke3 *", "no legal move"),
        ("1. e4 e5 2. Nf6 0-0 *", "no legal move"),
        ("1. e4 e5 2. 0-0", "no legal move"),
        ("1. e4 e5 2. Nf3 0-0", "no legal move"),
    ] {
        let error = fault(text);
        assert!(error.contains(says), "{text}: {error}");
    }
    let why = read_san(&Position::default(), "--").expect_err("a null move").why().to_string();
    assert!(why.contains("null move"), "{why}");
}

#[test]
fn results() {
    let result = |text: &str| games(text)[0].result;
    assert_eq!(result("1. e4 e5 1/2"), PgnResult::Draw);
    assert_eq!(result("[Result \"1/2\"]\n\n1. e4"), PgnResult::Draw);
    // python-chess takes the tag where the text ends in a star.
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 *"), PgnResult::White);
    // A double forfeit, and castling written the same way.
    assert_eq!(result("[Result \"0-0\"]\n\n0-0"), PgnResult::BothLost);
    assert_eq!(result("[Result \"0-0\"]\n\n1. e4 e5 0-0"), PgnResult::BothLost);
    assert_eq!(result("[Result \"-/-\"]\n\n*"), PgnResult::BothLost);
    assert_eq!(result("1. e4 e5 0-0 {neither came back}\n"), PgnResult::BothLost);
    let castles = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0\n0-0 *\n";
    assert!(moves(castles).ends_with("O-O O-O"));
    assert_eq!(games(&format!("{castles}\n[Event \"b\"]\n\n1. d4 d5 0-0\n")).len(), 2);
}

/// Runs `kibitzer`: exit code, stdout and stderr together.
fn kibitzer(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    let output = command.env("NO_COLOR", "1").args(args).output().expect("runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

/// The score of a game of Go in a file of these bytes.
fn scored(bytes: &[u8], options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    fs::write(&path, bytes).expect("written");
    let path = path.to_string_lossy();
    let (code, said) = kibitzer(&[&["score", "--game", "go", "--json", &path], options].concat());
    assert_eq!(code, Some(0), "{said}");
    serde_json::from_str(&said).expect("JSON")
}

const WALLS: &str = "GM[1]FF[4]SZ[9]KM[6.5]AB[ea:ei]AW[fa:fi]";

/// sgfmill 1.1.1 reads those before the empty comment; the rest is what SGFC corrects: white space,
/// decimal commas, sizes and sides spelled out.
#[test]
fn sgf_around_the_tree_and_numbers() {
    for text in [
        format!("From: club\nSubject: game\n\n(;{WALLS})\n"),
        format!("Subject: (no subject)\n\n(;{WALLS})\n-- \nsent (;-) by mail\n"),
        format!("(;{WALLS})\n]C[end. ])\n"),
        format!("\u{feff}( ;{WALLS})\u{1a}"),
        format!("(;{WALLS}))"),
        "(;GM[1 ]FF[4]SZ[ 9 ]KM[ 6.5 ]AB[ea:ei]AW[fa:fi])".to_owned(),
        //
        "(;GM[ 1]SZ[9 : 9]KM[6,5]HA[ 0 ]AB[ ea : ei ]AW[f a:fi])".to_owned(),
        "(;GM[1]SZ[9x9]KM[6.5目]AB[ea:ei]AW[fa:fi];B[ ];W[tt])".to_owned(),
        "(;GM[]SZ[9]KM[+6.5]PL[ Black ]AB[ea:ei]AW[fa:fi])".to_owned(),
    ] {
        assert_eq!(scored(text.as_bytes(), &[])["result"], "B+2.5", "{text}");
    }
    let early = kibitzer(&["score", "--game", "go", "(;SZ[9];B[aa]);W[bb])"]);
    assert!(early.0 == Some(2) && early.1.contains("one ')' too many"), "{}", early.1);
}

/// FF[4] has AGA, GOE, Japanese and NZ, and leaves other names free. All but Japanese and Korean
/// rules count area: 45 to 36 points.
#[test]
fn sgf_rules_names() {
    for (name, rules, result) in [
        ("Japanese Rules", "japanese", "B+2.5"),
        ("japanese", "japanese", "B+2.5"),
        ("日本規則", "japanese", "B+2.5"),
        ("Korean", "japanese", "B+2.5"),
        ("NZ", "nz", "B+2.5"),
        ("New Zealand", "nz", "B+2.5"),
        ("Tromp-Taylor", "nz", "B+2.5"),
        ("GOE", "ing", "B+2.5"),
        ("AGA rules", "aga", "B+2.5"),
        ("Chinese (OGS)", "chinese", "B+2.5"),
    ] {
        let score = scored(format!("(;RU[{name}]{WALLS})").as_bytes(), &[]);
        let found = (&score["rules"], &score["result"], &score["unknown_rules"]);
        assert_eq!(found, (&rules.into(), &result.into(), &Value::Null), "{name}");
    }
    // Prisoners count by territory only.
    let played = "(;SZ[9]KM[0]RU[NZ]AB[ea:ei][ba]AW[fa:fi][aa];B[ab])";
    assert_eq!(scored(played.as_bytes(), &[])["result"], "B+9");
    let unknown = scored(format!("(;RU[house]{WALLS})").as_bytes(), &[]);
    assert_eq!(unknown["unknown_rules"], "house");
    // FF[4] lets a later node say them.
    let later = "(;GM[1]FF[4]SZ[9];RU[Chinese]KM[7.5]PB[A]PW[B];AB[ea:ei]AW[fa:fi])";
    let score = scored(later.as_bytes(), &[]);
    assert_eq!((&score["rules"], &score["komi"]), (&"chinese".into(), &3.75.into()));
}

/// New Zealand rules let a side take off its own stones, and forbid only boards that it made
/// itself; Japanese rules forbid to take a ko back at once.
#[test]
fn sgf_moves_are_judged_by_the_rules_that_count() {
    let suicide = "(;GM[1]FF[4]SZ[9]RU[NZ]KM[7];B[ba];W[ca];B[ii];W[bb];B[ih];W[ab];B[aa];W[ee])";
    let sent = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ba];W[ab];B[da];W[bb];B[cb];W[ee];B[aa];W[ca];B[ba];\
        W[ef])";
    let wrong = |text: &str, options: &[&str]| {
        scored(text.as_bytes(), options)["wrong_move"]["number"].as_u64()
    };
    assert_eq!(wrong(suicide, &[]), None);
    assert_eq!(wrong(suicide, &["--rules", "aga"]), Some(7));
    for (rules, number) in [("nz", None), ("aga", None), ("japanese", None), ("chinese", Some(9))] {
        assert_eq!(wrong(sent, &["--rules", rules]), number, "{rules}");
    }
    assert_eq!(wrong(sent, &[]), Some(9), "no rules are named");
}

/// Second bytes of these characters are `]` or `\` in the encoding named. The bytes are those of
/// Python's codecs.
#[test]
fn sgf_in_east_asian_encodings() {
    let texts: [(&str, &[u8]); 5] = [
        // 表 (0x95 0x5C) and ソ (0x83 0x5C) before a closing bracket, ゼ (0x83 0x5B).
        (
            "Shift_JIS",
            b"PB[\x95\x5C]C[\x83\x5C\x81\x5B\x83\x5B\x95\x5C\x8E\xA6\x82\xC5\x82\xB7\x95\x5C]",
        ),
        ("SJIS", b"C[\x82\xB1\x82\xEA\x82\xCD\x83\x5C]"),
        // 許 (0xB3 0x5C) and 功 (0xA5 0x5C).
        ("Big5", b"PB[\xB3\x5C]C[\xA6\xA8\xA5\x5C]"),
        // 乗 (0x81 0x5C) and 慮 (0x91 0x5D).
        ("GBK", b"PB[\x81\x5C]C[\xB0\xD7\xC6\xE5\x91\x5D]"),
        ("gb2312", b"C[\xB0\xD7\xC6\xE5\xD6\xD0\xC5\xCC\xCA\xA4\x81\x5C]"),
    ];
    for (encoding, text) in texts {
        let named = [format!("(;CA[{encoding}]").as_bytes(), text, WALLS.as_bytes(), b")"].concat();
        assert_eq!(scored(&named, &[])["result"], "B+2.5", "{encoding}");
        // The guess, where the file does not name its encoding.
        let unnamed = [b"(;", text, WALLS.as_bytes(), b")"].concat();
        assert_eq!(scored(&unnamed, &[])["result"], "B+2.5", "{encoding} by guess");
    }
}

/// The komi of Fox Weiqi's files: KaTrain, KataGo and nibbler read them so.
#[test]
fn komi_of_foxs_files() {
    for (root, rules, result) in [
        ("KM[375]HA[0]RU[Chinese]", "chinese", "B+1.5"),
        ("KM[650]HA[0]RU[Japanese]", "japanese", "B+2.5"),
        ("KM[50]HA[0]RU[Japanese]", "japanese", "B+8.5"),
        ("KM[0]HA[0]RU[Chinese]", "chinese", "B+1.5"),
        ("KM[0]HA[0]RU[Korean]", "japanese", "B+2.5"),
        ("KM[0]HA[1]RU[Japanese]", "japanese", "B+9"),
    ] {
        let text = format!("(;GM[1]SZ[9]{root}AP[GNU Go:3.8]AP[foxwq]AB[ea:ei]AW[fa:fi])");
        let score = scored(text.as_bytes(), &[]);
        assert_eq!((&score["rules"], &score["result"]), (&rules.into(), &result.into()), "{root}");
    }
}

/// Japanese rules of 1989, articles 7 to 9, and the eye shapes of any textbook.
#[test]
fn go_dead_shapes_and_points_to_fill() {
    let square_four = "(;GM[1]FF[4]SZ[9]KM[6.5]AB[da][db][dc][ad][bd][cd][dd][af][bf][cf][df][ef]\
        [ff][gf][hf][if]AW[ca][cb][ac][bc][cc][ag][bg][cg][dg][eg][fg][gg][hg][ig])";
    let bulky_five = "(;GM[1]FF[4]SZ[13]KM[6.5]AB[cb][db][eb][fb][gb][hb][ib][cc][ic][cd][fd][id]\
        [ce][ie][cf][hf][if][cg][dg][eg][fg][gg][hg][ak][bk][ck][dk][ek][fk][gk][hk][ik][jk][kk]\
        [lk][mk]AW[dc][ec][fc][gc][hc][dd][hd][de][ge][he][df][ef][ff][gf][al][bl][cl][dl][el][fl]\
        [gl][hl][il][jl][kl][ll][ml])";
    let teire = "(;GM[1]FF[4]SZ[9]KM[6.5]AB[ba][ab][ac][ad][ae][af][bf][cf][df][ef][ff][gf][hf]\
        [if]AW[ca][bb][cb][bc][bd][be][ce][de][ee][fe][ge][he][ie])";
    let score = scored(square_four.as_bytes(), &["--rules", "japanese"]);
    assert_eq!((&score["result"], &score["unsure"]), (&"B+18.5".into(), &Value::Array(vec![])));
    let score = scored(bulky_five.as_bytes(), &["--rules", "japanese"]);
    let dead = score["dead"].as_array().expect("points");
    assert!(dead.len() == 14 && dead.contains(&"D11".into()), "{dead:?}");
    let score = scored(teire.as_bytes(), &["--rules", "japanese"]);
    assert_eq!((&score["result"], &score["to_fill"][0]), (&"W+5.5".into(), &"A9".into()));
}

/// PDN 3.0.
#[test]
fn pdn_fens_and_games() {
    for before in [
        "[Fen \"W:W31,32:B1,2\"]",
        "[fen \"W:W31,32:B1,2.\" ]",
        "[ FEN \"W:W31,32:B1,2\"]\n",
        "W: W31, 32: B1, 2",
        "W : W 31 , 32 : B 1-2 .",
        "w:w31,32:b1,2",
        "W:B1,2:W31,32:H0:F1",
    ] {
        let (code, said) = kibitzer(&["judge", "--game", "checkers", before, "B:W27,31:B1,2"]);
        assert!(code == Some(0) && said.contains("32-27"), "{before}: {said}");
        assert!(Draughts::from_fen(&Variant::ENGLISH, before).is_ok(), "{before}");
    }
    let count = |text: &str| -> Vec<usize> {
        let games = read_pdn(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
        games.iter().map(|game| game.moves.len()).collect()
    };
    for text in [
        "1. 11-15 {first\n% second }\n23-19 {third} *",
        "; a comment\n[Event \"x\"]\n{another}\n1. 11-15 23-19 *",
        " [Event \"x\"] 1. 11-15 23-19",
        "1. 11-15\n% 22-17\n23-19 *",
        "1. 11–15 1… 23-19*",
        "1. 11-15 ; a comment\r23-19 *",
    ] {
        assert_eq!(count(text), [2], "{text:?}");
    }
    assert_eq!(count("1. 11-15 (11-16\n% )\n22-17) 23-19 *"), [2]);
    assert_eq!(count("[GameType \"25\"] 1. C3-D4 d6c5 *"), [2]);
    assert_eq!(count("[gametype \"25\"] [fen \"W:Wc3:Bd4,h8\"] 1. c3×e5 h8-g7 *"), [2]);
    assert_eq!(count("[GameType \"21\"]\n1. 11-15 % the old fourteenth\n23-19 *"), [2]);
    assert_eq!(count("1. 11-15 (11-16 % )\n22-17) 23-19 *"), [2]);
    assert_eq!(count("[GameType \"26,W,8,8,N2,0\"]\n1. 22-18 *"), [1]);
    let result = |text: &str| read_pdn(text).expect("a PDN")[0].result;
    assert_eq!(result("1. 11-15 0-0"), PdnResult::BothLost);
    assert_eq!(result("[Result \"0-0\"] 1. 11-15 *"), PdnResult::BothLost);
}

#[test]
fn chess_fens() {
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for behind in
        [" w KQkq - 0 1", "  w  KQkq\t- 0 1 ", " w HAha - 0 1", " w KQkq - 0 0", " w qkQK -"]
    {
        let position = Position::from_fen(&format!("{initial}{behind}"));
        assert_eq!(position, Ok(Position::default()), "{behind}");
    }
    let tag = format!("[Fen \"{initial} w KQkq - 0 1\"]");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
    let (code, said) = kibitzer(&["judge", "--game", "chess", &tag, after]);
    assert!(code == Some(0) && said.contains("e4"), "{said}");
}
