//! Parallel A* by hash distribution: every state has an owner, given by a hash,
//! and a rank searches the states that it owns (A. Kishimoto, A. Fukunaga and
//! A. Botea, Scalable, parallel best-first search for optimal sequential
//! planning, 2009, and Evaluation of a simple, scalable, parallel best-first
//! search strategy, 2013). Each rank has its own closed list and open list. A
//! successor is sent to its owner. No table is shared and nothing is locked.
//! Ranks need not be in one process. In MPI a rank is a process. Here a process has several
//! ranks, one for each of its threads.
//!
//! # The main decision
//!
//! In the original algorithm, ranks send and receive at any time. So the nodes
//! that they expand depend on the speed of each rank. But here a strategy must
//! give the same counts each time. So ranks go in **steps** (L. G. Valiant, A
//! bridging model for parallel computation, 1990). In a step a rank
//!
//! 1. takes in the messages of the previous step, from one rank after the
//!    other,
//! 2. expands nodes with an f up to the *bound*, as many as a *quota* allows,
//!    and
//! 3. sends every other rank the successors that this rank owns, and a report:
//!    the least f of its open nodes and of the messages just sent, its
//!    expansions, the goal's g if it took the goal out, and whether it was
//!    stopped.
//!
//! From the reports of all ranks, every rank makes the same next plan. The
//! bound is the least f of any report. The quota grows with the number of all
//! expansions so far. So small searches expand few unnecessary nodes, and in
//! large searches a step takes some fifty times as long as the exchange of
//! messages. Nothing depends on time, so the path and the counts are always the
//! same for the same number of ranks. To compare counts across machines, set
//! `threads=N`.
//!
//! The cost of steps is that ranks wait for the slowest. Apart from chance,
//! ranks own equal shares of the states. A rank whose closed list grows would
//! make the others wait, so all closed lists grow in the same step.
//!
//! # f-layers, and the end
//!
//! The bound is the least f that is open *anywhere*, messages included, because
//! messages sent in a step are in the report of their sender. So everything
//! with a lower f has been expanded, as in A* on one core, and that has three
//! consequences.
//!
//! * **The goal is right when it is taken out.** Some node of a shortest path
//!   that was reached in the least number of moves is always open or in a
//!   message. Its f is at most the distance, so the bound is at most the
//!   distance too. The goal is taken out with an f, which is its g, of at most
//!   the bound. Ranks that did not know about the goal continue only to the end
//!   of the step.
//! * **No other detection of the end is needed.** Asynchronous ranks must find
//!   out whether messages are still on their way. Here, all messages of a step
//!   are received in the next step. When no report has a least f, no node is
//!   open and none is in a message.
//! * **f-layers are those of A\*.** With a consistent heuristic every node with
//!   an f below the distance is expanded exactly once, with its least g. So the
//!   number of f-layers and `expanded_before_last` do not depend on the number
//!   of ranks. If the smallest path is asked for, `expanded` does not depend on
//!   it either, because the last f-layer is then finished too. Only the rest of
//!   the last f-layer differs. One rank alone is A* with ties to larger g, last
//!   in, first out.
//!
//! A successor is evaluated where it is generated, because its parent's value is
//! there, and looked up by its owner when its node is popped, as in A*. Nodes in
//! messages count as stored.
//!
//! # Threads
//!
//! A step has the same results in any order of its ranks. So the ranks need not
//! be threads. A search begins on one thread, with all ranks in turn, and most
//! short searches end there. After that, every rank gets a thread. When the
//! next step might reach the limit of expansions, the ranks take turns again.
//! Each rank may then make the expansions that the ranks before it have left.
//! So the limit is exact and changes nothing before it. A limit of memory is
//! divided among the ranks. If one rank is stopped, all ranks end at the end of
//! the step. A panic in one rank becomes the panic of the search.
//!
//! # Other processes
//!
//! With [`Hda::among`], the ranks are those of several processes, which may be on several
//! machines. Each process has one rank per thread. At the end of a step it sends one message
//! to every other process (`outside.rs`). Path and counts depend on the number of ranks
//! only, and not on how they are divided among processes. The path is found by all
//! processes together, from the goal back (`trace.rs`).
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_core::{Counters, Meter, PathChoice, Problem, Strategy};
//! use optile_hda::Hda;
//! use optile_heuristics::Manhattan;
//!
//! let problem: Problem = "867254301".parse()?;
//! let mut counters = Vec::new();
//! for threads in [1, 2] {
//!     let mut meter = Meter::default();
//!     let hda = Hda::new(Arc::new(Manhattan), threads);
//!     let path = hda.solve(&problem, PathChoice::Any, &mut meter)?;
//!     assert_eq!(path.len(), 31);
//!     counters.push(*meter.counters());
//! }
//! assert_eq!(counters[0].expanded_before_last, 6549);
//! assert_eq!(counters[1].expanded_before_last, 6549);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod asynchronous;
mod expansion;
mod job;
mod link;
mod owner;
mod plan;
mod processes;
mod rank;
mod search;
mod team;
#[cfg(test)]
mod tests;
mod worker;

