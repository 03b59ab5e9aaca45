//! The messages of the Open Inference Protocol, version 2, by which KServe, Triton and MLServer
//! speak: tensors of 32-bit floats, as JSON or, by the binary tensor extension, as bytes after it.
//!
//! Written after the protocol's own description
//! (<https://github.com/kserve/open-inference-protocol>) and that of the extension
//! (<https://github.com/triton-inference-server/server/blob/main/docs/protocol/extension_binary_data.md>).
//!
//! ```
//! use kibitzer::inference::protocol::{InferRequest, InferResponse, Tensor, named};
//!
//! let of = |name: &str, numbers: &[f32]| {
//!     Tensor { name: name.to_owned(), array: ndarray::aview1(numbers).to_owned().into_dyn() }
//! };
//! let sent = InferRequest::encode(&[of("input", &[0.5, 1.5])], true);
//! // On the other side:
//! let (request, inputs) = InferRequest::decode(&sent.bytes, sent.json_length)?;
//! assert_eq!(named(inputs, "input")?.sum(), 2.0);
//! let answer = InferResponse::encode("chess-cells", &request, &[of("logits", &[3.0])]);
//! let outputs = InferResponse::decode(&answer.bytes, answer.json_length)?;
//! assert_eq!(outputs, [of("logits", &[3.0])]);
//! # Ok::<(), kibitzer::inference::protocol::ProtocolError>(())
//! ```

use ndarray::ArrayD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The header that tells how many bytes of a body are JSON; the others are binary tensors.
pub const HEADER_LENGTH: &str = "inference-header-content-length";
/// The extension's name in a server's metadata.
pub const BINARY_EXTENSION: &str = "binary_tensor_data";
/// The datatype of 32-bit floats.
pub const FP32: &str = "FP32";

/// A message that is not what the protocol asks for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProtocolError {
    /// It is no JSON of the protocol.
    #[error("the message is not one of the Open Inference Protocol: {0}")]
    Json(String),
    /// A tensor is of another type.
    #[error("{name}: tensors of {datatype} are not taken, only of FP32")]
    Datatype {
        /// The tensor.
        name: String,
        /// Its type.
        datatype: String,
    },
    /// A tensor has more or fewer numbers than its shape says.
    #[error("{name}: {found} numbers do not fill the shape {shape:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        shape: Vec<usize>,
        /// Numbers that are there.
        found: usize,
    },
    /// There are fewer bytes than the tensors need.
    #[error("{0}: the body ends before its bytes do")]
    Short(String),
    /// A tensor that is needed is not there.
    #[error("there is no tensor '{0}'")]
    Missing(String),
}

/// A tensor by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Its numbers.
    pub array: ArrayD<f32>,
}

/// What a server says of a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TensorMetadata {
    /// Its name.
    pub name: String,
    /// `FP32`.
    pub datatype: String,
    /// Its shape, -1 for what may be any.
    pub shape: Vec<i64>,
}

/// What a server says of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModelMetadata {
    /// Its name.
    pub name: String,
    /// Its versions.
    #[serde(default)]
    pub versions: Vec<String>,
    /// What runs it: `onnx`.
    #[serde(default)]
    pub platform: String,
    /// What it takes.
    pub inputs: Vec<TensorMetadata>,
    /// What it gives.
    pub outputs: Vec<TensorMetadata>,
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerMetadata {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it can besides.
    #[serde(default)]
    pub extensions: Vec<String>,
}

/// A tensor as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonTensor {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// `FP32`.
    pub datatype: String,
    /// `binary_data_size`: how many bytes after the JSON are its numbers.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// Its numbers, flat or nested, row by row; without, they are bytes after the JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<Value>>,
}

/// An output that a client asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RequestedOutput {
    /// Its name.
    pub name: String,
    /// `binary_data`: whether its numbers are wanted as bytes.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
}

/// A request to run a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InferRequest {
    /// What the client calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `binary_data_output`: whether all outputs are wanted as bytes.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// What the model is given.
    pub inputs: Vec<JsonTensor>,
    /// What is wanted; everything where nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<RequestedOutput>,
}

/// What a model gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InferResponse {
    /// The model.
    pub model_name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_version: Option<String>,
    /// What the client calls the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it gave.
    pub outputs: Vec<JsonTensor>,
}

/// A message's bytes, and how many of them are JSON where binary tensors follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The body.
    pub bytes: Vec<u8>,
    /// The value of [`HEADER_LENGTH`].
    pub json_length: Option<usize>,
}

