//! What a request carries: parameters and files, whichever way they come.
//!
//! Parameters may stand in the query, in the parts of a form, or in a JSON object; a photo may be
//! the body itself.

use super::{
    problem::{Kind, Problem},
    queue::Room,
    service::Service,
};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{FromRequest, Multipart, Request},
    http::{HeaderMap, header},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// As many parts may a request have: of a list each item is one, and may be much work.
const MOST_PARTS: usize = 64;

/// A file of a request.
#[derive(Clone, Debug)]
pub struct Upload {
    /// What it is called: the file's name, or the part's.
    pub name: String,
    /// The content type that the client gives it, in lower case.
    pub declared: Option<String>,
    /// Its bytes.
    pub bytes: Bytes,
}

/// A part of a request.
#[derive(Clone, Debug)]
pub enum Part {
    /// A parameter.
    Text(String),
    /// A file.
    File(Upload),
}

/// The parameters and files of a request, in their order.
#[derive(Default)]
pub struct Form {
    parts: Vec<(String, Part)>,
    room: Option<Room>,
}

impl Form {
    /// The parameters of a query.
    ///
    /// # Errors
    /// When it cannot be read, or has too many.
    pub fn of_query(query: &str) -> Result<Self, Problem> {
        let mut form = Self::default();
        form.extend(pairs(query.as_bytes())?)?;
        Ok(form)
    }

    /// The parameters as a type; those of `apart` are left out.
    ///
    /// # Errors
    /// When one is not what it has to be, is missing or unknown.
    pub fn parameters<T: DeserializeOwned>(&self, apart: &[&str]) -> Result<T, Problem> {
        let own = self.parts.iter().filter_map(|(name, part)| match part {
            Part::Text(text) if !apart.contains(&name.as_str()) => Some((name, text)),
            _ => None,
        });
        let text = serde_html_form::to_string(own.collect::<Vec<_>>())
            .map_err(|error| Kind::BadRequest.problem(error.to_string()))?;
        let reader = serde_html_form::Deserializer::from_bytes(text.as_bytes());
        serde_path_to_error::deserialize(reader).map_err(|error| {
            let (path, why) = (error.path().to_string(), error.inner().to_string());
            Kind::InvalidOption.problem(in_words(&why)).of(&path)
        })
    }

    /// Everything of that name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |(part, _)| part == name).map(|(_, part)| part)
    }

    /// The one part of that name.
    ///
    /// # Errors
    /// When there is none, or several.
    pub fn one(&self, name: &str) -> Result<&Part, Problem> {
        let mut named = self.all(name);
        match (named.next(), named.next()) {
            (Some(part), None) => Ok(part),
            (None, _) => {
                Err(Kind::BadRequest.problem(format!("there is no '{name}': send it, too")))
            }
            _ => {
                Err(Kind::BadRequest.problem(format!("there is more than one '{name}': send one")))
            }
        }
    }

    /// The file of that name.
    ///
    /// # Errors
    /// When there is none, or several, or a text.
    pub fn file(&self, name: &str) -> Result<&Upload, Problem> {
        match self.one(name)? {
            Part::File(file) => Ok(file),
            Part::Text(_) => Err(Kind::BadRequest.problem(format!(
                "'{name}' is a text: send it as a file, with a name and a content type"
            ))),
        }
    }

    /// What the upload holds of the server's room; it is to be held as long as the upload is.
    pub fn room(&mut self) -> Option<Room> {
        self.room.take()
    }

    /// Takes over parameters.
    fn extend(&mut self, pairs: Vec<(String, String)>) -> Result<(), Problem> {
        pairs.into_iter().try_for_each(|(name, text)| self.push(name, Part::Text(text)))
    }

    fn push_photo(&mut self, declared: &str, bytes: Bytes) -> Result<(), Problem> {
        let declared = Some(declared.to_owned());
        let photo = Upload { name: "photo".to_owned(), declared, bytes };
        self.push("photo".to_owned(), Part::File(photo))
    }

    fn push(&mut self, name: String, part: Part) -> Result<(), Problem> {
        self.check_room()?;
        self.parts.push((name, part));
        Ok(())
    }

    /// Whether one more part is welcome.
    fn check_room(&self) -> Result<(), Problem> {
        match self.parts.len() < MOST_PARTS {
            true => Ok(()),
            false => Err(Kind::BadRequest.problem(format!(
                "the request has more than {MOST_PARTS} parts (each item of a list is one): send \
                fewer"
            ))),
        }
    }
}

