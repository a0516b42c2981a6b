//! Best-first search: the loop of A* and of its variant with partial expansion,
//! and the parts that parallel A* shares with them.
//!
//! # The main decision
//!
//! A state is looked up when its node is popped, not when it is generated. So
//! the loop is the one of the textbook: pop, look up, expand, estimate, push.
//! [`BestFirst`] says what that saves and costs. [`for_best_first`] is the page for
//! authors of other best-first searches.
//!
//! # Example
//!
//! ```
//! use optile_core::{Board, Estimator, Meter, PathChoice, Problem, Rect, State};
//! use optile_search::BestFirst;
//! use optile_store::{Hashed, Ties};
//!
//! /// A heuristic that knows nothing.
//! struct Blind;
//!
//! impl Estimator for Blind {
//!     type Value = ();
//!
//!     fn is_consistent(&self) -> bool {
//!         true
//!     }
//!
//!     fn root<B: Board>(&self, _: &State<B>) {}
//!
//!     fn estimate(&self, (): ()) -> u32 {
//!         0
//!     }
//! }
//!
//! let problem: Problem = "123046758".parse()?;
//! let task = problem.task::<Rect<3, 3>>(PathChoice::Any).expect("a 3x3 board");
//! let (encoding, mut meter) = (Hashed::new(task.board()), Meter::default());
//! let mut search = BestFirst::new(encoding, &Blind, &task, Ties::default(), &mut meter)?;
//! assert_eq!(search.find_path(&mut meter)?.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod astar;
mod best_first;
mod encoded;
#[doc = include_str!("for_best_first.md")]
pub mod for_best_first {}
mod lists;
mod partial;
mod popped;
mod rules;
mod weighted;

pub use best_first::BestFirst;
pub use encoded::best_first;
pub use lists::{Lists, Tally};
pub use popped::Popped;
pub use rules::{Reopening, Rules};
pub use weighted::Weighted;
