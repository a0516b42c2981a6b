//! Suites: files that determine which strategies solve which instances, how
//! often and within which limits.

use std::io;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use optile_results::limits::RunLimits;
use optile_results::published::PublishedMean;
use optile_results::storage::disk;
use optile_results::text::lines::quote;
use optile_results::text::names::{nearest, suggestion};
use optile_results::text::quantity::{parse_bytes, parse_count, parse_duration, positive};
use serde::{Deserialize, Deserializer};

use crate::instances::bundle;
use crate::instances::instance::{Instance, InstanceSet};
use crate::plan::order::Order;
use crate::plan::registry::Registry;
use crate::plan::solver::{External, Solver};

/// A suite, as its TOML file describes it. `docs/formats.md` describes the keys.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The name. It is also the name of the default result folder.
    pub name: String,
    /// A description of one line.
    #[serde(default)]
    pub about: String,
    /// Instance files in the folder of the suite's file, or names of bundled ones.
    pub instances: Vec<String>,
    /// How many of their instances take part, from the first on; all if it is `None`.
    pub first: Option<NonZeroUsize>,
    /// The order of runs.
    #[serde(default)]
    pub order: Order,
    /// Names of strategies. If there is no such key, the standard strategies of the registry.
    #[serde(default, deserialize_with = "some")]
    pub strategies: Vec<String>,
    /// The number of samples of each pair of instance and strategy.
    #[serde(default = "one", deserialize_with = "from_one")]
    pub repeat: u32,
    /// The number of warm-up runs before each sample.
    #[serde(default)]
    pub warmup: u32,
    /// The seed of the order of runs.
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default, deserialize_with = "duration")]
    time_limit: Option<Duration>,
    #[serde(default, deserialize_with = "duration")]
    cpu_limit: Option<Duration>,
    #[serde(default, deserialize_with = "count")]
    node_limit: Option<u64>,
    #[serde(default, deserialize_with = "bytes")]
    memory_limit: Option<u64>,
    /// The limits of each run, from the four keys above.
    #[serde(skip)]
    pub limits: RunLimits,
    /// Pairs of strategies for the scatter charts.
    #[serde(default)]
    pub pairs: Vec<(String, String)>,
    /// External programs. They take part unless `strategies` leaves them out.
    #[serde(default)]
    pub external: Vec<External>,
    /// External programs that give estimates, as heuristics of strategies.
    #[serde(default, rename = "heuristic")]
    pub heuristics: Vec<External>,
    /// The strategy to which the counts in the instance files belong. Results are compared with them.
    pub counts_of: Option<String>,
    /// Published means over all instances, with which the report compares.
    #[serde(default)]
    pub published: Vec<PublishedMean>,
    /// The number of instances, once they are read. A plan may have only some of them.
    #[serde(skip)]
    pub(crate) size: Option<usize>,
    /// Their sets, once they are read.
    #[serde(skip)]
    pub(crate) sets: Vec<String>,
    /// The folder of the suite's file; `None` for a bundled suite.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// What is said about instances of files that are named on the command line.
const ABOUT_FILES: &str = "instances given on the command line";

fn one<T: From<u8>>() -> T {
    1.into()
}

fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::deserialize(deserializer)?;
    match names.is_empty() {
        true => Err(serde::de::Error::custom("no strategies: name one, or remove the key")),
        false => Ok(names),
    }
}

fn from_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    NonZeroU32::deserialize(deserializer).map(NonZeroU32::get)
}

/// A quantity in a suite: a number, or a text with a unit.
#[derive(Deserialize)]
#[serde(untagged)]
enum Quantity {
    Number(u64),
    Text(String),
}

fn quantity<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    parse: impl Fn(&str) -> Result<T>,
) -> Result<Option<T>, D::Error> {
    let text = match Quantity::deserialize(deserializer)? {
        Quantity::Number(number) => number.to_string(),
        Quantity::Text(text) => text,
    };
    parse(&text).map(Some).map_err(serde::de::Error::custom)
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    quantity(deserializer, positive(parse_duration))
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    quantity(deserializer, positive(parse_count))
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    quantity(deserializer, positive(parse_bytes))
}

