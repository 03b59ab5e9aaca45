//! A validator of the part of JSON Schema (draft 2020-12) that the derived schemas use. A keyword
//! that it does not know is a fault, so that nothing passes unchecked.

use serde_json::{Map, Value};

/// Keywords that only describe.
const DESCRIBING: [&str; 7] =
    ["$schema", "$defs", "title", "description", "default", "format", "examples"];

/// Everything about `value` that `schema` does not allow, and every field that it does not name.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Validator { root: schema }.check(schema, value, "$", &mut found);
    let named = Validator { root: schema }.properties(schema);
    for key in value.as_object().into_iter().flat_map(Map::keys) {
        if !named.contains(key) {
            found.push(format!("$.{key} is not in the schema"));
        }
    }
    found
}

struct Validator<'a> {
    root: &'a Value,
}

impl<'a> Validator<'a> {
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => {
                let target = self.root.pointer(path.trim_start_matches('#'));
                target.unwrap_or_else(|| panic!("no {path} in the schema"))
            }
            None => schema,
        }
    }

    fn check(&self, schema: &'a Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let Some(keywords) = schema.as_object() else {
            if schema != &Value::Bool(true) {
                found.push(format!("{at}: nothing is allowed"));
            }
            return;
        };
        for (keyword, rule) in keywords {
            self.keyword(keyword, rule, (schema, value), at, found);
        }
    }

    fn keyword(
        &self,
        keyword: &str,
        rule: &'a Value,
        (schema, value): (&'a Value, &Value),
        at: &str,
        found: &mut Vec<String>,
    ) {
        let ok = match keyword {
            "$ref" => return self.check(self.resolve(schema), value, at, found),
            "type" => is_of(rule, value),
            "const" => rule == value,
            "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
            "minimum" => value.as_f64().is_none_or(|v| Some(v) >= rule.as_f64()),
            "maximum" => value.as_f64().is_none_or(|v| Some(v) <= rule.as_f64()),
            "minItems" => value.as_array().is_none_or(|v| Some(v.len()) >= count(rule)),
            "maxItems" => value.as_array().is_none_or(|v| Some(v.len()) <= count(rule)),
            "required" => missing(rule, value).is_none(),
            "anyOf" => self.fitting(rule, value) >= 1,
            "oneOf" => self.fitting(rule, value) == 1,
            "allOf" => {
                let all = rule.as_array().into_iter().flatten();
                return all.for_each(|part| self.check(part, value, at, found));
            }
            "properties" => return self.fields(rule, value, at, found),
            "additionalProperties" => return self.others(rule, (schema, value), at, found),
            "items" => {
                let first = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                let items = value.as_array().into_iter().flatten().enumerate().skip(first);
                return items
                    .for_each(|(i, item)| self.check(rule, item, &format!("{at}[{i}]"), found));
            }
            "prefixItems" => {
                let rules = rule.as_array().into_iter().flatten();
                let pairs = rules.zip(value.as_array().into_iter().flatten()).enumerate();
                return pairs.for_each(|(i, (rule, item))| {
                    self.check(rule, item, &format!("{at}[{i}]"), found);
                });
            }
            _ => DESCRIBING.contains(&keyword),
        };
        if !ok {
            found.push(format!("{at}: {value} is not {keyword} {rule}"));
        }
    }

    fn fitting(&self, rules: &'a Value, value: &Value) -> usize {
        let fits = |rule: &&'a Value| {
            let mut found = Vec::new();
            self.check(rule, value, "", &mut found);
            found.is_empty()
        };
        rules.as_array().into_iter().flatten().filter(fits).count()
    }

    fn fields(&self, rules: &'a Value, value: &Value, at: &str, found: &mut Vec<String>) {
        for (name, rule) in rules.as_object().into_iter().flatten() {
            if let Some(field) = value.get(name) {
                self.check(rule, field, &format!("{at}.{name}"), found);
            }
        }
    }

    fn others(
        &self,
        rule: &'a Value,
        (schema, value): (&'a Value, &Value),
        at: &str,
        found: &mut Vec<String>,
    ) {
        let named = schema.get("properties").and_then(Value::as_object);
        for (name, field) in value.as_object().into_iter().flatten() {
            if !named.is_some_and(|named| named.contains_key(name)) {
                self.check(rule, field, &format!("{at}.{name}"), found);
            }
        }
    }

    /// The names of the fields that a schema or one of its alternatives has.
    fn properties(&self, schema: &'a Value) -> Vec<String> {
        let schema = self.resolve(schema);
        let own =
            schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let parts = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|name| schema.get(name));
        let parts = parts.filter_map(Value::as_array).flatten();
        own.cloned().chain(parts.flat_map(|part| self.properties(part))).collect()
    }
}

fn count(rule: &Value) -> Option<usize> {
    rule.as_u64().map(|number| number as usize)
}

fn missing<'a>(names: &'a Value, value: &Value) -> Option<&'a str> {
    let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
    names.into_iter().find(|name| value.get(name).is_none())
}

fn is_of(names: &Value, value: &Value) -> bool {
    let one = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match names {
        Value::String(name) => one(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(one),
        _ => false,
    }
}
