//! The pattern databases that are kept in files, and the shelf that takes them
//! from there.
//!
//! # The main decision
//!
//! **A file is whole or it has another name.** A table is written to a draft,
//! synced, and given its name by a rename, which file systems do at once or
//! not at all; so a process may be killed whenever it likes. What has the name
//! of a table is trusted no more for that: every byte goes through a checksum
//! each time it is taken up, which reads ten gigabytes a second, and a file
//! that fails is named and made again.
//!
//! Files are mapped, not read into memory. Processes that solve at the same
//! time then share one copy, and one that starts, as there is one a run, has the
//! 577 MB of `pdb:7-8` checked after 0.15 s where reading them into memory of
//! its own takes 1.5 s. What that costs is huge pages, which a mapped file does
//! not have: five per cent in states at random, and nothing that could be
//! measured in a depth-first search, whose lookups are near each other.
//!
//! The draft is also the lock: whoever makes a table holds a lock of the system
//! on it, which ends with the process, so that a second one waits and then
//! takes the finished table, and one that comes after a killed one goes on in
//! its draft.
//!
//! Tables of less than [`SMALL`] bytes take milliseconds to make. They are
//! taken from files where there are any, but only `optile pdb build` writes
//! them.

mod cost;
mod draft;
mod file;
mod mapping;
mod place;
mod provision;
mod shelf;
mod voice;

pub use cost::{Cost, free_disk};
pub use draft::{Draft, is_being_written};
pub use file::{DRAFT, Fault, Holding, State, TABLE, TableFile, holdings, read};
pub use place::folder;
pub use provision::{foretell, provide};
pub use shelf::{Library, Refusal, SMALL, install, installed, keys};
pub use voice::Voice;
