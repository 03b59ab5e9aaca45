//! What simulated games promise.
