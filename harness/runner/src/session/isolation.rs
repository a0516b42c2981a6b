//! Whether runs have separate processes, and how many run at the same time.

use std::num::NonZeroU32;

use anyhow::{Result, anyhow};

/// Whether runs have separate processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// All runs are made in this process, one after the other. This is faster for tiny
    /// instances, but a strategy that aborts ends all runs.
    InProcess,
    /// Runs are made in other processes.
    Processes {
        /// The number of runs at the same time.
        jobs: NonZeroU32,
        /// Whether each job is bound to its own core. A single job may use all
        /// cores.
        pinned: bool,
    },
}

impl Isolation {
    /// The number of runs at the same time.
    pub fn jobs(self) -> u32 {
        match self {
            Self::InProcess => 1,
            Self::Processes { jobs, .. } => jobs.get(),
        }
    }

    /// Checks whether there are enough cores.
    ///
    /// # Errors
    ///
    /// When there are fewer cores than jobs.
    pub fn check(self) -> Result<()> {
        self.cores().map(|_| ())
    }

    /// The core of each job; `None` for a job that is not bound to a core.
    pub(crate) fn cores(self) -> Result<Vec<Option<usize>>> {
        let Self::Processes { jobs, pinned: true } = self else {
            return Ok(vec![None; self.jobs() as usize]);
        };
        let set = rustix::thread::sched_getaffinity(None)?;
        let cores: Vec<_> = (0..rustix::thread::CpuSet::MAX_CPU)
            .filter(|&core| set.is_set(core))
            .map(Some)
            .take(jobs.get() as usize)
            .collect();
        match cores.len() == jobs.get() as usize {
            true => Ok(cores),
            false => Err(anyhow!(
                "{jobs} jobs are more than the {} cores that this process may use: each job has \
                 its own core",
                cores.len()
            )),
        }
    }
}
