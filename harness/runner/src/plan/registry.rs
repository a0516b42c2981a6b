//! The registry of strategies, as a value. This crate knows no strategy by name. The
//! program passes the registry to it.

use std::env;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use optile_core::{
    Admissibility, Family, Heuristic, HeuristicInfo, Heuristics, OpenHeuristics, Session, Spec,
    SpecError, Strategy,
};
use optile_results::text::names::{nearest, suggestion};

/// The heuristic with which families are compared.
const STANDARD: &str = "manhattan";

/// Families of strategies, in the order in which listings, tables and charts show them, and
/// the heuristics that they take. Builds a strategy from its name on the command line.
pub struct Registry {
    families: Vec<Family>,
    /// The families at the end that take part only where they are named.
    named: usize,
    heuristics: Box<dyn OpenHeuristics>,
    elsewhere: [&'static [Elsewhere]; 2],
}

/// A strategy or a heuristic that people call by other names than this program.
#[derive(Debug)]
pub struct Elsewhere {
    /// The other names, in lower case. A heuristic may follow those of a strategy.
    pub called: &'static [&'static str],
    /// What is meant.
    pub name: &'static str,
    /// Why it is meant, as a sentence with a space after it; empty if this is plain.
    pub note: &'static str,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name)).finish()
    }
}

/// Whether a strategy promises something of the length of its paths that its heuristic does not
/// allow.
fn is_refused(family: &Family, spec: &Spec, heuristics: &dyn Heuristics) -> bool {
    let heuristic = spec.heuristic.as_ref().and_then(|_| heuristics.of(spec).ok());
    let is_inadmissible =
        |heuristic: Arc<dyn Heuristic>| heuristic.admissibility() == Admissibility::Inadmissible;
    let promises = |strategy: Box<dyn Strategy>| strategy.promise().limits_length();
    heuristic.is_some_and(is_inadmissible) && (family.build)(spec, heuristics).is_ok_and(promises)
}

impl Registry {
    /// A registry of these families.
    pub fn new(families: Vec<Family>, heuristics: impl OpenHeuristics + 'static) -> Self {
        Self { families, named: 0, heuristics: Box::new(heuristics), elsewhere: [&[]; 2] }
    }

    /// The registry, with families that take part only where they are named.
    #[must_use]
    pub fn with_named(mut self, families: Vec<Family>) -> Self {
        self.named += families.len();
        self.families.extend(families);
        self
    }

    /// Adds a heuristic.
    pub fn add(&mut self, info: HeuristicInfo, heuristic: Arc<dyn Heuristic>) {
        self.heuristics.add(info, heuristic);
    }

    /// The heuristics that a family takes. Those that are inadmissible are only for families that
    /// promise nothing of the length of their paths.
    pub fn taken_by(&self, family: &Family) -> Vec<HeuristicInfo> {
        let is_taken = |info: &HeuristicInfo| {
            let spec: Result<Spec, _> = format!("{}:{}", family.name, info.name).parse();
            spec.is_ok_and(|spec| !is_refused(family, &spec, self.heuristics()))
        };
        family.takes(&self.heuristics.list()).into_iter().filter(is_taken).collect()
    }

    /// The names of a family's strategies without options.
    pub fn names_of(&self, family: &Family) -> Vec<String> {
        family.names(&self.taken_by(family))
    }

    /// The registry, with names of strategies and of heuristics that are used elsewhere. It
    /// suggests what they mean.
    #[must_use]
    pub fn knowing(
        self,
        strategies: &'static [Elsewhere],
        heuristics: &'static [Elsewhere],
    ) -> Self {
        Self { elsewhere: [strategies, heuristics], ..self }
    }

    /// The heuristics.
    pub fn heuristics(&self) -> &dyn Heuristics {
        &*self.heuristics
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
        self.families.iter().flat_map(|family| self.names_of(family)).collect()
    }

