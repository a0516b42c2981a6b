//! `optile slurm`: a script for a cluster.

mod quoting;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs, path};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use optile_results::record::shell_line;
use optile_runner::suite::Suite;

use crate::command::Exit;
use crate::registry;
use quoting::{file_pattern, plain, quoted};

/// Write a Slurm script that runs a suite in parts, or on several ranks
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  optile slurm korf100 --shards 50 --out /scratch/korf > korf.sh\n  \
    sbatch korf.sh\n  optile merge /scratch/korf/shard-* --out /scratch/korf/all\n  \
    optile slurm korf100 --ranks 16 --threads 32 --out /scratch/ranks \\\n    \
    -- --strategy hda-mpi:manhattan > ranks.sh\n\n\
    If the script is submitted again, it continues what has stopped."
)]
pub(in crate::command) struct Arguments {
    /// A TOML file or the name of a bundled suite
    suite: String,
    /// Number of parts, each a job of the array
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Make one job of N MPI ranks, which run `optile-mpi`, instead of parts. The
    /// strategies follow after `--`
    #[arg(long, value_name = "N", conflicts_with = "shards", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    ranks: Option<u32>,
    /// Threads of each rank
    #[arg(long, value_name = "N", default_value_t = 1, requires = "ranks", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// The most ranks on one machine
    #[arg(long, value_name = "N", default_value_t = 1, requires = "ranks", value_parser = clap::value_parser!(u32).range(1..=1024))]
    ranks_per_node: u32,
    /// Where optile-mpi is, built with its feature `mpi` [default: beside optile]
    #[arg(long, value_name = "FILE", requires = "ranks")]
    program: Option<PathBuf>,
    /// A folder that all machines share. Each part writes a folder of results in it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Time limit of a job in Slurm's format, such as 4:00:00
    #[arg(long, value_name = "T")]
    time: Option<String>,
    /// Memory limit of a job on each machine in Slurm's format, such as 8G. Its runs
    /// may use three quarters of it, unless another limit is given
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// The partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Further arguments for `optile run` or `optile-mpi run`
    #[arg(last = true, value_name = "ARGUMENTS")]
    run: Vec<String>,
}

/// Bytes of a size in Slurm's format: a whole number of mebibytes, or of the unit
/// that follows it. 0 means all memory of the machine, so there is no limit.
fn parse_memory(text: &str) -> Result<Option<u64>> {
    let upper = text.to_ascii_uppercase();
    let digits = upper.find(|c: char| !c.is_ascii_digit()).unwrap_or(upper.len());
    let (number, unit) = upper.split_at(digits);
    let shift = match unit {
        "K" | "KB" => Some(10),
        "" | "M" | "MB" => Some(20),
        "G" | "GB" => Some(30),
        "T" | "TB" => Some(40),
        _ => None,
    };
    let bytes = number.parse::<u64>().ok().zip(shift);
    let bytes = bytes.and_then(|(number, shift)| number.checked_mul(1 << shift));
    let bytes = bytes.ok_or_else(|| {
        anyhow!("--memory {text:?} is not a size in Slurm's format: expected one such as 8G")
    })?;
    Ok((bytes > 0).then_some(bytes))
}

impl Arguments {
    /// The memory limit of each run, so that the job keeps its own limit: three
    /// quarters of it, shared by the runs at the same time, or by the ranks on a
    /// machine. The resident memory of a worker may be a quarter more than its strategy counts. `None` if
    /// the job has no limit, or if the runs have a lower one.
    fn memory_limit(&self, suite: &Suite) -> Result<Option<u64>> {
        let Some(bytes) = self.memory.as_deref().map(parse_memory).transpose()?.flatten() else {
            return Ok(None);
        };
        let is = |word: &String, name: &str| {
            word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        if self.run.iter().any(|word| is(word, "--memory-limit")) {
            return Ok(None);
        }
        let place = self.run.iter().position(|word| is(word, "--jobs"));
        let jobs = place.and_then(|place| match self.run[place].split_once('=') {
            Some((_, jobs)) => jobs.parse().ok(),
            None => self.run.get(place + 1)?.parse().ok(),
        });
        let shares = if self.ranks.is_some() { Some(self.ranks_per_node.into()) } else { jobs };
        let limit = bytes / 4 * 3 / shares.unwrap_or(1).max(1);
        Ok(suite.limits.memory.is_none_or(|asked| asked > limit).then_some(limit))
    }

    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let suite = Suite::find(&self.suite, &registry::all())?;
        suite.instances()?;
        let script = self.script(&suite)?;
        // Slurm does not start a job if the folder of its log is missing.
        let out = &self.out;
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        io::stdout().write_all(script.as_bytes())?;
        Ok(Exit::Well)
    }

