//! Suites: which instances, which strategies, how often and within what
//! limits.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Deserializer};

use crate::instance::{Instance, InstanceSet};
use crate::lines::quote;
use crate::quantity::{parse_bytes, parse_count, parse_duration};
use crate::{bundle, registry};

/// A suite as its TOML file has it. `docs/formats.md` describes the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The name, which the default folder of results bears.
    pub name: String,
    /// One line about it.
    #[serde(default)]
    pub about: String,
    /// Instance files, beside the suite's own, or names of bundled ones.
    pub instances: Vec<String>,
    /// Names of strategies; all of the registry where none are given.
    #[serde(default)]
    pub strategies: Vec<String>,
    /// Samples of each pair.
    #[serde(default = "once")]
    pub repeat: u32,
    /// Seed of the order of runs.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Limits of each run.
    #[serde(default, flatten)]
    pub limits: RunLimits,
    /// Pairs of strategies for the scatter charts.
    #[serde(default)]
    pub pairs: Vec<(String, String)>,
    /// The strategy whose counts the instance files have, for `verify`.
    pub counts_of: Option<String>,
    /// Where the suite's file is; nothing for a bundled one.
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// What one run may spend; nothing is limited where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct RunLimits {
    /// Of preparing and of searching, each.
    #[serde(default, rename = "time_limit", deserialize_with = "duration")]
    pub time: Option<Duration>,
    /// Expansions.
    #[serde(default, rename = "node_limit", deserialize_with = "count")]
    pub nodes: Option<u64>,
    /// Bytes in tables and queues.
    #[serde(default, rename = "memory_limit", deserialize_with = "bytes")]
    pub memory: Option<u64>,
}

const fn once() -> u32 {
    1
}

const fn first_seed() -> u64 {
    1
}

/// A quantity in a suite: a bare number, or a text with a unit.
#[derive(Deserialize)]
#[serde(untagged)]
enum Quantity {
    Number(u64),
    Text(String),
}

fn quantity<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    parse: fn(&str) -> Result<T>,
) -> Result<Option<T>, D::Error> {
    let text = match Quantity::deserialize(deserializer)? {
        Quantity::Number(number) => number.to_string(),
        Quantity::Text(text) => text,
    };
    parse(&text).map(Some).map_err(serde::de::Error::custom)
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    quantity(deserializer, parse_duration)
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    quantity(deserializer, parse_count)
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    quantity(deserializer, parse_bytes)
}

/// Every key of a suite file.
const KEYS: [&str; 11] = [
    "name",
    "about",
    "instances",
    "strategies",
    "repeat",
    "seed",
    "time_limit",
    "node_limit",
    "memory_limit",
    "pairs",
    "counts_of",
];

impl Suite {
    /// Finds a suite: a TOML file where the name looks like a path, else a
    /// bundled one.
    ///
    /// # Errors
    ///
    /// When there is none or it is faulty.
    pub fn find(name: &str) -> Result<Self> {
        if let Some(text) = bundle::suite(name) {
            return Self::parse(text).with_context(|| format!("bundled suite {name:?}"));
        }
        if !name.ends_with(".toml") && !name.contains(['/', '\\']) && !Path::new(name).exists() {
            let near = registry::nearest(name, bundle::suite_names());
            bail!(
                "unknown suite {name:?}: {}expected a TOML file or one of {}",
                registry::suggestion(near),
                bundle::suite_names().collect::<Vec<_>>().join(", ")
            );
        }
        let path = Path::new(name);
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let mut suite = Self::parse(text.trim_start_matches('\u{feff}'))
            .with_context(|| format!("suite {name}"))?;
        suite.folder = Some(path.parent().unwrap_or(Path::new("")).to_owned());
        Ok(suite)
    }

    /// Reads a suite from the text of its file.
    ///
    /// # Errors
    ///
    /// When it is no TOML, or has unknown keys or values of the wrong kind.
    pub fn parse(text: &str) -> Result<Self> {
        // Flattening keeps serde from seeing unknown keys by itself.
        let table: toml::Table = text.parse()?;
        if let Some(unknown) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            bail!(
                "unknown key {unknown:?}: {}expected {}",
                registry::suggestion(registry::nearest(unknown, KEYS)),
                KEYS.join(", ")
            );
        }
        let suite: Self = toml::from_str(text)?;
        suite.check()?;
        Ok(suite)
    }

    /// A suite of the instance files given and all strategies, named after the
    /// first file.
    pub fn of_files(files: &[PathBuf]) -> Self {
        let stem = files.first().and_then(|file| file.file_stem());
        let name = match stem.map(|stem| stem.to_string_lossy()) {
            Some(stem) if stem != "-" => stem.into_owned(),
            _ => "stdin".to_owned(),
        };
        Self {
            name,
            about: "instances given on the command line".to_owned(),
            instances: Vec::new(),
            strategies: Vec::new(),
            repeat: once(),
            seed: first_seed(),
            limits: RunLimits::default(),
            pairs: Vec::new(),
            counts_of: None,
            folder: None,
        }
    }

    fn check(&self) -> Result<()> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(plain) {
            // The name becomes a folder.
            bail!(
                "name {} is no name for a folder: expected letters, digits, -, _ and .",
                quote(&self.name)
            );
        }
        if self.instances.is_empty() {
            bail!("no instances: expected instance files or names of bundled ones");
        }
        if self.repeat == 0 {
            bail!("repeat is 0: expected at least 1");
        }
        Ok(())
    }

    /// Reads the suite's instances.
    ///
    /// # Errors
    ///
    /// When a file is missing or faulty.
    pub fn instances(&self) -> Result<Vec<Instance>> {
        let sets = self.instances.iter().map(|name| {
            let beside = self.folder.as_ref().map(|folder| folder.join(name));
            match (beside, bundle::instances(name)) {
                (Some(file), _) if file.exists() => InstanceSet::open(&file),
                (_, Some(text)) => {
                    let file = format!("{name}.tsv");
                    InstanceSet::read(&file, name, text.as_bytes())
                }
                (Some(file), None) => Err(anyhow!(
                    "no instance file {}, and none of the bundled sets has this name: {}",
                    file.display(),
                    bundle::instance_names().collect::<Vec<_>>().join(", ")
                )),
                (None, None) => Err(anyhow!("no bundled instances {name:?}")),
            }
        });
        merge(sets.collect::<Result<_>>()?)
    }
}

