//! Tests of the whole program.
//!
//! They are one program, because each of them waits: for a compiler, for
//! children, or for a time limit. Together they keep the cores busy.

mod against;
mod analysis;
mod authors;
#[cfg(target_os = "linux")]
mod command_line;
mod contained;
mod damage;
#[path = "../common/essence.rs"]
mod essence;
mod figure;
mod headline;
mod identity;
#[path = "../common/process.rs"]
mod process;
mod program;
mod searches;
#[cfg(unix)]
mod slurm;
mod survival;
mod tables;
mod written;
