//! `optile list`: the names from which users can choose.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, ValueEnum};
use optile_core::Allowed;
use optile_instances::bundle;
use optile_instances::instance::InstanceSet;
use optile_results::quantity::counted;
use optile_results::terminal::{self, wrapped};
use optile_runner::suite::Suite;

use super::Exit;
use crate::check;
use crate::judge::JUDGES;
use crate::registry;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to list [default: everything]
    what: Option<What>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Strategies,
    Heuristics,
    Suites,
    Instances,
    Judges,
    /// For which types of estimators the code of each search is compiled
    Copies,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        if let Some(what) = self.what {
            what.list(&mut out, "")?;
        } else {
            for (index, &what) in What::value_variants().iter().enumerate() {
                let name = what.to_possible_value().map(|value| value.get_name().to_owned());
                let gap = if index > 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}:", name.unwrap_or_default())?;
                what.list(&mut out, "  ")?;
            }
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}

/// The fewest columns for descriptions beside names.
const FEWEST_COLUMNS: usize = 24;

impl What {
    fn list(self, out: &mut impl Write, indent: &str) -> Result<()> {
        let mut lines = Vec::new();
        let mut line = |name: &str, about: &str| lines.push((name.to_owned(), about.to_owned()));
        match self {
            Self::Strategies => {
                for family in registry::all().families() {
                    let heuristic = if family.heuristics.is_empty() { "" } else { ":HEURISTIC" };
                    line(&format!("{}{heuristic}", family.name), family.about);
                    for option in family.options {
                        let values = match option.allowed {
                            Allowed::OneOf(words) => words.join(" or "),
                            Allowed::Form { about, .. } => about.to_owned(),
                            _ => "a value".to_owned(),
                        };
                        let name = format!("  ,{}={}", option.key, option.default);
                        line(&name, &format!("  {} ({values})", option.about));
                    }
                }
            }
            Self::Heuristics => {
                for heuristic in optile_heuristics::ALL {
                    line(heuristic.form(), heuristic.about);
                }
            }
            Self::Suites => {
                for name in bundle::suite_names() {
                    line(name, &Suite::find(name, &registry::all())?.about);
                }
            }
            Self::Instances => {
                for name in bundle::instance_names() {
                    let text = bundle::instances(name).unwrap_or_default();
                    let set = InstanceSet::read(name, name, text.as_bytes())?;
                    let mut sizes: Vec<String> =
                        set.instances.iter().map(|one| one.problem.size().to_string()).collect();
                    sizes.sort();
                    sizes.dedup();
                    let count = counted(set.instances.len(), "board");
                    let source = set.source.as_deref().unwrap_or_default();
                    let source = match source.contains(" generate ") {
                        true => "random",
                        // A list of commands may follow in the file.
                        false => source.trim_end_matches(':'),
                    };
                    line(name, &format!("{count} of {}: {source}", sizes.join(", ")));
                }
            }
            Self::Judges => {
                for judge in JUDGES {
                    judge.names.iter().for_each(|name| line(name, judge.about));
                }
            }
            Self::Copies => {
                let registry = registry::all();
                for name in registry.standard_names() {
                    if let Some(copies) = check::copies_of(&*registry.build(&name)?.strategy) {
                        line(&name, &copies);
                    }
                }
            }
        }
        let longest = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let width = longest.max(20);
        let start = indent.len() + width + 1;
        // Descriptions in a column of few characters are hard to read.
        let room = terminal::width().filter(|&room| usize::from(room) >= start + FEWEST_COLUMNS);
        lines.iter().try_for_each(|(name, about)| {
            // The values of options are indented once more, on each line.
            let further = about.len() - about.trim_start().len();
            let about = wrapped(about, room, start, start + further);
            writeln!(out, "{indent}{name:<width$} {about}")
        })?;
        Ok(())
    }
}
