//! Parallel A* by hash distribution: every state has an owner, given by a hash,
//! and a thread searches the states that it owns (A. Kishimoto, A. Fukunaga and
//! A. Botea, Scalable, parallel best-first search for optimal sequential
//! planning, 2009, and Evaluation of a simple, scalable, parallel best-first
//! search strategy, 2013). Each thread has its own closed list and open list. It
//! expands its nodes as A* does, and sends a successor to its owner
//! (`expansion.rs`). No table is shared and nothing is locked. The hash is that of
//! an abstraction, so most successors stay with their thread (`owner.rs`).
//!
//! A *rank* is a process, as in MPI, and its threads share memory. Most searches
//! have one rank.
//!
//! # The main decision
//!
//! In the original algorithm, nodes are sent and received at any time. So the
//! nodes that are expanded depend on the speed of each thread. But here a
//! strategy must give the same counts each time. So threads go in **steps**
//! (L. G. Valiant, A bridging model for parallel computation, 1990). In a step a
//! thread
//!
//! 1. takes in the nodes that were sent in the previous step, from one thread
//!    after the other,
//! 2. expands nodes with an f up to the *bound*, as many as a *quota* allows,
//!    and
//! 3. sends every other thread the successors that this thread owns, and a
//!    report: the least f of its open nodes and of the nodes just sent, its
//!    expansions, the goal's g if it took the goal out, and whether it was
//!    stopped.
//!
//! The loop over steps is in `team.rs`. The next plan is made from the reports of
//! all threads. The bound is the least f of any report. The quota grows with the
//! number of all expansions so far. So small searches expand few unnecessary
//! nodes, and in large searches a step takes some fifty times as long as the
//! exchange of nodes. Nothing depends on time, so the path and the counts are
//! always the same for the same number of threads. To compare counts across
//! machines, set `threads=N`.
//!
//! The cost of steps is that threads wait for the slowest. All own almost equal
//! shares of the states. A thread whose closed list grows would
//! make the others wait, so all closed lists grow in the same step.
//!
//! # f-layers, and the end
//!
//! The bound is the least f that is open *anywhere*, nodes on their way included,
//! because these are in the report of their sender. So everything with a lower f
//! has been expanded, as in A* on one core, and that has three consequences.
//!
//! * **The goal is right when it is taken out.** Some node of a shortest path
//!   that was reached in the least number of moves is always open or on its way.
//!   Its f is at most the distance, so the bound is at most the distance too. The
//!   goal is taken out with an f, which is its g, of at most the bound. Threads
//!   that did not know about the goal continue only to the end of the step.
//! * **No other detection of the end is needed.** Asynchronous ranks must find
//!   out whether nodes are still on their way. Here, all nodes of a step are
//!   received in the next step. When no report has a least f, no node is open and
//!   none is on its way.
//! * **f-layers are those of A\*.** With a consistent heuristic every node with
//!   an f below the distance is expanded exactly once, with its least g. So the
//!   number of f-layers and `expanded_before_last` do not depend on the number of
//!   threads. If the smallest path is asked for, `expanded` does not depend on it
//!   either, because the last f-layer is then finished too. Only the rest of the
//!   last f-layer differs. One thread alone is A* with ties to larger g, last in,
//!   first out.
//!
//! A successor is evaluated where it is generated, because its parent's value is
//! there, and looked up by its owner when its node is popped, as in A*. Nodes on
//! their way count as stored.
//!
//! # In turn, and at the same time
//!
//! A step has the same results in any order of its threads. So a search begins on
//! one thread, which does the work of all in turn, and most short searches end
//! there. After that, the others are started. When the next step might reach the
//! limit of expansions, the work is done in turn again. Each may then make the
//! expansions that those before it have left. So the limit is exact and changes
//! nothing before it. A limit of memory is divided among the threads. If one
//! thread is stopped, all end at the end of the step. A panic in one thread
//! becomes the panic of the search.
//!
//! # Several ranks
//!
//! With [`Hda::among`], the threads are those of several ranks, which may be on
//! several machines. All have the same number of threads. Within a rank, nodes
//! change hands in memory. At the end of a step, the first thread of each rank
//! sends one message to every other rank, with the nodes of all its threads
//! (`ranks/wire.rs`). One rank alone does the same and has nobody to send to. Path
//! and counts depend on the number of threads only, and not on how they are
//! divided among ranks. The first rank finds the path, from the goal back, and
//! asks the others for what they know (`ranks/path.rs`).
//!
//! With [`Hda::asynchronous`], there are no steps. Ranks send nodes while they expand, and wait for
//! each other only at the end of an f-layer (`ranks/asynchronous.rs`). That is faster on many
//! ranks, because a step would take a message from each rank to every other.
//!
//! # To change the order of expansion
//!
//! `expansion.rs` alone decides it: the lists, the f of a node, and which nodes
//! are popped. Its loop is that of A* in the crate `optile-search`, with the same
//! lists, and it gives a successor to its owner where A* puts it on the open list.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_core::{Counters, Meter, PathChoice, Problem};
//! use optile_hda::Hda;
//! use optile_heuristics::Manhattan;
//!
//! let problem: Problem = "867254301".parse()?;
//! let mut counters = Vec::new();
//! for threads in [1, 2] {
//!     let mut meter = Meter::default();
//!     let hda = Hda::new(Arc::new(Manhattan), threads).boxed();
//!     let path = hda.solve(&problem, PathChoice::Any, &mut meter)?;
//!     assert_eq!(path.len(), 31);
//!     counters.push(*meter.counters());
//! }
//! assert_eq!(counters[0].expanded_before_last, 6549);
//! assert_eq!(counters[1].expanded_before_last, 6549);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod expansion;
// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod family;
mod gate;
mod mailboxes;
mod owner;
mod plan;
mod post;
mod ranks;
mod search;
mod team;
#[cfg(test)]
mod tests;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

