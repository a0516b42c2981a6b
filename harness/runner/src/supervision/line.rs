//! The lines that a process writes.

use std::time::Duration;

use crate::containment::{Contained, Received};

/// Time between two checks of a working process.
const TICK: Duration = Duration::from_millis(10);

/// Why a process has not sent a line.
pub(super) enum Silence<T> {
    /// It has sent something else; the text says what.
    Invalid(String),
    /// It has closed its output.
    End,
    /// Nobody waits for it any more.
    Over(T),
}

/// Waits for the next line of a process. From time to time, `look` may end the wait.
pub(super) fn next_line<T>(
    child: &mut Contained,
    mut look: impl FnMut(&mut Contained) -> Option<T>,
) -> Result<String, Silence<T>> {
    loop {
        match child.receive(TICK) {
            Received::Line(line) => return Ok(line),
            Received::Invalid(what) => return Err(Silence::Invalid(what)),
            Received::End => return Err(Silence::End),
            Received::Nothing => {
                if let Some(end) = look(child) {
                    return Err(Silence::Over(end));
                }
            }
        }
    }
}
