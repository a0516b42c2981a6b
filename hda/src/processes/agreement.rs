//! What processes decide together.

use optile_core::Stop;
use optile_ranks::Communicator;

/// The same end on all processes: the result if no process was stopped, otherwise what
/// stopped the first of those that were. Collective.
pub(crate) fn agree<T>(
    communicator: Option<&mut Communicator>,
    result: Result<T, Stop>,
) -> Result<T, Stop> {
    let Some(communicator) = communicator else { return result };
    let own = result.as_ref().map_or_else(code_of, |_| GOES_ON);
    let all = communicator.share(&[own]).unwrap_or_else(|gone| panic!("{gone}"));
    match (all.iter().map(|words| words[0]).find(|&code| code != GOES_ON), result) {
        // The same words on all processes, with the reason as this process knows it.
        (Some(code), Err(stop)) if code == own => Err(stop),
        (Some(code), _) => Err(stop_of(code)),
        (None, result) => result,
    }
}

const GOES_ON: u64 = 0;

fn code_of(stop: &Stop) -> u64 {
    match stop {
        Stop::Unsolvable => 1,
        Stop::Nodes => 2,
        Stop::Memory => 3,
        Stop::Time => 4,
        Stop::Interrupted => 5,
        _ => 6,
    }
}

fn stop_of(code: u64) -> Stop {
    match code {
        1 => Stop::Unsolvable,
        2 => Stop::Nodes,
        3 => Stop::Memory,
        4 => Stop::Time,
        5 => Stop::Interrupted,
        _ => Stop::Unsupported("on another rank".into()),
    }
}
