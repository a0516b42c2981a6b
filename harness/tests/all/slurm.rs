//! The example scripts for Slurm, with stand-ins for its programs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An example script.
fn script(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/slurm")).join(name)
}

/// A job of a script, as Slurm starts it.
fn job(name: &str, folder: &Path, words: &[&str]) -> Command {
    let mut job = Command::new("bash");
    job.arg(script(name)).args(words).current_dir(folder).env_remove("SLURM_MEM_PER_NODE");
    job.env("OPTILE", env!("CARGO_BIN_EXE_optile"));
    job
}

fn succeeded(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The columns of a folder's rows that do not depend on time and memory.
fn rows(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("results.csv")).unwrap();
    let mut rows: Vec<String> = text
        .lines()
        .map(|line| line.split(',').take(15).skip(2).collect::<Vec<_>>().join(","))
        .collect();
    rows.sort();
    rows
}

#[test]
fn parts_make_the_rows_of_one_run_and_continue() {
    let folder = tempfile::tempdir().unwrap();
    // The folder has a name that a shell must not take apart.
    let words = ["smoke", "it's $(here) #1", "--strategy", "idastar:manhattan", "--repeat", "1"];
    for _ in 0..2 {
        for part in ["1", "2"] {
            let mut job = job("parts.sh", folder.path(), &words);
            job.env("SLURM_ARRAY_TASK_ID", part).env("SLURM_ARRAY_TASK_COUNT", "2");
            job.env("SLURM_MEM_PER_NODE", "400");
            succeeded(job.output().unwrap());
        }
    }
    let results = folder.path().join(words[1]);
    let run = fs::read_to_string(results.join("part-1/run.json")).unwrap();
    assert!(run.contains(&(300u64 << 20).to_string()), "three quarters of the memory: {run}");
    let mut merge = Command::new(env!("CARGO_BIN_EXE_optile"));
    merge.arg("merge").args(["part-1", "part-2"].map(|part| results.join(part)));
    succeeded(merge.arg("--out").arg(results.join("all")).output().unwrap());
    let mut alone = Command::new(env!("CARGO_BIN_EXE_optile"));
    alone.args(["run", "smoke", "--quiet"]).args(&words[2..]).arg("--out");
    succeeded(alone.arg(results.join("alone")).output().unwrap());
    assert_eq!(rows(&results.join("all")), rows(&results.join("alone")));
}

#[test]
fn ranks_are_started_with_their_threads_and_share_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let stand_in = folder.path().join("srun");
    fs::write(&stand_in, "#!/bin/bash\nprintf '%s\\n' \"$@\"\n").unwrap();
    fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).unwrap();
    let words = ["smoke", "to here", "--strategy", "hda-mpi:manhattan"];
    let start = |words: &[&str]| {
        let mut job = job("ranks.sh", folder.path(), words);
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        job.env("PATH", path).env("SLURM_CPUS_PER_TASK", "3");
        job.env("SLURM_MEM_PER_NODE", "8192").env("SLURM_NTASKS_PER_NODE", "2");
        succeeded(job.output().unwrap())
    };
    let begin = "--mpi=pmix\n--kill-on-bad-exit=1\n--cpus-per-task=3\noptile-mpi\nrun\nsmoke\n\
                 --quiet\n--threads\n3\n--out\nto here\n";
    let rest = "--strategy\nhda-mpi:manhattan\n";
    assert_eq!(start(&words), format!("{begin}--memory-limit=3072MiB\n{rest}"));
    let limited = [&words[..], &["--memory-limit", "1GiB"]].concat();
    assert_eq!(start(&limited), format!("{begin}{rest}--memory-limit\n1GiB\n"));
}

#[test]
fn a_script_without_its_arguments_says_what_it_expects() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["parts.sh", "ranks.sh"] {
        let output = job(name, folder.path(), &["smoke"]).output().unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8(output.stderr).unwrap().contains("expected a folder"), "{name}");
    }
}
