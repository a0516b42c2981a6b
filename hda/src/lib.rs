//! Parallel A* by hash distribution: every state has an owner, given by a hash,
//! and a rank searches the states that it owns (A. Kishimoto, A. Fukunaga and A.
//! Botea, Scalable, parallel best-first search for optimal sequential planning,
//! 2009, and Evaluation of a simple, scalable, parallel best-first search
//! strategy, 2013). A rank has a closed table and an open list of its own; a
//! successor of another owner is sent there. No table is shared, nothing is
//! locked, and ranks need not even be in one process.
//!
//! # The main decision
//!
//! The original ranks send and receive whenever they like. What they expand
//! then depends on how fast each is, and a strategy here must give the same
//! counts each time. So ranks go in **steps** (L. G. Valiant, A bridging model
//! for parallel computation, 1990): in a step a rank
//!
//! 1. takes in what was sent to it in the step before, from one rank after the
//!    other,
//! 2. expands nodes with an f up to the *bound*, as many as a *quota* allows,
//!    and
//! 3. sends every other rank the successors that it owns, and a report: the
//!    least f of what it has open or has just sent, its expansions, the goal's
//!    g if it took the goal out, and whether it was stopped.
//!
//! Having the reports of all, every rank makes the same next plan of them. The
//! bound is the least f of any report. The quota grows with all expansions so
//! far: small searches go few nodes too far, and in large ones a step takes some
//! fifty times as long as to exchange messages. Nothing in this depends on
//! time, so path and counts are always the same for a number of ranks; who
//! compares counts across machines says `threads=N`.
//!
//! What steps cost is that ranks wait for the slowest. They own equal shares
//! up to chance; what would tell them apart is a table that grows while the
//! others wait, and so all of them grow in the same step.
//!
//! # Rounds, and the end
//!
//! The bound is the least f that is open *anywhere*, messages included, since
//! what was sent in a step is in the report of its sender. So everything with
//! a lower f has been expanded, as in A* on one core, and that has three
//! consequences.
//!
//! * **The goal is right when it is taken out.** On a shortest path some node is
//!   always open, or under way, that was reached in the least moves; its f is at
//!   most the distance, hence so is the bound; and the goal is taken out with
//!   an f, its g, of no more than the bound. Ranks that did not know of it have
//!   gone on to the end of the step, and no further.
//! * **No other detection of the end is needed.** In asynchronous ranks one must
//!   find out whether messages are still under way. Here all that were sent in
//!   a step are taken in in the next; when no report has a least f, nothing is
//!   open and nothing under way.
//! * **Rounds are those of A\*.** With a consistent heuristic every node with an f
//!   below the distance is expanded just once, by its least g. So `layers` and
//!   `expanded_before_last` do not depend on the number of ranks, and nor does
//!   `expanded` when the smallest path is asked for, as then the last round is
//!   finished too. Only the rest of the last round differs. One rank alone is
//!   A*, ties to larger g and the last one in.
//!
//! A successor that is sent is evaluated by the sender, who has its parent's
//! value, even if it turns out to be a duplicate. So `evaluated` grows with the
//! number of ranks. Nodes under way count as stored.
//!
//! # Threads
//!
//! As a step has the same results whatever the order in which its ranks take it,
//! the ranks need not be threads. A search begins on one thread, with all ranks
//! in turn, and most that are short end there. Only then every rank gets a
//! thread. When the next step might reach the limit of expansions the ranks
//! take turns again, each with what those before it have left. So the limit is
//! exact, and changes nothing before it. A limit of memory is divided among
//! the ranks; what stops one stops all at the end of the step. A panic in one
//! rank is the panic of the search.
//!
//! # Other processes
//!
//! All that ranks do with each other goes through a small trait (`link.rs`), of
//! messages that are plain data. Ranks of MPI would exchange a step's letters by
//! `MPI_Alltoallv` and its reports by `MPI_Allgather`, or as far as they are
//! sums and minima by `MPI_Allreduce`. Two things are done here in a simpler
//! way, since all ranks are at hand. Near the limit of expansions such ranks
//! would pass on what is left from one to the next. And the path, which here
//! [`shortest_path`] finds by asking the table of each state's owner, would be
//! found by one more sweep of messages: in a step for each move, from the goal
//! back, owners of states on a shortest path send their neighbours to *their*
//! owners, who keep those with a g less by one.
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

mod link;
mod owner;
mod plan;
mod rank;
mod team;

use std::sync::Arc;
use std::thread;

use optile_core::{
    Allowed, Board, Family, Heuristic, Meter, OptionInfo, Path, Search, Spec, SpecError, Stop, Task,
};
use optile_heuristics::TileSum;
use optile_store::{Costs, Estimates, Hashed, Memory, Space, Typed, shortest_path, with_space};
use plan::{End, Plan};
use rank::{Job, Rank};
use team::{Letter, Team, Worker};

/// More threads than any machine has that this was meant for.
const MAX_THREADS: usize = 1024;

/// What a value of the option `threads` must look like.
const THREADS_FORM: &str = "a number up to 1024";