pub use owner::Ownership;
pub use processes::{Alone, Among, Processes};

use processes::{Entered, agree};

use std::sync::{Arc, Mutex};
use std::thread;

use optile_core::{
    Allowed, Board, Family, Heuristic, Meter, OptionInfo, Path, Rect, Search, Spec, SpecError,
    Stop, Task, Workspace,
};
use optile_heuristics::{TileSum, with_estimates};
use optile_ranks::Communicator;
use optile_store::with_encoding;

/// The most threads. No expected machine has more cores.
const MAX_THREADS: usize = 1024;

/// What a value of the option `threads` must look like.
const THREADS_FORM: &str = "a number up to 1024";

/// The family `hda` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "hda",
    about: "A* on all cores; a hash assigns each state to one thread",
    heuristics: optile_heuristics::ALL,
    options: &[OptionInfo {
        key: "threads",
        about: "the number of threads; 0 for one per available core",
        default: "0",
        allowed: Allowed::Form { about: THREADS_FORM, examples: &["1", "2", "3"] },
    }],
    build: |spec, heuristics| Ok(Box::new(Hda::new(heuristics.of(spec)?, threads(spec)?))),
};

/// The number of threads that a strategy's name asks for.
fn threads(spec: &Spec) -> Result<usize, SpecError> {
    let threads = spec.option("threads").unwrap_or("0");
    match threads.parse() {
        Ok(number) if number <= MAX_THREADS => Ok(number),
        _ => Err(SpecError::BadValue {
            key: "threads".into(),
            value: threads.into(),
            expected: THREADS_FORM.into(),
        }),
    }
}

/// A* by hash distribution with one heuristic; see the crate's description.
#[derive(Clone, Debug)]
pub struct Hda<P = Alone> {
    heuristic: Arc<dyn Heuristic>,
    threads: usize,
    /// Expansions after which threads are started.
    alone: u64,
    processes: P,
    /// Whether ranks do not wait for each other.
    is_asynchronous: bool,
    ownership: Ownership,
}

/// A search with this number of expansions takes as long as starting some
/// threads.
const ALONE: u64 = 1 << 13;

impl Hda {
    /// A search on `threads` threads; 0 means one per core that this process
    /// may use. The heuristic must be admissible but may be inconsistent.
    pub fn new(heuristic: Arc<dyn Heuristic>, threads: usize) -> Self {
        Self {
            heuristic,
            threads,
            alone: ALONE,
            processes: Alone,
            is_asynchronous: false,
            ownership: Ownership::Hash,
        }
    }
}

impl<P: Processes> Hda<P> {
    /// A search on several processes, with `threads` threads on each, the same number on all.
    /// All of them solve the same problem at the same time, with the same limits, and all
    /// return the same path and count the same. A limit of memory holds for each process.
    ///
    /// The search panics when another process ends early.
    #[must_use]
    pub fn among(self, processes: Arc<Mutex<Communicator>>) -> Hda<Among> {
        let Self { heuristic, threads, alone, is_asynchronous, ownership, .. } = self;
        let processes = Among(processes);
        Hda { heuristic, threads, alone, processes, is_asynchronous, ownership }
    }

    /// A search in which the ranks do not wait for each other. Each process has one thread.
    /// Only the length of the path is the same each time.
    #[must_use]
    pub fn asynchronous(self) -> Self {
        Self { is_asynchronous: true, threads: 1, ..self }
    }

    /// A search in which states are assigned to ranks in this way.
    #[must_use]
    pub fn owned_by(self, ownership: Ownership) -> Self {
        Self { ownership, ..self }
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

impl<P: Processes> Search for Hda<P> {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut processes = self.processes.enter();
        let board = task.board();
        let (heuristic, size) = (&*self.heuristic, board.size());
        let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter);
        let estimator = agree(processes.communicator(), estimator)?;
        // On other boards a copy would save hardly any time.
        with_estimates!(&*estimator, B, meter; TileSum: [Rect<4, 4>]; estimates => {
            with_encoding!(B, board, encoding => {
                self.search_in(encoding, estimates, task, processes, meter)
            })
        })
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}
