//! The project itself: who may use whom, the book, the figures that it quotes, and the labels
//! beside it.

mod architecture;
mod docs;
mod figures;
mod shared_labels;
mod shared_qwirkle;