/// The instances of several sets as one list. Where there is more than one
/// set, ids get its name in front.
///
/// # Errors
///
/// When two sets have the same name.
pub fn merge(sets: Vec<InstanceSet>) -> Result<Vec<Instance>> {
    let several = sets.len() > 1;
    for (place, set) in sets.iter().enumerate() {
        if sets[..place].iter().any(|earlier| earlier.name == set.name) {
            bail!("two instance files are named {}: give one another `# name:`", quote(&set.name));
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
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_reads_with_every_key() {
        let suite = Suite::parse(
            "name = \"all\"\nabout = \"every key\"\ninstances = [\"korf100\"]\n\
             strategies = [\"bfs\"]\nrepeat = 3\nseed = 9\ntime_limit = \"1.5s\"\n\
             node_limit = 1000\nmemory_limit = \"1GiB\"\n\
             pairs = [[\"bfs\", \"bidir\"]]\ncounts_of = \"bfs\"\n",
        )
        .unwrap();
        assert_eq!((suite.repeat, suite.seed), (3, 9));
        let limits = RunLimits {
            time: Some(Duration::from_millis(1500)),
            nodes: Some(1000),
            memory: Some(1 << 30),
        };
        assert_eq!(suite.limits, limits);
        assert_eq!(suite.pairs, [("bfs".to_owned(), "bidir".to_owned())]);
        assert_eq!(suite.instances().unwrap().len(), 100);
    }

    #[test]
    fn faults_are_named() {
        let message = |text: &str| format!("{:#}", Suite::parse(text).unwrap_err());
        let good = "name = \"a\"\ninstances = [\"b\"]\n";
        for (text, expected) in [
            ("", "missing field `name`"),
            ("name = \"a\"\ninstances = []\n", "no instances"),
            ("name = \"../a\"\ninstances = [\"b\"]\n", "is no name for a folder"),
            (&format!("{good}strategy = [\"bfs\"]\n"), "did you mean \"strategies\"?"),
            (&format!("{good}repeat = 0\n"), "repeat is 0"),
            (&format!("{good}repeat = -1\n"), "line 3"),
            (&format!("{good}time_limit = \"soon\"\n"), "is no duration"),
            (&format!("{good}memory_limit = \"lots\"\n"), "is no size of memory"),
            ("name = ", "line 1"),
        ] {
            let message = message(text);
            assert!(message.contains(expected), "{text:?} gives {message:?}");
        }
        let error = Suite::find("eihgt").unwrap_err().to_string();
        assert!(error.contains("did you mean \"eight\"?"), "{error}");
        assert!(Suite::find("no/such.toml").is_err());
    }

    #[test]
    fn bundled_suites_and_their_strategies_are_sound() {
        for name in bundle::suite_names() {
            let suite = Suite::find(name).unwrap();
            assert_eq!(suite.name, name);
            assert!(!suite.about.is_empty() && suite.about.len() <= 79, "{name}");
            assert!(!suite.instances().unwrap().is_empty());
            let pairs = suite.pairs.iter().flat_map(|(a, b)| [a, b]);
            for strategy in suite.strategies.iter().chain(pairs).chain(&suite.counts_of) {
                registry::build(strategy).unwrap();
            }
        }
    }

    #[test]
    fn ids_of_several_sets_get_the_sets_name() {
        let set =
            |name: &str| InstanceSet::read("test", name, "1\t1 2 3 0\t0\n".as_bytes()).unwrap();
        assert_eq!(merge(vec![set("a")]).unwrap()[0].id, "1");
        let both = merge(vec![set("a"), set("b")]).unwrap();
        assert_eq!((both[0].id.as_str(), both[1].id.as_str()), ("a/1", "b/1"));
        assert!(merge(vec![set("a"), set("a")]).is_err());
    }
}
