//! Gives the program its revision, compiler and target, which the results record. Says what
//! to install, before the build of the MPI bindings fails without saying it.

use std::env;
use std::process::{Command, Stdio, exit};

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn main() {
    let unknown = || "unknown".to_owned();
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| unknown());
    let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    let revision = output_of("git", &describe).unwrap_or_else(unknown);
    let compiler = output_of(&variable("RUSTC"), &["--version"]).unwrap_or_else(unknown);
    println!("cargo::rustc-env=OPTILE_REVISION={revision}");
    println!("cargo::rustc-env=OPTILE_COMPILER={compiler}");
    println!("cargo::rustc-env=OPTILE_TARGET={} {}", variable("TARGET"), variable("PROFILE"));
    for file in ["../.git/HEAD", "../.git/index", "src"] {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MPICC");
    println!("cargo::rerun-if-env-changed=PATH");
    if env::var_os("CARGO_FEATURE_MPI").is_none() {
        return;
    }
    let compiler = env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
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
