//! The layers of breadth-first searches.

mod index;
mod layer;
mod next_layer;
mod queue;

pub use layer::Layer;
pub use next_layer::NextLayer;
pub use queue::Queue;
