//! What a supervisor enforces from outside.

use std::time::Duration;

use optile_results::limits::RunLimits;

use crate::solver::Solver;

/// How much later than its limit a process may answer.
const GRACE: Duration = Duration::from_millis(500);

/// What a worker may be resident in beyond the limit that its strategy keeps
/// by account: the program itself, and a quarter for what allocators round up.
const PROGRAM_BYTES: u64 = 64 << 20;

/// What the supervisor itself enforces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    /// Whether it is about a worker, whose clock is this program's own.
    pub(crate) is_own: bool,
    /// What is enforced within the process: answers after it are too late.
    pub(crate) time: Option<Duration>,
    /// When a process that does not answer is killed.
    pub(crate) wall: Option<Duration>,
    pub(crate) cpu: Option<Duration>,
    pub(crate) resident: Option<u64>,
}

impl Caps {
    /// Those of a run.
    pub(crate) fn of(solver: &Solver, limits: RunLimits) -> Self {
        let is_own = matches!(solver, Solver::BuiltIn(_));
        let grown = |bytes: u64| bytes.saturating_add(bytes / 4).saturating_add(PROGRAM_BYTES);
        // A worker's limit holds for preparing and for searching, each.
        let parts = if is_own { 2 } else { 1 };
        Self {
            is_own,
            time: limits.time.filter(|_| !is_own),
            wall: limits.time.map(|time| time.saturating_mul(parts).saturating_add(GRACE)),
            cpu: limits.cpu,
            resident: limits.memory.map(|bytes| if is_own { grown(bytes) } else { bytes }),
        }
    }
}