impl JsonTensor {
    /// A tensor; where `binary`, its numbers go behind the JSON, into `bytes`.
    fn new(tensor: &Tensor, binary: bool, bytes: &mut Vec<u8>) -> Self {
        let numbers = tensor.array.iter();
        let mut parameters = Map::new();
        let data = if binary {
            let before = bytes.len();
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
            parameters.insert("binary_data_size".to_owned(), (bytes.len() - before).into());
            None
        } else {
            Some(numbers.map(|&number| number.into()).collect())
        };
        Self {
            name: tensor.name.clone(),
            shape: tensor.array.shape().to_vec(),
            datatype: FP32.to_owned(),
            parameters,
            data,
        }
    }

    /// The tensor; its bytes are taken from the start of `rest` where it has no numbers of its own.
    fn read(&self, rest: &mut &[u8]) -> Result<Tensor, ProtocolError> {
        let name = || self.name.clone();
        if self.datatype != FP32 {
            return Err(ProtocolError::Datatype { name: name(), datatype: self.datatype.clone() });
        }
        let numbers = match (&self.data, self.parameters.get("binary_data_size")) {
            (Some(data), _) => {
                let mut numbers = Vec::with_capacity(data.len());
                flatten(data, &mut numbers).ok_or_else(|| {
                    ProtocolError::Json(format!("{} has what is no number", self.name))
                })?;
                numbers
            }
            (None, size) => {
                let size = size.and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
                let short = || ProtocolError::Short(name());
                let (own, after) =
                    rest.split_at_checked(size.ok_or_else(short)?).ok_or_else(short)?;
                *rest = after;
                let number = |bytes: &[u8]| bytes.try_into().map_or(f32::NAN, f32::from_le_bytes);
                own.chunks(4).map(number).collect()
            }
        };
        let found = numbers.len();
        ArrayD::from_shape_vec(self.shape.clone(), numbers)
            .map(|array| Tensor { name: name(), array })
            .map_err(|_| ProtocolError::Shape { name: name(), shape: self.shape.clone(), found })
    }
}

/// Numbers of nested lists; `None` where there is something else.
fn flatten(values: &[Value], numbers: &mut Vec<f32>) -> Option<()> {
    values.iter().try_for_each(|value| match value {
        Value::Array(inner) => flatten(inner, numbers),
        value => {
            numbers.push(value.as_f64()? as f32);
            Some(())
        }
    })
}

/// Reads a body: its JSON, and the bytes after that.
fn split<T: for<'a> Deserialize<'a>>(
    body: &[u8],
    json_length: Option<usize>,
) -> Result<(T, &[u8]), ProtocolError> {
    let length = json_length.unwrap_or(body.len());
    let (json, rest) = body
        .split_at_checked(length)
        .ok_or_else(|| ProtocolError::Short(HEADER_LENGTH.to_owned()))?;
    let message = serde_json::from_slice(json).map_err(|e| ProtocolError::Json(e.to_string()))?;
    Ok((message, rest))
}

fn join<T: Serialize>(message: &T, bytes: Vec<u8>) -> Encoded {
    let json = serde_json::to_vec(message).unwrap_or_default();
    let json_length = (!bytes.is_empty()).then_some(json.len());
    Encoded { bytes: [json, bytes].concat(), json_length }
}

impl InferRequest {
    /// The body of a request with these tensors.
    pub fn encode(inputs: &[Tensor], binary: bool) -> Encoded {
        let mut bytes = Vec::new();
        let inputs = inputs.iter().map(|tensor| JsonTensor::new(tensor, binary, &mut bytes));
        let mut message = Self {
            id: None,
            parameters: Map::new(),
            inputs: inputs.collect(),
            outputs: Vec::new(),
        };
        if binary {
            message.parameters.insert("binary_data_output".to_owned(), true.into());
        }
        join(&message, bytes)
    }

    /// A request and its tensors.
    ///
    /// # Errors
    /// When it is not one of the protocol.
    pub fn decode(
        body: &[u8],
        json_length: Option<usize>,
    ) -> Result<(Self, Vec<Tensor>), ProtocolError> {
        let (message, mut rest): (Self, &[u8]) = split(body, json_length)?;
        let tensors = message.inputs.iter().map(|tensor| tensor.read(&mut rest));
        let tensors = tensors.collect::<Result<_, _>>()?;
        Ok((message, tensors))
    }

