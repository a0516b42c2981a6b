//! Makes the runs of a plan in processes that can be ended, and checks every answer.
//!
//! A run passes through the modules in this order. The [`registry`], a value that the
//! program passes in, builds a strategy from its name. [`suite`] reads the instances and
//! limits. [`plan`] lists the runs. [`session`] carries the plan out and writes the rows.
//! [`engine`] sends each run to a process by the [`protocol`]. There, [`worker`] receives
//! it, [`run`] measures it and catches panics, and [`watchdog`] ends it at its time limit.
//! [`check`] checks the answer outside the measured time. [`library`] keeps files of
//! pattern databases. This crate knows no strategy by name.
#![deny(unsafe_code)]

#[cfg(not(target_os = "linux"))]
compile_error!("optile controls its processes by means of Linux: /proc, pidfds and control groups");

mod caps;
pub mod check;
mod child;
mod claim;
pub mod confinement;
mod control_group;
pub mod crash;
pub mod engine;
pub mod interruption;
mod invocation;
pub mod isolation;
pub mod keeper;
pub mod library;
pub mod machine;
pub mod noise;
mod object;
pub mod order;
pub mod origin;
pub mod plan;
pub mod pool;
mod process;
mod program_group;
pub mod progress;
pub mod protocol;
pub mod registry;
pub mod run;
pub mod session;
pub mod solver;
pub mod suite;
pub mod supervisor;
mod tree;
pub mod watchdog;
pub mod worker;
