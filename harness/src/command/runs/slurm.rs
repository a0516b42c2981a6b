//! `optile slurm`: a script for a cluster.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, fs, path, slice};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use optile_results::record::shell_line;
use optile_runner::suite::Suite;

use crate::command::Exit;
use crate::registry;

/// Write a Slurm job-array script that runs a suite in parts
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  optile slurm korf100 --shards 50 --out /scratch/korf > korf.sh\n  \
    sbatch korf.sh\n  optile merge /scratch/korf/shard-* --out /scratch/korf/all\n\n\
    If the script is submitted again, it continues the parts that have stopped."
)]
pub(in crate::command) struct Arguments {
    /// A TOML file or the name of a bundled suite
    suite: String,
    /// Number of parts, each a job of the array
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// A folder that all machines share. Each part writes a folder of results in it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Time limit of a job in Slurm's format, such as 4:00:00
    #[arg(long, value_name = "T")]
    time: Option<String>,
    /// Memory limit of a job in Slurm's format, such as 8G. Its runs may use three
    /// quarters of it, unless another limit is given
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// The partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Further arguments for `optile run`
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
    /// quarters of it, shared by the runs at the same time. The resident memory
    /// of a worker may be a quarter more than its strategy counts. `None` if
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
        let limit = bytes / 4 * 3 / jobs.unwrap_or(1).max(1);
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
        let absolute = |path: &path::Path| {
            let whole = path::absolute(path);
            let whole = whole.with_context(|| format!("{} is not a path", path.display()))?;
            plain(whole.into_os_string())
        };
        let given = env::args_os().map(plain).collect::<Result<Vec<_>>>()?;
        let program = absolute(&env::current_exe().context("cannot tell where optile is")?)?;
        // The job starts in another folder, so a file needs its absolute path.
        let name = match path::Path::new(&self.suite).exists() {
            true => absolute(path::Path::new(&self.suite))?,
            false => self.suite.clone(),
        };
        let (out, count) = (absolute(&self.out)?, self.shards);
        let mut text = format!(
            "#!/bin/bash\n\
             # Written by: {}\n\
             # Submit with sbatch. If submitted again, it continues the parts that have stopped.\n\
             # Afterwards: {} merge {}/shard-* --out {}\n\
             #SBATCH --job-name=optile-{}\n\
             #SBATCH --array=1-{count}\n\
             #SBATCH --ntasks=1\n\
             #SBATCH --cpus-per-task=1\n\
             #SBATCH --output={}\n\
             #SBATCH --open-mode=append\n",
            shell_line(&given),
            shell_line(slice::from_ref(&program)),
            shell_line(slice::from_ref(&out)),
            shell_line(&[format!("{out}/all")]),
            suite.name,
            quoted(&format!("{}/shard-%a.log", file_pattern(&out)?)),
        );
        for (option, value) in
            [("time", &self.time), ("mem", &self.memory), ("partition", &self.partition)]
        {
            if let Some(value) = value {
                writeln!(text, "#SBATCH --{option}={}", quoted(value))?;
            }
        }
        // As after Ctrl-C: the current run gets its row, and the others are left
        // for the next time.
        text.push_str("#SBATCH --signal=B:INT@60\nset -eu\n");
        // The user's arguments come last, because they may contain `--`.
        let mut words = vec![name];
        words.extend(self.memory_limit(suite)?.map(|bytes| format!("--memory-limit={bytes}")));
        words.extend(self.run.iter().cloned());
        writeln!(
            text,
            "exec {} run --quiet --shard \"$SLURM_ARRAY_TASK_ID/{count}\" \\\n    \
             --out {}/shard-\"$SLURM_ARRAY_TASK_ID\" {}",
            shell_line(&[program]),
            shell_line(&[out]),
            shell_line(&words),
        )?;
        Ok(text)
    }
}

/// A word that cannot leave its line of a script.
///
/// # Errors
///
/// If it is not Unicode, or has a line end or another control character. No quotes
/// keep these within a comment or within an option of Slurm.
fn plain(word: OsString) -> Result<String> {
    let Ok(word) = word.into_string().map_err(|word| word.display().to_string()) else {
        bail!("an argument or path is not valid UTF-8: expected text that a script can hold");
    };
    match word.chars().find(|c| c.is_control()) {
        None => Ok(word),
        Some(c) => bail!(
            "{word:?} has the control character {c:?}: expected a text of one line, which a \
             script can hold"
        ),
    }
}

/// A path in Slurm's pattern for file names.
///
/// # Errors
///
/// If it has a backslash, because Slurm then does not insert the number of the
/// part.
fn file_pattern(path: &str) -> Result<String> {
    if path.contains('\\') {
        bail!(
            "{path:?} has a backslash, which Slurm removes from file names: expected a folder \
             without one after --out"
        );
    }
    Ok(path.replace('%', "%%"))
}

/// The value of an option in one of Slurm's lines. There, white space is kept in
/// double quotes, `#` begins a comment, and a backslash escapes the next character,
/// in quotes too.
///
/// Slurm replaces `hetjob` and `packjob` by blanks in all words of such a line, in
/// quotes too. A backslash within them prevents this.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) && !has_keyword(value) {
        return value.to_owned();
    }
    let mut text = String::from('"');
    for c in value.chars() {
        if "\\\"#".contains(c) || "jJ".contains(c) && has_keyword(value) {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

/// Whether a text contains one of Slurm's own words.
fn has_keyword(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["hetjob", "packjob"].iter().any(|word| text.contains(word))
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
        let limit = |memory: Option<&str>, suites: Option<u64>, run: &[&str]| {
            let mut suite = Suite::find("smoke", &registry::all()).unwrap();
            suite.limits.memory = suites;
            let arguments = Arguments {
                suite: "smoke".into(),
                shards: 1,
                out: "out".into(),
                time: None,
                memory: memory.map(Into::into),
                partition: None,
                run: run.iter().map(|&word| word.into()).collect(),
            };
            arguments.memory_limit(&suite).unwrap()
        };
        assert_eq!(limit(Some("8G"), None, &[]), Some(6 << 30));
        assert_eq!(limit(Some("8G"), None, &["--jobs", "2"]), Some(3 << 30));
        assert_eq!(limit(Some("8G"), None, &["--jobs=3"]), Some(2 << 30));
        assert_eq!(limit(Some("8G"), Some(1 << 30), &[]), None, "the suite asks for less");
        assert_eq!(limit(Some("8G"), Some(7 << 30), &[]), Some(6 << 30));
        assert_eq!(limit(Some("8G"), None, &["--memory-limit=1GiB"]), None);
        assert_eq!(limit(Some("8G"), None, &["--memory-limit", "1GiB"]), None);
        assert_eq!(limit(Some("0"), None, &[]), None);
        assert_eq!(limit(None, None, &[]), None);
    }
}
