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
//! which depends on the two tiles alone. Nothing is ever ranked anew along a
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
//! # Where tables come from
//!
//! This crate knows no files. It makes tables, in memory, and turns them into
//! bytes and back; whoever keeps them sets a [`Shelf`].
//!
//! # Example
//!
//! ```
//! use optile_core::{Estimator, Heuristic, Meter, Rect, State, Stop};
//! use optile_pdb::Pdb;
//!
//! type Board = Rect<4, 4>;
//! let recipe = "5-5-5+reflected".parse()?;
//! // Three patterns, each looked up twice: eight slots are enough.
//! let heuristic = Pdb::<8, false>::new(recipe).expect("no more than eight slots");
//! let toward = heuristic.toward::<Board>(0, &mut Meter::default())?;
//! let state = State::<Board>::from_index(1_000_000_007, 0);
//! let bound = Estimator::<Board>::estimate(&toward, toward.root(&state));
//! assert_eq!(bound, 34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod build;
mod dual;
mod estimator;
mod format;
mod key;
mod maps;
mod order;
mod partition;
mod recipe;
mod shelf;
mod table;
mod view;

pub use build::Progress;
pub use estimator::{Pdb, PdbEstimator, PdbValue};
pub use format::FormatError;
pub use key::{Key, Storage, Tiles};
pub use partition::{Partition, PartitionError};
pub use recipe::{Recipe, RecipeError};
pub use shelf::{Memory, Shelf, progress, set_shelf, shelf};
pub use table::Table;
