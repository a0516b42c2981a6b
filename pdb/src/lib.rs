//! Additive pattern databases. A pattern is a set of tiles. Its table holds,
//! for each placement of these tiles, the least number of their moves to the
//! goal. The tiles are partitioned into patterns, and the sum of the tables is
//! a lower bound on the moves of all tiles (R. E. Korf, A. Felner, Disjoint
//! pattern database heuristics, Artificial Intelligence 134, 2002; A. Felner,
//! R. E. Korf, S. Hanan, Additive pattern database heuristics, Journal of
//! Artificial Intelligence Research 22, 2004).
//!
//! # The main decision
//!
//! An entry's number is the number of its *cell set*, times the number of
//! orders of the tiles, plus the rank of their order. The cell set is the set
//! of cells that the tiles occupy. This numbering makes moves cheap, both when
//! tables are built and when a search uses them. A move along a row changes the
//! cell set and never the order. So the builder makes it for all orders of a
//! cell set at once, by an `or` of bits. A move along a column takes a tile
//! past a few others. The builder does that with a table of rotations. A search
//! adds a number for each tile that is passed. This number depends only on the
//! two tiles. No rank is computed again along a path.
//!
//! The price is that the number of a cell set has to be looked up, in two
//! tables that stay in the fastest cache. An index by the cells of all tiles
//! would need no lookup, but sixteen times the memory.
//!
//! # The blank
//!
//! Tables are exact with respect to the blank. A state of the build is a cell
//! set, an order, and the *region* of free cells that contains the blank. Moves
//! of other tiles within a region cost nothing. The usual table keeps the least
//! distance over all regions. **The bound is then not consistent**: a tile may
//! move while the blank is in another region than the cheapest one, and the
//! distance may change by more than one, on the 8-puzzle by up to seven. With
//! `zero` there is an entry for each region (R. Clausecker, A. Reinefeld,
//! Zero-aware pattern databases with 1-bit compression for sliding tile
//! puzzles, 2019). The bound is then greater. It changes by exactly one with
//! each move of a tile of the pattern.
//!
//! # Collections
//!
//! A [`Collection`] takes the greatest of the sums of several partitions. Its
//! tables keep half the excess over the Manhattan distance in two bits, and the
//! number of an entry is a sum over the tiles. So a slide takes one addition per
//! partition. Patterns that are the same but for a symmetry of the board share a
//! table, which makes the reflection of a partition free of memory.
//!
//! # Choice by memory
//!
//! A [`Budget`] stands for the pattern databases of a list that fit into so many bytes. The list
//! of a board is in `choice.rs`, in the order of the nodes that its members leave IDA*.
//!
//! # Where tables come from
//!
//! This crate knows no files. It builds tables in memory, and turns them into
//! bytes and back. A program that keeps tables elsewhere gives [`Pdb`] another
//! [`TableCache`] than [`Memory`].
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_core::{Board, Heuristic, Meter, Rect, State};
//! use optile_pdb::{Memory, Pdb};
//!
//! // Three patterns, each looked up twice, are six slots.
//! let tables = Arc::new(Memory::default());
//! let heuristic = Pdb::new("5-5-5+reflected".parse()?, tables).expect("at most eight slots");
//! let estimator = heuristic.toward("4x4".parse()?, 0, &mut Meter::default())?;
//! let state = State::from_index(Rect::<4, 4>, 1_000_000_007, 0);
//! assert_eq!(Rect::<4, 4>::estimates(estimator.as_ref()).of_state(&state), 34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod build;
mod choice;
mod collection;
mod format;
mod heuristic;
mod index;
mod kept;
mod key;
mod lookup;
mod names;
mod packing;
mod progress;
mod recipe;
mod table;
mod table_cache;

pub use choice::{Auto, Budget, BudgetError, Choice};
pub use collection::{Collection, CollectionEstimator, CollectionPath, CollectionValue, Sums};
pub use format::FormatError;
pub use heuristic::Pdb;
pub use key::{Key, Storage, Tiles};
pub use lookup::estimator::{PdbEstimator, PdbValue};
pub use names::{in_full, largest, named, tables_of};
pub use progress::Progress;
pub use recipe::{Partition, PartitionError, Recipe, RecipeError};
pub use table::Table;
pub use table_cache::{Memory, TableCache};
