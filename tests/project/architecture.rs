//! The invariants of ARCHITECTURE.md, checked on the source text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files
}

/// A source file without its comments, and without its tests.
fn code(path: &Path) -> String {
    if path.strip_prefix(root()).is_ok_and(|path| path.to_string_lossy().contains("test")) {
        return String::new();
    }
    let text = fs::read_to_string(path).expect("a source file");
    without_tests(&text)
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A source text up to the module of its tests. Those that are declared stand before other code.
fn without_tests(text: &str) -> &str {
    const TESTS: &str = "#[cfg(test)]\nmod ";
    let module = text.match_indices(TESTS).find(|(at, start)| {
        let declared = text[at + start.len()..].lines().next().unwrap_or_default();
        declared.ends_with('{')
    });
    module.map_or(text, |(at, _)| &text[..at])
}

#[test]
fn only_a_module_of_tests_ends_the_code() {
    let text = "mod a;\n#[cfg(test)]\nmod tests;\n\nuse crate::vision;\n";
    assert_eq!(without_tests(text), text);
    let inside = format!("{text}#[cfg(test)]\nmod tests {{\n    use crate::games;\n}}\n");
    assert_eq!(without_tests(&inside), text);
}

/// The table of ARCHITECTURE.md that says which modules of the crate each module may name.
fn may_use() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().skip_while(|line| *line != "| Module | may use |").skip(2);
    let quoted = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let mut table = BTreeMap::new();
    for row in rows.map_while(|line| line.strip_prefix("| ")) {
        let (modules, used) = row.split_once(" | ").expect("two columns");
        table.extend(quoted(modules).into_iter().map(|module| (module, quoted(used))));
    }
    table
}

/// The files of a library module: `src/NAME.rs` and all of `src/NAME/`.
fn module(name: &str) -> Vec<PathBuf> {
    let mut files = rust_files(&root().join("src").join(name));
    files.extend(Some(root().join("src").join(format!("{name}.rs"))).filter(|p| p.is_file()));
    files
}

fn library() -> Vec<PathBuf> {
    let bin = root().join("src/bin");
    rust_files(&root().join("src")).into_iter().filter(|path| !path.starts_with(&bin)).collect()
}

/// Whether `text` holds `word` with no letter, digit or underscore on either side.
fn has_word(text: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
    })
}

/// The modules named after `crate::`, single or in braces.
fn modules_named(code: &str) -> BTreeSet<String> {
    names_after(code, "crate::")
}

/// The names after a prefix, single or in braces.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for (at, prefix) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => named.extend(first_names(group)),
            None => named.extend(identifier(rest)),
        }
    }
    named
}

