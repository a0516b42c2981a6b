//! Says what to install, before the build of the MPI bindings fails without saying it.

use std::process::{Command, Stdio, exit};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MPICC");
    println!("cargo::rerun-if-env-changed=PATH");
    if std::env::var_os("CARGO_FEATURE_MPI").is_none() {
        return;
    }
    let compiler = std::env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
    let is_there = Command::new(&compiler)
        .arg("-show")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !is_there {
        eprintln!(
            "error: the feature \"mpi\" needs an MPI library, and there is no {compiler}.\n\
             On Debian and Ubuntu: apt-get install libopenmpi-dev openmpi-bin libclang-dev\n\
             Elsewhere: install Open MPI or MPICH and libclang, or load the module for MPI.\n\
             Without the feature, optile-mpi builds and runs on one machine."
        );
        exit(1);
    }
}