impl FromRequest<Arc<Service>> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, service: &Arc<Service>) -> Result<Self, Problem> {
        let mut form = Self::of_query(request.uri().query().unwrap_or_default())?;
        let most = service.settings.upload_bytes;
        form.room = Some(room(service, request.headers())?);
        let content = request.headers().get(header::CONTENT_TYPE);
        let content = content.and_then(|value| value.to_str().ok()).map(essence);
        match content.as_deref() {
            Some("multipart/form-data") => form.take_multipart(request, most).await?,
            Some("application/json") => {
                let bytes = body(request.into_body(), most).await?;
                form.extend(json_pairs(&bytes)?)?;
            }
            // What curl says of any body.
            Some("application/x-www-form-urlencoded") => {
                let bytes = body(request.into_body(), most).await?;
                match image::guess_format(&bytes) {
                    Ok(format) => form.push_photo(format.to_mime_type(), bytes)?,
                    Err(_) => form.extend(pairs(&bytes)?)?,
                }
            }
            Some(image) if image.starts_with("image/") || image == "application/octet-stream" => {
                form.push_photo(image, body(request.into_body(), most).await?)?;
            }
            other => {
                let bytes = body(request.into_body(), most).await?;
                if other.is_none_or(str::is_empty)
                    && let Ok(format) = image::guess_format(&bytes)
                {
                    form.push_photo(format.to_mime_type(), bytes)?;
                } else if !bytes.is_empty() {
                    return Err(Kind::NotAPhoto.problem(format!(
                        "a body of type '{}' is not read: send a photo as image/jpeg, image/png or \
                        image/webp, a form as multipart/form-data, or application/json",
                        other.unwrap_or_default()
                    )));
                }
            }
        }
        Ok(form)
    }
}

impl Form {
    async fn take_multipart(&mut self, request: Request, most: usize) -> Result<(), Problem> {
        let broken = |error: axum::extract::multipart::MultipartError| match error.status() {
            status if status == Kind::TooLarge.status() => too_large(most),
            _ => {
                Kind::BadRequest.problem(format!("the form cannot be read: {}", error.body_text()))
            }
        };
        let mut parts = Multipart::from_request(request, &())
            .await
            .map_err(|error| Kind::BadRequest.problem(error.body_text()))?;
        while let Some(part) = parts.next_field().await.map_err(broken)? {
            // Before its bytes are waited for.
            self.check_room()?;
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let declared = part.content_type().map(essence);
            let bytes = part.bytes().await.map_err(broken)?;
            let is_text = file.is_none()
                && declared.as_deref().is_none_or(|declared| {
                    declared == "text/plain" || declared == "application/json"
                });
            if is_text {
                let text = String::from_utf8(bytes.to_vec()).map_err(|_| {
                    Kind::BadRequest.problem(format!("the part '{name}' is no UTF-8 text"))
                })?;
                self.push(name, Part::Text(text))?;
            } else {
                let called = file.unwrap_or_else(|| name.clone());
                let file = Upload { name: called, declared, bytes };
                self.push(name, Part::File(file))?;
            }
        }
        Ok(())
    }
}

/// Room for the body of a request, before it is read.
///
/// # Errors
/// When it is larger than an upload may be, or there is no room now.
pub fn room(service: &Service, headers: &HeaderMap) -> Result<Room, Problem> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let most = service.settings.upload_bytes;
    if length.is_some_and(|bytes| bytes > most) {
        return Err(too_large(most));
    }
    service.queue.room(length.unwrap_or(most))
}

fn too_large(most: usize) -> Problem {
    Kind::TooLarge.problem(format!("the upload has more than {most} bytes: send a smaller photo"))
}

/// What is wrong with a value, in words for what libraries say of it.
fn in_words(why: &str) -> &str {
    match why {
        "invalid digit found in string" => "give a whole number",
        "invalid float literal" => "give a number",
        "number too large to fit in target type" => "give a smaller number",
        "number too small to fit in target type" => "give a larger number",
        "unsupported value" => "say it once",
        why => why,
    }
}

