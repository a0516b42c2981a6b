//! Bidirectional heuristic search for sliding-tile puzzles: A* from both ends,
//! by the algorithms of the last ten years. They are *front-to-end* searches:
//! the heuristic of each side estimates the moves to the root of the other.
//!
//! # The main decision
//!
//! Values are small whole numbers. So open nodes are kept by **class**: by g,
//! and by a label made of f and d (see the table). An algorithm is an expansion
//! policy. It sees how many nodes each class has, chooses a class, and tells
//! the lower bound on solutions not yet found. It is asked once per batch and
//! sees no state. So the algorithms are compiled once, and only the engine is
//! compiled for boards (`engine/mod.rs`): it takes nodes of a class, makes their
//! successors, looks them up on both sides, and estimates them
//! (`engine/expansion.rs`). There is one engine for 4x4 boards, and one per width
//! of word for all others.
//!
//! | name | algorithm | label | lower bound |
//! | --- | --- | --- | --- |
//! | `astar-reverse` | A* from the goal | f | the least f |
//! | `bs` | BS* | f | each side's least f |
//! | `mm`, `fmm` | MM and fractional MM | f | the least priority, each side's least f, both least g and 1 |
//! | `nbs` | NBS | f | the least bound by f and by g of a pair |
//! | `dvcbs` | DVCBS | f | the same |
//! | `bae` | BAE*, also called DIBBS | f + d | half of both least f + d |
//! | `tlbae` | two-level BAE* | f and d | half of both least f + d with f within the bound, the least other f |
//! | `dbbs` | DBBS | f and d | the least of all bounds of a pair |
//!
//! The d of a node is its g less the estimate toward the root of its own side.
//! It is known only if the heuristic is consistent. Each module names its paper
//! and says where the algorithm differs from it.
//!
//! Both sides share one closed list, in which a state has an entry for each
//! side. So one lookup answers for both. A stored node takes 12 to 24 bytes: a
//! word in the closed list, filled to nearly a half at least, and a word in the
//! open list while it is open. On 4x4 boards the engine is compiled once more,
//! for sums over the tiles, so that estimates need no calls.
//!
//! # Estimates toward the start
//!
//! If the tiles are renamed so that the start's are in order, the start is an
//! ordinary goal with its blank where it was. Distances stay the same. So the
//! estimate of a state toward the start is the ordinary estimate of the renamed
//! state. Every heuristic works backward in this way. A pattern database needs
//! no table for each start, only one for the cell of the start's blank; these
//! are built before the search, like those of the goal.
//!
//! # The end of a search
//!
//! The first meeting of the two sides is a solution, but often not a shortest
//! one. The search ends when the lower bound reaches the best solution. By
//! default, bounds are those of the papers. All solutions of a problem have the
//! same parity. With `parity=on`, a bound of the other parity is rounded up once
//! more. On Korf's 15-puzzles with Manhattan distance this saves `bae` a fifth
//! to two fifths of its expansions, and `dbbs` about one in a hundred. For `nbs`
//! it costs more than it saves: pairs within the last bound are expanded in the
//! order of g, and these are most of the nodes then.
//!
//! For the lexicographically smallest path, no node is dropped because the
//! other side has expanded it, and nodes are kept whose f equals the cost. When
//! the cost is known, the backward side expands all nodes that it has with such
//! an f. Then it knows the distance from the goal of every state on a shortest
//! path, and the path is read from the start.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_bihs::{Algorithm, Bidirectional};
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_heuristics::Manhattan;
//!
//! // One of the two 8-puzzles that take 31 moves.
//! let problem: Problem = "867254301".parse()?;
//! let nbs = Bidirectional::new(Algorithm::Nbs, Arc::new(Manhattan));
//! let path = nbs.solve(&problem, PathChoice::Any, &mut Meter::default())?;
//! assert_eq!(path.len(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod engine;
// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod families;
mod policy;
mod renamed;
mod strategy;

#[cfg(not(test))]
pub use families::{ASTAR_REVERSE, BAE, BS, DBBS, DVCBS, FMM, MM, NBS, TLBAE};
pub use policy::SideChoice;
pub use strategy::{Algorithm, Bidirectional};
