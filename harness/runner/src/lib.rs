//! Makes the runs of an experiment, each in a process that can be ended, and
//! judges every answer.
//!
//! A run passes through modules in this order: a [`registry`] that is handed in
//! makes a strategy of its name, [`suite`] reads what it is to solve, [`plan`]
//! fixes the order, [`engine`] hands it to a process over [`protocol`], where
//! [`worker`] takes it, [`run`] times it and catches its panics and
//! [`watchdog`] ends it at its limit; [`check`] judges the answer outside all
//! clocks. [`library`] keeps pattern databases. This crate knows no strategy by
//! name.
#![deny(unsafe_code)]

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