fn identifier(text: &str) -> Option<String> {
    let name: String =
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// The first name of each item of a brace group, whose opening brace is already read.
fn first_names(group: &str) -> Vec<String> {
    let (mut depth, mut names, mut start) = (1, Vec::new(), 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            names.extend(identifier(&group[start..at]));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names
}

#[test]
fn names_in_use_groups_are_found() {
    let code = "use crate::{\n games::{Game, board::x},\n vision,\n};\nuse crate::geometry::Quad;";
    assert_eq!(
        modules_named(code).into_iter().collect::<Vec<_>>(),
        ["games", "geometry", "vision"]
    );
}

#[test]
fn modules_depend_in_one_direction() {
    let known = may_use();
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    for name in lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let allowed = known
            .get(name)
            .unwrap_or_else(|| panic!("say in ARCHITECTURE.md what `{name}` may use"));
        for path in module(name) {
            for used in modules_named(&code(&path))
                .iter()
                .filter(|used| *used != name && known.contains_key(used.as_str()))
            {
                assert!(
                    allowed.contains(used),
                    "{} uses `{used}`, which `{name}` must not",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn only_one_file_names_the_runtime() {
    let session = root().join("src/inference/session.rs");
    assert!(has_word(&code(&session), "ort"));
    for path in library().into_iter().filter(|path| *path != session) {
        assert!(!has_word(&code(&path), "ort"), "{} names `ort`", path.display());
    }
}

#[test]
fn games_see_no_image_and_no_model() {
    for path in module("games") {
        for word in ["image", "RgbImage", "Model", "vision"] {
            assert!(!has_word(&code(&path), word), "{} names `{word}`", path.display());
        }
    }
}

#[test]
fn no_game_knows_another() {
    let games = ["checkers", "chess", "go", "qwirkle"];
    for game in games {
        for path in rust_files(&root().join("src/games").join(game)) {
            for other in games.iter().filter(|other| **other != game) {
                let code = code(&path);
                assert!(!code.contains(&format!("{other}::")), "{} uses `{other}`", path.display());
            }
        }
    }
}

/// Public items as the source writes them: every `pub` that is not `pub(...)`, up to the body, the
/// semicolon, or the comma of a field.
fn public_signatures(code: &str) -> Vec<String> {
    let code = code.replace("pub(", "private(");
    let starts = code.match_indices("pub ").map(|(at, _)| &code[at..]);
    let end = |text: &str| {
        let whole = text.starts_with("pub struct") || text.starts_with("pub enum");
        let stop = if whole || text.starts_with("pub use") { "}\n" } else { "{" };
        let body = text.find(stop).unwrap_or(text.len());
        let semicolon = text.find(";\n").unwrap_or(text.len());
        let field = if whole { text.len() } else { text.find(",\n\n").unwrap_or(text.len()) };
        body.min(semicolon).min(field)
    };
    starts.map(|text| text[..end(text)].to_owned()).collect()
}

/// The names that a file imports from a crate, and the crate itself.
fn names_from(code: &str, package: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::from([package.to_owned()]);
    for (at, prefix) in code.match_indices(&format!("use {package}::")) {
        let list = code[at + prefix.len()..].split(';').next().unwrap_or_default();
        let words = list.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    names
}

/// A field of a tuple struct is private unless it says `pub`, so fields after the first `(` of a
/// struct count only with it.
fn shows(signature: &str, names: &BTreeSet<String>) -> bool {
    let private = |line: &&str| {
        let line = line.trim_start();
        let field = line.split_once(": ").is_some_and(|(name, _)| identifier(name).is_some());
        signature.starts_with("pub struct") && field && !line.starts_with("pub ")
    };
    let seen: String = signature.lines().filter(|line| !private(line)).collect();
    let seen = match seen.split_once('(') {
        Some((head, fields)) if seen.starts_with("pub struct") && !fields.contains("pub ") => head,
        _ => &seen,
    };
    names.iter().any(|name| has_word(seen, name))
}

#[test]
fn signatures_are_found_and_private_fields_are_not() {
    let code = "use dep::{Board, Move as M};\npub struct A(pub(super) Board);\n\
        pub struct B {\n    pub(super) board: Board,\n    other: M,\n}\n\
        pub struct C {\n    pub board: Board,\n}\npub fn f(x: u8) -> u8 {\n    Board::new()\n}\n\
        pub fn g() -> Option<M> {\n}\npub use dep::Board;\npub(super) fn h() -> Board {\n}\n\
        pub enum E {\n    One(M),\n}\n";
    let names = names_from(code, "dep");
    let shown: Vec<String> = public_signatures(code)
        .into_iter()
        .filter(|signature| shows(signature, &names))
        .filter_map(|signature| signature.split_whitespace().nth(2).map(str::to_owned))
        .collect();
    assert_eq!(shown, ["C", "Board,", "g()", "dep::Board", "E"]);
}

/// What plays chess inside may be exchanged: no public type, field or function names it.
#[test]
fn cozy_chess_does_not_show() {
    let mut signatures = 0;
    for path in library() {
        let code = code(&path);
        let names = names_from(&code, "cozy_chess");
        for signature in public_signatures(&code) {
            let shown = names.len() > 1 || signature.contains("cozy_chess");
            signatures += 1;
            assert!(
                !(shown && shows(&signature, &names)),
                "{} shows cozy_chess: {signature}",
                path.display()
            );
        }
    }
    assert!(signatures > 500, "the signatures are not found: {signatures}");
}

#[test]
fn recognition_names_no_game() {
    let names = ["checkers", "chess", "go", "qwirkle", "Checkers", "Chess", "Go", "Qwirkle"];
    for path in module("recognition") {
        for name in names {
            assert!(!has_word(&code(&path), name), "{} names `{name}`", path.display());
        }
    }
}

/// The drawing of the steps from a photo to a board in a file, without what its lines begin with.
fn drawn_steps(file: &str, prefix: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(file)).expect("a file");
    let lines = text.lines().map(|line| line.strip_prefix(prefix).unwrap_or_default());
    let drawn = lines.skip_while(|line| !line.starts_with("photo -> "));
    drawn.take_while(|line| !line.is_empty() && *line != "```").map(str::to_owned).collect()
}

#[test]
fn the_steps_are_drawn_the_same_everywhere() {
    let drawn = drawn_steps("ARCHITECTURE.md", "    ");
    assert!(drawn.len() > 1, "ARCHITECTURE.md does not draw the steps");
    for file in ["src/lib.rs", "src/recognition/mod.rs"] {
        assert_eq!(drawn_steps(file, "//! "), drawn, "{file} draws other steps");
    }
}

/// Each step from a photo to a board is a file of recognition, or, in parentheses, of each game.
#[test]
fn every_step_is_a_file() {
    let drawn = drawn_steps("ARCHITECTURE.md", "    ").join("\n");
    let in_drawing = |c: char| c.is_whitespace() || "->|^'".contains(c);
    let steps: Vec<_> =
        drawn.split(in_drawing).filter(|s| !s.is_empty() && *s != "photo").collect();
    assert!(steps.len() > 8, "{steps:?}");
    let is_file = |folder: &str, step: &str| {
        let path = root().join(folder).join(step);
        path.with_extension("rs").is_file() || path.join("mod.rs").is_file()
    };
    for step in steps {
        match step.strip_prefix('(').and_then(|step| step.strip_suffix(')')) {
            None => assert!(is_file("src/recognition", step), "no src/recognition/{step}.rs"),
            Some(step) => {
                for game in kibitzer::games::GameId::ALL {
                    let folder = format!("src/games/{game}");
                    assert!(is_file(&folder, step), "no {folder}/{step}.rs");
                }
            }
        }
    }
}

/// Each room of `src/synth/` uses only what stands above it here, and the modules beside the rooms.
#[test]
fn rooms_of_synth_depend_in_one_direction() {
    let rooms = ["scene", "pieces", "boards", "positions", "camera"];
    let may_use = |room: &str| match room {
        "scene" => &[][..],
        "positions" => &["boards"],
        _ => &["scene"],
    };
    for room in rooms {
        for path in rust_files(&root().join("src/synth").join(room)) {
            let named = names_after(&code(&path), "synth::");
            let others =
                named.iter().filter(|name| *name != room && rooms.contains(&name.as_str()));
            for other in others {
                let allowed = may_use(room).contains(&other.as_str());
                assert!(allowed, "{} uses `{other}`", path.display());
            }
        }
    }
}

#[test]
fn the_library_neither_prints_nor_parses_arguments() {
    for path in library() {
        let code = code(&path);
        for word in [
            "anyhow",
            "clap",
            "println",
            "eprintln",
            "print",
            "eprint",
            "dbg",
            "todo",
            "unimplemented",
        ] {
            let used = if matches!(word, "anyhow" | "clap") {
                has_word(&code, word)
            } else {
                code.contains(&format!(" {word}!"))
            };
            assert!(!used, "{} uses `{word}`", path.display());
        }
    }
}

/// Every string literal of a source file, as it is written.
fn literals(code: &str) -> Vec<&str> {
    code.split('"').skip(1).step_by(2).collect()
}

/// The library says what is wrong; the program adds which of its options helps. And nothing that
/// is built remembers the folder it was built in.
#[test]
fn the_library_knows_no_option_and_no_build_folder() {
    let names_option = |text: &str| {
        text.match_indices("--").any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + 2..].chars().next();
            before.is_none_or(|c| c.is_whitespace() || "`(".contains(c))
                && after.is_some_and(|c| c.is_ascii_lowercase())
        })
    };
    assert!(names_option("give them with --corners") && !names_option("<!-- figures -->"));
    for path in library() {
        let code = code(&path);
        let option = literals(&code).into_iter().find(|text| names_option(text));
        assert_eq!(option, None, "{}", path.display());
        assert!(!code.contains("CARGO_MANIFEST_DIR"), "{}", path.display());
    }
}

/// The packages that `name` needs, directly or not, by `Cargo.lock`; its development dependencies
/// included.
fn tree(name: &str) -> BTreeSet<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let quoted = |line: &str| {
            line.split('"').nth(1).map(|text| text.split(' ').next().unwrap_or(text).to_owned())
        };
        let name = package
            .lines()
            .find(|line| line.starts_with("name = "))
            .and_then(quoted)
            .expect("a name");
        let dependencies =
            package.lines().filter(|line| line.starts_with(" \"")).filter_map(quoted);
        needs.entry(name).or_default().extend(dependencies);
    }
    let (mut seen, mut open) = (BTreeSet::new(), vec![name.to_owned()]);
    while let Some(package) = open.pop() {
        if seen.insert(package.clone()) {
            open.extend(needs.get(&package).into_iter().flatten().cloned());
        }
    }
    seen
}

#[test]
fn the_library_does_not_need_burn() {
    let library = tree("kibitzer");
    assert!(library.contains("ort") && library.contains("clap"), "the tree is read wrongly");
    let burn: Vec<_> = library
        .iter()
        .filter(|name| name.starts_with("burn") || name.starts_with("cubecl"))
        .collect();
    assert!(burn.is_empty(), "kibitzer needs {burn:?}");
    assert!(tree("kibitzer-train").contains("burn"));
}

#[test]
fn training_is_the_only_manifest_that_names_burn() {
    let dependencies = |path: &str| {
        let text = fs::read_to_string(root().join(path)).expect("a manifest");
        let sections = text.split("\n[").filter(|section| {
            let header = section.split(']').next().unwrap_or_default();
            header.trim_start_matches('[').ends_with("dependencies")
        });
        sections.flat_map(str::lines).any(|line| line.starts_with("burn"))
    };
    assert!(dependencies("train/Cargo.toml"));
    assert!(!dependencies("Cargo.toml"));
}

/// Adding a game is one folder, one line in games/mod.rs and one model folder.
#[test]
fn every_game_has_a_folder() {
    for game in kibitzer::games::GameId::ALL {
        assert!(root().join("src/games").join(game.name()).join("mod.rs").is_file(), "{game}");
    }
}

/// The public modules below a file of the library, by name, with their files. What a module
/// declares lies in the folder `inside`.
fn public_modules(path: &str, file: PathBuf, inside: &Path) -> Vec<(String, PathBuf)> {
    let text = fs::read_to_string(&file).expect("a source file");
    let names = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let below = names.flat_map(|name| {
        let folder = inside.join(name);
        let alone = folder.with_extension("rs");
        let file = if alone.is_file() { alone } else { folder.join("mod.rs") };
        public_modules(&format!("{path}::{name}"), file, &folder)
    });
    let below: Vec<_> = below.collect();
    [(path.to_owned(), file)].into_iter().chain(below).collect()
}

/// Modules whose example is compiled, but does not run, and why.
const NOT_RUN: [(&str, &str); 2] = [
    ("kibitzer::chess_play::engine", "it needs a chess engine"),
    ("kibitzer::dataset::sets3d", "it needs modeled sets, which are not ours to give away"),
];

/// Whether the docs of a module have an example: a block of Rust that runs or, as `fence` says, is
/// only compiled.
fn has_example(source: &str, fence: &str) -> bool {
    let docs = source.lines().map_while(|line| line.strip_prefix("//!"));
    let fences = docs.filter_map(|line| line.trim_start().strip_prefix("```"));
    // Every other fence ends a block.
    fences.step_by(2).any(|language| language == fence)
}

#[test]
fn examples_of_modules_are_told_from_drawings() {
    let compiled = "//! A module.\n//!\n//! ```no_run\n//! f();\n//! ```\n\nmod a;";
    assert!(has_example(compiled, "no_run") && !has_example(compiled, ""));
    let second = "//! ```text\n//! a -> b\n//! ```\n//!\n//! ```\n//! f();\n//! ```\n";
    assert!(has_example(second, ""));
    let ignored = "//! ```text\n//! a -> b\n//! ```\n//!\n//! ```ignore\n//! f();\n//! ```\n";
    assert!(!has_example(ignored, ""));
    assert!(!has_example("//! A module.\n\n/// ```\n/// f();\n/// ```\nfn f() {}", ""));
}

#[test]
fn every_public_module_has_an_example_that_runs() {
    let src = root().join("src");
    let modules = public_modules("kibitzer", src.join("lib.rs"), &src);
    assert!(modules.len() > 50, "the modules are not found: {}", modules.len());
    let without = modules.into_iter().filter(|(name, file)| {
        let fence = if NOT_RUN.iter().any(|(module, _)| module == name) { "no_run" } else { "" };
        !has_example(&fs::read_to_string(file).expect("a source file"), fence)
    });
    let without: Vec<String> = without.map(|(name, _)| name).collect();
    assert!(without.is_empty(), "modules without an example: {}", without.join(", "));
}
