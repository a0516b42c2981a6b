//! Boards, states, problems, counters and traits: the basis of every search
//! strategy of the optile workbench.
//!
//! # The main decision
//!
//! A sliding-tile search moves one tile at a time, so all code that runs per
//! node is generic over a [`Board`]. A board is a value. [`Rect`] is a board
//! whose size is in its type: it takes no memory, and shifts, sizes and move
//! tables are constants inside the hot loops. [`Shaped`] is any rectangle of up
//! to [`MAX_CELLS`] cells, and reads its [`Shape`] from memory. A search is
//! compiled for 4x4 and 5x5, whose searches take long, and once per width of
//! word for all other sizes ([`with_board!`]).
//!
//! Heuristics are objects, and no search knows them. Every search asks its heuristic through [`Values`], for
//! one successor at a time. A few combinations of search, heuristic and board are
//! worth their own copy. They ask [`AnyEstimator`] for the heuristic's type, and
//! all others ask a [`PathValues`]. So the size of the program
//! grows with the number of searches plus the number of heuristics, and not
//! with their product.
//!
//! Code that runs once per solve is dynamic as well. The harness holds a `dyn`
//! [`Strategy`] and a [`Problem`] whose size is a value. [`Strategy`] is
//! implemented for every [`Search`], which turns the value into a type. A
//! [`Session`] solves one problem after the other with a strategy, and keeps
//! what the searches build.
//!
//! A second decision keeps searches simple: **a search only gets goals whose
//! tiles are in order**, with the blank at any cell. Any other goal is
//! relabelled by [`Problem::task`]. Relabelling tiles changes neither moves nor
//! distances, so the path needs no translation back.
//!
//! # For authors
//!
//! [`for_strategies`] is the page for authors of a strategy. That for heuristics
//! is in `optile_heuristics`, and that for best-first searches in `optile_search`.
//!
//! # Example
//!
//! A search that only solves problems whose start is the goal:
//!
//! ```
//! use optile_core::{
//!     Board, Expansion, Meter, Path, PathChoice, Problem, Search, Stop, Strategy, Task, Workspace,
//! };
//!
//! struct Lazy;
//!
//! impl Search for Lazy {
//!     fn search<B: Board>(
//!         &self,
//!         task: &Task<B>,
//!         _: &mut Workspace,
//!         meter: &mut Meter,
//!     ) -> Result<Path, Stop> {
//!         if task.start == task.goal() {
//!             return Ok(Path::default());
//!         }
//!         meter.expand(|| Expansion::new(&task.start, 0))?;
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
#[doc = include_str!("for_strategies.md")]
pub mod for_strategies {}
mod heuristic;
mod meter;
mod problem;
mod quantity;
mod strategy;

pub use board::{
    AnyEstimator, Arrangement, ArrangementError, Blank, Board, Estimates, GOALS, Move, MoveOrder,
    Moves, NO_MOVE, Onward, ParseMoveError, ParseSizeError, PathValues, Place, PlainLine, Reading,
    Rect, Shape, Shaped, Size, Slide, State, Step, Steps, Values, Word, goal_cell,
};
pub use heuristic::{Admissibility, Estimator, Heuristic, Manhattan, TileSum, is_board};
pub use meter::{
    Counters, Expansion, Improvement, Interrupt, Limits, Meter, Profile, Pulse, Stage, Stop, Trace,
    Traced, filled, leave_some, room_for, room_for_threads,
};
pub use problem::{
    Labels, Path, PathChoice, PathError, Problem, ProblemError, Task, factorial, is_even, rank,
    reachable, unrank,
};
pub use quantity::{ParseBytesError, counted, grouped, parse_bytes, parse_quantity};
pub use strategy::{
    Allowed, AnyAllowed, Arguments, Build, Family, HeuristicEntry, HeuristicInfo, Heuristics,
    OpenHeuristics, Opt, Overestimate, ParsePromiseError, ParseWeightError, Promise, Search,
    Session, Spec, SpecError, Strategy, Takes, Weight, Workspace, fixed_point, split_at_commas,
};

/// The most cells a board can have: those of five rows of five.
pub const MAX_CELLS: usize = 25;
