//! How a crate describes its strategies.

use std::sync::Arc;

use crate::{Heuristic, Opt, Spec, SpecError, Strategy};

/// One family of strategies. It holds everything that the registry, the command
/// line, the tests, the charts and the documents need to know about the family.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name before the colon, such as `astar`.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// The heuristics it takes, as in `astar:manhattan`. The name of a blind
    /// search has no colon.
    pub heuristics: Takes,
    /// The options it takes, as in `idastar:manhattan,order=dlru`.
    pub options: &'static [&'static Opt],
    /// Whether its strategies look answers up in tables of all answers, which they prepare. They
    /// do not search, so reports do not rank them among searches.
    pub is_lookup: bool,
    /// Makes the strategy of a name that [`Family::check`] has accepted.
    pub build: Build,
}

/// Which of the program's heuristics a family takes. Families do not know them, so that an edit of
/// a heuristic compiles no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None: the search is blind.
    Nothing,
    /// Each of them.
    Every,
    /// Those of these names, and of forms with these names.
    Only(&'static [&'static str]),
}

/// Makes the strategy of a name, with its heuristic from those of the program.
pub type Build = fn(&Spec, &dyn Heuristics) -> Result<Box<dyn Strategy>, SpecError>;

/// Heuristics by their names. The program decides where their tables come from.
pub trait Heuristics: Send + Sync {
    /// All of them, weakest first, and then all forms, as listings show them.
    fn list(&self) -> Vec<HeuristicInfo>;

    /// The heuristic of this name, which is as in a strategy's name.
    ///
    /// # Errors
    ///
    /// When there is no such heuristic.
    fn named(&self, name: &str) -> Result<Arc<dyn Heuristic>, SpecError>;

    /// The heuristic that a strategy's name asks for.
    ///
    /// # Errors
    ///
    /// When there is no such heuristic.
    fn of(&self, spec: &Spec) -> Result<Arc<dyn Heuristic>, SpecError> {
        self.named(spec.heuristic.as_deref().unwrap_or_default())
    }
}

/// Heuristics to which a program adds others: those of crates of their own, and of other programs.
pub trait OpenHeuristics: Heuristics {
    /// Adds a heuristic, which has another name than all others.
    fn add(&mut self, info: HeuristicInfo, heuristic: Arc<dyn Heuristic>);
}

/// No heuristics, for families that take none.
impl Heuristics for () {
    fn list(&self) -> Vec<HeuristicInfo> {
        Vec::new()
    }

    fn named(&self, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
        Err(SpecError::UnknownHeuristic { name: name.to_owned(), known: Vec::new() })
    }
}

/// A heuristic, or a form of heuristics, as listings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicInfo {
    /// The word after the colon. For a form, the word before its arguments.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// The arguments that must follow the word, if it is a form.
    pub arguments: Option<Arguments>,
}

/// A heuristic of a crate of its own, as the registry of a program lists it.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicEntry {
    /// The word after the colon of strategies.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// Makes the heuristic.
    pub make: fn() -> Arc<dyn Heuristic>,
}

/// How to name a heuristic that has arguments, such as other heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The whole name as in listings, such as `max(A,B)`. The arguments begin
    /// with `(` or `:`.
    pub form: &'static str,
    /// Names for tests. Listings of strategies show these.
    pub examples: &'static [&'static str],
}

impl HeuristicInfo {
    /// A heuristic with a whole name, without arguments.
    pub const fn plain(name: &'static str, about: &'static str) -> Self {
        Self { name, about, arguments: None }
    }

    /// The name, or the form.
    pub const fn form(&self) -> &'static str {
        match &self.arguments {
            None => self.name,
            Some(arguments) => arguments.form,
        }
    }

    /// The name, or the examples of the form.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let (name, examples) = match self.arguments {
            None => (Some(self.name), [].as_slice()),
            Some(arguments) => (None, arguments.examples),
        };
        name.into_iter().chain(examples.iter().copied())
    }

    /// Whether this is the name, or begins like this form. Only `build` checks
    /// the arguments.
    pub fn admits(&self, name: &str) -> bool {
        match (self.arguments, name.strip_prefix(self.name)) {
            (None, rest) => rest == Some(""),
            (Some(_), rest) => rest.is_some_and(|rest| rest.starts_with(['(', ':'])),
        }
    }
}

