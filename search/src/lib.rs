//! Best-first search: the loop of A* and its variants, and how searches that
//! store states ask their heuristics.
//!
//! # The main decision
//!
//! A state is looked up when its node is popped, not when it is generated. So
//! the loop is the one of the textbook: pop, look up, expand, estimate, push.
//! [`BestFirst`] says what that saves and costs.
#![forbid(unsafe_code)]

mod asked;
mod astar;
mod best_first;
mod partial;
mod popped;
mod visit;

pub use asked::{Asked, SUCCESSORS};
pub use best_first::BestFirst;
pub use popped::{Popped, PoppedOf};
pub use visit::{Visit, best_first, can_visit};
