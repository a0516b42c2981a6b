//! The registry of strategies, as a value. This crate knows no strategy by name. The
//! program passes the registry to it.

use std::fmt;

use anyhow::{Context, Result, anyhow};
use optile_core::{Family, Heuristics, Session, Size, Spec, SpecError, Strategy};
use optile_results::names::{nearest, suggestion};

/// The heuristic with which families are compared.
const STANDARD: &str = "manhattan";

/// Families of strategies, in the order in which listings, tables and charts show them, and
/// the heuristics that they take. Builds a strategy from its name on the command line.
pub struct Registry {
    families: Vec<Family>,
    default_for: fn(Size) -> &'static str,
    heuristics: Box<dyn Heuristics>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name)).finish()
    }
}

impl Registry {
    /// A registry of these families. `default_for` gives the name of the default strategy for
    /// boards of a size.
    pub fn new(
        families: Vec<Family>,
        default_for: fn(Size) -> &'static str,
        heuristics: impl Heuristics + 'static,
    ) -> Self {
        Self { families, default_for, heuristics: Box::new(heuristics) }
    }

    /// The heuristics.
    pub fn heuristics(&self) -> &dyn Heuristics {
        &*self.heuristics
    }

    /// All families.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The names of all strategies without options, in the order of the
    /// families.
    pub fn names(&self) -> Vec<String> {
        self.families.iter().flat_map(Family::names).collect()
    }

    /// The name of the default strategy for boards of this size.
    pub fn default_for(&self, size: Size) -> &'static str {
        (self.default_for)(size)
    }

    /// The strategies that take part if none are named: each family once, and
    /// the first family that accepts heuristics with each heuristic that needs
    /// no arguments. All pairs would be too many to read. Some of them, such as
    /// IDA* without a heuristic, would take far too long.
    pub fn standard_names(&self) -> Vec<String> {
        let families = &self.families;
        let first = families.iter().find(|family| !family.heuristics.is_empty());
        let in_first = |family: &Family| first.is_some_and(|first| first.name == family.name);
        let of = |family: &Family| match family.heuristics.iter().find(|h| h.name == STANDARD) {
            _ if in_first(family) => {
                let plain = family.heuristics.iter().filter(|h| h.arguments.is_none());
                plain.map(|h| format!("{}:{}", family.name, h.name)).collect()
            }
            Some(h) => vec![format!("{}:{}", family.name, h.name)],
            None => family.names(),
        };
        families.iter().flat_map(of).collect()
    }

    /// Builds the strategy of a name.
    ///
    /// # Errors
    ///
    /// When there is no such family, heuristic or option. The message suggests the nearest
    /// known name.
    pub fn build(&self, name: &str) -> Result<Entry> {
        let families = &self.families;
        let in_name = || format!("strategy {name:?}");
        let spec: Spec = name.parse().with_context(in_name)?;
        let Some(family) = families.iter().find(|family| family.name == spec.family) else {
            let names: Vec<String> = families.iter().flat_map(Family::names).collect();
            let near = match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => Some(near.to_owned()),
                None => nearest(&spec.family, families.iter().map(|family| family.name))
                    .map(str::to_owned),
            };
            return Err(anyhow!(
                "unknown strategy {name:?}: {}`optile list strategies` lists all of them",
                suggestion(near.as_deref())
            ));
        };
        let strategy = family
            .check(&spec)
            .and_then(|()| (family.build)(&spec, self.heuristics()))
            .map_err(|error| explain(&error))
            .with_context(in_name)?;
        Ok(Entry { name: spec.to_string(), is_lookup: family.is_lookup, strategy })
    }
}

/// A strategy and the name by which it was built.
pub struct Entry {
    /// The name with its options, such as `idastar:manhattan,order=dlru`.
    pub name: String,
    /// Whether it looks answers up, see [`Family::is_lookup`].
    pub is_lookup: bool,
    /// The strategy.
    pub strategy: Box<dyn Strategy>,
}

impl Entry {
    /// A new session with the strategy.
    pub fn open(&self) -> Session<&dyn Strategy> {
        Session::new(&*self.strategy)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.name).finish()
    }
}

/// The error, with the nearest known name.
fn explain(error: &SpecError) -> anyhow::Error {
    let near = match error {
        SpecError::UnknownHeuristic { name, known } => {
            nearest(name, known.iter().map(String::as_str))
        }
        SpecError::UnknownOption { key, known, .. } => {
            nearest(key, known.iter().map(String::as_str))
        }
        _ => None,
    };
    match near {
        Some(near) => anyhow!("{error}; did you mean {near:?}?"),
        None => anyhow!("{error}"),
    }
}
