//! The lines with which a worker says how far a search has come.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use optile_core::{Pulse, Stage, room_for_threads};
use serde::{Deserialize, Serialize};

use crate::supervision::line::{Silence, write};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(1);

/// How far the search of a request has come.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beat {
    stage: Stage,
}

/// Does `work`, and meanwhile writes from time to time what the pulse says. If the system
/// gives no thread for this, it writes nothing.
pub(super) fn telling<T>(
    pulse: &Pulse,
    output: &mut (impl Write + Send),
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let (working, over) = mpsc::channel::<()>();
        let tell = move || {
            while over.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                // If nobody reads it, the answer will say so.
                let _ = write(output, &Beat { stage: pulse.stage() });
            }
        };
        if room_for_threads(1).is_ok() {
            let _ = thread::Builder::new().spawn_scoped(scope, tell);
        }
        let result = work();
        drop(working);
        result
    })
}

/// Passes on what a worker says to the pulse, if there is one, and returns the first other line.
pub(super) fn keep<T>(
    pulse: Option<&Pulse>,
    mut next: impl FnMut() -> Result<String, Silence<T>>,
) -> Result<String, Silence<T>> {
    loop {
        let line = next()?;
        let Some(pulse) = pulse else { return Ok(line) };
        match serde_json::from_str::<Beat>(&line) {
            Ok(Beat { stage }) => pulse.set(stage),
            Err(_) => return Ok(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_worker_says_arrives_before_its_answer() {
        let stage = Stage { threshold: 46, last: 7, current: 5, ..Stage::default() };
        let (said, heard) = (Pulse::default(), Pulse::default());
        said.set(stage);
        let mut output = Vec::new();
        telling(&said, &mut output, || thread::sleep(PAUSE * 2));
        let text = String::from_utf8(output).unwrap();
        let mut lines = text.lines().chain(["the answer"]).map(String::from);
        let answer = keep(Some(&heard), || lines.next().ok_or(Silence::Over(())));
        assert_eq!(answer.ok().as_deref(), Some("the answer"));
        assert_eq!(heard.stage(), stage);
    }
}
