//! Makes the runs of a plan in processes that can be ended, and checks every answer.
//!
//! A run passes through the modules in this order. The [`registry`], a value
//! that the program passes in, builds a strategy from its name. [`suite`] reads
//! the instances and limits. [`plan`] lists the runs. [`session`] carries the
//! plan out and writes the rows. It sends each run to a process by the
//! [`protocol`]. In that process, [`worker`] receives it, [`run`] measures it
//! and catches panics, and [`watchdog`] ends it at its time limit. [`check`]
//! checks the answer outside the measured time. [`library`] keeps files of
//! pattern databases. This crate knows no strategy by name.
#![deny(unsafe_code)]

#[cfg(not(target_os = "linux"))]
compile_error!(
    "optile needs Linux, because it controls its processes with /proc, pidfds and control groups"
);

pub mod check;
pub mod containment;
pub mod interruption;
pub mod library;
pub mod plan;
pub mod progress;
pub mod run;
pub mod session;
mod supervision;
mod system;

pub use plan::{order, registry, solver, suite};
pub use run::{crash, watchdog};
pub use session::{isolation, origin, pool};
pub use supervision::{estimates, protocol, supervisor, worker};
pub use system::{machine, noise};
