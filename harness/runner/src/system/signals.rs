//! The signals that ask this process to end.

use std::{io, thread};

use procfs::process::Process;
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
    let status = Process::myself().and_then(|own| own.status());
    // A set of signals has a bit for each, beginning with that of signal 1.
    let ignored = status.map_or(0, |status| status.sigign);
    let heeded = [SIGINT, SIGHUP].into_iter().filter(|&signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(heeded.chain([SIGTERM]))?;
    let listen = move || signals.forever().for_each(|_| handle());
    thread::Builder::new().spawn(listen).map(drop)
}
