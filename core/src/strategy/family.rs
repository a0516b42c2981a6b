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
    /// The heuristics it takes, as in `astar:manhattan`. A blind search has
    /// none, and its name has no colon.
    pub heuristics: &'static [HeuristicInfo],
    /// The options it takes, as in `idastar:manhattan,order=dlru`.
    pub options: &'static [&'static Opt],
    /// Whether its strategies look answers up in tables of all answers, which they prepare. They
    /// do not search, so reports do not rank them among searches.
    pub is_lookup: bool,
    /// Makes the strategy of a name that [`Family::check`] has accepted.
    pub build: Build,
}

/// Makes the strategy of a name, with its heuristic from those of the program.
pub type Build = fn(&Spec, &dyn Heuristics) -> Result<Box<dyn Strategy>, SpecError>;

/// Heuristics by their names. The program decides where their tables come from.
pub trait Heuristics: Send + Sync {
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

/// No heuristics, for families that take none.
impl Heuristics for () {
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
    /// The names of this family's strategies without options: one for each
    /// heuristic and each example of a form, or the family's own.
    pub fn names(&self) -> Vec<String> {
        if self.heuristics.is_empty() {
            return vec![self.name.to_owned()];
        }
        let names = self.heuristics.iter().flat_map(HeuristicInfo::names);
        names.map(|name| format!("{}:{name}", self.name)).collect()
    }

    /// Checks a name against what this family declares.
    ///
    /// # Errors
    ///
    /// When the heuristic is unknown, missing or not expected. Also when an
    /// option is unknown, given twice or has a value that is not allowed.
    pub fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let known = || self.heuristics.iter().map(|h| h.form().to_owned()).collect::<Vec<_>>();
        match &spec.heuristic {
            None if self.heuristics.is_empty() => {}
            None => return Err(SpecError::NoHeuristic { family: self.name, known: known() }),
            Some(_) if self.heuristics.is_empty() => {
                return Err(SpecError::Blind { family: self.name });
            }
            Some(name) if self.heuristics.iter().any(|h| h.admits(name)) => {}
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
        heuristics: &[
            HeuristicInfo::plain("max-plain", "a heuristic whose name begins like a form"),
            HeuristicInfo {
                name: "max",
                about: "a form",
                arguments: Some(Arguments {
                    form: "max(A,B)",
                    examples: &["max(a,b)", "max(c,d)"],
                }),
            },
        ],
        options: &[],
        is_lookup: false,
        build: |_, _| Err(SpecError::Blind { family: "family" }),
    };

    #[test]
    fn forms_are_listed_by_their_examples_and_told_by_their_beginning() {
        let names = ["family:max-plain", "family:max(a,b)", "family:max(c,d)"];
        assert_eq!(FAMILY.names(), names);
        let check = |name: &str| FAMILY.check(&name.parse().unwrap());
        for name in names.into_iter().chain(["family:max(x)", "family:max:x"]) {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        for name in ["family:max", "family:maxi(a,b)", "family:max-plain(a)", "family:min(a,b)"] {
            let error = check(name).unwrap_err();
            assert!(matches!(error, SpecError::UnknownHeuristic { .. }), "{name}");
            assert!(error.to_string().contains("one of max-plain, max(A,B)"), "{error}");
        }
    }
}
