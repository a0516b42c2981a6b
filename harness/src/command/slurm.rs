use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, fs, path, slice};

use anyhow::{Context, Result};
use clap::Args;

use super::Exit;
use crate::record::shell_line;
use crate::suite::Suite;

/// Write a Slurm job-array script that runs a suite in parts
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  optile slurm korf100 --shards 50 --out /scratch/korf > korf.sh\n  \
    sbatch korf.sh\n  optile merge /scratch/korf/shard-* --out /scratch/korf/all\n\n\
    Submitting the script again goes on where parts have stopped."
)]
pub(super) struct Arguments {
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
    /// Memory that a job may use, as Slurm has it, such as 8G
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// The partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Further arguments of `optile run`
    #[arg(last = true, value_name = "ARGUMENTS")]
    run: Vec<String>,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let suite = Suite::find(&self.suite)?;
        suite.instances()?;
        // Slurm starts no job whose log has no folder.
        let out = &self.out;
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        io::stdout().write_all(self.script(&suite)?.as_bytes())?;
        Ok(Exit::Well)
    }

    fn script(&self, suite: &Suite) -> Result<String> {
        let absolute = |path: &path::Path| {
            let whole = path::absolute(path);
            let whole = whole.with_context(|| format!("{} is no path", path.display()))?;
            Ok::<_, anyhow::Error>(whole.to_string_lossy().into_owned())
        };
        let program = absolute(&env::current_exe().context("cannot tell where optile is")?)?;
        // A file is found from the folder that the job starts in, too.
        let name = match path::Path::new(&self.suite).exists() {
            true => absolute(path::Path::new(&self.suite))?,
            false => self.suite.clone(),
        };
        let (out, count) = (absolute(&self.out)?, self.shards);
        let given: Vec<String> =
            env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let mut text = format!(
            "#!/bin/bash\n\
             # Written by: {}\n\
             # Submit with sbatch. Submitted again, it goes on where parts have stopped.\n\
             # Afterwards: {} merge {}/shard-* --out {}\n\
             #SBATCH --job-name=optile-{}\n\
             #SBATCH --array=1-{count}\n\
             #SBATCH --ntasks=1\n\
             #SBATCH --cpus-per-task=1\n\
             #SBATCH --output={out}/shard-%a.log\n\
             #SBATCH --open-mode=append\n",
            shell_line(&given),
            shell_line(slice::from_ref(&program)),
            shell_line(slice::from_ref(&out)),
            shell_line(&[format!("{out}/all")]),
            suite.name,
        );
        for (option, value) in
            [("time", &self.time), ("mem", &self.memory), ("partition", &self.partition)]
        {
            if let Some(value) = value {
                writeln!(text, "#SBATCH --{option}={value}")?;
            }
        }
        // As by Ctrl-C: the run under way gets its row, the rest is left for
        // the next time.
        text.push_str("#SBATCH --signal=B:INT@60\nset -eu\n");
        let mut words = vec![program, "run".to_owned(), name];
        words.extend(self.run.iter().cloned());
        writeln!(
            text,
            "exec {} --quiet --shard \"$SLURM_ARRAY_TASK_ID/{count}\" \\\n    --out {}/shard-\"$SLURM_ARRAY_TASK_ID\"",
            shell_line(&words),
            shell_line(&[out]),
        )?;
        Ok(text)
    }
}