/// The family `hda` as the registry knows it.
// If it were inlined, each crate that calls it would compile the search again.
#[inline(never)]
pub fn family() -> Family {
    Family {
        name: "hda",
        about: "A* on all cores, each with the states that a hash gives it",
        heuristics: optile_heuristics::ALL,
        options: &[OptionInfo {
            key: "threads",
            about: "how many threads search; 0 for as many as the machine gives",
            default: "0",
            allowed: Allowed::Form { about: THREADS_FORM, examples: &["1", "2", "3"] },
        }],
        build: |spec| Ok(Box::new(Hda::new(optile_heuristics::of(spec)?, threads(spec)?))),
    }
}

/// The threads that a strategy's name asks for.
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
pub struct Hda {
    heuristic: Arc<dyn Heuristic>,
    threads: usize,
    /// Expansions after which threads are started.
    alone: u64,
}

/// A search of so many expansions takes as long as to start some threads.
const ALONE: u64 = 1 << 13;

impl Hda {
    /// A search on so many threads, or on as many as the machine gives this
    /// process if 0 are asked for. The heuristic may be inconsistent but must
    /// never be above the distance.
    pub fn new(heuristic: Arc<dyn Heuristic>, threads: usize) -> Self {
        Self { heuristic, threads, alone: ALONE }
    }

