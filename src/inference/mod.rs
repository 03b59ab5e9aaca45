//! Running a model file.
