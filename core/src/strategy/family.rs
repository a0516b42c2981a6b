use crate::{Spec, SpecError, Strategy};

/// One family of strategies as its crate offers it: everything the registry,
/// the command line, the tests, the charts and the documents need to know.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name before the colon, such as `astar`.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// The heuristics it takes, as in `astar:manhattan`; none for a blind
    /// search, whose name then stands alone.
    pub heuristics: &'static [HeuristicInfo],
    /// The options it takes, as in `idastar:manhattan,order=dlru`.
    pub options: &'static [OptionInfo],
    /// Makes the strategy of a name that [`Family::check`] has let pass.
    pub build: fn(&Spec) -> Result<Box<dyn Strategy>, SpecError>,
}

/// A heuristic, or a form of heuristics, as listings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicInfo {
    /// The word after the colon; of a form the word before its arguments.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// What must follow the word, where it alone does not name a heuristic.
    pub arguments: Option<Arguments>,
}

/// How a heuristic is named that is made of others, or of anything else that
/// is not known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The whole name as listings show it, as in `max(A,B)`. The arguments
    /// begin with `(` or `:`.
    pub form: &'static str,
    /// Names to test with; listings of strategies show these.
    pub examples: &'static [&'static str],
}

impl HeuristicInfo {
    /// A heuristic with a name of its own.
    pub const fn plain(name: &'static str, about: &'static str) -> Self {
        Self { name, about, arguments: None }
    }

    /// The name, or what names of this form look like.
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

    /// Whether this is the name, or has the beginning of this form; whether
    /// its arguments make sense only `build` can tell.
    pub fn admits(&self, name: &str) -> bool {
        match (self.arguments, name.strip_prefix(self.name)) {
            (None, rest) => rest == Some(""),
            (Some(_), rest) => rest.is_some_and(|rest| rest.starts_with(['(', ':'])),
        }
    }
}

/// An option of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The word before the equals sign.
    pub key: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What may stand after the equals sign.
    pub allowed: Allowed,
}

/// What an option's value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Whatever the family's `build` accepts; the text says what that is and
    /// the examples are values that it does accept.
    Form {
        /// What the value must look like, as in `the letters u, l, r, d`.
        about: &'static str,
        /// Values to test with.
        examples: &'static [&'static str],
    },
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
    /// When the heuristic is unknown, missing or not wanted, or an option is
    /// unknown, given twice or not one of the values it allows.
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
        for (place, (key, value)) in spec.options.iter().enumerate() {
            let Some(option) = self.options.iter().find(|option| option.key == key) else {
                return Err(SpecError::UnknownOption {
                    family: self.name,
                    key: key.clone(),
                    known: self.options.iter().map(|option| option.key.to_owned()).collect(),
                });
            };
            if spec.options[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError::OptionTwice { key: key.clone() });
            }
            if let Allowed::OneOf(words) = option.allowed
                && !words.contains(&value.as_str())
            {
                return Err(SpecError::BadValue {
                    key: key.clone(),
                    value: value.clone(),
                    expected: format!("one of {}", words.join(", ")),
                });
            }
        }
        Ok(())
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
        build: |_| Err(SpecError::Blind { family: "family" }),
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
