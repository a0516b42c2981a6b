//! What ranks tell each other.

use optile_core::{Counters, Move, Path, Stop};
use serde::{Deserialize, Serialize};

use crate::count::Count;
use crate::search::Outcome;

/// A piece of an iteration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Subtree {
    /// Its place in the order of the search.
    pub(crate) place: usize,
    /// The moves from the root of the tree.
    pub(crate) moves: Vec<Move>,
}

/// A piece that has been searched.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PieceResult {
    pub(crate) place: usize,
    pub(crate) outcome: Outcome,
    pub(crate) count: Count,
}

/// What the workers need to know about an iteration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Assignment {
    pub(crate) threshold: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
    /// Expansions that the iteration may make.
    pub(crate) limit: Option<u64>,
}

/// A message.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// To the first rank: the heuristic is ready, or the reason why it is not.
    Ready(Option<Stop>),
    /// From the first rank: an iteration begins, with these pieces.
    Begin(Assignment, Vec<Subtree>),
    /// The sender has no pieces left and asks for some.
    Ask,
    /// The answer: some pieces, or none.
    Give(Vec<Subtree>),
    /// To the first rank.
    Results(Vec<PieceResult>),
    /// From the first rank: pieces after this place do not count.
    Bound(usize),
    /// To the first rank: a signal has ended the sender's work.
    Halt(Stop),
    /// From the first rank: the iteration is over.
    Over,
    /// From the first rank: the search is over.
    Finish(Result<Path, Stop>, Counters),
    /// The last message of a rank.
    Bye,
}
