//! Starting optile and reading what it prints.

use std::path::Path;
use std::process::{Command, Output};

/// The program, without the user's folder of tables.
pub(crate) fn optile() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile"));
    command.env_remove("OPTILE_PDB_DIR");
    command
}

/// Runs `optile run` into `out` and expects an exit status.
pub(crate) fn run(out: &Path, arguments: &[&str], status: i32) -> Output {
    let output = optile().arg("run").args(arguments).arg("--out").arg(out).output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{}", stderr(&output));
    output
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
