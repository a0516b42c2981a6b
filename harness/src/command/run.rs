use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::{Exit, LimitArguments};
use crate::experiment::Experiment;
use crate::folder::Folder;
use crate::instance::InstanceSet;
use crate::interruption::Interruption;
use crate::registry::{self, Entry};
use crate::report::{self, Results, Summary, Verdict};
use crate::suite::{Suite, merge};
use crate::{lines, origin};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A TOML file or the name of a bundled suite [default: eight]
    suite: Option<String>,
    /// Take the instances of this file instead of the suite's; may be repeated
    #[arg(long, value_name = "FILE")]
    instances: Vec<PathBuf>,
    /// Run this strategy instead of the suite's; may be repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Where to write results [default: optile-results/ and the name of the suite]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results that are there
    #[arg(long)]
    overwrite: bool,
    /// Seed of the order of runs
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Samples of each pair of instance and strategy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Say nothing unless something is wrong
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let mut suite = match &self.suite {
            Some(name) => Suite::find(name)?,
            None if self.instances.is_empty() => Suite::find("eight")?,
            None => Suite::of_files(&self.instances),
        };
        suite.seed = self.seed.unwrap_or(suite.seed);
        suite.repeat = self.repeat.unwrap_or(suite.repeat);
        let instances = if self.instances.is_empty() {
            suite.instances()?
        } else {
            let sets = self.instances.iter().map(|file| InstanceSet::open(file));
            merge(sets.collect::<Result<_>>()?)?
        };
        let experiment = Experiment {
            instances,
            strategies: build_all(&self.strategy, &suite)?,
            repeat: suite.repeat,
            seed: suite.seed,
            limits: self.limits.over(suite.limits),
        };
        let names = experiment.strategies.iter().map(|entry| entry.name.clone()).collect();
        let record = origin::record(&suite, experiment.limits, names, experiment.planned());

        let path = self.out.unwrap_or_else(|| ["optile-results", &suite.name].iter().collect());
        let mut folder = Folder::create(&path, self.overwrite)?;
        // One Ctrl-C finishes the row under way, a second abandons it.
        let interruption = Interruption::listen(2)?;
        let results = experiment.conduct(&mut folder, record, &interruption, self.quiet)?;
        let page = report::write(folder.path(), &results)?.page;

        let verdict = Verdict::of(&results);
        name_failures(&verdict);
        if !self.quiet {
            // The results are safe; a reader who leaves takes nothing along.
            let _ = conclude(&results, &verdict, &page);
        }
        Ok(if !results.record.complete { Exit::Interrupted } else { Exit::of(verdict.is_clean()) })
    }
}

/// The strategies named on the command line, else the suite's, else all.
pub(super) fn build_all(given: &[String], suite: &Suite) -> Result<Vec<Entry>> {
    let names = match (given, &suite.strategies[..]) {
        ([], []) => registry::names(),
        ([], suites) => suites.to_vec(),
        (given, _) => given.to_vec(),
    };
    let mut entries: Vec<Entry> = Vec::new();
    for name in names {
        let entry = registry::build(&name)?;
        if entries.iter().any(|earlier| earlier.name == entry.name) {
            bail!("strategy {:?} is named twice", entry.name);
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// Most failures named one by one; the report has all.
const MOST_NAMED: usize = 20;

fn name_failures(verdict: &Verdict<'_>) {
    let mut err = io::stderr().lock();
    for row in verdict.failures.iter().take(MOST_NAMED) {
        let reason = row.reason.as_deref().unwrap_or("no reason given");
        // Nobody listening is no reason to stop.
        let _ = writeln!(
            err,
            "{}: {} on instance {}: {reason}",
            row.status,
            row.strategy,
            lines::quote(&row.instance)
        );
    }
    for disagreement in verdict.disagreements.iter().take(MOST_NAMED) {
        let instance = lines::quote(disagreement.instance);
        let _ = writeln!(err, "disagreement on instance {instance}: {:?}", disagreement.answers);
    }
    if verdict.failures.len() > MOST_NAMED {
        let more = verdict.failures.len() - MOST_NAMED;
        let _ = writeln!(err, "and {more} more, which the report names");
    }
}

/// The columns of the report's table that fit a terminal of eighty columns.
const SHOWN: [&str; 7] = [
    "strategy",
    "solved",
    "expanded, median",
    "time, median",
    "nodes/s",
    "peak memory",
    "time ÷\u{a0}best",
];

fn shown<T: Into<String>>(cells: impl IntoIterator<Item = T>) -> Vec<String> {
    let named = Summary::HEADER.into_iter().zip(cells);
    named.filter(|(name, _)| SHOWN.contains(name)).map(|(_, cell)| cell.into()).collect()
}

fn conclude(results: &Results, verdict: &Verdict<'_>, page: &std::path::Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let summaries = report::summary(results);
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    // Headings of two words take two lines rather than a wide column.
    table.set_header(shown(Summary::HEADER).iter().map(|name| name.replacen(' ', "\n", 1)));
    table.add_rows(summaries.iter().map(|summary| shown(summary.cells())));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    writeln!(out, "{}", report::note(&summaries))?;
    if !results.record.complete {
        let planned = results.record.planned;
        writeln!(out, "Interrupted after {} of {planned} runs.", results.rows.len())?;
    }
    writeln!(out, "\n{}", verdict.sentence())?;
    writeln!(out, "Report: {}", page.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_shown_is_one_of_the_table() {
        assert_eq!(shown(Summary::HEADER), SHOWN);
    }
}
