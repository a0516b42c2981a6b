//! Boards, states, problems, counters and traits: what every search strategy
//! of the optile workbench stands on.
//!
//! # The main decision
//!
//! A sliding-tile search spends its life moving one tile at a time, so all
//! code that runs per node is generic over a [`Board`]. A board is a value.
//! [`Rect`] is one whose size is in its type: it takes no memory, and shifts,
//! sizes and move tables are constants inside the hot loops. [`Shaped`] is any
//! rectangle of up to [`MAX_CELLS`] cells and reads its [`Shape`] from memory.
//! A search is compiled for 3x3, 4x4 and 5x5, which people compare, and once
//! for each width of word for all other sizes ([`with_board!`]).
//!
//! Heuristics are objects. Searches that store states ask an [`Evaluator`] for
//! estimates by batches, and searches along a path ask a [`Trail`]. The few
//! combinations of search, heuristic and board that are worth a copy of their
//! own ask [`AnyEvaluator`] for the heuristic's type. So the size of the
//! program grows with the number of searches plus the number of heuristics,
//! not with their product.
//!
//! What runs once per solve is dynamic as well: the harness holds a `dyn`
//! [`Strategy`] and a [`Problem`] whose size is a value, and the blanket
//! implementation of [`Strategy`] for every [`Search`] leads from the one to
//! the other.
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
mod evaluator;
mod family;
mod flips;
mod heuristic;
mod meter;
mod moves;
mod path;
mod problem;
mod rank;
mod room;
mod shape;
mod size;
mod spec;
mod state;
mod strategy;
mod word;

pub use arrangement::{Arrangement, ArrangementError};
pub use board::{Board, Rect, Shaped};
pub use evaluator::{AnyEvaluator, BATCH, Evaluator, Parent, Slid, Trail};
pub use family::{Allowed, Arguments, Family, HeuristicInfo, OptionInfo};
pub use flips::Flips;
pub use heuristic::{Estimator, Heuristic};
pub use meter::{Counters, Interrupt, Limits, Meter, Stop};
pub use moves::{Move, MoveOrder, Moves, ParseMoveError};
pub use path::{Path, PathError};
pub use problem::{PathChoice, Problem, ProblemError, Task, reachable};
pub use rank::{factorial, is_even, rank, unrank};
pub use room::{filled, leave_some, room_for, room_for_threads};
pub use shape::{Expansion, NO_MOVE, Onward, Shape, Step};
pub use size::{ParseSizeError, Size};
pub use spec::{Spec, SpecError, split_at_commas};
pub use state::{Slide, State, goal_cell};
pub use strategy::{Search, Strategy};
pub use word::Word;

/// The most cells a board can have: those of five rows of five.
pub const MAX_CELLS: usize = 25;
