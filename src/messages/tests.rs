use super::{catalog::source, *};
use fluent_syntax::{ast, parser};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The names of the values of each message of a catalog.
fn placeholders(language: Language) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let resource = parser::parse(source(language))
        .unwrap_or_else(|(_, faults)| panic!("{language}.ftl: {faults:?}"));
    let mut found = BTreeMap::new();
    for entry in resource.body {
        if let ast::Entry::Message(message) = entry {
            let mut names = BTreeSet::new();
            pattern(&message.value.expect("a text"), &mut names);
            assert!(
                found.insert(message.id.name, names).is_none(),
                "{language}.ftl has {} twice",
                message.id.name
            );
        }
    }
    found
}

fn pattern(pattern: &ast::Pattern<&'static str>, names: &mut BTreeSet<&'static str>) {
    for element in &pattern.elements {
        if let ast::PatternElement::Placeable { expression } = element {
            expression_names(expression, names);
        }
    }
}

fn expression_names(
    expression: &ast::Expression<&'static str>,
    names: &mut BTreeSet<&'static str>,
) {
    match expression {
        ast::Expression::Inline(inline) => inline_names(inline, names),
        ast::Expression::Select { selector, variants } => {
            inline_names(selector, names);
            variants.iter().for_each(|variant| pattern(&variant.value, names));
        }
    }
}

