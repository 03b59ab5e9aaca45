//! The released models as a part of the program.

/// A model and its card.
pub(super) struct EmbeddedModel {
    /// As a folder of the store would be called.
    pub name: &'static str,
    /// The text of its `README.md`.
    pub card: &'static str,
    /// The bytes of its `model.onnx`.
    pub bytes: &'static [u8],
}

macro_rules! embedded {
    ($name:literal) => {
        EmbeddedModel {
            name: $name,
            card: include_str!(concat!("../../models/", $name, "/README.md")),
            bytes: include_bytes!(concat!("../../models/", $name, "/model.onnx")),
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
    embedded!("go-cells"),
    embedded!("presence"),
    embedded!("qwirkle-cells"),
];

/// The model of this name.
pub(super) fn model(name: &str) -> Option<&'static EmbeddedModel> {
    MODELS.iter().find(|model| model.name == name)
}
