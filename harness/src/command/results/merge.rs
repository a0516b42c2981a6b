//! `optile merge`: several folders of results as one.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use optile_report::Analysis;
use optile_results::difference::Purpose;
use optile_results::merging::{Part, merge};
use optile_results::storage::disk;
use optile_results::storage::folder::Folder;
use optile_results::text::quantity::counted;
use optile_results::text::terminal::{name, prose};

use super::messages::{remarks, say};
use crate::command::exit::Exit;

/// Merge folders of results, such as the parts of a plan
#[derive(Debug, Args)]
#[command(
    after_help = "Results that are already in DIR are merged too, so parts can be added later.\n\n\
    Example: optile merge parts/shard-* --out parts/all"
)]
pub(in crate::command) struct Arguments {
    /// Folders that `optile run` or this command wrote
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Where to write the merged results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Merge results of different versions and limits, too
    #[arg(long)]
    mixed: bool,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let cannot = || format!("cannot write into {}", self.out.display());
        disk::try_out_folder(&self.out).with_context(cannot)?;
        let mut parts = Vec::new();
        for folder in self.folders {
            let results = optile_results::load(&folder)?;
            say(remarks(&folder.display().to_string(), &results));
            parts.push(Part { folder, results });
        }
        let is_new = !self.out.exists();
        let (folder, found) = Folder::open(&self.out)?;
        parts.extend(found.map(|results| Part { folder: self.out.clone(), results }));
        let joined = parts.len();
        let purpose = if self.mixed { Purpose::MixedMerging } else { Purpose::Merging };
        let mut results = merge(parts, purpose).inspect_err(|_| {
            // What is refused leaves no folder, or the one that was there.
            if is_new {
                drop(fs::remove_dir_all(&self.out));
            }
        })?;
        folder.write_all(&mut results)?;
        let analysis = Analysis::of(&results);
        let page = optile_report::write(folder.path(), &analysis)?.page;
        let verdict = &analysis.verdict;
        let mut out = io::stdout().lock();
        let (rows, planned) = (results.rows.len(), results.record.planned());
        let (joined, all) = (counted(joined, "folder"), counted(planned, "run"));
        let done = format!("{joined} merged: {rows} of {all} done");
        writeln!(out, "{}", prose(&done))?;
        writeln!(out, "{}", prose(&verdict.sentence()))?;
        writeln!(out, "Report: {}", name(&page))?;
        if rows as u64 > planned {
            bail!("{} has more rows than were planned", self.out.display());
        }
        Ok(Exit::of_verdict(verdict))
    }
}
