//! What searches that remember states share: nodes, the closed table, layers,
//! the open list and the walk back from the goal.
//!
//! # The main decision
//!
//! A node has no address. It is one word that holds the state itself, and what
//! a search knows of a state is a byte or two beside it in the closed table:
//! the move that led there, or a distance. That makes a stored node about a
//! dozen bytes where nodes with pointers take a hundred. The price is that a
//! node taken from an open list is looked up once more.
//!
//! How states are written down is a [`Space`], and a search is written once
//! for all of them. There are two: [`Hashed`] for any board, and for boards of
//! up to nine cells [`Numbered`], where a node carries a dense number and the
//! closed table is an array. On the 8-puzzle the second makes A* twice and
//! breadth-first searches five to seven times as fast: most of a hash table's
//! time goes to branches that no processor predicts.
//!
//! Searches by cost, which may fill the memory of a machine, have a table of
//! their own, [`Costs`], and an [`OpenList`]. The table keeps a state and its
//! mark in one word, in lines as large as those of the cache, and grows in
//! place; the open list is made of blocks that are given back. Neither ever
//! needs room for a copy of itself. The loop over both, which is that of A* and
//! of its kin, is [`BestFirst`].
//!
//! A search that keeps no states but those of the layer it makes and of the one
//! it goes through has a [`Frontier`] for the first and a [`Queue`], which gives
//! its memory back on the way, for the second.
//!
//! Everything that grows asks [`Memory`] first, so that a memory limit ends a
//! search with its counters right, never the process. Room in the closed table
//! is made once before each expansion and not at each insertion, which keeps
//! the loop over successors short.
//!
//! # Example
//!
//! The states within ten moves of a goal of the 8-puzzle:
//!
//! ```
//! use optile_core::{Meter, Rect, State};
//! use optile_store::{Closed, Hashed, Layer, Memory, Space};
//!
//! let (mut memory, mut meter) = (Memory::default(), Meter::default());
//! let space = Hashed::new(Rect::<3, 3>);
//! let mut closed = space.closed::<bool>(&mut memory, &mut meter)?;
//! let goal = space.root(&State::goal(Rect::<3, 3>, 8));
//! *closed.entry(goal) = true;
//! let mut layer = Layer::of(goal, &mut memory, &mut meter)?;
//! let mut met = 1;
//! for _depth in 1..=10 {
//!     let mut next = Layer::default();
//!     for &node in layer.nodes() {
//!         closed.make_room(4, &mut memory, &mut meter)?;
//!         next.make_room(4, &mut memory, &mut meter)?;
//!         for successor in space.successors(node) {
//!             let is_new = !std::mem::replace(closed.entry(successor.node), true);
//!             next.push_if(successor.node, is_new);
//!         }
//!     }
//!     met += next.len();
//!     layer = next;
//! }
//! assert_eq!(met, 706);
//! # Ok::<(), optile_core::Stop>(())
//! ```
// One instruction, in `pages.rs`, has no safe form.
#![deny(unsafe_code)]

mod batch;
mod best_first;
mod cost_table;
mod costs;
mod estimates;
mod frontier;
mod hashed;
mod index;
mod layer;
mod lines;
mod memory;
mod numbered;
mod open;
mod pages;
mod queue;
mod shortest;
mod space;
mod table;
mod trail;

pub use batch::{Batch, Met, Next, SUCCESSORS, look};
pub use best_first::{BestFirst, best_first};
pub use cost_table::CostSlot;
pub use costs::{Costs, Mark, Reached, Slot, Turn};
pub use estimates::{Estimates, Typed};
pub use frontier::Frontier;
pub use hashed::{Hashed, HashedCosts, HashedNode, HashedTable};
pub use layer::Layer;
pub use memory::Memory;
pub use numbered::{Numbered, NumberedNode, NumberedTable};
pub use open::{Open, OpenList, Ties};
pub use pages::{map, prefetch};
pub use queue::Queue;
pub use shortest::{any_path, shortest_path, smallest_path};
pub use space::{Closed, Space, Successor};
pub use trail::trail;