    /// Whether an output is wanted as bytes.
    pub fn wants_bytes(&self, output: &str) -> bool {
        let says = |map: &Map<String, Value>, key: &str| map.get(key).and_then(Value::as_bool);
        let asked = self.outputs.iter().find(|asked| asked.name == output);
        asked
            .and_then(|asked| says(&asked.parameters, "binary_data"))
            .or_else(|| says(&self.parameters, "binary_data_output"))
            .unwrap_or(false)
    }
}

impl InferResponse {
    /// The body of the response to a request.
    pub fn encode(model: &str, request: &InferRequest, outputs: &[Tensor]) -> Encoded {
        let mut bytes = Vec::new();
        let outputs = outputs
            .iter()
            .map(|tensor| JsonTensor::new(tensor, request.wants_bytes(&tensor.name), &mut bytes));
        let message = Self {
            model_name: model.to_owned(),
            model_version: Some("1".to_owned()),
            id: request.id.clone(),
            outputs: outputs.collect(),
        };
        join(&message, bytes)
    }

    /// The tensors of a response.
    ///
    /// # Errors
    /// When it is not one of the protocol.
    pub fn decode(body: &[u8], json_length: Option<usize>) -> Result<Vec<Tensor>, ProtocolError> {
        let (message, mut rest): (Self, &[u8]) = split(body, json_length)?;
        message.outputs.iter().map(|tensor| tensor.read(&mut rest)).collect()
    }
}

/// The tensor of that name.
///
/// # Errors
/// When it is not there.
pub fn named(tensors: Vec<Tensor>, name: &str) -> Result<ArrayD<f32>, ProtocolError> {
    let found = tensors.into_iter().find(|tensor| tensor.name == name);
    found.map(|tensor| tensor.array).ok_or_else(|| ProtocolError::Missing(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tensor(name: &str, shape: &[usize]) -> Tensor {
        let count = shape.iter().product::<usize>();
        let numbers = (0..count).map(|i| i as f32 / 3.0 - 7.0).collect();
        let array = ArrayD::from_shape_vec(shape.to_vec(), numbers).expect("the shape's numbers");
        Tensor { name: name.to_owned(), array }
    }

    proptest! {
        #[test]
        fn messages_read_back(
            shapes in prop::collection::vec(prop::collection::vec(1_usize..5, 1..4), 1..3),
            binary: bool,
        ) {
            let tensors: Vec<Tensor> =
                shapes.iter().enumerate().map(|(i, shape)| tensor(&i.to_string(), shape)).collect();
            let sent = InferRequest::encode(&tensors, binary);
            prop_assert_eq!(sent.json_length.is_some(), binary);
            let (request, read) =
                InferRequest::decode(&sent.bytes, sent.json_length).expect("reads");
            prop_assert_eq!(&read, &tensors);
            let answer = InferResponse::encode("m", &request, &tensors);
            let read = InferResponse::decode(&answer.bytes, answer.json_length).expect("reads");
            prop_assert_eq!(read, tensors);
        }

        #[test]
        fn no_bytes_make_it_panic(body: Vec<u8>, length: Option<u16>) {
            let _ = InferRequest::decode(&body, length.map(usize::from));
            let _ = InferResponse::decode(&body, length.map(usize::from));
        }
    }

    #[test]
    fn nested_numbers_are_read_row_by_row() {
        let body = br#"{"inputs": [{"name": "x", "shape": [2, 2], "datatype": "FP32",
            "data": [[1, 2], [3, 4.5]]}]}"#;
        let (_, tensors) = InferRequest::decode(body, None).expect("reads");
        assert_eq!(named(tensors, "x").expect("there").as_slice(), Some(&[1.0, 2.0, 3.0, 4.5][..]));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let of = |tensor: &str| {
            let body = format!("{{\"inputs\": [{tensor}]}}");
            InferRequest::decode(body.as_bytes(), None).expect_err("wrong")
        };
        assert!(matches!(
            of(r#"{"name": "x", "shape": [3], "datatype": "FP32", "data": [1, 2]}"#),
            ProtocolError::Shape { found: 2, .. }
        ));
        assert!(matches!(
            of(r#"{"name": "x", "shape": [1], "datatype": "INT64", "data": [1]}"#),
            ProtocolError::Datatype { .. }
        ));
        assert!(matches!(
            of(r#"{"name": "x", "shape": [1], "datatype": "FP32",
                "parameters": {"binary_data_size": 4}}"#),
            ProtocolError::Short(_)
        ));
        assert!(matches!(
            of(
                r#"{"name": "x", "shape": [18446744073709551615, 2], "datatype": "FP32", "data": []}"#
            ),
            ProtocolError::Shape { .. } | ProtocolError::Json(_)
        ));
    }
}
