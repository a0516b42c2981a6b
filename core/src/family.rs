use std::fmt;
use std::str::FromStr;

use crate::Strategy;

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

/// A heuristic as listings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicInfo {
    /// The name after the colon.
    pub name: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
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
    /// heuristic, or the family's own.
    pub fn names(&self) -> Vec<String> {
        if self.heuristics.is_empty() {
            return vec![self.name.to_owned()];
        }
        self.heuristics.iter().map(|h| format!("{}:{}", self.name, h.name)).collect()
    }

    /// Checks a name against what this family declares.
    ///
    /// # Errors
    ///
    /// When the heuristic is unknown, missing or not wanted, or an option is
    /// unknown, given twice or not one of the values it allows.
    pub fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let known = || self.heuristics.iter().map(|h| h.name.to_owned()).collect::<Vec<_>>();
        match &spec.heuristic {
            None if self.heuristics.is_empty() => {}
            None => return Err(SpecError::NoHeuristic { family: self.name, known: known() }),
            Some(_) if self.heuristics.is_empty() => {
                return Err(SpecError::Blind { family: self.name });
            }
            Some(name) if self.heuristics.iter().any(|h| h.name == name) => {}
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

/// A strategy's name taken apart: `family[:heuristic][,key=value]...`.
///
/// ```
/// use optile_core::Spec;
/// let spec: Spec = "idastar:manhattan,order=dlru".parse()?;
/// assert_eq!(spec.family, "idastar");
/// assert_eq!(spec.heuristic.as_deref(), Some("manhattan"));
/// assert_eq!(spec.option("order"), Some("dlru"));
/// assert_eq!(spec.to_string(), "idastar:manhattan,order=dlru");
/// # Ok::<(), optile_core::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The word before the colon.
    pub family: String,
    /// The word after it, if any. Commas inside parentheses belong to it.
    pub heuristic: Option<String>,
    /// The options, in the order given.
    pub options: Vec<(String, String)>,
}

impl Spec {
    /// The value of an option, if given.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family)?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, ":{heuristic}")?;
        }
        self.options.iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
    }
}

/// Splits at commas that are in no parentheses.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut begin = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || SpecError::Malformed { text: text.to_owned() };
        let mut parts = split_at_commas(text).into_iter().map(str::trim);
        let head = parts.next().unwrap_or_default();
        let (family, heuristic) = match head.split_once(':') {
            Some((family, heuristic)) => (family.trim(), Some(heuristic.trim())),
            None => (head, None),
        };
        if family.is_empty() || heuristic == Some("") {
            return Err(malformed());
        }
        let options = parts
            .map(|part| {
                let (key, value) = part.split_once('=').ok_or_else(malformed)?;
                let (key, value) = (key.trim(), value.trim());
                if key.is_empty() || value.is_empty() {
                    return Err(malformed());
                }
                Ok((key.to_owned(), value.to_owned()))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { family: family.to_owned(), heuristic: heuristic.map(str::to_owned), options })
    }
}

/// Why a name is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Not of the form `family[:heuristic][,key=value]...`.
    #[error("{text:?} is not of the form family[:heuristic][,option=value]...")]
    Malformed {
        /// The text.
        text: String,
    },
    /// A family that needs a heuristic was named without one.
    #[error("{family} needs a heuristic: expected {family}: and one of {}", known.join(", "))]
    NoHeuristic {
        /// The family.
        family: &'static str,
        /// The heuristics it takes.
        known: Vec<String>,
    },
    /// A family that takes no heuristic was given one.
    #[error("{family} takes no heuristic")]
    Blind {
        /// The family.
        family: &'static str,
    },
    /// No such heuristic.
    #[error("unknown heuristic {name:?}: expected one of {}", known.join(", "))]
    UnknownHeuristic {
        /// The name given.
        name: String,
        /// The heuristics the family takes.
        known: Vec<String>,
    },
    /// No such option.
    #[error(
        "{family} has no option {key:?}: expected {}",
        if known.is_empty() { "none".to_owned() } else { format!("one of {}", known.join(", ")) }
    )]
    UnknownOption {
        /// The family.
        family: &'static str,
        /// The option given.
        key: String,
        /// The options the family takes.
        known: Vec<String>,
    },
    /// An option was given twice.
    #[error("option {key:?} is given twice")]
    OptionTwice {
        /// The option.
        key: String,
    },
    /// A value that the option does not allow.
    #[error("option {key} cannot be {value:?}: expected {expected}")]
    BadValue {
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// What is allowed.
        expected: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_what_they_print() {
        for text in
            ["bfs", "astar:zero", "idastar:max(a,b(c,d)),order=dlru,transposition=on", "x,k=v"]
        {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("astar : zero , a = b".parse::<Spec>().unwrap().to_string(), "astar:zero,a=b");
    }

    #[test]
    fn malformed_names_are_refused() {
        for text in ["", ":", "a:", ":b", "a,", "a,b", "a,=b", "a,b=", "a:b,,c=d"] {
            assert!(matches!(text.parse::<Spec>(), Err(SpecError::Malformed { .. })), "{text}");
        }
    }
}
