//! What a process says, read as it comes.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

/// The longest line that is read of a process, in bytes; no answer needs a
/// hundredth of it.
const LONGEST: u64 = 1 << 20;

/// Lines that may wait to be read. A process that floods its output waits.
pub(super) const WAITING: usize = 16;

/// How much of what a process says on standard error is kept, in bytes.
const LAST_WORDS: usize = 2000;

/// What comes of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// Something that is no line of text; this is what is wrong with it.
    Noise(String),
    /// No line yet.
    Nothing,
    /// The end: there will be none.
    End,
}

/// Passes on the lines of a process until its output ends, or until it says
/// what is no line.
pub(super) fn tell_lines(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let told = match read {
            Ok(0) | Err(_) => return,
            Ok(length) if length as u64 == LONGEST => {
                Heard::Noise(format!("sent a line of more than {LONGEST} bytes"))
            }
            Ok(_) => match String::from_utf8(line) {
                Ok(line) => Heard::Line(line.trim_end().to_owned()),
                Err(_) => Heard::Noise("sent bytes that are no text in UTF-8".into()),
            },
        };
        let ends = matches!(told, Heard::Noise(_));
        if heard.send(told).is_err() || ends {
            return;
        }
    }
}

/// Keeps the end of what a process says on standard error.
pub(super) fn keep_last(mut errors: ChildStderr, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..length]);
                let surplus = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