impl Suite {
    /// Finds a suite: a bundled one, or else the TOML file of this name. No external program
    /// of it may have the name of a family in `registry`.
    ///
    /// # Errors
    ///
    /// When there is no such suite, or it has an error.
    pub fn find(name: &str, registry: &Registry) -> Result<Self> {
        if let Some(text) = bundle::suite(name) {
            return Self::parse(text, registry).with_context(|| format!("bundled suite {name:?}"));
        }
        if !name.ends_with(".toml") && !name.contains(['/', '\\']) && !Path::new(name).exists() {
            let beside = Some(format!("{name}.toml")).filter(|file| Path::new(file).is_file());
            let near = nearest(name, bundle::suite_names());
            bail!(
                "unknown suite {name:?}: {}expected a TOML file or one of {}",
                suggestion(beside.as_deref().or(near)),
                bundle::suite_names().collect::<Vec<_>>().join(", ")
            );
        }
        let path = Path::new(name);
        let text = disk::read_input(path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .with_context(|| format!("cannot read {name}"))?;
        let mut suite = Self::parse(text.trim_start_matches('\u{feff}'), registry)
            .with_context(|| format!("suite {name}"))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        for external in suite.external.iter_mut().chain(&mut suite.heuristics) {
            external.folder.clone_from(&folder);
        }
        suite.folder = Some(folder);
        Ok(suite)
    }

    /// Reads a suite from the text of its file.
    ///
    /// # Errors
    ///
    /// When it is not TOML, or has unknown keys or invalid values.
    pub fn parse(text: &str, registry: &Registry) -> Result<Self> {
        let mut suite: Self = toml::from_str(text).map_err(|error| explain(&error))?;
        suite.limits = RunLimits {
            time: suite.time_limit,
            cpu: suite.cpu_limit,
            nodes: suite.node_limit,
            memory: suite.memory_limit,
        };
        suite.check(registry)?;
        Ok(suite)
    }

    /// A suite of instance files and the standard strategies. It has the name of the first
    /// file, without dots at the beginning: the name becomes a folder, which must not be
    /// hidden, and must not be `.` or `..`.
    pub fn of_files(files: &[PathBuf]) -> Self {
        let stem = files.first().and_then(|file| file.file_stem());
        let name = match stem.map(|stem| stem.to_string_lossy()) {
            Some(stem) if stem != "-" => match stem.trim_start_matches('.') {
                "" => "instances".to_owned(),
                name => name.to_owned(),
            },
            _ => "stdin".to_owned(),
        };
        Self { name, about: ABOUT_FILES.to_owned(), repeat: 1, seed: 1, ..Self::default() }
    }

    fn check(&self, registry: &Registry) -> Result<()> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(plain) {
            // The name becomes a folder.
            bail!(
                "name {} cannot be the name of a folder: expected letters, digits, -, _ and .",
                quote(&self.name)
            );
        }
        if self.instances.is_empty() {
            bail!("no instances: expected instance files or names of bundled ones");
        }
        self.check_programs(registry)?;
        for PublishedMean { strategy, mean, samples, sd, .. } in &self.published {
            if !self.strategies.contains(strategy) {
                bail!("published: {} is none of the strategies of the suite", quote(strategy));
            }
            if !(0.0..f64::INFINITY).contains(mean)
                || sd.is_some_and(|sd| !(0.0..f64::INFINITY).contains(&sd))
            {
                bail!("published: a figure of {} is not a number from 0 on", quote(strategy));
            }
            if sd.is_some() && samples.is_none() {
                bail!(
                    "published: sd of {} needs samples, the number of instances",
                    quote(strategy)
                );
            }
        }
        Ok(())
    }

    /// Checks its programs.
    ///
    /// # Errors
    ///
    /// When a name is not valid or taken.
    pub fn check_programs(&self, registry: &Registry) -> Result<()> {
        let programs: Vec<&External> = self.external.iter().chain(&self.heuristics).collect();
        for (place, external) in programs.iter().enumerate() {
            external.check(registry)?;
            if programs[..place].iter().any(|earlier| earlier.name == external.name) {
                bail!("two programs are named {}", quote(&external.name));
            }
        }
        let known = registry.all_heuristics();
        let is_known = |own: &&External| known.iter().any(|other| other.name == own.name);
        if let Some(plain) = self.heuristics.iter().find(|own| own.plain) {
            bail!("heuristic {} cannot be plain: its answers are JSON", quote(&plain.name));
        }
        match self.heuristics.iter().find(is_known) {
            Some(own) => bail!("program {} has the name of a heuristic", quote(&own.name)),
            None => Ok(()),
        }
    }

