//! The origin of rows: this process of this program on this machine.

use std::env;
use std::process;
use std::thread;

use optile_results::record::{Containment, Origin};
use optile_results::storage::digest::digest;

use crate::session::Isolation;
use crate::system::machine;

/// How the program was built. The binary passes it to this crate.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The Git revision, with `-dirty` if files had been changed.
    pub revision: &'static str,
    /// The name and version of the compiler.
    pub compiler: &'static str,
    /// The target and the build profile.
    pub target: &'static str,
}

/// The origin of the rows that this process is about to make.
pub fn here(isolation: Isolation, build: Build) -> Origin {
    let mut origin = Origin {
        id: String::new(),
        command: env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: build.revision.to_owned(),
        compiler: build.compiler.to_owned(),
        target: build.target.to_owned(),
        cpu: machine::cpu(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        memory: machine::memory().unwrap_or(0),
        os: env::consts::OS.to_owned(),
        host: machine::host(),
        isolated: isolation != Isolation::InProcess,
        containment: match isolation {
            Isolation::InProcess => Containment::None,
            Isolation::Processes { .. } => Containment::ProcessTree,
        },
        jobs: isolation.jobs(),
        ranks: None,
        started: machine::now(),
        finished: None,
        noise: None,
        tables: Vec::new(),
    };
    // Two processes that start on one machine in the same second differ in their number.
    let process = process::id().to_string();
    let named = [&origin.host, &origin.started, &process, &origin.version, &origin.revision];
    origin.id = digest(named)[..8].to_owned();
    origin
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILD: Build = Build { revision: "abc", compiler: "rustc", target: "here" };

    #[test]
    fn an_origin_has_a_short_name() {
        let origin = here(Isolation::InProcess, BUILD);
        assert_eq!(origin.id.len(), 8);
        assert_eq!(origin.containment, Containment::None);
        assert!(!origin.isolated && origin.jobs == 1 && origin.finished.is_none());
        let jobs = std::num::NonZeroU32::MIN;
        let isolated = here(Isolation::Processes { jobs, pinned: false }, BUILD);
        let value = serde_json::to_value(&isolated).unwrap();
        assert_eq!(value["containment"], "process-tree");
    }
}