    fn script(&self, suite: &Suite) -> Result<String> {
        let given = env::args_os().map(plain).collect::<Result<Vec<_>>>()?;
        let optile = env::current_exe().context("cannot tell where optile is")?;
        // The job starts in another folder, so a file needs its absolute path.
        let name = match Path::new(&self.suite).exists() {
            true => absolute(Path::new(&self.suite))?,
            false => self.suite.clone(),
        };
        let out = absolute(&self.out)?;
        // The user's arguments come last, because they may contain `--`.
        let mut words = vec![name];
        words.extend(self.memory_limit(suite)?.map(|bytes| format!("--memory-limit={bytes}")));
        words.extend(self.run.iter().cloned());
        let job = match self.ranks {
            None => self.array(&absolute(&optile)?, &out, &words),
            Some(ranks) => self.job_of_ranks(ranks, &optile, &out, &words)?,
        };
        let mut text = format!(
            "#!/bin/bash\n\
             # Written by: {}\n\
             # Submit with sbatch. If submitted again, it continues {}.\n\
             # Afterwards: {} {}\n\
             #SBATCH --job-name=optile-{}\n",
            shell_line(&given),
            job.rest,
            shell_line(&[absolute(&optile)?]),
            job.afterwards,
            suite.name,
        );
        for option in &job.options {
            writeln!(text, "#SBATCH --{option}")?;
        }
        let log = quoted(&format!("{}/{}", file_pattern(&out)?, job.log));
        writeln!(text, "#SBATCH --output={log}\n#SBATCH --open-mode=append")?;
        for (option, value) in
            [("time", &self.time), ("mem", &self.memory), ("partition", &self.partition)]
        {
            if let Some(value) = value {
                writeln!(text, "#SBATCH --{option}={}", quoted(value))?;
            }
        }
        // As after Ctrl-C: the current run gets its row, and the others are left
        // for the next time.
        write!(text, "#SBATCH --signal={}@60\nset -eu\nexec {}\n", job.signal, job.command)?;
        Ok(text)
    }

    /// A job for each part.
    fn array(&self, optile: &str, out: &str, words: &[String]) -> Job {
        let count = self.shards;
        let folder = shell_line(&[out.to_owned()]);
        let (program, words) = (shell_line(&[optile.to_owned()]), shell_line(words));
        let all = shell_line(&[format!("{out}/all")]);
        Job {
            rest: "the parts that have stopped",
            afterwards: format!("merge {folder}/shard-* --out {all}"),
            options: vec![
                format!("array=1-{count}"),
                "ntasks=1".to_owned(),
                "cpus-per-task=1".to_owned(),
            ],
            log: "shard-%a.log",
            // To the shell, which has become optile.
            signal: "B:INT",
            command: format!(
                "{program} run --quiet --shard \"$SLURM_ARRAY_TASK_ID/{count}\" \\\n    \
                 --out {folder}/shard-\"$SLURM_ARRAY_TASK_ID\" {words}"
            ),
        }
    }