impl Family {
    /// Those of all heuristics that it takes.
    pub fn takes(&self, all: &[HeuristicInfo]) -> Vec<HeuristicInfo> {
        let is_taken = |info: &&HeuristicInfo| match self.heuristics {
            Takes::Nothing => false,
            Takes::Every => true,
            Takes::Only(names) => names.contains(&info.name),
        };
        all.iter().filter(is_taken).copied().collect()
    }

    /// Whether it is a blind search.
    pub fn is_blind(&self) -> bool {
        self.heuristics == Takes::Nothing
    }

    /// The names of this family's strategies without options: one for each of all heuristics that
    /// it takes and each example of a form, or the family's own.
    pub fn names(&self, all: &[HeuristicInfo]) -> Vec<String> {
        if self.is_blind() {
            return vec![self.name.to_owned()];
        }
        let taken = self.takes(all);
        let names = taken.iter().flat_map(HeuristicInfo::names);
        names.map(|name| format!("{}:{name}", self.name)).collect()
    }

    /// Checks a name against what this family declares, and against all heuristics.
    ///
    /// # Errors
    ///
    /// When the heuristic is unknown, missing or not expected. Also when an
    /// option is unknown, given twice or has a value that is not allowed.
    pub fn check(&self, spec: &Spec, all: &[HeuristicInfo]) -> Result<(), SpecError> {
        let taken = self.takes(all);
        let known = || taken.iter().map(|h| h.form().to_owned()).collect::<Vec<_>>();
        match &spec.heuristic {
            None if self.is_blind() => {}
            None => return Err(SpecError::NoHeuristic { family: self.name, known: known() }),
            Some(_) if self.is_blind() => return Err(SpecError::Blind { family: self.name }),
            Some(name) if taken.iter().any(|h| h.admits(name)) => {}
            Some(name) => {
                return Err(SpecError::UnknownHeuristic { name: name.clone(), known: known() });
            }
        }
        for (place, (key, _)) in spec.options.iter().enumerate() {
            if !self.options.iter().any(|option| option.key == key) {
                return Err(SpecError::UnknownOption {
                    family: self.name,
                    key: key.clone(),
                    known: self.options.iter().map(|option| option.key.to_owned()).collect(),
                });
            }
            if spec.options[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError::OptionTwice { key: key.clone() });
            }
        }
        self.options.iter().try_for_each(|option| option.check(spec))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILY: Family = Family {
        name: "family",
        about: "a family for tests",
        heuristics: Takes::Every,
        options: &[],
        is_lookup: false,
        build: |_, _| Err(SpecError::Blind { family: "family" }),
    };

    const ALL: [HeuristicInfo; 2] = [
        HeuristicInfo::plain("max-plain", "a heuristic whose name begins like a form"),
        HeuristicInfo {
            name: "max",
            about: "a form",
            arguments: Some(Arguments { form: "max(A,B)", examples: &["max(a,b)", "max(c,d)"] }),
        },
    ];

    #[test]
    fn forms_are_listed_by_their_examples_and_told_by_their_beginning() {
        let names = ["family:max-plain", "family:max(a,b)", "family:max(c,d)"];
        assert_eq!(FAMILY.names(&ALL), names);
        let check = |name: &str| FAMILY.check(&name.parse().unwrap(), &ALL);
        for name in names.into_iter().chain(["family:max(x)", "family:max:x"]) {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        for name in ["family:max", "family:maxi(a,b)", "family:max-plain(a)", "family:min(a,b)"] {
            let error = check(name).unwrap_err();
            assert!(matches!(error, SpecError::UnknownHeuristic { .. }), "{name}");
            assert!(error.to_string().contains("one of max-plain, max(A,B)"), "{error}");
        }
    }
    #[test]
    fn a_family_takes_the_heuristics_that_it_names_or_none() {
        let only = Family { heuristics: Takes::Only(&["max"]), ..FAMILY };
        assert_eq!(only.names(&ALL), ["family:max(a,b)", "family:max(c,d)"]);
        let error = only.check(&"family:max-plain".parse().unwrap(), &ALL).unwrap_err();
        assert!(error.to_string().ends_with("expected one of max(A,B)"), "{error}");
        let blind = Family { heuristics: Takes::Nothing, ..FAMILY };
        assert_eq!(blind.names(&ALL), ["family"]);
        let check = |name: &str| blind.check(&name.parse().unwrap(), &ALL);
        assert_eq!(check("family"), Ok(()));
        assert_eq!(check("family:max-plain"), Err(SpecError::Blind { family: "family" }));
    }
}
