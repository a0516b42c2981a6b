//! Reading the output of a process while it runs.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

/// The longest line that is read from a process, in bytes. No answer needs a hundredth
/// of it.
const LONGEST: u64 = 1 << 20;

/// The number of lines that may wait to be read. A process that writes more waits.
pub(super) const WAITING: usize = 16;

/// The number of bytes of standard error that are kept.
const TAIL: usize = 2000;

/// What was received while waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A line.
    Line(String),
    /// Something other than a line of text; the text says what is wrong.
    Invalid(String),
    /// No line yet.
    Nothing,
    /// The end of the output.
    End,
}

/// Sends the lines of a process to `received` until its output ends or contains something
/// other than a line of text.
pub(super) fn send_lines(output: ChildStdout, received: &SyncSender<Received>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let told = match read {
            Ok(0) | Err(_) => return,
            Ok(length) if length as u64 == LONGEST => {
                Received::Invalid(format!("sent a line of more than {LONGEST} bytes"))
            }
            Ok(_) => match String::from_utf8(line) {
                Ok(line) => Received::Line(line.trim_end().to_owned()),
                Err(_) => Received::Invalid("sent bytes that are not text in UTF-8".into()),
            },
        };
        let ends = matches!(told, Received::Invalid(_));
        if received.send(told).is_err() || ends {
            return;
        }
    }
}

/// Keeps the last bytes that a process writes to standard error.
pub(super) fn keep_tail(mut errors: ChildStderr, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..length]);
                let surplus = kept.len().saturating_sub(TAIL);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