#[cfg(not(test))]
pub use family::FAMILY;
use optile_core::{
    Board, Heuristic, Meter, Path, Rect, Search, Stop, Strategy, Task, TileSum, Workspace,
    with_estimates,
};
use optile_ranks::Communicator;
use optile_store::with_encoding;
use ranks::agree;

/// A* by hash distribution with one heuristic; see the crate's description.
#[derive(Clone, Debug)]
pub struct Hda {
    heuristic: Arc<dyn Heuristic>,
    threads: usize,
    /// Expansions after which threads are started.
    alone: u64,
    /// The ranks that search together; `None` if this process searches alone.
    ranks: Option<Arc<Mutex<Communicator>>>,
    /// Whether ranks wait for each other only at the end of an f-layer.
    is_asynchronous: bool,
}

/// A search with this number of expansions takes as long as starting some
/// threads.
const ALONE: u64 = 1 << 13;

impl Hda {
    /// A search on `threads` threads; 0 means one per core that this process
    /// may use. The heuristic must be admissible but may be inconsistent.
    pub fn new(heuristic: Arc<dyn Heuristic>, threads: usize) -> Self {
        Self { heuristic, threads, alone: ALONE, ranks: None, is_asynchronous: false }
    }

    /// A search on several ranks, with `threads` threads on each, the same number on all. All
    /// of them solve the same problem at the same time, with the same limits, and all return
    /// the same path and count the same nodes. A limit of memory holds for each rank.
    ///
    /// The search panics when another rank ends early.
    #[must_use]
    pub fn among(self, ranks: Arc<Mutex<Communicator>>) -> Self {
        Self { ranks: Some(ranks), ..self }
    }

    /// A search in which the ranks wait for each other only at the end of an f-layer, and each
    /// has one thread. Only the length of the path is the same each time.
    #[must_use]
    pub fn asynchronous(self) -> Self {
        Self { is_asynchronous: true, threads: 1, ..self }
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// The search as an object. Its code for all boards is compiled here: a crate that makes the
    /// object itself, or calls a method of [`Strategy`] on this type, compiles it again.
    #[inline(never)]
    #[must_use]
    pub fn boxed(self) -> Box<dyn Strategy> {
        Box::new(self)
    }
}

impl Search for Hda {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let ranks = self.ranks.clone();
        let ranks = ranks.unwrap_or_else(|| Arc::new(Mutex::new(Communicator::alone())));
        // A panic of an earlier search has ended the run on all ranks.
        let mut ranks = ranks.lock().unwrap_or_else(PoisonError::into_inner);
        let board = task.board();
        let (heuristic, size) = (&*self.heuristic, board.size());
        let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter);
        let estimator = agree(&mut ranks, estimator)?;
        // On other boards a copy would save hardly any time.
        with_estimates!(&*estimator, B; TileSum: [Rect<4, 4>]; values => {
            with_encoding!(B, board, encoding => {
                self.search_in(encoding, values, task, &mut ranks, meter)
            })
        })
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}
