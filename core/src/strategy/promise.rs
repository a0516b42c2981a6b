//! What strategies promise of their paths.

use std::fmt;
use std::str::FromStr;

use crate::{counted, fixed_point};

/// What a strategy promises: that it finds a path to each board that has a solution, and how long
/// that is. Every strategy promises that its paths lead from the start to the goal.
///
/// ```
/// use optile_core::Promise;
///
/// let promise: Promise = "within 1.5".parse()?;
/// assert!(promise.is_kept(30, 20));
/// assert!(!promise.is_kept(31, 20));
/// assert!(!Promise::Optimal.is_kept(22, 20));
/// # Ok::<(), optile_core::ParsePromiseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promise {
    /// Nobody finds a shorter path.
    #[default]
    Optimal,
    /// A path is at most this many times as long as an optimal one.
    Within(Weight),
    /// A path may have any length.
    AnyPath,
    /// A path may have any length, and a search may end without one, by
    /// [`Stop::NotFound`](crate::Stop::NotFound).
    MayFail,
}

impl Promise {
    /// The promise of paths that are at most `weight` times as long as an optimal one. With a
    /// weight of 1, they are optimal.
    pub fn within(weight: Weight) -> Self {
        if weight == Weight::ONE { Self::Optimal } else { Self::Within(weight) }
    }

    /// Whether a path of `length` moves keeps the promise, if the optimal length is `optimal`. A
    /// path that is shorter than that keeps none, because then `optimal` is not the optimal
    /// length.
    pub fn is_kept(self, length: u64, optimal: u64) -> bool {
        length >= optimal
            && match self {
                Self::Optimal => length == optimal,
                Self::Within(weight) => {
                    let (numerator, denominator) = weight.fraction();
                    length * u64::from(denominator) <= optimal * u64::from(numerator)
                }
                Self::AnyPath | Self::MayFail => true,
            }
    }

    /// Whether it says anything of the length of a path.
    pub fn limits_length(self) -> bool {
        !matches!(self, Self::AnyPath | Self::MayFail)
    }

    /// What is wrong with a path of `length` moves, if the optimal length is `optimal`; `None` if it
    /// keeps the promise.
    pub fn refutation(self, length: u64, optimal: u64) -> Option<String> {
        if self.is_kept(length, optimal) {
            return None;
        }
        let moves = counted(length, "move");
        Some(match self {
            _ if length < optimal => format!(
                "{moves}, fewer than the optimal length {optimal} in the instance file; \
                 the moves are legal, so check the file"
            ),
            Self::Within(weight) => {
                format!("{moves}, more than {weight} times the {optimal} that are optimal")
            }
            _ if optimal == 1 => format!("{moves}, but 1 is optimal"),
            _ => format!("{moves}, but {optimal} are optimal"),
        })
    }
}

/// As in files and tables: `optimal`, `within 1.5`, `any path` or `may fail`.
impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => f.pad("optimal"),
            Self::Within(weight) => f.pad(&format!("within {weight}")),
            Self::AnyPath => f.pad("any path"),
            Self::MayFail => f.pad("may fail"),
        }
    }
}

impl FromStr for Promise {
    type Err = ParsePromiseError;

    fn from_str(text: &str) -> Result<Self, ParsePromiseError> {
        let weight = |text: &str| text.parse().ok().map(Self::within);
        match text {
            "optimal" => Some(Self::Optimal),
            "any path" => Some(Self::AnyPath),
            "may fail" => Some(Self::MayFail),
            _ => text.strip_prefix("within ").and_then(weight),
        }
        .ok_or(ParsePromiseError)
    }
}

/// A text is not a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `optimal`, `within W` with a number W from 1 to {}, `any path` or `may fail`",
    Weight::MOST
)]
pub struct ParsePromiseError;

/// How many times the optimal length a path may have: a number from 1 to [`Weight::MOST`] with at
/// most two decimals.
///
/// It is a fraction and not a floating-point number. So no rounding breaks a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    hundredths: u32,
}

impl Weight {
    /// A weight of 1.
    pub const ONE: Self = Self { hundredths: 100 };

    /// The greatest weight.
    pub const MOST: u32 = 1000;

    /// The weight as a fraction in lowest terms: numerator and denominator.
    pub fn fraction(self) -> (u32, u32) {
        let (mut divisor, mut rest) = (self.hundredths, 100);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        (self.hundredths / divisor, 100 / divisor)
    }