    /// The published means of those of its strategies that take part.
    pub(super) fn published_of(&self, solvers: &[Solver]) -> Vec<PublishedMean> {
        let takes_part =
            |mean: &&PublishedMean| solvers.iter().any(|one| one.name() == mean.strategy);
        self.published.iter().filter(takes_part).cloned().collect()
    }

    /// Reads the instances: the suite's, or those of files or bundled sets that replace them.
    ///
    /// # Errors
    ///
    /// When a file is missing or has an error.
    pub fn read_instances(&mut self, files: &[PathBuf]) -> Result<Vec<Instance>> {
        let (sets, first) = match files {
            [] => (self.read_sets()?, self.first),
            files => {
                // What the suite says about itself is not true of other instances.
                ABOUT_FILES.clone_into(&mut self.about);
                self.published.clear();
                (files.iter().map(|file| open(file)).collect::<Result<_>>()?, None)
            }
        };
        self.sets = sets.iter().map(InstanceSet::record).collect();
        let instances = merge(sets, first)?;
        self.size = Some(instances.len());
        Ok(instances)
    }

    fn read_sets(&self) -> Result<Vec<InstanceSet>> {
        let sets = self.instances.iter().map(|name| {
            let beside = self.folder.as_ref().map(|folder| folder.join(name));
            if let Some(file) = beside.as_ref().filter(|file| file.exists()) {
                return InstanceSet::open(file);
            }
            InstanceSet::bundled(name)?.ok_or_else(|| match &beside {
                Some(file) => anyhow!(
                    "no instance file {}, and none of the bundled sets has this name: {}",
                    file.display(),
                    bundle::instance_names().collect::<Vec<_>>().join(", ")
                ),
                None => anyhow!("no bundled instances {name:?}"),
            })
        });
        sets.collect()
    }
}

/// Opens an instance file, or else the bundled set of this name.
fn open(file: &Path) -> Result<InstanceSet> {
    let bundled = match file.to_str() {
        Some(name) if !file.exists() => InstanceSet::bundled(name)?,
        _ => None,
    };
    bundled.map_or_else(|| InstanceSet::open(file), Ok)
}

/// The error in a suite's file with its line and column, without names of types. For an unknown
/// name, it suggests the nearest known one.
fn explain(error: &toml::de::Error) -> anyhow::Error {
    // The message quotes the unknown name first and then the expected names.
    let mut names = error.message().split('`').skip(1).step_by(2);
    let near = match names.next() {
        Some(unknown) if error.message().starts_with("unknown") => nearest(unknown, names),
        _ => None,
    };
    let mut text = error.to_string().trim_end().to_owned();
    for name in ["a nonzero u32", "a nonzero usize", "u32", "u64"] {
        let words =
            format!("expected a whole number{}", if name.len() > 3 { " from 1 on" } else { "" });
        text = text.replace(&format!("expected {name}"), &format!("{words}, such as 3"));
    }
    match near {
        Some(near) => anyhow!("{text}; did you mean {near:?}?"),
        None => anyhow!(text),
    }
}

/// The first instances of several sets as one list; all if `first` is `None`. If there is more
/// than one set, each id is preceded by the name of its set.
///
/// # Errors
///
/// When two sets have the same name, or there are fewer than `first` instances.
fn merge(sets: Vec<InstanceSet>, first: Option<NonZeroUsize>) -> Result<Vec<Instance>> {
    let several = sets.len() > 1;
    for (place, set) in sets.iter().enumerate() {
        if sets[..place].iter().any(|earlier| earlier.name == set.name) {
            bail!(
                "two instance files are named {}: give one of them another `# name:`",
                quote(&set.name)
            );
        }
    }
    let mut all = Vec::new();
    for set in sets {
        for mut instance in set.instances {
            if several {
                instance.id = format!("{}/{}", set.name, instance.id);
            }
            all.push(instance);
        }
    }
    match first.map(NonZeroUsize::get) {
        Some(first) if first > all.len() => {
            bail!("first is {first}: expected at most {}, the number of instances", all.len())
        }
        first => all.truncate(first.unwrap_or(usize::MAX)),
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
