//! The README and the book: short, whole, and true of the program.

use assert_cmd::Command;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Component, Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Markdown files that people read, from the root.
fn pages() -> Vec<String> {
    let patterns = [
        "*.md",
        "docs/*.md",
        "models/*/*.md",
        "datasets/**/*.md",
        "examples/**/*.md",
        "python/*.md",
    ];
    let found = patterns.iter().flat_map(|pattern| {
        let pattern = root().join(pattern);
        glob::glob(&pattern.to_string_lossy()).expect("a pattern").map(|path| path.expect("a file"))
    });
    let name = |path: PathBuf| path.strip_prefix(root()).expect("in it").display().to_string();
    found.map(name).chain(["train/LOG.md".to_owned()]).collect()
}

/// The lines outside fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The lines of fenced blocks of a language; a line that ends in a backslash goes on in the next.
fn fenced(text: &str, language: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(rest) => inside = !inside && rest == language,
            None if inside => lines.push(line),
            None => {}
        }
    }
    let joined = lines.join("\n").replace("\\\n", " ");
    joined.lines().map(str::to_owned).collect()
}

/// Where the links and pictures of a page lead.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // What stands in backticks is no link.
        let shown: String = line.split('`').step_by(2).collect();
        let targets = shown.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        found.extend(targets.map(str::to_owned));
    }
    found
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let anchor = |title: &str| -> String {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    let titles = prose(text).filter(|line| line.starts_with('#'));
    titles.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leaves the folder", path.display()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with a link of a page.
fn fault(page: &str, link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, a)| (file, Some(a)));
    let target = match file {
        "" => PathBuf::from(page),
        file => plain(&Path::new(page).parent().expect("a folder").join(file)),
    };
    let path = root().join(&target);
    if !path.is_file() {
        return Some(format!("{page}: there is no file {link}"));
    }
    let anchor = anchor?;
    let known = anchors(&fs::read_to_string(path).expect("text"));
    (!known.contains(anchor)).then(|| format!("{page}: there is no heading {link}"))
}

#[test]
fn the_readme_is_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines: what is more belongs in docs/");
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    assert!(pages.len() > 25, "{pages:?}");
    let mut seen = 0;
    let mut wrong = Vec::new();
    for page in &pages {
        let links = links(&text(page));
        seen += links.len();
        wrong.extend(links.iter().filter_map(|link| fault(page, link)));
    }
    assert!(seen > 100, "{seen} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_links_are_found() {
    for link in ["nowhere.md", "reading.md#nowhere", "#nowhere", "../nowhere/"] {
        assert!(fault("docs/README.md", link).is_some(), "{link}");
    }
    for link in ["reading.md#exit-codes", "../ARCHITECTURE.md", "https://burn.dev"] {
        assert_eq!(fault("docs/README.md", link), None);
    }
    assert_eq!(links("a [b](c.md) `[d](e)` ![f](g.png)\n```\n[h](i)\n```"), ["c.md", "g.png"]);
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    for contents in ["docs/SUMMARY.md", "docs/README.md"] {
        let named: BTreeSet<String> = links(&text(contents)).into_iter().collect();
        let pages = pages();
        let book = pages.iter().filter_map(|page| page.strip_prefix("docs/"));
        let book = book.filter(|page| !["SUMMARY.md", "README.md"].contains(page));
        // Figures by group stand below the figures.
        let book = book.filter(|page| contents == "docs/SUMMARY.md" || *page != "groups.md");
        for page in book {
            assert!(named.contains(page), "{contents} does not name {page}");
        }
    }
}

/// The options of each command, by the pages that tests compare with the programs.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let mut commands: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let page = text("docs/commands.md") + &text("docs/training-commands.md");
    let mut path = String::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            path = title.to_owned();
            commands.insert(path.clone(), ["--help", "--version"].map(str::to_owned).into());
        } else if let Some(option) = line.strip_prefix("| `") {
            let names = option.split('`').next().expect("a name").split([' ', ',']);
            let long = names.filter(|name| name.starts_with("--")).map(str::to_owned);
            commands.get_mut(&path).expect("a section").extend(long);
        }
    }
    commands
}

/// A line that runs one of the programs, without the way there.
fn command_line(line: &str) -> Option<String> {
    let line = line.strip_prefix("target/release/").unwrap_or(line);
    let cargo = "cargo run --release -p kibitzer-train --";
    let line =
        line.strip_prefix(cargo).map_or(line.to_owned(), |rest| format!("kibitzer-train{rest}"));
    ["kibitzer ", "kibitzer-train "].iter().any(|start| line.starts_with(start)).then_some(line)
}