    /// The weights from this one down to 1, in so many equal steps, rounded down to hundredths. The
    /// same weight comes once.
    pub fn down_to_one(self, steps: u32) -> impl Iterator<Item = Self> {
        let above_one = u64::from(self.hundredths - 100);
        let mut last = None;
        let weights = (0..=steps).rev().map(move |left| {
            let above_one = above_one * u64::from(left) / u64::from(steps.max(1));
            Self { hundredths: 100 + above_one as u32 }
        });
        weights.filter(move |&weight| last.replace(weight) != Some(weight))
    }
}

/// Without zeros at the end, such as `1.5`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.hundredths / 100, self.hundredths % 100);
        match (decimals, decimals % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", decimals / 10),
            _ => write!(f, "{whole}.{decimals:02}"),
        }
    }
}

impl FromStr for Weight {
    type Err = ParseWeightError;

    fn from_str(text: &str) -> Result<Self, ParseWeightError> {
        let weight = fixed_point(text, 2).map(|hundredths| Self { hundredths });
        let is_allowed = |weight: &Self| (100..=100 * Self::MOST).contains(&weight.hundredths);
        weight.filter(is_allowed).ok_or(ParseWeightError)
    }
}

/// A text is not a [`Weight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from 1 to {} with at most two decimals", Weight::MOST)]
pub struct ParseWeightError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written_alike() {
        let all = ["optimal", "within 1.01", "within 1.5", "within 2", "within 1000", "any path"];
        for text in all.into_iter().chain(["may fail"]) {
            assert_eq!(text.parse::<Promise>().unwrap().to_string(), text);
        }
        assert_eq!("within 1.00".parse(), Ok(Promise::Optimal));
        assert_eq!("within 1.50".parse::<Promise>().unwrap().to_string(), "within 1.5");
        let wrong = [
            "", "0.99", "1.", ".5", "1.234", "-2", "+2", "1e3", "1000.01", "99999999", "w", "1.+5",
        ];
        for text in wrong {
            assert_eq!(text.parse::<Weight>(), Err(ParseWeightError), "{text:?}");
            assert!(format!("within {text}").parse::<Promise>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn weights_fall_to_one_in_steps() {
        let all = |weight: &str, steps| {
            let weights = weight.parse::<Weight>().unwrap().down_to_one(steps);
            weights.map(|weight| weight.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(all("3", 4), "3 2.5 2 1.5 1");
        assert_eq!(all("1.05", 10), "1.05 1.04 1.03 1.02 1.01 1");
        assert_eq!([all("1", 10), all("1000", 1)], ["1", "1000 1"]);
    }

    /// The fractions are compared with floating-point numbers where these are exact enough.
    #[test]
    fn a_bound_is_kept_up_to_the_last_move() {
        for hundredths in 100..=400 {
            let weight: Weight =
                format!("{}.{:02}", hundredths / 100, hundredths % 100).parse().unwrap();
            let (numerator, denominator) = weight.fraction();
            assert_eq!(numerator * 100, hundredths * denominator);
            for optimal in 0..100_u64 {
                let most = optimal * u64::from(hundredths) / 100;
                let promise = Promise::within(weight);
                assert!(promise.is_kept(most, optimal), "{weight}: {most} of {optimal}");
                assert!(!promise.is_kept(most + 1, optimal), "{weight}: {most} + 1 of {optimal}");
            }
        }
        for promise in [Promise::Optimal, Promise::within(Weight::ONE), Promise::AnyPath] {
            assert!(promise.is_kept(20, 20) && !promise.is_kept(18, 20));
        }
        for free in [Promise::AnyPath, Promise::MayFail] {
            assert!(free.is_kept(1000, 20) && !free.limits_length());
        }
        let said = Promise::within("1.5".parse().unwrap()).refutation(32, 20);
        assert_eq!(said.unwrap(), "32 moves, more than 1.5 times the 20 that are optimal");
        assert_eq!(Promise::Optimal.refutation(3, 1).unwrap(), "3 moves, but 1 is optimal");
        assert!(Promise::Optimal.refutation(1, 3).unwrap().starts_with("1 move, fewer than"));
        assert!(Promise::AnyPath.refutation(18, 20).unwrap().contains("check the file"));
    }
}
