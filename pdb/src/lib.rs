//! Additive pattern databases: for each pattern, a set of tiles, a table of
//! the least moves of these tiles from any of their placements to the goal;
//! and the sum of such tables over a partition of the tiles as a bound on the
//! moves of all (R. E. Korf, A. Felner, Disjoint pattern database heuristics,
//! Artificial Intelligence 134, 2002; A. Felner, R. E. Korf, S. Hanan, Additive
//! pattern database heuristics, Journal of Artificial Intelligence Research
//! 22, 2004).
//!
//! # The main decision
//!
//! An entry's number is that of a *map*, the set of cells that the tiles stand
//! on, times the orders of the tiles, plus the rank of their order on these
//! cells. Both the building of tables and the search with them live on what a
//! move then is. A move along a row changes the map and never the order, so
//! that a build makes it for all orders of a map at once, by an `or` of bits.
//! A move along a column takes a tile past a few others; a build does that by
//! a table of rotations, and a search by adding a number for each tile passed,
//! which depends on the two tiles alone. Nothing is ever ranked again along a
//! path.
//!
//! The price is that the number of a map is looked up, in two tables that stay
//! in the fastest cache, where an index of a table by the cells of all tiles
//! would need no look-up, and sixteen times the memory.
//!
//! # The blank
//!
//! Tables are exact with respect to the blank: a state of the build is a map,
//! an order, and the *region* of free cells that the blank is in; moves of
//! other tiles within it cost nothing. The usual table keeps the least over
//! all regions. **The bound is then not consistent**: a tile may move where a
//! blank of another region than the cheapest one is, and the distance change by
//! more than one, on the 8-puzzle by up to seven. With `zero` there is an entry
//! for each region (R. Clausecker, A. Reinefeld, Zero-aware pattern databases
//! with 1-bit compression for sliding tile puzzles, 2019). That is a greater
//! bound, and it changes by exactly one with each move of a tile of the
//! pattern, which is why two bits are enough for it, and only for it.
//!
//! Two bits are the distance modulo 3. A search along a path needs no more, as
//! it knows the sum at every state that it steps from. A search that stores
//! states has stored their estimates too, and gets the sums back from these;
//! only where the estimate was the greater of two sums, the other one is now
//! and then counted move by move, down a table to the goal.
//!
//! # Where tables come from
//!
//! This crate knows no files. It makes tables, in memory, and turns them into
//! bytes and back; whoever keeps them sets a [`Shelf`].
//!
//! # Example
//!
//! ```
//! use optile_core::{Board, Heuristic, Meter, Rect, State};
//! use optile_pdb::Pdb;
//!
//! // Three patterns, each looked up twice, are six slots.
//! let heuristic = Pdb::new("5-5-5+reflected".parse()?).expect("no more than eight slots");
//! let estimator = heuristic.toward("4x4".parse()?, 0, &mut Meter::default())?;
//! let state = State::from_index(Rect::<4, 4>, 1_000_000_007, 0);
//! assert_eq!(Rect::<4, 4>::evaluator(estimator.as_ref()).estimate_state(&state), 34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod build;
mod descent;
mod dual;
mod estimator;
mod format;
mod heuristic;
mod key;
mod maps;
mod order;
mod partition;
mod progress;
mod recipe;
mod shelf;
mod sums;
mod table;
mod view;

pub use estimator::{PdbEstimator, PdbValue};
pub use format::FormatError;
pub use heuristic::Pdb;
pub use key::{Key, Storage, Tiles};
pub use partition::{Partition, PartitionError};
pub use progress::Progress;
pub use recipe::{Recipe, RecipeError};
pub use shelf::{Memory, Shelf, progress, set_shelf, shelf};
pub use table::Table;
