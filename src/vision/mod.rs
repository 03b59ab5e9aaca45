//! Pixels in, pixels or tensors out; used by inference and training alike.
