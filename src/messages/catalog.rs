//! The catalogs, and how a message becomes text by them.

use super::{Language, Message, Value};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::{collections::BTreeMap, sync::LazyLock};

type Catalog = FluentBundle<FluentResource>;

/// The catalogs in the order of [`Language::ALL`].
static CATALOGS: LazyLock<Vec<Catalog>> =
    LazyLock::new(|| Language::ALL.into_iter().map(read).collect());

/// The Fluent text of a language.
pub(super) const fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("en.ftl"),
        Language::Polish => include_str!("pl.ftl"),
        Language::Finnish => include_str!("fi.ftl"),
        Language::Romanian => include_str!("ro.ftl"),
        Language::Chinese => include_str!("zh.ftl"),
    }
}

/// Faults of a catalog are the tests' to find: here what can be read of it counts.
fn read(language: Language) -> Catalog {
    let resource = FluentResource::try_new(source(language).to_owned())
        .unwrap_or_else(|(resource, _)| resource);
    let mut catalog = Catalog::new_concurrent(language.code().parse().into_iter().collect());
    // The marks around inserted text, for scripts written from the right, would be in the way of
    // reading and searching.
    catalog.set_use_isolating(false);
    if language.decimal_comma() {
        catalog.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(number.as_string().replace('.', ",")),
            _ => None,
        }));
    }
    catalog.add_resource_overriding(resource);
    catalog
}

/// The text of a message.
pub(super) fn format(message: &Message, language: Language) -> String {
    let values = message.values.iter().map(|(name, value)| (*name, fluent_value(value, language)));
    look_up(language, message.key, &values.collect())
}

fn fluent_value(value: &Value, language: Language) -> FluentValue<'static> {
    let said = |messages: &[Message]| -> Vec<String> {
        messages.iter().map(|message| format(message, language)).collect()
    };
    match value {
        Value::Text(text) => text.clone().into(),
        Value::Number(number) => (*number).into(),
        Value::All(names) => list(language, "list-and", names).into(),
        Value::Any(names) => list(language, "list-or", names).into(),
        Value::AllSaid(messages) => list(language, "list-and", &said(messages)).into(),
        Value::AnySaid(messages) => list(language, "list-or", &said(messages)).into(),
        Value::Message(message) => format(message, language).into(),
    }
}

fn look_up(language: Language, key: &str, values: &FluentArgs<'_>) -> String {
    let catalog = &CATALOGS[language as usize];
    let Some(pattern) = catalog.get_message(key).and_then(|message| message.value()) else {
        return key.to_owned();
    };
    let mut faults = Vec::new();
    let text = catalog.format_pattern(pattern, Some(values), &mut faults).into_owned();
    debug_assert!(faults.is_empty(), "{language} {key}: {faults:?}");
    text
}

/// The messages of the page: all whose key starts with `page-`, by the rest of the key. What is to
/// be inserted is left as `{name}`.
pub(super) fn page_texts(language: Language) -> BTreeMap<String, String> {
    let resource = FluentResource::try_new(source(language).to_owned())
        .unwrap_or_else(|(resource, _)| resource);
    let text = |entry: &Entry<&str>| {
        let Entry::Message(message) = entry else { return None };
        let key = message.id.name.strip_prefix("page-")?;
        Some((key.to_owned(), template(message.value.as_ref()?)))
    };
    resource.entries().filter_map(text).collect()
}

/// The text of a pattern, with names in braces for what is to be inserted.
fn template(pattern: &Pattern<&str>) -> String {
    let text = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => (*value).to_owned(),
        PatternElement::Placeable { expression } => match expression {
            Expression::Inline(InlineExpression::VariableReference { id }) => {
                format!("{{{}}}", id.name)
            }
            Expression::Inline(InlineExpression::StringLiteral { value }) => (*value).to_owned(),
            _ => String::new(),
        },
    };
    pattern.elements.iter().map(text).collect()
}

/// Names as a list, with what `last` says before the last one.
fn list(language: Language, last: &str, names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., end] => {
            let separator = look_up(language, "list-separator", &FluentArgs::new());
            let values = [("head", head.join(&separator)), ("last", end.clone())];
            look_up(language, last, &values.into_iter().collect())
        }
    }
}
