//! What searches that remember states share: nodes, closed lists, layers, the
//! open list and the walk back from the goal.
//!
//! # The main decision
//!
//! A node has no address. It is one word that holds the state itself. What a
//! search knows about a state is a byte or two beside it in the closed list:
//! the move that led there, or a distance. A stored node therefore takes about
//! a dozen bytes, where nodes with pointers take a hundred. The price is one
//! more lookup for each node that is taken from the open list.
//!
//! An [`Encoding`] says how a state is written as a node. A search is written
//! once for all encodings. There are two: [`Hashed`] for any board, and
//! [`Numbered`] for 3x3, where a node carries a dense
//! number and the closed list is an array. On the 8-puzzle the second makes A*
//! twice as fast, and breadth-first searches five to seven times as fast. Most
//! of a hash table's time goes to branches that no processor predicts.
//!
//! A search remembers states in a [`ClosedList`], which may fill the memory of a
//! machine. It keeps a state and its byte in one word, in lines of the size of a cache
//! line, and grows in place. The byte is the [`ClosedEntry`] of a search by cost, which also has
//! an [`OpenList`], or what a breadth-first search puts there. The open list is made of blocks that are given
//! back. Neither ever needs room for a copy of itself. A search that chooses
//! among nodes by more than f and g keeps them in a [`ClassedList`]. The two sides
//! of a search from both ends share a closed list with two entries for each state.
//!
//! A search that keeps only two layers of states builds the one in a
//! [`NextLayer`] and reads the other from a [`Queue`], which gives its memory
//! back on the way.
//!
//! Everything that grows asks [`Meter::take`](optile_core::Meter::take) first. A memory limit therefore ends a
//! search, with correct counters, and never the process. Room in the closed
//! list is made once before each expansion and not at each insertion, which
//! keeps the loop over successors short.
//!
//! # Example
//!
//! The states within ten moves of a goal of the 8-puzzle:
//!
//! ```
//! use optile_core::{Meter, Rect, State};
//! use optile_store::{ClosedList, Encoding, Hashed, Layer};
//!
//! let mut meter = Meter::default();
//! let encoding = Hashed::new(Rect::<3, 3>);
//! let mut closed = encoding.closed_list(&mut meter)?;
//! let goal = encoding.root(&State::goal(Rect::<3, 3>, 8));
//! *closed.slot(closed.key(goal)).bytes() = [1];
//! let mut layer = Layer::of(goal, &mut meter)?;
//! let mut met = 1;
//! for _depth in 1..=10 {
//!     let mut next = Layer::default();
//!     for &node in layer.nodes() {
//!         closed.make_room(4, &mut meter)?;
//!         next.make_room(4, &mut meter)?;
//!         for successor in encoding.successors(node) {
//!             let known = closed.slot(closed.key(successor.node)).bytes();
//!             next.push_if(successor.node, *known == [0]);
//!             *known = [1];
//!         }
//!     }
//!     met += next.len();
//!     layer = next;
//! }
//! assert_eq!(met, 706);
//! # Ok::<(), optile_core::Stop>(())
//! ```
#![forbid(unsafe_code)]

mod closed;
mod encoding;
mod layers;
mod open_list;
mod paths;

pub use closed::{CloseOutcome, ClosedEntry, ClosedList, ClosedSlot, Fill, WideEntry};
pub use encoding::{
    Encoding, Hashed, HashedClosedList, HashedNode, Numbered, NumberedClosedList, NumberedNode,
    PackedNode, Successor,
};
pub use layers::{Layer, NextLayer, Queue};
pub use open_list::{
    ClassRow, ClassedList, Classes, Curve, Open, OpenList, Ties, WeightedList, Weighting,
};
/// The most nodes that a search expands together. The memory that their lookups
/// read is fetched for all of them at once.
pub const BATCH: usize = 32;

pub use paths::{any_path, shortest_path, smallest_path, traced_path};
