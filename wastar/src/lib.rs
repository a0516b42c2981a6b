//! Searches that find longer paths sooner: weighted A*, greedy best-first search and ARA*.
//!
//! # Weighted A*
//!
//! [`FAMILY`], the family `wastar`, is A* with f = g + w h, for a weight w of at least 1 (I. Pohl,
//! Heuristic Search Viewed as Path Finding in a Graph, 1970). Its paths are at most w times as long
//! as an optimal one. With w = 1 it is A*: up to the last f-layer, it expands the same states.
//!
//! The weight is a fraction a / b of whole numbers, and the search adds b g + a h. So no rounding
//! breaks the bound. This is why it holds, if the heuristic is admissible: as long as the goal is not
//! popped, some node of an optimal path is open with its least g, because a state that is reached by
//! a shorter path is expanded again. The f of that node is at most b g + a (C - g), which is at most a
//! C, for the optimal length C. The goal is popped before any node with a greater f, so its own b g
//! is at most a C. Long searches pop several nodes at once, all with the least f. A node of the path
//! may be among them, so it has this f, and the same holds.
//!
//! With `reopen=off`, each state is expanded once. The bound still holds if the heuristic is
//! consistent: then a state is popped with a g of at most w times its distance from the start (M.
//! Likhachev, G. Gordon and S. Thrun, ARA*: Formal Analysis, 2003; J. T. Thayer, W. Ruml and J. Kreis,
//! Using Distance Estimates in Heuristic Search: A Re-evaluation, 2009). So the option is refused for
//! other heuristics.
//!
//! The path is read from the last moves in the closed list. It can be shorter than the g of the goal,
//! and is never longer; see [`optile_search::Weighted`].
//!
//! # Curves
//!
//! With `curve=xdp` and `curve=xup`, the lines of equal f are parabolas (J. Chen, N. R. Sturtevant,
//! Conditions for avoiding node re-expansions in bounded suboptimal search, 2019; Necessary and
//! sufficient conditions for avoiding reopenings in best first suboptimal search with general bounding
//! functions, 2021):
//!
//! * XDP, f = (g + (2w - 1) h + sqrt((g - h)² + 4 w g h)) / 2w, allows the longest detours near the
//!   goal,
//! * XUP, f = (g + h + sqrt((g + h)² + 4 w (w - 1) h²)) / 2w, near the start.
//!
//! With w = 1, both are g + h. If the heuristic is consistent, no state is expanded twice, and the
//! bound holds. Let d be the distance of a state from the start. The invariant is that each expanded
//! state has f <= d + h. It holds at the start, where f = h. Let q be the last expanded state on an
//! optimal path to a state s that is popped, and p the next one, over one more move. Along a move, f
//! rises by at most 1 and the change of h: it does not rise if h falls by 1, and rises by at most 2 if
//! h rises by 1. So the f of p is at most its d + h, too. As s is popped, its f is at most that of p,
//! and d + h of p is at most that of s, because h is consistent. At the goal, f is g / w, so g is at
//! most w times the optimal length.
//!
//! The search compares 2 a f, for w = a / b, rounded down. There, the invariant has a whole number on
//! its right side, and moves raise it by whole numbers. So rounding breaks nothing. With an
//! inconsistent heuristic, states are expanded again. The bound then holds as above, because no f is
//! greater than g + h.
//!
//! # Greedy best-first search
//!
//! [`GREEDY`], the family `greedy`, pops the node with the least h. It promises nothing of the
//! length. It expands a state again only with `reopen=on`. If ties go to larger
//! g, paths are then much shorter, and expansions more than twice as many.
//!
//! # ARA*
//!
//! [`ARASTAR`], the family `arastar`, begins as weighted A* and lowers its weight to 1 after each
//! path (the same authors, ARA*: Anytime A* with Provable Bounds on Sub-Optimality, 2003). Open
//! nodes are ordered by the new f, and no state is expanded a second time under the same weight:
//! one that is reached by a shorter path waits for the next weight. Under each weight, the path is
//! at most that many times as long as an optimal one, and under the last one it is optimal. If the
//! heuristic is inconsistent, a state does not wait, since the bound would not hold. Nodes through
//! which no shorter path can lead are dropped.
//!
//! # Layers
//!
//! The meter counts as a layer each rise of the whole part of g / w + h of the popped nodes, or of
//! their f along a curve. By the
//! inequality above, g / w + h is at most C. With w = 1, the layers are the f-layers of A*.
//!
//! # The smallest path
//!
//! The states of the lexicographically smallest path need not be in the closed list. So asking for it
//! is refused.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_heuristics::Manhattan;
//! use optile_wastar::{Algorithm, Suboptimal};
//!
//! let problem: Problem = "867254301".parse()?;
//! let [few, many] = ["3", "1"].map(|w| {
//!     let algorithm = Algorithm::WeightedAStar { weight: w.parse().unwrap(), reopens: true };
//!     let search = Suboptimal::new(Arc::new(Manhattan), algorithm);
//!     let mut meter = Meter::default();
//!     let path = search.solve(&problem, PathChoice::Any, &mut meter).unwrap();
//!     assert!(path.len() <= if w == "3" { 93 } else { 31 });
//!     meter.counters().expanded
//! });
//! assert!(few < many);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod families;
mod strategy;

pub use families::{ARASTAR, FAMILY, GREEDY};
pub use strategy::{Algorithm, Suboptimal};
