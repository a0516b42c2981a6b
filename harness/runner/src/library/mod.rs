//! Files of pattern databases, and the cache that loads them.
//!
//! # The main decision
//!
//! **A file is complete or it has another name.** A table is written to a draft, synced,
//! and renamed. File systems rename completely or not at all, so a process may be killed at
//! any time. A file with the name of a table is still not trusted: each time it is loaded,
//! a checksum covers every byte, at ten gigabytes per second. A damaged file is reported
//! and built again.
//!
//! Files are mapped, not read into memory. Then processes that solve at the
//! same time share one copy. Each run has a new process, which checks the 577
//! MB of `pdb:7-8` in 0.15 s. Reading them into its own memory would take 1.5
//! s. After each run, the process looks whether a file was changed meanwhile. The price is that a mapped file has no huge pages. This costs five per
//! cent on random states, and nothing measurable in a depth-first search, whose
//! lookups are close to each other.
//!
//! The draft is also the lock. The process that builds a table holds a system
//! lock on the draft, which ends with the process. A second process waits and
//! then loads the finished table. A process that comes after a killed one
//! overwrites its draft.
//!
//! Tables of less than [`SMALL`] bytes take milliseconds to build. They are loaded from files
//! if these exist, but only `optile pdb build` writes them.

mod console;
mod file;
mod mapping;
mod place;
mod provision;
mod table_cache;

pub use console::Console;
pub use file::{Fault, TableFile, Unfinished, files};
pub use mapping::changed;
pub use place::folder;
pub use provision::provide;
pub use table_cache::{Library, Refusal, SMALL, keys};
