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
    Submitting the script again goes on where parts have stopped."
)]
pub(in crate::command) struct Arguments {
    /// A TOML file or the name of a bundled suite
    suite: String,
    /// Parts, each a job of the array
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// A folder that all machines share, for a folder of results a part
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Time that a job may take, as Slurm has it, such as 4:00:00
    #[arg(long, value_name = "T")]
    time: Option<String>,
    /// Memory that a job may use, as Slurm has it, such as 8G; three quarters of
    /// it are the memory limit of its runs, unless another is given
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// The partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Further arguments of `optile run`
    #[arg(last = true, value_name = "ARGUMENTS")]
    run: Vec<String>,
}

/// Bytes of a size as Slurm has it: a whole number of mebibytes, or of what the
/// letter behind it says; 0 is all that a machine has, and so no limit.
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
        anyhow!("--memory {text:?} is no size of memory as Slurm has it: expected one such as 8G")
    })?;
    Ok((bytes > 0).then_some(bytes))
}

impl Arguments {
    /// What each run of a job may use so that the job stays within its memory:
    /// three quarters, shared by the runs made at once. A worker may be resident
    /// in a quarter more than its strategy accounts for. `None` where the job
    /// has no limit, or the runs have a lower one.
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
        // Slurm starts no job whose log has no folder.
        let out = &self.out;
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        io::stdout().write_all(script.as_bytes())?;
        Ok(Exit::Well)
    }

    fn script(&self, suite: &Suite) -> Result<String> {
        let absolute = |path: &path::Path| {
            let whole = path::absolute(path);
            let whole = whole.with_context(|| format!("{} is no path", path.display()))?;
            plain(whole.into_os_string())
        };
        let given = env::args_os().map(plain).collect::<Result<Vec<_>>>()?;
        let program = absolute(&env::current_exe().context("cannot tell where optile is")?)?;
        // A file is found from the folder that the job starts in, too.
        let name = match path::Path::new(&self.suite).exists() {
            true => absolute(path::Path::new(&self.suite))?,
            false => self.suite.clone(),
        };
        let (out, count) = (absolute(&self.out)?, self.shards);
        let mut text = format!(
            "#!/bin/bash\n\
             # Written by: {}\n\
             # Submit with sbatch. Submitted again, it goes on where parts have stopped.\n\
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
        // As by Ctrl-C: the run under way gets its row, the rest is left for
        // the next time.
        text.push_str("#SBATCH --signal=B:INT@60\nset -eu\n");
        // The user's arguments come last, as there may be a `--` among them.
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

/// A word that stays in its line of a script.
///
/// # Errors
///
/// When it is no Unicode, or has a line end or another control character: no
/// quotes keep these within a comment or within an option of Slurm's.
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

/// A path as Slurm's names of files have it.
///
/// # Errors
///
/// When it has a backslash, since Slurm would then put no number of the part
/// into the name.
fn file_pattern(path: &str) -> Result<String> {
    if path.contains('\\') {
        bail!(
            "{path:?} has a backslash, which Slurm takes out of names of files: expected a \
             folder without, choose another one with --out"
        );
    }
    Ok(path.replace('%', "%%"))
}

/// A value of an option in a line of Slurm's, where double quotes hold white
/// space together, `#` begins a comment, and a backslash takes away the meaning
/// of what follows, within quotes too.
///
/// In other words of such a line Slurm puts blanks for `hetjob` and `packjob`,
/// in quotes too; a backslash within keeps them.
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

/// Whether Slurm finds one of its own words in a text.
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
    fn runs_have_three_quarters_of_their_jobs_memory() {
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