    /// One job, in which all ranks make each run together.
    fn job_of_ranks(&self, ranks: u32, optile: &Path, out: &str, words: &[String]) -> Result<Job> {
        let beside = optile.with_file_name("optile-mpi");
        let program = self.program.as_deref().unwrap_or(&beside);
        if !program.is_file() {
            bail!(
                "{} is missing: expected optile-mpi there, or its path after --program; build \
                 it with cargo build --release -p optile-mpi --features mpi",
                program.display()
            );
        }
        if !self.run.iter().any(|word| word.starts_with("--strategy")) {
            bail!(
                "no strategy: expected at least one for all ranks, such as `-- --strategy hda-mpi:manhattan`"
            );
        }
        let (program, words) = (shell_line(&[absolute(program)?]), shell_line(words));
        let results = shell_line(&[format!("{out}/all")]);
        let threads = self.threads;
        Ok(Job {
            rest: "the runs that are missing",
            afterwards: format!("report {results}"),
            options: vec![
                format!("ntasks={ranks}"),
                format!("ntasks-per-node={}", self.ranks_per_node),
                format!("cpus-per-task={threads}"),
            ],
            log: "ranks.log",
            // To all ranks. If the shell got it, `srun` would only print a state.
            signal: "INT",
            // Slurm passes the number of cores on only if it is given again. If a
            // rank ends early, the others would wait for it.
            command: format!(
                "srun --mpi=pmix --kill-on-bad-exit=1 --cpus-per-task={threads} \\\n    \
                 {program} run --quiet --threads {threads} --out {results} {words}"
            ),
        })
    }
}

/// What a script is made of.
struct Job {
    /// What it continues if it is submitted again.
    rest: &'static str,
    /// The arguments of optile, when it has ended.
    afterwards: String,
    options: Vec<String>,
    log: &'static str,
    /// The signal before its time is over.
    signal: &'static str,
    command: String,
}

fn absolute(path: &Path) -> Result<String> {
    let whole = path::absolute(path);
    let whole = whole.with_context(|| format!("{} is not a path", path.display()))?;
    plain(whole.into_os_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_slurm_reads_them() {
        for (text, bytes) in [
            ("8G", Some(8 << 30)),
            ("8gb", Some(8 << 30)),
            ("4000", Some(4000 << 20)),
            ("512M", Some(512 << 20)),
            ("3K", Some(3 << 10)),
            ("1T", Some(1 << 40)),
            ("0", None),
        ] {
            assert_eq!(parse_memory(text).unwrap(), bytes, "{text}");
        }
        for text in ["", "G", "8X", "1.5G", "-1", "8 G", "99999999999T", "8GiB"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn runs_get_three_quarters_of_the_memory_of_their_job() {
        let limit_of = |ranks, memory: Option<&str>, suites: Option<u64>, run: &[&str]| {
            let mut suite = Suite::find("smoke", &registry::all()).unwrap();
            suite.limits.memory = suites;
            let arguments = Arguments {
                suite: "smoke".into(),
                shards: 1,
                ranks,
                threads: 1,
                ranks_per_node: 4,
                program: None,
                out: "out".into(),
                time: None,
                memory: memory.map(Into::into),
                partition: None,
                run: run.iter().map(|&word| word.into()).collect(),
            };
            arguments.memory_limit(&suite).unwrap()
        };
        let limit = |memory, suites, run: &[&str]| limit_of(None, memory, suites, run);
        assert_eq!(limit(Some("8G"), None, &[]), Some(6 << 30));
        assert_eq!(limit(Some("8G"), None, &["--jobs", "2"]), Some(3 << 30));
        assert_eq!(limit(Some("8G"), None, &["--jobs=3"]), Some(2 << 30));
        assert_eq!(limit(Some("8G"), Some(1 << 30), &[]), None, "the suite asks for less");
        assert_eq!(limit(Some("8G"), Some(7 << 30), &[]), Some(6 << 30));
        assert_eq!(limit(Some("8G"), None, &["--memory-limit=1GiB"]), None);
        assert_eq!(limit(Some("8G"), None, &["--memory-limit", "1GiB"]), None);
        assert_eq!(limit(Some("0"), None, &[]), None);
        assert_eq!(limit(None, None, &[]), None);
        // Four ranks share a machine.
        assert_eq!(limit_of(Some(64), Some("8G"), None, &[]), Some(3 << 29));
    }
}
