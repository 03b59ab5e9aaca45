//! The project itself: who may use whom, the book, the figures that it quotes, scripts, and the
//! labels beside it.

mod architecture;
mod docs;
mod figures;
mod scripts;
mod shared_labels;
mod shared_qwirkle;
