//! The registry of strategies, as a value. This crate knows no strategy by name. The
//! program passes the registry to it.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use optile_core::{
    Family, Heuristic, HeuristicInfo, Heuristics, Session, Spec, SpecError, Strategy,
};
use optile_heuristics::Catalogue;
use optile_results::names::{nearest, suggestion};

/// The heuristic with which families are compared.
const STANDARD: &str = "manhattan";

/// Families of strategies, in the order in which listings, tables and charts show them, and
/// the heuristics that they take. Builds a strategy from its name on the command line.
pub struct Registry {
    families: Vec<Family>,
    heuristics: Catalogue,
    elsewhere: &'static [Elsewhere],
}

/// A search that people call by other names than this program.
#[derive(Debug)]
pub struct Elsewhere {
    /// The other names, in lower case. A heuristic may follow them.
    pub called: &'static [&'static str],
    /// The strategy that is meant.
    pub name: &'static str,
    /// Why it is meant, as a sentence with a space after it; empty if this is plain.
    pub note: &'static str,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name)).finish()
    }
}

impl Registry {
    /// A registry of these families.
    pub fn new(families: Vec<Family>, heuristics: Catalogue) -> Self {
        Self { families, heuristics, elsewhere: &[] }
    }

    /// The registry with one more heuristic, which every family takes that takes all others.
    #[must_use]
    pub fn adding(mut self, info: HeuristicInfo, heuristic: Arc<dyn Heuristic>) -> Self {
        let before = self.heuristics.list();
        self.heuristics.add(info, heuristic);
        // Like the lists of crates, it is there as long as the program.
        let all: &'static [HeuristicInfo] = self.heuristics.list().leak();
        for family in &mut self.families {
            if family.heuristics == before {
                family.heuristics = all;
            }
        }
        self
    }

    /// The registry, with names that are used elsewhere. It suggests what they mean.
    #[must_use]
    pub fn knowing(self, elsewhere: &'static [Elsewhere]) -> Self {
        Self { elsewhere, ..self }
    }

    /// The heuristics.
    pub fn heuristics(&self) -> &dyn Heuristics {
        &self.heuristics
    }

    /// All heuristics, as listings show them.
    pub fn all_heuristics(&self) -> Vec<HeuristicInfo> {
        self.heuristics.list()
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
            return Err(anyhow!(
                "unknown strategy {name:?}: {}`optile list strategies` lists all of them",
                self.meant_by(name, &[])
            ));
        };
        let strategy = family
            .check(&spec)
            .and_then(|()| (family.build)(&spec, self.heuristics()))
            .map_err(|error| explain(&error))
            .with_context(in_name)?;
        Ok(Entry { name: spec.to_string(), is_lookup: family.is_lookup, strategy })
    }

    /// The strategies that a name means: if it leaves out the heuristic that its family takes, those
    /// with each heuristic of the family, with the options of the name.
    pub fn members(&self, name: &str) -> Vec<String> {
        let spec: Option<Spec> = name.parse().ok();
        let members = spec.filter(|spec| spec.heuristic.is_none()).and_then(|spec| {
            let family = self.families.iter().find(|family| family.name == spec.family)?;
            let options = name.find(',').map_or("", |place| &name[place..]);
            Some(family.names().into_iter().map(|name| format!("{name}{options}")).collect())
        });
        members.unwrap_or_else(|| vec![name.to_owned()])
    }

    /// A question whether a known strategy, or one of `others`, is meant by an unknown name; empty
    /// if none is like it.
    pub fn meant_by(&self, name: &str, others: &[&str]) -> String {
        let name = name.to_lowercase();
        let word = name.split([':', ',']).next().unwrap_or_default();
        if let Some(known) = self.elsewhere.iter().find(|known| known.called.contains(&word)) {
            let near = match (known.name.split_once(':'), name.split_once(':')) {
                (Some((family, _)), Some((_, rest))) => format!("{family}:{rest}"),
                _ => known.name.to_owned(),
            };
            return format!("{}{}", suggestion(Some(&near)), known.note);
        }
        let names = self.names();
        let families = || self.families.iter().map(|family| family.name);
        let near = nearest(&name, others.iter().copied().chain(names.iter().map(String::as_str)));
        suggestion(near.or_else(|| nearest(word, families())))
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