    /// The strategies that take part if none are named: each family of [`Registry::new`] once, and
    /// the first family that accepts heuristics with each heuristic that needs
    /// no arguments. All pairs would be too many to read. Some of them, such as
    /// IDA* without a heuristic, would take far too long.
    pub fn standard_names(&self) -> Vec<String> {
        let families = &self.families[..self.families.len() - self.named];
        let first = families.iter().find(|family| !family.is_blind());
        let of = |family: &Family| {
            let (taken, name) = (self.taken_by(family), family.name);
            if first.is_some_and(|first| first.name == name) {
                let plain = taken.iter().filter(|h| h.arguments.is_none());
                return plain.map(|h| format!("{name}:{}", h.name)).collect();
            }
            match taken.iter().find(|h| h.name == STANDARD) {
                Some(h) => vec![format!("{name}:{}", h.name)],
                None => family.names(&taken),
            }
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
        if is_refused(family, &spec, self.heuristics()) {
            bail!(
                "strategy {name:?}: its heuristic is inadmissible, so paths may be longer than {} \
                 promises: expected another heuristic, or a search that promises nothing of \
                 lengths, such as greedy",
                family.name
            );
        }
        let strategy = family
            .check(&spec, &self.taken_by(family))
            .and_then(|()| (family.build)(&spec, self.heuristics()))
            .map_err(|error| self.explain(&error))
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
            Some(self.names_of(family).into_iter().map(|name| format!("{name}{options}")).collect())
        });
        members.unwrap_or_else(|| vec![name.to_owned()])
    }

    /// Whether a strategy is known to have one thread. A program may have more.
    pub fn has_one_thread(&self, name: &str) -> bool {
        // Another build has the same threads.
        let spec: Option<Spec> = name.split('@').next().and_then(|name| name.parse().ok());
        let family = self
            .families
            .iter()
            .find(|one| spec.as_ref().is_some_and(|spec| spec.family == one.name));
        family.is_some_and(|family| family.options.iter().all(|option| option.key != "threads"))
    }

    /// A question whether a known strategy, or one of `others`, is meant by an unknown name; empty
    /// if none is like it.
    pub fn meant_by(&self, name: &str, others: &[&str]) -> String {
        let name = name.to_lowercase();
        let (word, rest) = halves(&name);
        if let Some(known) = elsewhere(self.elsewhere[0], word) {
            let family = halves(known.name).0;
            // Options of what is meant would be lost.
            let is_kept = !rest.is_empty() && !known.name.contains(',');
            let with_rest = is_kept.then(|| format!("{family}{rest}"));
            let with_rest = with_rest.filter(|name| self.build(name).is_ok());
            return suggestion(Some(with_rest.as_deref().unwrap_or(known.name))) + known.note;
        }
        let is_family = self.families.iter().any(|family| family.name == word);
        if let Some(hint) = unregistered(word).filter(|_| !is_family) {
            return hint;
        }
        let heuristic = self.usual(word);
        if others.contains(&heuristic) {
            return suggestion(Some(heuristic));
        }
        if is_family {
            let of_family = [name.clone(), format!("{word}:{STANDARD}")];
            let own = of_family.iter().find(|name| self.build(name).is_ok());
            return suggestion(own.map(String::as_str));
        }
        let names = self.names();
        suggestion(nearest(&name, others.iter().copied().chain(names.iter().map(String::as_str))))
    }

    /// Whether this is what a strategy is called elsewhere.
    pub fn is_elsewhere(&self, name: &str) -> bool {
        elsewhere(self.elsewhere[0], halves(&name.to_lowercase()).0).is_some()
    }

    /// The name of a heuristic in this program.
    fn usual<'a>(&self, heuristic: &'a str) -> &'a str {
        elsewhere(self.elsewhere[1], heuristic).map_or(heuristic, |known| known.name)
    }

    /// The error, with the nearest known name.
    fn explain(&self, error: &SpecError) -> anyhow::Error {
        let near = match error {
            SpecError::UnknownHeuristic { name, known } => {
                if let Some(hint) = unregistered(name) {
                    return anyhow!("{error}; {}", hint.trim_end());
                }
                let name = name.to_lowercase();
                let known = || known.iter().map(String::as_str);
                known()
                    .find(|known| *known == self.usual(&name))
                    .or_else(|| nearest(&name, known()))
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
}

/// The family of a strategy's name, and the rest.
fn halves(name: &str) -> (&str, &str) {
    name.split_at(name.find([':', ',']).unwrap_or(name.len()))
}

/// What is meant by a name, if it is used elsewhere.
fn elsewhere(names: &'static [Elsewhere], name: &str) -> Option<&'static Elsewhere> {
    names.iter().find(|known| known.called.contains(&name))
}

/// Where the registry lists the crates of strategies and heuristics.
const LIST: &str = "harness/src/registry.rs";

/// A question about an unknown name, if a crate in the workspace around the current folder has it:
/// its author may have forgotten to register it.
fn unregistered(name: &str) -> Option<String> {
    unregistered_in(&env::current_dir().ok()?, name)
}

fn unregistered_in(folder: &Path, name: &str) -> Option<String> {
    let is_there = |folder: &&Path| {
        let manifest = folder.join(name).join("Cargo.toml");
        folder.join(LIST).is_file() && manifest.is_file()
    };
    let is_plain = !name.is_empty() && !name.contains(['/', '.']);
    let workspace = folder.ancestors().find(is_there).filter(|_| is_plain);
    workspace.map(|_| format!("there is a crate {name}: is it in {LIST}? "))
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_crate_of_the_workspace_that_is_not_registered_is_hinted_at() {
        let home = tempfile::tempdir().unwrap();
        let below = home.path().join("mine/src");
        fs::create_dir_all(&below).unwrap();
        fs::write(home.path().join("mine/Cargo.toml"), "").unwrap();
        assert_eq!(unregistered_in(&below, "mine"), None, "another workspace");
        fs::create_dir_all(home.path().join("harness/src")).unwrap();
        fs::write(home.path().join(LIST), "").unwrap();
        let hint = "there is a crate mine: is it in harness/src/registry.rs? ";
        assert_eq!(unregistered_in(&below, "mine").as_deref(), Some(hint));
        for name in ["yours", "../mine", "harness"] {
            assert_eq!(unregistered_in(&below, name), None);
        }
    }
}
