//! The names of strategies.

use std::fmt;
use std::str::FromStr;

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
    /// The heuristic after the colon, if any. Commas inside parentheses belong
    /// to it.
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

/// Splits a name of a strategy or a heuristic at the commas that are outside of
/// parentheses.
pub fn split_at_commas(text: &str) -> Vec<&str> {
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
                Ok((key.to_owned(), plain(value).to_owned()))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { family: family.to_owned(), heuristic: heuristic.map(str::to_owned), options })
    }
}

/// A value without the plus sign and the zeros that change no number, so that a strategy has one
/// name.
fn plain(value: &str) -> &str {
    let (whole, parts) = value.split_once('.').unwrap_or((value, "0"));
    let whole = whole.strip_prefix('+').unwrap_or(whole);
    if [whole, parts].iter().any(|digits| !digits.bytes().all(|byte| byte.is_ascii_digit()))
        || whole.is_empty()
        || parts.is_empty()
    {
        return value;
    }
    let zeros = whole.len() - whole.trim_start_matches('0').len().max(1);
    let number = &value[value.len() - value.trim_start_matches('+').len() + zeros..];
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

/// Why a text is not the name of a strategy.
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
    /// A heuristic of a known form whose arguments do not fit it.
    #[error("heuristic {name:?}: {reason}")]
    BadHeuristic {
        /// The name given.
        name: String,
        /// What is wrong, and what was expected.
        reason: String,
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
    fn a_number_is_one_name_however_it_is_written() {
        for (text, name) in [
            ("1.50", "1.5"),
            ("01.5", "1.5"),
            ("+1.5", "1.5"),
            ("1.0", "1"),
            ("00", "0"),
            ("010", "10"),
            ("0.50", "0.5"),
            ("1e3", "1e3"),
            ("1.", "1."),
            (".5", ".5"),
            ("1.2.0", "1.2.0"),
            ("dlru", "dlru"),
        ] {
            let spec: Spec = format!("wastar:zero,w={text}").parse().unwrap();
            assert_eq!(spec.to_string(), format!("wastar:zero,w={name}"));
        }
    }

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
