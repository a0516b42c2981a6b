//! Boards, states, problems, counters and traits: what every search strategy
//! of the optile workbench stands on.
//!
//! # The main decision
//!
//! A sliding-tile search spends its life moving one tile at a time, so all
//! code that runs per node is generic over a [`Board`], a type that carries
//! width, height and packed word as constants, and is compiled once for each
//! of the sixteen sizes. What runs once per solve is dynamic: the harness
//! holds a `dyn` [`Strategy`] and a [`Problem`] whose size is a value.
//! [`with_board!`] is the single bridge between the two, and the blanket
//! implementation of [`Strategy`] for every [`Search`] crosses it for authors.
//!
//! The price is sixteen copies of each search in the binary; what it buys is
//! that shifts, bounds and move tables are constants inside the hot loops.
//!
//! A second decision keeps searches simple: **a search only ever meets goals
//! whose tiles are in order**, the blank being at some cell. Any other goal is
//! relabelled by [`Problem::task`]; since relabelling tiles changes neither
//! moves nor distances, the path needs no translation back.
//!
//! # Example
//!
//! A search that tries nothing and is right only when there is nothing to do:
//!
//! ```
//! use optile_core::{Board, Meter, Path, PathChoice, Problem, Search, Stop, Strategy, Task};
//!
//! struct Lazy;
//!
//! impl Search for Lazy {
//!     fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
//!         if task.start == task.goal() {
//!             return Ok(Path::default());
//!         }
//!         meter.expand()?;
//!         Err(Stop::Unsupported("lazy does not search".into()))
//!     }
//! }
//!
//! let problem: Problem = "123456780".parse()?;
//! let path = Lazy.solve(&problem, PathChoice::Any, &mut Meter::default())?;
//! assert!(path.verify(&problem).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[macro_use]
mod board;
mod arrangement;
mod family;
mod flips;
mod heuristic;
mod meter;
mod moves;
mod path;
mod problem;
mod rank;
mod size;
mod spec;
mod state;
mod strategy;
mod word;

pub use arrangement::{Arrangement, ArrangementError};
pub use board::{Board, Rect};
pub use family::{Allowed, Arguments, Family, HeuristicInfo, OptionInfo};
pub use flips::Flips;
pub use heuristic::{Estimator, Heuristic};
pub use meter::{Counters, Interrupt, Limits, Meter, Stop};
pub use moves::{Move, MoveOrder, Moves, ParseMoveError};
pub use path::{Path, PathError};
pub use problem::{PathChoice, Problem, ProblemError, Task};
pub use rank::{factorial, is_even, rank, unrank};
pub use size::{ParseSizeError, Size};
pub use spec::{Spec, SpecError, split_at_commas};
pub use state::{Slide, State};
pub use strategy::{Search, Strategy};
pub use word::Word;

/// The most cells a board can have: five rows of five.
pub const MAX_CELLS: usize = 25;

/// Whether this build has code of its own for cases that general code serves
/// as well, only slower.
///
/// A search is compiled for every heuristic's type and every size of boards.
/// Builds for tests, which have debug assertions, do with fewer of them, as
/// that saves minutes each time. What each of the two does is the same, down
/// to the count of nodes, and whoever asks this constant owes a test that
/// compares them.
pub const IS_TAILORED: bool = !cfg!(debug_assertions);
