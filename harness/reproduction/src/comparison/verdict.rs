//! How a published and a measured value compare.

use crate::comparison::published_figure::PublishedFigure;

/// The greatest difference, in standard errors, that is still attributed to
/// sampling.
pub const ALLOWED_ERRORS: f64 = 3.0;

/// What the literature says.
#[derive(Clone, Debug, PartialEq)]
pub enum Published {
    /// A figure.
    Figure {
        /// The figure as printed.
        figure: PublishedFigure,
        /// Its standard error if it is the mean of a sample, otherwise 0.
        error: f64,
    },
    /// A statement in words.
    Claim(String),
    /// Nothing comparable.
    Nothing,
}

impl Published {
    /// A figure that is exact except for rounding.
    pub fn exact(figure: &PublishedFigure) -> Self {
        Self::Figure { figure: figure.clone(), error: 0.0 }
    }
}

/// What optile measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    /// A count.
    Count(u64),
    /// A mean.
    Mean {
        /// The mean.
        value: f64,
        /// Its standard error; 0 if it is over the whole population.
        error: f64,
    },
    /// A finding that supports a claim or does not.
    Finding {
        /// The finding.
        text: String,
        /// Whether it supports the claim.
        supports: bool,
    },
    /// Nothing, because it was not run.
    Nothing,
}

impl Measured {
    /// The number, if there is one.
    pub fn value(&self) -> Option<f64> {
        match *self {
            Self::Count(count) => Some(count as f64),
            Self::Mean { value, .. } => Some(value),
            Self::Finding { .. } | Self::Nothing => None,
        }
    }
}

/// How a published and a measured value compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ComparisonVerdict {
    /// The same number, after rounding if the published one is rounded.
    Equal,
    /// The claim holds.
    Holds,
    /// Different, but within the sampling error.
    WithinSamplingError {
        /// The difference in standard errors.
        errors: f64,
    },
    /// Different.
    Different {
        /// The difference in standard errors, if there are any.
        errors: Option<f64>,
        /// Whether an explanation covers a difference of this size.
        explained: bool,
    },
    /// Nothing was measured.
    NotRun,
    /// Nothing was published.
    Unpublished,
}

impl ComparisonVerdict {
    /// Compares the two values.
    pub fn of(published: &Published, measured: &Measured) -> Self {
        let different = Self::Different { errors: None, explained: false };
        match (published, measured) {
            (_, Measured::Nothing) => Self::NotRun,
            (Published::Nothing, _) => Self::Unpublished,
            (Published::Claim(_), &Measured::Finding { supports, .. }) => {
                if supports {
                    Self::Holds
                } else {
                    different
                }
            }
            (Published::Figure { figure, error }, &Measured::Count(count)) => {
                match figure.value.whole() {
                    Some(whole) if whole == count => Self::Equal,
                    Some(_) if *error == 0.0 => different,
                    _ => Self::of_means(figure, *error, count as f64, 0.0),
                }
            }
            (Published::Figure { figure, error }, &Measured::Mean { value, error: own }) => {
                Self::of_means(figure, *error, value, own)
            }
            // A number cannot support a claim, nor a finding a number.
            (Published::Claim(_), _) | (Published::Figure { .. }, _) => different,
        }
    }

    fn of_means(figure: &PublishedFigure, error: f64, value: f64, own: f64) -> Self {
        let difference = (value - figure.value.value()).abs();
        // Rounding hides up to half a unit, and floats slightly more.
        let hidden = figure.value.half_unit() * (1.0 + 1e-9);
        let error = error.hypot(own);
        // A mean that is not a number is never within the error.
        if error == 0.0 || !difference.is_finite() {
            return match difference <= hidden {
                true => Self::Equal,
                false => Self::Different { errors: None, explained: false },
            };
        }
        let errors = (difference - hidden).max(0.0) / error;
        match errors <= ALLOWED_ERRORS {
            true => Self::WithinSamplingError { errors },
            false => Self::Different { errors: Some(errors), explained: false },
        }
    }

    /// Whether the two differ by more than the sampling error, explained or not.
    pub fn is_different(self) -> bool {
        matches!(self, Self::Different { .. })
    }

    /// Whether the two agree, exactly or within the sampling error.
    pub fn is_agreement(self) -> bool {
        matches!(self, Self::Equal | Self::Holds | Self::WithinSamplingError { .. })
    }

    /// Whether the two differ without an explanation.
    pub fn is_unexplained(self) -> bool {
        matches!(self, Self::Different { explained: false, .. })
    }

