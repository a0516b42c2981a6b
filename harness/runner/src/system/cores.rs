//! The cores that this process may use, and which of them are one physical core.

use std::collections::HashSet;
use std::fs;
use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu};

/// The cores that this process may use, and how many of them are physical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    /// One of each physical core, then the others.
    pub all: Vec<usize>,
    /// The number of physical cores.
    pub physical: usize,
}

impl Cores {
    /// Those of this process.
    ///
    /// # Errors
    ///
    /// When the system does not report them.
    pub fn own() -> io::Result<Self> {
        let set = sched_getaffinity(None)?;
        let usable = (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core));
        Ok(Self::of(usable, |core| {
            let folder = "/sys/devices/system/cpu/cpu";
            let siblings = format!("{folder}{core}/topology/thread_siblings_list");
            fs::read_to_string(siblings).ok()
        }))
    }

    /// The core on which this process is at present.
    pub fn here() -> usize {
        sched_getcpu()
    }

    /// Those of a machine that tells the siblings of a core as text. Without this text, each is
    /// physical.
    fn of(usable: impl Iterator<Item = usize>, siblings: impl Fn(usize) -> Option<String>) -> Self {
        let mut seen = HashSet::new();
        let is_first = |&core: &usize| siblings(core).is_none_or(|text| seen.insert(text));
        let (mut all, others): (Vec<usize>, Vec<usize>) = usable.partition(is_first);
        let physical = all.len();
        all.extend(others);
        Self { all, physical }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_physical_cores_come_first() {
        let pairs = |core: usize| Some(format!("{},{}", core / 2 * 2, core / 2 * 2 + 1));
        let found = Cores::of(0..6, pairs);
        assert_eq!(found, Cores { all: vec![0, 2, 4, 1, 3, 5], physical: 3 });
        // Only one of a pair may be usable.
        let found = Cores::of([1, 2, 3].into_iter(), pairs);
        assert_eq!(found, Cores { all: vec![1, 2, 3], physical: 2 });
        let found = Cores::of(0..3, |_| None);
        assert_eq!(found, Cores { all: vec![0, 1, 2], physical: 3 });
    }
}
