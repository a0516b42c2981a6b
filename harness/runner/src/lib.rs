//! Makes the runs of a plan in processes that can be ended, and checks every answer.
//!
//! A run passes through the modules in this order. The [`registry`](plan::registry), a value
//! that the program passes in, builds a strategy from its name. [`suite`](plan::suite) reads
//! the instances and limits. [`plan`] lists the runs. [`session`] carries the
//! plan out and writes the rows. It sends each run to a process by the
//! [`protocol`](supervision::protocol). In that process, [`worker`](supervision::worker) receives it, [`run`] measures it
//! and catches panics, and [`watchdog`](run::watchdog) ends it at its time limit. [`check`]
//! checks the answer outside the measured time. [`library`] keeps files of
//! pattern databases. This crate knows no strategy by name.
#![deny(unsafe_code)]

#[cfg(not(target_os = "linux"))]
compile_error!(
    "optile needs Linux, because it controls its processes with /proc, pidfds and control groups"
);

pub mod check;
pub mod containment;
pub mod instances;
pub mod interruption;
pub mod library;
pub mod plan;
pub mod progress;
pub mod run;
pub mod session;
pub mod supervision;
pub mod system;
