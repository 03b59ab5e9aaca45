//! Models that another server runs: KServe, Triton, MLServer, or Kibitzer itself, by the Open
//! Inference Protocol.

use super::{
    Model, ModelError,
    protocol::{
        BINARY_EXTENSION, Encoded, HEADER_LENGTH, InferRequest, InferResponse, ModelMetadata,
        ServerMetadata, Tensor, named,
    },
};
use ndarray::{ArrayD, ArrayView4};
use serde::de::DeserializeOwned;
use std::time::Duration;
use ureq::{Agent, http::Response, tls::TlsConfig};

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longest answer: heatmaps of a corner detector are a hundredth of it.
const LONGEST: u64 = 256 << 20;

/// A server that runs models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// Where it is: `http://triton:8000`.
    url: String,
}

/// An address that is none of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no address of a server: give one such as http://triton:8000")]
pub struct InvalidBackend(String);

impl std::str::FromStr for Backend {
    type Err = InvalidBackend;

    fn from_str(text: &str) -> Result<Self, InvalidBackend> {
        let rest = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
        match rest {
            Some(host) if !host.is_empty() && !host.starts_with('/') => {
                Ok(Self { url: text.trim_end_matches('/').to_owned() })
            }
            _ => Err(InvalidBackend(text.to_owned())),
        }
    }
}

/// A model of a [`Backend`].
pub struct RemoteModel {
    agent: Agent,
    /// Where the model is.
    url: String,
    input: String,
    output: String,
    input_shape: [Option<usize>; 4],
    binary: bool,
}

impl RemoteModel {
    /// The model of that name.
    ///
    /// # Errors
    /// When the server does not answer, or does not have it.
    pub fn connect(backend: &Backend, name: &str) -> Result<Self, ModelError> {
        let tls = TlsConfig::builder().build();
        let config = Agent::config_builder().timeout_global(Some(PATIENCE)).tls_config(tls);
        let agent: Agent = config.http_status_as_error(false).build().into();
        let server: ServerMetadata = get(&agent, &format!("{}/v2", backend.url))?;
        let url = format!("{}/v2/models/{name}", backend.url);
        let model: ModelMetadata = get(&agent, &url)?;
        let ([input], [output]) = (&model.inputs[..], &model.outputs[..]) else {
            return Err(failed(&url, "the model has not one input and one output"));
        };
        let axis = |size: &i64| usize::try_from(*size).ok();
        let axes: Vec<Option<usize>> = input.shape.iter().map(axis).collect();
        let input_shape =
            axes.try_into().map_err(|_| failed(&url, "its input is not a batch of pictures"))?;
        Ok(Self {
            agent,
            input: input.name.clone(),
            output: output.name.clone(),
            input_shape,
            binary: server.extensions.iter().any(|known| known == BINARY_EXTENSION),
            url,
        })
    }

    fn infer(&self, sent: Encoded) -> Result<(Vec<u8>, Option<usize>), ModelError> {
        let url = format!("{}/infer", self.url);
        let media = if sent.json_length.is_some() {
            "application/octet-stream"
        } else {
            "application/json"
        };
        let mut request = self.agent.post(&url).header("content-type", media);
        if let Some(length) = sent.json_length {
            request = request.header(HEADER_LENGTH, length.to_string());
        }
        let answer = request.send(&sent.bytes[..]).map_err(|error| failed(&url, error))?;
        let length = answer.headers().get(HEADER_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        Ok((body(&url, answer)?, length))
    }
}

impl Model for RemoteModel {
    fn input_shape(&self) -> [Option<usize>; 4] {
        self.input_shape
    }

    fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
        let tensor = Tensor { name: self.input.clone(), array: input.to_owned().into_dyn() };
        let (body, length) = self.infer(InferRequest::encode(&[tensor], self.binary))?;
        InferResponse::decode(&body, length)
            .and_then(|tensors| named(tensors, &self.output))
            .map_err(|error| failed(&self.url, error))
    }
}

fn get<T: DeserializeOwned>(agent: &Agent, url: &str) -> Result<T, ModelError> {
    let answer = agent.get(url).call().map_err(|error| failed(url, error))?;
    serde_json::from_slice(&body(url, answer)?).map_err(|error| failed(url, error))
}

/// The body of an answer that is not an error.
fn body(url: &str, mut answer: Response<ureq::Body>) -> Result<Vec<u8>, ModelError> {
    let status = answer.status();
    let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec();
    let bytes = bytes.map_err(|error| failed(url, error))?;
    if status.is_success() {
        return Ok(bytes);
    }
    let said: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
    Err(failed(url, format!("{status} {said}")))
}

fn failed(url: &str, error: impl std::fmt::Display) -> ModelError {
    ModelError::Backend { url: url.to_owned(), message: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for good in ["http://localhost:8000", "https://models.example.org/prefix/"] {
            assert!(good.parse::<Backend>().is_ok(), "{good}");
        }
        for bad in ["", "localhost:8000", "ftp://a", "http://", "http:///x"] {
            assert!(bad.parse::<Backend>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_server_that_is_not_there_is_named() {
        let nobody = "http://127.0.0.1:9".parse().expect("an address");
        let error = RemoteModel::connect(&nobody, "corners").err().expect("nobody answers");
        assert!(error.to_string().contains("http://127.0.0.1:9/v2"), "{error}");
    }
}
