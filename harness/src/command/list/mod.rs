//! `optile list`: the names from which users can choose.

use std::io::{self, Write};

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use optile_core::Family;
use optile_results::text::names::matches;
use optile_results::text::quantity::counted;
use optile_results::text::terminal::{self, wrapped};
use optile_runner::instances::bundle;
use optile_runner::instances::instance::InstanceSet;
use optile_runner::plan::suite::Suite;

use crate::command::boards::judge::{JUDGES, Judge};
use crate::command::exit::Exit;
use crate::registry;

/// List strategies, heuristics, suites, sets of instances and judges
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to describe [default: only the names of everything]
    what: Option<What>,
    /// Only names with this text or of this pattern, such as 'astar*'
    pattern: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Strategies,
    Heuristics,
    Suites,
    /// The bundled sets of instances: id, version, licence, source, generator and SHA-256
    #[value(alias = "instances")]
    Sets,
    Judges,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        if let Some(what) = self.what {
            what.list(self.pattern.as_deref(), &mut out)?;
        } else {
            What::value_variants().iter().try_for_each(|what| what.name_all(&mut out))?;
            writeln!(out, "`optile list strategies`, and so on, describes each.")?;
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}

/// The columns of lists of names, which fit on a screen.
const SHORT_COLUMNS: u16 = 78;

/// What follows the name of a family that takes heuristics.
const HEURISTIC: &str = ":HEURISTIC";

/// The fewest columns for descriptions beside names.
const FEWEST_COLUMNS: usize = 24;

/// A name and its description.
type Line = (String, String);

impl What {
    /// The names alone.
    fn name_all(self, out: &mut impl Write) -> Result<()> {
        let kind = self.to_possible_value().map(|value| value.get_name().to_owned());
        let lines = self.lines()?;
        let names =
            lines.iter().map(|(name, _)| name.as_str()).filter(|name| !name.starts_with(' '));
        let names = names.collect::<Vec<_>>().join(", ").replace(HEURISTIC, ":H");
        let note = if self == Self::Strategies { ", where :H stands for a heuristic" } else { "" };
        writeln!(out, "{}{note}:", kind.unwrap_or_default())?;
        Ok(writeln!(out, "  {}\n", wrapped(&names, Some(SHORT_COLUMNS), 2, 2))?)
    }

    fn list(self, pattern: Option<&str>, out: &mut impl Write) -> Result<()> {
        let mut lines = self.lines()?;
        if let Some(pattern) = pattern {
            let mut is_chosen = false;
            // Further lines of a name are indented.
            lines.retain(|(name, _)| {
                if !name.starts_with(' ') {
                    let plain = name.strip_suffix(HEURISTIC).unwrap_or(name);
                    is_chosen = name.contains(pattern) || matches(pattern, plain);
                }
                is_chosen
            });
            ensure!(!lines.is_empty(), "no name has {pattern:?}: `optile list` shows all");
        }
        let longest = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let width = longest.max(20);
        let start = width + 1;
        // Descriptions in a column of few characters are hard to read.
        let room = terminal::width().filter(|&room| usize::from(room) >= start + FEWEST_COLUMNS);
        lines.iter().try_for_each(|(name, about)| {
            // The values of options are indented once more, on each line.
            let further = about.len() - about.trim_start().len();
            let about = wrapped(about, room, start, start + further);
            writeln!(out, "{name:<width$} {about}")
        })?;
        Ok(())
    }

    fn lines(self) -> Result<Vec<Line>> {
        let line = |name: &str, about: &str| (name.to_owned(), about.to_owned());
        Ok(match self {
            Self::Strategies => registry::all().families().iter().flat_map(family).collect(),
            Self::Heuristics => {
                let all = registry::all().all_heuristics();
                all.iter().map(|heuristic| line(heuristic.form(), heuristic.about)).collect()
            }
            Self::Suites => {
                let about = |name| Suite::find(name, &registry::all()).map(|suite| suite.about);
                let suites = bundle::suite_names().map(|name| Ok(line(name, &about(name)?)));
                suites.collect::<Result<_>>()?
            }
            Self::Sets => {
                let sets = bundle::instance_names().map(set).collect::<Result<Vec<_>>>()?;
                sets.into_iter().flatten().collect()
            }
            Self::Judges => {
                let names =
                    |judge: &'static Judge| judge.names.iter().map(move |name| (name, judge));
                let all = JUDGES.iter().flat_map(names);
                all.map(|(name, judge)| line(name, judge.about)).collect()
            }
        })
    }
}

/// A family, and its options.
fn family(family: &Family) -> Vec<Line> {
    let heuristic = if family.is_blind() { "" } else { HEURISTIC };
    let own = (format!("{}{heuristic}", family.name), family.about.to_owned());
    let options = family.options.iter().map(|option| {
        let name = format!("  ,{}={}", option.key, option.default);
        (name, format!("  {} ({})", option.about, option.allowed.expected()))
    });
    [own].into_iter().chain(options).collect()
}

/// A bundled set of instances, and what it says about itself.
fn set(name: &str) -> Result<Vec<Line>> {
    let Some(set) = InstanceSet::bundled(name)? else { bail!("no bundled set {name:?}") };
    let mut sizes: Vec<String> =
        set.instances.iter().map(|one| one.problem.size().to_string()).collect();
    sizes.sort();
    sizes.dedup();
    let count = counted(set.instances.len(), "board");
    let mut lines = vec![(name.to_owned(), format!("{count} of {}", sizes.join(", ")))];
    for (key, value) in set.description.entries() {
        lines.push((format!("  {key}"), format!("  {value}")));
    }
    Ok(lines)
}
