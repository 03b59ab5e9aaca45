//! The OpenAPI 3.1 document, made from the table of operations that the router is made from, and
//! from the types that the handlers take and answer.

use super::{
    problem::{Kind, PROBLEM_JSON, ProblemDetails},
    service::Service,
};
use axum::{
    http::{Method, StatusCode},
    routing::MethodRouter,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// Makes the schema of a type.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, by name where it has one.
pub fn of<T: JsonSchema>() -> SchemaOf {
    SchemaGenerator::subschema_for::<T>
}

/// The schema of a type, written out.
pub fn whole<T: JsonSchema>() -> SchemaOf {
    T::json_schema
}

/// What a method of a path does.
pub struct Operation {
    /// The method.
    pub method: Method,
    /// The path, with `{id}` for what stands for something.
    pub path: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// What it takes.
    pub input: Input,
    /// What it answers when all goes well.
    pub answers: Vec<Answer>,
    /// The kinds of problems that it has of its own.
    pub problems: &'static [Kind],
    /// What answers.
    pub handler: MethodRouter<Arc<Service>>,
}

/// What an operation takes.
pub enum Input {
    /// Nothing.
    Nothing,
    /// Parameters in the query.
    Query(SchemaOf),
    /// The same of a stream of events, and what a browser says when it listens again.
    Listening(SchemaOf),
    /// A photo, as the body or as part `photo` of a form, and parameters.
    Photo(SchemaOf),
    /// A form, or without files a JSON object.
    Form {
        /// Its parameters.
        parameters: SchemaOf,
        /// Its files.
        files: &'static [FileField],
        /// Whether files may be texts, so that a JSON object will do.
        texts: bool,
    },
    /// A JSON object.
    Json(SchemaOf),
}

/// A file of a form.
#[derive(Clone, Copy, Debug)]
pub struct FileField {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether it has to be there.
    pub needed: bool,
    /// Whether there may be several.
    pub several: bool,
}

/// An answer of an operation.
pub struct Answer {
    /// The status code.
    pub status: StatusCode,
    /// What it means.
    pub about: &'static str,
    /// The media type and, of JSON, the schema; `None` for an empty answer.
    pub content: Option<(&'static str, Option<SchemaOf>)>,
}

impl Answer {
    /// JSON of a type.
    pub const fn json(about: &'static str, schema: SchemaOf) -> Self {
        Self { status: StatusCode::OK, about, content: Some(("application/json", Some(schema))) }
    }

    /// Something else than JSON.
    pub const fn of(media: &'static str, about: &'static str) -> Self {
        Self { status: StatusCode::OK, about, content: Some((media, None)) }
    }

    /// No content.
    pub const fn empty(about: &'static str) -> Self {
        Self { status: StatusCode::NO_CONTENT, about, content: None }
    }

    /// The same with another status code.
    #[must_use]
    pub const fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }
}

/// Problems that every operation may have.
const ALWAYS: [Kind; 6] = [
    Kind::BadRequest,
    Kind::Unauthorized,
    Kind::OtherOrigin,
    Kind::Timeout,
    Kind::Internal,
    Kind::Busy,
];

/// The document of some operations.
pub fn document(operations: &[Operation]) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut schemas = settings.into_generator();
    let problem = schemas.subschema_for::<ProblemDetails>();
    let mut paths = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.as_str().to_lowercase()] =
            described(operation, &problem, &mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kibitzer",
            "summary": "Reads the state of a board game from a photo",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn described(operation: &Operation, problem: &Schema, schemas: &mut SchemaGenerator) -> Value {
    let mut parameters = path_parameters(operation.path);
    if let Input::Photo(of) | Input::Query(of) | Input::Listening(of) = operation.input {
        parameters.extend(query_parameters(&of(schemas)));
    }
    if matches!(operation.input, Input::Listening(_)) {
        parameters.push(json!({ "name": "Last-Event-ID", "in": "header", "required": false,
            "description": "The number of the last event that was heard: it goes before `after`.",
            "schema": { "type": "integer", "minimum": 0 } }));
    }
    let mut about = json!({
        "operationId": operation_id(operation),
        "summary": operation.summary,
        "parameters": parameters,
        "responses": answers(operation, problem, schemas),
    });
    if let Some(content) = content(&operation.input, schemas) {
        about["requestBody"] = json!({ "required": true, "content": content });
    }
    about
}

/// `post_v1_read`
fn operation_id(operation: &Operation) -> String {
    let path = operation.path.replace(['/', '-'], "_").replace(['{', '}', '.'], "");
    format!("{}{path}", operation.method.as_str().to_lowercase())
}

fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    names.map(parameter).collect()
}

