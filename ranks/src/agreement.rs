//! Errors of one rank that all ranks learn.

use anyhow::{Result, bail};

use crate::Communicator;

/// What every rank has got. If some rank has failed, all ranks return the error of the first
/// one that has, with its name. Collective.
///
/// # Errors
///
/// Those of the ranks.
pub fn all_have<T>(ranks: &mut Communicator, own: Result<T>) -> Result<T> {
    let cause = own.as_ref().err().map(|error| (host(), format!("{error:#}")));
    let causes: Vec<Option<(String, String)>> = ranks.gather(&cause)?;
    let mut known = causes.iter().enumerate();
    let Some((rank, (host, text))) = known.find_map(|(rank, cause)| Some((rank, cause.as_ref()?)))
    else {
        return own;
    };
    // What is wrong on all ranks is not the fault of one.
    if causes.iter().all(|cause| cause.as_ref().is_some_and(|(_, other)| other == text)) {
        bail!("{text}");
    }
    bail!("rank {rank} on {host}: {text}")
}

/// The name of this rank's machine.
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}