    fn ranks(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    fn search_in<B: Board, S, V: Estimates<B>>(
        &self,
        space: S,
        estimates: V,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop>
    where
        S: Space<B, Node: Send, Costs: Send> + Sync + Send,
    {
        let f = estimates.of_state(&task.start);
        let job = Job { space, task, estimates, ranks: self.ranks() };
        let mut ranks = job.ranks(meter)?;
        let start = space.root(&task.start);
        let owner = job.owner(start);
        ranks[owner].put(owner, Letter { node: start, f, g: 0 })?;
        let limit = meter.limits().expanded.map(|limit| limit - meter.counters().expanded);
        let plan = Plan::new(job.ranks, task.choice, f, limit);
        let workers = ranks.iter_mut().map(|rank| rank as &mut dyn Worker<S::Node>).collect();
        let plan = Team::new(workers, self.alone)?.search(plan);
        plan.count(meter);
        // The start.
        meter.evaluate(1);
        let mut memory = add_up(&ranks, meter)?;
        match plan.end {
            Some(End::Found(cost)) => {
                let is_at = |node, g| ranks[job.owner(node)].closed.is_at(node, g);
                shortest_path(space, task, cost, &is_at, &mut memory, meter).map(Path::new)
            }
            Some(End::Nothing) => Err(Stop::Unsolvable),
            Some(End::Stopped) | None => {
                let stop = ranks.iter().find_map(|rank| rank.stop.clone());
                Err(stop.unwrap_or_else(|| unreachable!("a rank that is stopped says why")))
            }
        }
    }
}

/// Adds up in `meter` what the ranks have counted, and returns what they hold.
fn add_up<B: Board, S: Space<B>, V>(
    ranks: &[Rank<'_, B, S, V>],
    meter: &mut Meter,
) -> Result<Memory, Stop> {
    let (mut held, mut nodes, mut bytes) = (0, 0, 0);
    for rank in ranks {
        rank.tally.count(meter);
        let counters = rank.meter.counters();
        (0..counters.reopened).for_each(|_| meter.reopen());
        nodes += counters.peak_stored;
        bytes += counters.peak_bytes;
        held += rank.memory.bytes();
    }
    meter.hold(nodes, bytes);
    let mut memory = Memory::default();
    memory.take(held as usize, meter)?;
    Ok(memory)
}

impl Search for Hda {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let board = task.board();
        let toward = self.heuristic.toward(board.size(), task.goal_blank, meter)?;
        // Elsewhere it would hardly be felt.
        if const { matches!(B::SHAPE, Some(shape) if shape.size().cells() == 16) }
            && let Some(known) = toward.downcast_ref::<TileSum>()
        {
            return self.search_in(Hashed::new(board), Typed(known), task, meter);
        }
        let evaluator = B::evaluator(&*toward);
        with_space!(B, board, space => self.search_in(space, evaluator, task, meter))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Counters, Interrupt, Limits, PathChoice, Rect, Shaped, Size, State};
    use optile_heuristics::{Manhattan, Misplaced};
    use optile_store::Numbered;
    use optile_testkit::{Oracle, Patchy, random_problem, random_problems, walk};

    use super::*;

    type Eight = Rect<3, 3>;
    type Fifteen = Rect<4, 4>;
    type Twelve = Shaped<u64>;

    const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

    /// From the first step on, and with a change on the way.
    #[test]
    fn ranks_in_turn_and_ranks_at_once_do_the_same() {
        let twelve = random_problem(Size::new(4, 3).unwrap(), 0, 4);
        for threads in 2..=4 {
            for choice in CHOICES {
                let task = twelve.task::<Twelve>(choice).unwrap();
                let runs = [0, 5_000, u64::MAX].map(|alone| {
                    let mut meter = Meter::default();
                    let hda = Hda { heuristic: Arc::new(Manhattan), threads, alone };
                    (hda.search(&task, &mut meter).unwrap(), *meter.counters())
                });
                assert!(runs[0].1.expanded > 50_000);
                assert!(runs.iter().all(|run| *run == runs[0]), "{threads}: {runs:?}");
            }
        }
    }

    /// What ranks hold for each other, however little they have to tell, grows
    /// with the square of their number. It counts, and is not much.
    #[test]
    fn what_many_ranks_hold_for_each_other_counts_and_is_little() {
        const RANKS: usize = 1024;
        let problem = random_problem(Size::new(4, 4).unwrap(), 0, 4);
        let task = problem.task::<Fifteen>(PathChoice::Any).unwrap();
        let peak = |bytes| {
            let limits = Limits { expanded: Some(100_000), bytes: Some(bytes) };
            let mut meter = Meter::new(limits, Interrupt::default());
            let hda = Hda { alone: u64::MAX, ..Hda::new(Arc::new(Misplaced), RANKS) };
            let stop = hda.search(&task, &mut meter).unwrap_err();
            (stop, meter.counters().peak_bytes)
        };
        let among = team::bytes_among::<<Hashed<Fifteen> as Space<Fifteen>>::Node>(RANKS) as u64;
        assert!(among < 200 * RANKS as u64, "{among}");
        assert_eq!(peak(RANKS as u64 * among), (Stop::Memory, 0));
        let (stop, bytes) = peak(1 << 30);
        assert_eq!(stop, Stop::Nodes);
        assert!(bytes > RANKS as u64 * among && bytes < 1 << 30, "{bytes}");
    }

    fn search_in<B: Board, V: Estimates<B>>(
        space: impl Space<B, Node: Send, Costs: Send> + Sync + Send,
        estimates: V,
        threads: usize,
        task: &Task<B>,
    ) -> (Path, Counters) {
        // What is asked of the heuristic is asked of the estimates.
        let hda = Hda { alone: 1_000, ..Hda::new(Arc::new(Manhattan), threads) };
        let mut meter = Meter::default();
        let path = hda.search_in(space, estimates, task, &mut meter);
        (path.unwrap(), *meter.counters())
    }

    /// In a hashed space nodes are expanded in batches, which changes the
    /// order: what does not depend on it must be the same.
    #[test]
    fn numbered_and_hashed_spaces_are_searched_alike() {
        let misplaced = Misplaced.estimator(Rect::<3, 3>.size(), 4);
        let estimates = Eight::evaluator(&*misplaced);
        for problem in random_problems(Rect::<3, 3>.size(), 4, 10, 6) {
            for choice in CHOICES {
                let task = problem.task::<Eight>(choice).unwrap();
                let numbered = Numbered::of(Rect::<3, 3>).unwrap();
                let (path, one) = search_in(numbered, estimates, 2, &task);
                let (again, other) = search_in(Hashed::new(Rect), estimates, 2, &task);
                assert_eq!(one.layers, other.layers);
                assert_eq!(one.expanded_before_last, other.expanded_before_last);
                assert_eq!(path.len(), again.len());
                if choice == PathChoice::LexicographicallySmallest {
                    assert_eq!((path, one.expanded), (again, other.expanded));
                }
            }
        }
    }

    /// By its type a heuristic is asked about one successor at a time, as an
    /// object about those of a batch. Order and counts are the same.
    #[test]
    fn types_and_objects_are_asked_for_the_same() {
        let size = Rect::<4, 4>.size();
        let goal = State::goal(Rect::<4, 4>, 6).arrangement();
        let manhattan = Manhattan.estimator(size, 6);
        let (typed, object) = (Typed(&*manhattan), Fifteen::evaluator(&*manhattan));
        for seed in 0..6 {
            let problem = walk(&goal, 30 + 6 * seed, seed as u64);
            for choice in CHOICES {
                let task = problem.task::<Fifteen>(choice).unwrap();
                for threads in 1..=3 {
                    let space = Hashed::new(Rect);
                    let expected = search_in(space, typed, threads, &task);
                    let found = search_in(space, object, threads, &task);
                    assert_eq!(found, expected, "{problem} on {threads} threads");
                }
            }
        }
    }

    #[test]
    fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
        let oracle = Oracle::<Eight>::new(Rect, 8);
        for threads in 1..=3 {
            let hda = Hda { alone: 1_000, ..Hda::new(Arc::new(Patchy), threads) };
            let mut meter = Meter::default();
            for problem in random_problems(Rect::<3, 3>.size(), 8, 10, 7) {
                let [any, smallest] = CHOICES.map(|choice| {
                    let task = problem.task::<Eight>(choice).unwrap();
                    hda.search(&task, &mut meter).unwrap()
                });
                let start = State::of(problem.start()).unwrap();
                assert_eq!(any.len() as u32, oracle.distance(&start));
                assert_eq!(smallest, oracle.smallest_path(&start));
            }
            assert!(meter.counters().reopened > 0);
        }
    }
}
