//! The options of strategies.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use crate::{MoveOrder, Spec, SpecError};

/// An option of a family. Listings show what is declared here,
/// [`Family::check`](crate::Family::check) refuses what it does not allow, and [`Opt::of`] gives
/// its value to the strategy.
///
/// ```
/// use optile_core::{Allowed, Opt};
///
/// const WIDTH: Opt<Allowed<usize>> = Opt {
///     key: "width",
///     about: "the most states at one depth",
///     default: "20",
///     allowed: Allowed::Number(1..=50_000, usize::from),
/// };
/// assert_eq!(WIDTH.of(&"beam:manhattan,width=4".parse()?)?, 4);
/// # Ok::<(), optile_core::SpecError>(())
/// ```
#[derive(Debug)]
pub struct Opt<A: ?Sized = dyn AnyAllowed> {
    /// The word before the equals sign.
    pub key: &'static str,
    /// One line for listings, at most 79 columns, lower case.
    pub about: &'static str,
    /// The value if the option is not given, as in a strategy's name.
    pub default: &'static str,
    /// The values that it may have.
    pub allowed: A,
}

/// What an option's value may be, and what it means.
#[derive(Debug)]
pub enum Allowed<T: 'static> {
    /// One of these words.
    OneOf(&'static [(&'static str, T)]),
    /// A number in this range.
    Number(RangeInclusive<u16>, fn(u16) -> T),
    /// A text that can be read.
    Form {
        /// The form of the value, as in `the letters u, l, r, d`.
        about: &'static str,
        /// Values for tests.
        examples: &'static [&'static str],
        /// The value of a text; `None` if it is not of this form.
        read: fn(&str) -> Option<T>,
    },
}

impl Opt<Allowed<MoveOrder>> {
    /// The order in which a search tries moves.
    pub const fn order(default: &'static str) -> Self {
        let about = "the order in which moves of the blank are tried, by their letters";
        let allowed = Allowed::Form {
            about: "each of the letters u, l, r, d once",
            examples: &["rdul", "lurd"],
            read: |text| text.parse().ok(),
        };
        Self { key: "order", about, default, allowed }
    }
}

impl Opt<Allowed<usize>> {
    /// The number of threads; 0 for one per available core. No expected machine has more cores than
    /// the most threads.
    pub const THREADS: Self = Self {
        key: "threads",
        about: "the number of threads; 0 for one per available core",
        default: "0",
        allowed: Allowed::Number(0..=1024, usize::from),
    };
}

impl<T: Copy + Debug + Sync> Opt<Allowed<T>> {
    /// The value that a strategy's name asks for, or the default.
    ///
    /// # Errors
    ///
    /// When the value in the name is not allowed.
    pub fn of(&self, spec: &Spec) -> Result<T, SpecError> {
        let value = self.allowed.read(self.text(spec));
        value.ok_or_else(|| self.refusal(spec, self.allowed.expected()))
    }
}

impl<A: AnyAllowed + ?Sized> Opt<A> {
    /// Checks the value in a strategy's name.
    pub(super) fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let is_allowed = self.allowed.admits(self.text(spec));
        if is_allowed { Ok(()) } else { Err(self.refusal(spec, self.allowed.expected())) }
    }

    /// The refusal of the value in a name where something else was expected.
    pub fn refusal(&self, spec: &Spec, expected: impl Into<String>) -> SpecError {
        let (key, value) = (self.key.to_owned(), self.text(spec).to_owned());
        SpecError::BadValue { key, value, expected: expected.into() }
    }

    fn text<'a>(&self, spec: &'a Spec) -> &'a str {
        spec.option(self.key).unwrap_or(self.default)
    }
}

/// An [`Allowed`] for values of any type.
pub trait AnyAllowed: Debug + Sync {
    /// What a value must be, as in `on or off`.
    fn expected(&self) -> String;

    /// Values for tests.
    fn examples(&self) -> Vec<String>;

    /// Whether this is a value.
    fn admits(&self, text: &str) -> bool;
}

impl<T: Copy> Allowed<T> {
    fn read(&self, text: &str) -> Option<T> {
        match self {
            Self::OneOf(words) => words.iter().find(|one| one.0 == text).map(|one| one.1),
            Self::Number(range, value) => {
                text.parse().ok().filter(|number| range.contains(number)).map(value)
            }
            Self::Form { read, .. } => read(text),
        }
    }
}

impl<T: Copy + Debug + Sync> AnyAllowed for Allowed<T> {
    fn expected(&self) -> String {
        match self {
            Self::OneOf(_) => self.examples().join(" or "),
            Self::Number(range, _) => format!("a number from {} to {}", range.start(), range.end()),
            Self::Form { about, .. } => (*about).to_owned(),
        }
    }

    fn examples(&self) -> Vec<String> {
        match self {
            Self::OneOf(words) => words.iter().map(|one| one.0.to_owned()).collect(),
            Self::Number(range, _) => range.clone().take(4).map(|n| n.to_string()).collect(),
            Self::Form { examples, .. } => examples.iter().map(|&one| one.to_owned()).collect(),
        }
    }

    fn admits(&self, text: &str) -> bool {
        self.read(text).is_some()
    }
}

/// A number without a sign and with at most so many decimals, in units of the last of them; `None`
/// for every other text.
pub fn fixed_point(text: &str, decimals: usize) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > decimals {
        return None;
    }
    format!("{whole}{part:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_its_value_and_others_are_refused_with_all_words() {
        let words = Allowed::OneOf(&[("on", true), ("off", false)]);
        let option = Opt { key: "reopen", about: "", default: "off", allowed: words };
        let of = |name: &str| option.of(&name.parse().unwrap());
        assert_eq!(
            (of("a"), of("a,reopen=off"), of("a,reopen=on")),
            (Ok(false), Ok(false), Ok(true))
        );
        let message = "option reopen cannot be \"On\": expected on or off";
        assert_eq!(of("a,reopen=On").unwrap_err().to_string(), message);
    }

    #[test]
    fn numbers_have_at_most_their_decimals() {
        for (text, units) in [("0", 0), ("0.625", 625), ("7.5", 7500)] {
            assert_eq!(fixed_point(text, 3), Some(units), "{text:?}");
        }
        for text in ["", "1.", "0.6251", ".5", "-1", "+1", "1e3", "99999999"] {
            assert_eq!(fixed_point(text, 3), None, "{text:?}");
        }
    }
}