/// A content type without its parameters.
pub fn essence(content: &str) -> String {
    content.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

pub async fn body(body: Body, most: usize) -> Result<Bytes, Problem> {
    // Bodies that end early and bodies that go on too long come as one error.
    to_bytes(body, most).await.map_err(|error| {
        let limit = std::error::Error::source(&error)
            .is_some_and(|source| source.to_string().contains("length limit"));
        match limit {
            true => too_large(most),
            false => Kind::BadRequest.problem("the body ended early: send it again"),
        }
    })
}

fn pairs(text: &[u8]) -> Result<Vec<(String, String)>, Problem> {
    serde_html_form::from_bytes(text).map_err(|error| {
        Kind::BadRequest.problem(format!("the parameters cannot be read: {error}"))
    })
}

/// A JSON object as parameters: of a list each item is one.
fn json_pairs(bytes: &[u8]) -> Result<Vec<(String, String)>, Problem> {
    let wrong = |why: String| Kind::BadRequest.problem(format!("the JSON cannot be read: {why}"));
    let value: Value = serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
    let Value::Object(object) = value else {
        return Err(wrong("it has to be an object".to_owned()));
    };
    let mut pairs = Vec::new();
    for (name, value) in object {
        let items = if let Value::Array(items) = value { items } else { vec![value] };
        for item in items {
            let text = match item {
                Value::Null => continue,
                Value::String(text) => text,
                Value::Bool(_) => item.to_string(),
                // 3.0 is a whole number, too, of which Rust writes no more than 3.
                Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
                    Some(number) => number.to_string(),
                    None => number.to_string(),
                },
                _ => return Err(wrong(format!("'{name}' has to be a text, a number or a list"))),
            };
            pairs.push((name.clone(), text));
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Some3 {
        size: Option<usize>,
        komi: Option<f64>,
        #[serde(default)]
        history: Vec<String>,
    }

    fn form(pairs: &[(&str, &str)]) -> Form {
        let mut form = Form::default();
        let owned = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        form.extend(owned).expect("few parts");
        form
    }

    #[test]
    fn parameters_are_typed_and_a_wrong_one_is_named() {
        let two = form(&[("size", "9"), ("history", "a b&c"), ("history", "d=e")]);
        let history = vec!["a b&c".to_owned(), "d=e".to_owned()];
        assert_eq!(two.parameters::<Some3>(&[]), Ok(Some3 { size: Some(9), komi: None, history }));
        let wrong = form(&[("size", "nine")]).parameters::<Some3>(&[]).expect_err("no number");
        assert!(
            wrong.kind == Kind::InvalidOption && wrong.detail == "size: give a whole number",
            "{wrong:?}"
        );
        for (pairs, why) in [
            (&[("size", "99999999999999999999")][..], "size: give a smaller number"),
            (&[("komi", "much")], "komi: give a number"),
            (&[("size", "9"), ("size", "13")], "size: say it once"),
        ] {
            let wrong = form(pairs).parameters::<Some3>(&[]).expect_err(why);
            assert_eq!((wrong.kind, wrong.detail.as_str()), (Kind::InvalidOption, why));
        }
        let unknown = form(&[("sise", "9")]);
        assert!(unknown.parameters::<Some3>(&[]).is_err_and(|e| e.detail.contains("sise")));
        assert!(unknown.parameters::<Some3>(&["sise"]).is_ok());
    }

    #[test]
    fn a_list_is_not_longer_than_a_form_may_be() {
        let boards = |count| vec![("history".to_owned(), ".".to_owned()); count];
        let mut form = form(&[("size", "9")]);
        assert_eq!(form.extend(boards(MOST_PARTS - 1)), Ok(()));
        let refused = form.extend(boards(1)).expect_err("too many");
        assert!(
            refused.kind == Kind::BadRequest && refused.detail.contains("send fewer"),
            "{refused:?}"
        );
    }

    #[test]
    fn json_becomes_parameters() {
        let pairs =
            json_pairs(br#"{"size": 9.0, "history": ["a", "b"], "x": null, "y": true, "z": 6.5}"#);
        let pairs = pairs.expect("an object");
        let has = |name: &str, value: &str| pairs.contains(&(name.to_owned(), value.to_owned()));
        assert!(pairs.len() == 5 && has("size", "9") && has("history", "b") && has("y", "true"));
        assert!(has("z", "6.5"));
        for wrong in [&b"[1]"[..], b"{", b"{\"a\": {\"b\": 1}}"] {
            assert_eq!(json_pairs(wrong).map_err(|e| e.kind), Err(Kind::BadRequest));
        }
    }
}
