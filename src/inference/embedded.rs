//! The released models as a part of the program.

/// A model and its card.
pub(super) struct EmbeddedModel {
    /// As a folder of the store would be called.
    pub name: &'static str,
    /// The text of its `README.md`.
    pub card: &'static str,
    /// The bytes of its `model.onnx`.
    pub bytes: &'static [u8],
    /// The bytes of its `sliding.onnx`.
    pub sliding: Option<&'static [u8]>,
}

impl EmbeddedModel {
    /// The bytes of one of its files.
    pub fn file(&self, name: &str) -> Option<&'static [u8]> {
        match name {
            "README.md" => Some(self.card.as_bytes()),
            "model.onnx" => Some(self.bytes),
            "sliding.onnx" => self.sliding,
            _ => None,
        }
    }
}

macro_rules! embedded {
    ($name:literal) => {
        embedded!($name, None)
    };
    ($name:literal, sliding) => {
        embedded!($name, Some(include_bytes!(concat!("../../models/", $name, "/sliding.onnx"))))
    };
    ($name:literal, $sliding:expr) => {
        EmbeddedModel {
            name: $name,
            card: include_str!(concat!("../../models/", $name, "/README.md")),
            bytes: include_bytes!(concat!("../../models/", $name, "/model.onnx")),
            sliding: $sliding,
        }
    };
}

/// All of them, by name.
pub(super) const MODELS: &[EmbeddedModel] = &[
    embedded!("checkers-cells"),
    embedded!("chess-cells"),
    embedded!("chess-coordinates"),
    embedded!("chess-positions"),
    embedded!("corners"),
    embedded!("go-cells", sliding),
    embedded!("presence"),
    embedded!("qwirkle-cells"),
];

/// The model of this name.
pub(super) fn model(name: &str) -> Option<&'static EmbeddedModel> {
    MODELS.iter().find(|model| model.name == name)
}