    /// The verdict in a few words.
    pub fn text(self) -> String {
        let errors = |errors: f64| format!("{errors:.1} s.e.");
        match self {
            Self::Equal => "equal".into(),
            Self::Holds => "holds".into(),
            Self::WithinSamplingError { errors: by } => {
                format!("within sampling error ({})", errors(by))
            }
            Self::Different { errors: by, explained } => {
                let by = by.map(|by| format!(" ({})", errors(by))).unwrap_or_default();
                format!("different{by}{}", if explained { "" } else { ", unexplained" })
            }
            Self::NotRun => "not run".into(),
            Self::Unpublished => "–".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::published_figure::Grade;

    fn published(value: &str, error: f64) -> Published {
        let of = (error > 0.0).then_some(100);
        let figure = PublishedFigure { value: value.parse().unwrap(), of, grade: Grade::Read };
        Published::Figure { figure, error }
    }

    fn mean(value: f64, error: f64) -> Measured {
        Measured::Mean { value, error }
    }

    #[test]
    fn counts_are_equal_or_different_and_nothing_between() {
        let figure = published("36302807931", 0.0);
        assert_eq!(
            ComparisonVerdict::of(&figure, &Measured::Count(36_302_807_931)),
            ComparisonVerdict::Equal
        );
        for wrong in [0, 36_302_807_930, 36_302_807_932, u64::MAX] {
            let verdict = ComparisonVerdict::of(&figure, &Measured::Count(wrong));
            assert!(verdict.is_unexplained(), "{wrong} gives {verdict:?}");
        }
        // Too large for floats to tell apart.
        let large = published("18446744073709551615", 0.0);
        assert_eq!(
            ComparisonVerdict::of(&large, &Measured::Count(u64::MAX)),
            ComparisonVerdict::Equal
        );
        assert!(ComparisonVerdict::of(&large, &Measured::Count(u64::MAX - 1)).is_unexplained());
    }

    #[test]
    fn exact_means_are_equal_when_they_round_to_what_was_printed() {
        let figure = published("21.972", 0.0);
        for right in [21.972, 21.9715, 21.972_499] {
            assert_eq!(
                ComparisonVerdict::of(&figure, &mean(right, 0.0)),
                ComparisonVerdict::Equal,
                "{right}"
            );
        }
        for wrong in [21.9714, 21.9726, 22.0, 0.0, f64::NAN] {
            assert!(ComparisonVerdict::of(&figure, &mean(wrong, 0.0)).is_unexplained(), "{wrong}");
        }
    }

    #[test]
    fn samples_may_differ_by_three_standard_errors_of_the_difference() {
        // 3 and 4 make 5.
        let figure = published("100", 3.0);
        let verdict = |value| ComparisonVerdict::of(&figure, &mean(value, 4.0));
        assert_eq!(verdict(100.0), ComparisonVerdict::WithinSamplingError { errors: 0.0 });
        assert!(matches!(verdict(115.4), ComparisonVerdict::WithinSamplingError { .. }));
        assert!(verdict(115.6).is_unexplained());
        assert!(verdict(84.4).is_unexplained());
        assert_eq!(verdict(110.5).text(), "within sampling error (2.0 s.e.)");
        assert_eq!(verdict(120.5).text(), "different (4.0 s.e.), unexplained");
        assert!(ComparisonVerdict::of(&figure, &Measured::Count(200)).is_unexplained());
        for nonsense in [f64::NAN, f64::INFINITY] {
            assert!(verdict(nonsense).is_unexplained());
        }
    }

    #[test]
    fn claims_hold_or_not_and_numbers_do_not_support_them() {
        let claim = Published::Claim("all swans are white".into());
        let finding = |supports| Measured::Finding { text: "a swan".into(), supports };
        assert_eq!(ComparisonVerdict::of(&claim, &finding(true)), ComparisonVerdict::Holds);
        assert!(ComparisonVerdict::of(&claim, &finding(false)).is_unexplained());
        assert!(ComparisonVerdict::of(&claim, &Measured::Count(7)).is_unexplained());
        assert!(ComparisonVerdict::of(&published("7", 0.0), &finding(true)).is_unexplained());
    }

    #[test]
    fn what_was_not_run_or_not_published_has_no_verdict() {
        assert_eq!(
            ComparisonVerdict::of(&published("7", 0.0), &Measured::Nothing),
            ComparisonVerdict::NotRun
        );
        assert_eq!(
            ComparisonVerdict::of(&Published::Nothing, &Measured::Count(7)),
            ComparisonVerdict::Unpublished
        );
        assert!(
            !ComparisonVerdict::NotRun.is_unexplained()
                && !ComparisonVerdict::Unpublished.is_unexplained()
        );
    }
}