fn inline_names(inline: &ast::InlineExpression<&'static str>, names: &mut BTreeSet<&'static str>) {
    match inline {
        ast::InlineExpression::VariableReference { id } => _ = names.insert(id.name),
        ast::InlineExpression::Placeable { expression } => expression_names(expression, names),
        _ => {}
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Every text in quotes of the library and the program that may be a key.
fn quoted() -> BTreeSet<String> {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let rust = files.into_iter().filter(|path| {
        path.extension().is_some_and(|e| e == "rs") && !path.ends_with("messages/tests.rs")
    });
    let texts = rust.map(|path| fs::read_to_string(path).expect("a source file"));
    texts.flat_map(|text| text.split('"').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The scripts and pages of the server's page.
fn page() -> String {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page"));
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|e| e != "png"));
    let texts = files.map(|path| fs::read_to_string(path).expect("a text"));
    texts.collect::<Vec<_>>().join("\n")
}

/// Whether the page says a text: by its key, or by one that it puts together from a word and a
/// side, a game or a value.
fn is_of_page(page: &str, key: &str) -> bool {
    let Some(key) = key.strip_prefix("page-") else { return false };
    let (start, _) = key.split_once('-').unwrap_or((key, ""));
    let sides_and_games = ["white", "black", "checkers", "go"].contains(&start);
    page.contains(&format!("\"{key}\""))
        || page.contains(&format!("say(`{start}-${{"))
        || (sides_and_games
            && (page.contains("say(`${side}-${") || page.contains("say(`${game}-${")))
}

/// The keys of the texts that the page says.
fn said_by_page(page: &str) -> BTreeSet<String> {
    let after = |mark: &str| {
        let texts = page.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
        texts.map(|key| format!("page-{key}")).collect::<Vec<_>>()
    };
    [after("say(\""), after("data-text=\"")].concat().into_iter().collect()
}

#[test]
fn every_language_has_every_message_with_the_same_values() {
    let english = placeholders(Language::English);
    assert!(english.len() > 80, "the catalog is read wrongly");
    for language in Language::ALL {
        let other = placeholders(language);
        let keys =
            |catalog: &BTreeMap<&'static str, _>| catalog.keys().copied().collect::<BTreeSet<_>>();
        let (theirs, ours) = (keys(&other), keys(&english));
        assert!(
            theirs == ours,
            "{language}.ftl: {:?}",
            theirs.symmetric_difference(&ours).collect::<Vec<_>>()
        );
        for (key, names) in &other {
            assert_eq!(names, &english[key], "{language}.ftl: {key}");
        }
    }
}

#[test]
fn every_message_in_use_has_a_text_and_every_text_is_in_use() {
    let (used, page) = (quoted(), page());
    let known = placeholders(Language::English);
    let is_used = |key: &str| used.contains(key) || is_of_page(&page, key);
    let unused: Vec<_> = known.keys().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
    let is_key = |text: &&String| {
        let mut words = text.splitn(3, '-');
        matches!(words.next(), Some("checkers" | "chess" | "go" | "qwirkle" | "play"))
            && matches!(words.next(), Some("reason" | "fault" | "refusal" | "refused"))
    };
    let unknown: Vec<_> =
        used.iter().filter(is_key).filter(|key| !known.contains_key(key.as_str())).collect();
    let pages: Vec<_> =
        said_by_page(&page).into_iter().filter(|key| !known.contains_key(key.as_str())).collect();
    assert!(pages.is_empty(), "no catalog has {pages:?}");
    assert!(unknown.is_empty(), "no catalog has {unknown:?}");
}

#[test]
fn texts_differ_between_languages() {
    let say = |language| Message::new("unchanged").in_language(language);
    let said: BTreeSet<String> = Language::ALL.into_iter().map(say).collect();
    assert_eq!(said.len(), Language::ALL.len());
}

#[test]
fn lists_read_as_sentences() {
    let names = |count: usize| ["a", "b", "c"].into_iter().take(count).map(String::from);
    let all = |count, language| {
        Message::new("concerned").all("cells", names(count)).in_language(language)
    };
    assert_eq!(all(1, Language::English), "Look at a.");
    assert_eq!(all(3, Language::English), "Look at a, b and c.");
    assert_eq!(all(3, Language::Polish), "Sprawdź: a, b i c.");
    assert_eq!(all(3, Language::Chinese), "请检查：a、b和c。");
    let any = Message::new("checkers-missed-capture").any("moves", names(2));
    assert_eq!(any.in_language(Language::Finnish), "Väärä siirto: lyönti on pakollinen: a tai b.");
}

#[test]
fn numbers_choose_their_plural_and_their_comma() {
    let points =
        |n: f64, language| Message::new("qwirkle-points").number("points", n).in_language(language);
    let polish = [1.0, 3.0, 5.0, 22.0, 12.0, 1.5].map(|n| points(n, Language::Polish));
    let ending = |text: &String| text.trim_end_matches('.').rsplit(' ').next().map(str::to_owned);
    assert_eq!(
        polish.each_ref().map(|text| ending(text).unwrap_or_default()),
        ["punkt", "punkty", "punktów", "punkty", "punktów", "punktu"]
    );
    assert_eq!(points(1.0, Language::English), "Score: one point.");
    assert_eq!(
        [points(3.0, Language::Romanian), points(20.0, Language::Romanian)],
        ["Scor: 3 puncte.", "Scor: 20 de puncte."]
    );
    assert_eq!(
        [points(6.5, Language::Finnish), points(6.5, Language::Chinese)],
        ["Tulos: 6,5 pistettä.", "得分：6.5分。"]
    );
}

#[test]
fn messages_in_messages_keep_the_language() {
    let tile = Message::new("qwirkle-tile").text("color", "red").text("shape", "four-pointed-star");
    let message = Message::new("qwirkle-fault-too-many").message("tile", tile);
    assert_eq!(message.to_string(), "the red four-pointed star exists only three times");
    let romanian = "există doar trei piese de acest fel: stea cu patru colțuri de culoare roșie";
    assert_eq!(message.in_language(Language::Romanian), romanian);
}

#[test]
fn codes_name_languages() {
    for language in Language::ALL {
        assert_eq!(language.code().parse(), Ok(language));
    }
    assert_eq!("de".parse::<Language>(), Err(UnknownLanguage("de".into())));
}

#[test]
fn an_unknown_key_is_shown_as_it_is() {
    assert_eq!(Message::new("no-such-message").to_string(), "no-such-message");
}

#[test]
fn the_page_gets_its_texts_with_names_for_what_is_inserted() {
    let english = Language::English.page_texts();
    assert_eq!(english["reading"], "Reading…");
    assert_eq!(english["corner"], "Corner {number} of 4");
    assert!(Language::ALL.iter().all(|language| language.page_texts().len() == english.len()));
}
