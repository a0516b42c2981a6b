//! Whether runs have processes of their own, and how many at once.

use std::num::NonZeroU32;

use anyhow::{Result, anyhow};

/// Whether runs have processes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// They share this process and are made one after the other: quicker for
    /// tiny instances, but a strategy that aborts takes the rest along.
    Shared,
    /// They are made by other processes.
    Processes {
        /// How many at once.
        jobs: NonZeroU32,
        /// Whether each has a core of its own; one job may use them all.
        pinned: bool,
    },
}

impl Isolation {
    /// Runs made at once.
    pub fn jobs(self) -> u32 {
        match self {
            Self::Shared => 1,
            Self::Processes { jobs, .. } => jobs.get(),
        }
    }

    /// Whether this process may do so.
    ///
    /// # Errors
    ///
    /// When there are fewer cores than jobs.
    pub fn check(self) -> Result<()> {
        self.cores().map(|_| ())
    }

    /// The cores that jobs are bound to; none where they are not bound.
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
                 a core of its own",
                cores.len()
            )),
        }
    }
}
