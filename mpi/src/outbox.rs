//! Messages on their way: the only unsafe code of the package.
//!
//! A rank must not wait until a message has been received, so the message's words have to
//! live on after the call that sends it. The crate `mpi` only lends buffers for a scope, and
//! then waits for them. Here the buffer is owned until MPI has read it.
#![allow(unsafe_code)]

use std::env;
use std::os::raw::c_int;

use mpi::ffi;
use mpi::raw::AsRaw;
use mpi::topology::SimpleCommunicator;

/// Messages that MPI may still read.
#[derive(Default)]
pub(crate) struct Outbox {
    sending: Vec<Sending>,
    /// How many there were when all were tested the last time.
    tested: usize,
}

/// Messages beyond twice those of the last time at which all are tested again. So each is tested
/// a few times, however long one rank takes none.
const MORE: usize = 16;

/// A message that MPI may still read. The heap block of `words` does not move.
struct Sending {
    request: ffi::MPI_Request,
    words: Vec<u64>,
}

// SAFETY: MPI was initialised for calls from several threads, one at a time, and an outbox is
// used by one thread at a time, because all methods need `&mut self`.
unsafe impl Send for Outbox {}

/// The longest message, in bytes, that Open MPI copies to the memory that processes of a
/// machine share as soon as it is sent. With a longer one, it waits until the receiver has
/// asked for it, and the sender then has to take part. Most messages of a search have between
/// 4 kB, which is the default, and 64 kB. With this, two ranks on one machine searched 1.69
/// times as fast as one rank, and without it 1.60 times.
const EAGER_LIMIT: &str = "65536";

/// The names of that setting in Open MPI 4 and 5. Other libraries ignore them.
const SETTINGS: [&str; 2] = ["OMPI_MCA_btl_vader_eager_limit", "OMPI_MCA_btl_sm_eager_limit"];

/// Lets messages be sent at once, unless the user has chosen a limit. MPI reads this when it
/// starts. Only `main` may call it, before all else.
pub(crate) fn send_at_once() {
    for name in SETTINGS.into_iter().filter(|name| env::var_os(name).is_none()) {
        // SAFETY: `main` calls this before it starts any thread, also that for signals, so nobody
        // reads the environment now.
        unsafe { env::set_var(name, EAGER_LIMIT) };
    }
}

/// The tag of all messages.
pub(crate) const TAG: c_int = 0;

impl Outbox {
    /// Begins to send. Does not wait.
    pub(crate) fn send(&mut self, to: c_int, words: Vec<u64>) {
        let count = c_int::try_from(words.len()).expect("a message has at most 2^31 words");
        let world = SimpleCommunicator::world();
        self.sending.push(Sending { request: null(), words });
        let last = self.sending.last_mut().expect("a message was just put in");
        // SAFETY: the buffer is on the heap and is neither changed nor freed before `is_sent`
        // has seen the end of the request.
        unsafe {
            ffi::MPI_Isend(
                last.words.as_ptr().cast(),
                count,
                ffi::RSMPI_UINT64_T,
                to,
                TAG,
                world.as_raw(),
                &raw mut last.request,
            );
        }
    }

    /// Frees messages that MPI has read, in whatever order, if there are many.
    pub(crate) fn clear(&mut self) {
        if self.sending.len() >= 2 * self.tested + MORE {
            self.sending.retain_mut(|sending| !sending.is_sent());
            self.tested = self.sending.len();
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        // When a search ends, every message has been received, or the whole run is aborted.
        // After an abort MPI may still read, so nothing is freed.
        self.sending.retain_mut(|sending| !sending.is_sent());
        for sending in self.sending.drain(..) {
            std::mem::forget(sending);
        }
    }
}

impl Sending {
    fn is_sent(&mut self) -> bool {
        let mut is_sent = 0;
        // SAFETY: the request was made by `Outbox::send`, and MPI sets it to the null request
        // when it has ended, which may be tested again.
        unsafe {
            ffi::MPI_Test(&raw mut self.request, &raw mut is_sent, ffi::RSMPI_STATUS_IGNORE);
        }
        is_sent != 0
    }
}

fn null() -> ffi::MPI_Request {
    // SAFETY: it is a constant of the C library that nobody writes to.
    unsafe { ffi::RSMPI_REQUEST_NULL }
}