fn query_parameters(schema: &Schema) -> Vec<Value> {
    let (properties, required) = properties(schema);
    let parameter = |(name, schema): (String, Value)| {
        let about = schema.get("description").cloned().unwrap_or_default();
        let needed = required.contains(&name);
        json!({ "name": name, "in": "query", "required": needed, "description": about,
            "schema": schema })
    };
    properties.into_iter().map(parameter).collect()
}

fn properties(schema: &Schema) -> (Map<String, Value>, Vec<String>) {
    let properties = schema.get("properties").and_then(Value::as_object).cloned();
    let required = schema.get("required").cloned().unwrap_or_default();
    (properties.unwrap_or_default(), serde_json::from_value(required).unwrap_or_default())
}

/// The media types of a body.
fn content(input: &Input, schemas: &mut SchemaGenerator) -> Option<Value> {
    let photo = json!({ "schema": { "type": "string", "format": "binary" } });
    match *input {
        Input::Nothing | Input::Query(_) | Input::Listening(_) => None,
        Input::Json(of) => Some(json!({ "application/json": { "schema": of(schemas) } })),
        Input::Photo(_) => Some(json!({
            "image/jpeg": photo, "image/png": photo, "image/webp": photo,
            "application/octet-stream": photo,
            "multipart/form-data": { "schema": {
                "type": "object",
                "properties": { "photo": { "type": "string", "format": "binary" } },
                "required": ["photo"],
            } },
        })),
        Input::Form { parameters, files, texts } => {
            let parameters = parameters(schemas);
            let binary = json!({ "type": "string", "format": "binary" });
            let text = json!({ "type": "string" });
            if !texts {
                let form = form(&parameters, files, &binary);
                return Some(json!({ "multipart/form-data": { "schema": form } }));
            }
            // A photo is a text for whoever looks at the type alone: it fits both.
            let either = json!({ "anyOf": [binary, text] });
            Some(json!({
                "multipart/form-data": { "schema": form(&parameters, files, &either) },
                "application/json": { "schema": form(&parameters, files, &text) },
            }))
        }
    }
}

/// The schema of a form, with that of one of its files.
fn form(parameters: &Schema, files: &[FileField], one: &Value) -> Value {
    let (mut properties, mut required) = properties(parameters);
    for file in files {
        let mut schema = match file.several {
            true => json!({ "type": "array", "items": one }),
            false => one.clone(),
        };
        schema["description"] = file.about.into();
        properties.insert(file.name.to_owned(), schema);
        required.extend(file.needed.then(|| file.name.to_owned()));
    }
    json!({ "type": "object", "properties": properties, "required": required,
        "additionalProperties": false })
}

fn answers(operation: &Operation, problem: &Schema, schemas: &mut SchemaGenerator) -> Value {
    let mut answers = Map::new();
    for answer in &operation.answers {
        let mut about = json!({ "description": answer.about });
        if let Some((media, schema)) = answer.content {
            let schema = schema.map_or_else(
                || json!({ "type": "string", "format": "binary" }),
                |of| of(schemas).to_value(),
            );
            about["content"] = json!({ media: { "schema": schema } });
        }
        answers.insert(answer.status.as_str().to_owned(), about);
    }
    let mut problems: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for kind in ALWAYS.iter().chain(operation.problems) {
        let about = format!("{} (`/problems/{}`)", kind.title(), kind.name());
        let of_status = problems.entry(kind.status().as_u16()).or_default();
        if !of_status.contains(&about) {
            of_status.push(about);
        }
    }
    for (status, kinds) in problems {
        let about = json!({ "description": kinds.join("; "),
            "content": { PROBLEM_JSON: { "schema": problem } } });
        answers.entry(status.to_string()).or_insert(about);
    }
    answers.into()
}
