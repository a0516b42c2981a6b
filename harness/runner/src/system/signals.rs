//! The signals that ask this process to end.

use std::{fs, io, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Calls `handle` on a separate thread for each signal that asks this process to end. These
/// are SIGTERM, SIGINT and SIGHUP. SIGINT and SIGHUP stay ignored if they are ignored now, as
/// by `nohup` and in background jobs of scripts.
///
/// # Errors
///
/// When the system refuses a handler or the thread.
pub(crate) fn on_request_to_end(mut handle: impl FnMut() + Send + 'static) -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status);
    let heeded = [SIGINT, SIGHUP].into_iter().filter(|&signal| ignored & bit(signal) == 0);
    let mut signals = Signals::new(heeded.chain([SIGTERM]))?;
    let listen = move || signals.forever().for_each(|_| handle());
    thread::Builder::new().spawn(listen).map(drop)
}

/// The place of a signal in a set of signals.
fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// The set of ignored signals in `/proc/PID/status`. It is empty if it is not there.
fn ignored(status: &str) -> u64 {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_those_of_the_line() {
        let status =
            "SigBlk:\t00000000000000ff\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004002\n";
        let is_ignored = |signal| ignored(status) & bit(signal) != 0;
        assert_eq!([SIGHUP, SIGINT, SIGTERM].map(is_ignored), [true, false, false]);
        assert_eq!(ignored(""), 0);
    }
}