/// What is wrong with a command line as a page has it.
fn misuse(commands: &BTreeMap<String, BTreeSet<String>>, line: &str) -> Option<String> {
    let line = line.split(" #").next().expect("a first part");
    let line = line.split(['|', '>', '&', ';']).next().expect("a first part");
    let mut words = line.split_whitespace().peekable();
    let program = words.next()?.to_owned();
    let mut path = program.clone();
    while let Some(word) = words.peek() {
        let longer = format!("{path} {word}");
        if !commands.contains_key(&longer) {
            break;
        }
        path = longer;
        words.next();
    }
    let has_commands = commands.keys().any(|other| other.starts_with(&format!("{path} ")));
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if let Some(word) = words.peek()
        && has_commands
        && is_name(word)
        && !word.starts_with('-')
    {
        return Some(format!("`{path}` has no command `{word}`"));
    }
    let known = |option: &&str| {
        let name = option.split('=').next().unwrap_or_default();
        !commands[&path].contains(name) && !commands[&program].contains(name)
    };
    let unknown = words.filter(|word| word.starts_with("--")).find(known)?;
    Some(format!("`{path}` has no option {unknown}"))
}

/// Everything that pages tell to type, in blocks and in sentences.
fn typed(text: &str) -> Vec<String> {
    let in_prose = prose(text).flat_map(|line| line.split('`').skip(1).step_by(2));
    fenced(text, "sh").into_iter().chain(in_prose.map(str::to_owned)).collect()
}

#[test]
fn the_commands_that_pages_name_exist() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    let makefile = text("Makefile");
    let targets: BTreeSet<&str> =
        makefile.lines().filter_map(|line| line.split_once(':').map(|(name, _)| name)).collect();
    let mut seen = 0;
    let mut wrong = Vec::new();
    // What was typed in former days is history.
    for page in pages().into_iter().filter(|p| !["CHANGELOG.md", "train/LOG.md"].contains(&&**p)) {
        for line in typed(&text(&page)) {
            let said = |fault: String| format!("{page}: {fault}: {line}");
            if let Some(command) = command_line(&line) {
                seen += 1;
                wrong.extend(misuse(&commands, &command).map(said));
            } else if let Some(rest) = line.strip_prefix("make ") {
                let target = rest.split_whitespace().next().unwrap_or_default();
                let missing = !targets.contains(target);
                wrong.extend(missing.then(|| said(format!("there is no target {target}"))));
            }
            let script = line.split_whitespace().find(|word| {
                ["tools/", "train/", "tests/", "models/"].iter().any(|dir| word.starts_with(dir))
                    && [".sh", ".py", ".toml", ".rs", ".bpk"].iter().any(|end| word.ends_with(end))
            });
            let missing = script.filter(|path| !root().join(path).is_file());
            wrong.extend(missing.map(|path| said(format!("there is no file {path}"))));
        }
    }
    assert!(seen > 50, "{seen} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_that_do_not_exist_are_found() {
    let commands = commands();
    for line in [
        "kibitzer reed x.jpg",
        "kibitzer read --tall x.jpg",
        "kibitzer dataset chekc",
        "kibitzer-train sells",
        "target/release/kibitzer-train adapt my-set --lang en",
        "cargo run --release -p kibitzer-train -- cells --hour 1",
    ] {
        let command = command_line(line).expect("a command line");
        assert!(misuse(&commands, &command).is_some(), "{line}");
    }
    for line in
        ["kibitzer read a.jpg --json # --tall", "kibitzer model", "kibitzer dataset stats a"]
    {
        assert_eq!(misuse(&commands, line), None);
    }
}

/// Examples that need nothing but this repository run, and say what the page says. Those of games
/// that are followed and of measured times take long, and have tests of their own.
#[test]
fn examples_run() {
    let program = Command::cargo_bin("kibitzer").expect("the binary").get_program().to_owned();
    let folder = Path::new(&program).parent().expect("a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [folder.to_owned()].into_iter().chain(env::split_paths(&others));
    let path = env::join_paths(path).expect("a path");
    let datasets = format!("{}/datasets/", root().display());
    let mut run = 0;
    for page in pages().iter().filter(|page| *page == "README.md" || page.starts_with("docs/")) {
        for line in fenced(&text(page), "sh") {
            let needs_nothing = line.contains("datasets/") || line.contains(" \"W:");
            let quick = ["kibitzer read ", "kibitzer judge ", "kibitzer score "];
            if !needs_nothing || !quick.iter().any(|start| line.starts_with(start)) {
                continue;
            }
            let dir = tempfile::tempdir().expect("a folder");
            let output = std::process::Command::new("sh")
                .args(["-c", &line.replace("datasets/", &datasets)])
                .env("PATH", &path)
                .current_dir(&dir)
                .output()
                .expect("sh runs");
            let stdout = String::from_utf8_lossy(&output.stdout);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {line}\n{stdout}{stderr}");
            // A comment that is a sentence is what it says.
            if let Some((_, said)) = line.split_once("   # ")
                && said.starts_with(char::is_uppercase)
            {
                assert!(stdout.contains(said.trim()), "{page}: {line}\n{stdout}");
            }
            run += 1;
        }
    }
    assert!(run > 4, "{run} examples");
}
