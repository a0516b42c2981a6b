//! The lines that a process writes, from both sides.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

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

/// Waits for the next line of a process. From time to time, `look` may end the wait. `looked` is
/// when it last could: a process that never stops writing is looked at, too.
pub(super) fn next_line<T>(
    child: &mut Contained,
    looked: &mut Instant,
    mut look: impl FnMut(&mut Contained) -> Option<T>,
) -> Result<String, Silence<T>> {
    loop {
        if looked.elapsed() >= TICK {
            if let Some(end) = look(child) {
                return Err(Silence::Over(end));
            }
            *looked = Instant::now();
        }
        match child.receive(TICK) {
            Received::Line(line) => return Ok(line),
            Received::Invalid(what) => return Err(Silence::Invalid(what)),
            Received::End => return Err(Silence::End),
            Received::Nothing => {}
        }
    }
}

/// Writes a line, as a worker.
pub(super) fn write(output: &mut impl Write, line: &impl serde::Serialize) -> Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    output.write_all(&bytes).and_then(|()| output.flush()).context("cannot answer")
}
