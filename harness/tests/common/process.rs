//! Starting optile and reading what it prints.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The program, without the user's folder of tables.
pub(crate) fn optile() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile"));
    command.env_remove("OPTILE_PDB_DIR").env("PATH", path());
    command
}

/// Where programs are found: Python itself before a script of the same name that chooses a version,
/// which takes longer than Python to start. Tests start Python hundreds of times.
fn path() -> &'static OsStr {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let say = "import os, sys; print(os.path.dirname(sys.executable))";
        let Ok(output) = Command::new("python3").args(["-c", say]).output() else {
            return path;
        };
        let python = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
        if python.is_absolute() && !folders.contains(&python) {
            folders.insert(0, python);
        }
        env::join_paths(folders).unwrap_or(path)
    })
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
