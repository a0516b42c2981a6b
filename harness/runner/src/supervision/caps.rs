//! The limits that a supervisor enforces on processes.

use std::time::Duration;

use optile_results::limits::RunLimits;

use crate::plan::solver::Solver;

/// How long after its time limit a process may still answer.
const GRACE: Duration = Duration::from_millis(500);

/// The time limit of an external program if no other is given. Nobody knows whether a program
/// ever answers.
const PROGRAM_TIME: Duration = Duration::from_secs(3600);

/// A strategy keeps its memory limit by its own count. A worker's resident
/// memory may exceed this limit by a quarter, because allocators round up, and
/// by this number of bytes for the program itself.
const PROGRAM_BYTES: u64 = 64 << 20;

/// The limits that the supervisor itself enforces on a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    /// Whether the process is a worker. A worker's clock is trusted.
    pub(crate) is_own: bool,
    /// The time after which an answer is too late. Workers keep their time limit
    /// themselves.
    pub(crate) time: Option<Duration>,
    /// The time after which a process that has not answered is killed.
    pub(crate) wall: Option<Duration>,
    /// The most processor time.
    pub(crate) cpu: Option<Duration>,
    /// The most resident bytes.
    pub(crate) resident: Option<u64>,
}

/// These limits for a run of this solver. A program always has a limit of time.
pub(crate) fn limits_of(solver: &Solver, limits: RunLimits) -> RunLimits {
    let is_program = matches!(solver, Solver::External(_));
    RunLimits { time: limits.time.or(is_program.then_some(PROGRAM_TIME)), ..limits }
}

impl Caps {
    /// The limits of a run.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::solver::External;

    #[test]
    fn a_program_always_has_a_limit_of_time() {
        let program = "name = \"mine\"\ncommand = [\"mine\"]";
        let program = Solver::External(toml::from_str::<External>(program).unwrap());
        let given = RunLimits { time: Some(Duration::from_secs(7)), ..RunLimits::default() };
        assert_eq!(limits_of(&program, given), given);
        let limits = limits_of(&program, RunLimits::default());
        assert_eq!(limits.time, Some(PROGRAM_TIME));
        assert_eq!(Caps::of(&program, limits).wall, Some(PROGRAM_TIME + GRACE));
    }
}
