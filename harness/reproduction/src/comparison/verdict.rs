//! How a published and a measured value compare.

use super::published_figure::PublishedFigure;
use super::sample::Sample;

/// The greatest difference, in standard errors, that is still attributed to
/// sampling.
pub(crate) const ALLOWED_ERRORS: f64 = 3.0;

/// What the literature says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Published {
    Figure(PublishedFigure),
    /// A statement in words.
    Claim(String),
    /// Nothing comparable.
    Nothing,
}

impl From<&PublishedFigure> for Published {
    fn from(figure: &PublishedFigure) -> Self {
        Self::Figure(figure.clone())
    }
}

impl From<u64> for Published {
    fn from(count: u64) -> Self {
        Self::Figure(count.into())
    }
}

/// What optile measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measured {
    Count(u64),
    Mean(Sample),
    /// A finding that supports a claim or does not.
    Finding {
        text: String,
        supports: bool,
    },
    /// Nothing, because it was not run.
    Nothing,
}

impl Measured {
    /// The number, if there is one.
    pub(crate) fn value(&self) -> Option<f64> {
        match *self {
            Self::Count(count) => Some(count as f64),
            Self::Mean(sample) => Some(sample.mean),
            Self::Finding { .. } | Self::Nothing => None,
        }
    }
}

impl From<u64> for Measured {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Sample> for Measured {
    fn from(sample: Sample) -> Self {
        Self::Mean(sample)
    }
}

/// How a published and a measured value compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ComparisonVerdict {
    /// The same number, after rounding if the published one is rounded.
    Equal,
    /// The claim holds.
    Holds,
    /// Different, but within the sampling error.
    WithinSamplingError {
        /// The difference in standard errors.
        errors: f64,
    },
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

/// What compared rows are counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Equal numbers, and claims that hold.
    Equal,
    WithinSamplingError,
    Explained,
    Unexplained,
    NotRun,
}

impl ComparisonVerdict {
    /// Compares the two values.
    pub(crate) fn of(published: &Published, measured: &Measured) -> Self {
        let different = Self::Different { errors: None, explained: false };
        match (published, measured) {
            (_, Measured::Nothing) => Self::NotRun,
            (Published::Nothing, _) => Self::Unpublished,
            (Published::Claim(_), Measured::Finding { supports: true, .. }) => Self::Holds,
            (Published::Figure(figure), &Measured::Count(count)) if figure.value.is(count) => {
                Self::Equal
            }
            (Published::Figure(figure), Measured::Mean(sample)) => Self::of_mean(figure, sample),
            // A number cannot support a claim, nor a finding a number.
            _ => different,
        }
    }

    fn of_mean(figure: &PublishedFigure, sample: &Sample) -> Self {
        let difference = (sample.mean - figure.value.value()).abs();
        // Rounding hides up to half a unit, and floats slightly more.
        let hidden = figure.value.half_unit() * (1.0 + 1e-9);
        let error = figure.of.map_or(0.0, |size| sample.error_of(size)).hypot(sample.error);
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

    /// What it is counted as; `None` if nothing was published.
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Self::Equal | Self::Holds => Some(Kind::Equal),
            Self::WithinSamplingError { .. } => Some(Kind::WithinSamplingError),
            Self::Different { explained: true, .. } => Some(Kind::Explained),
            Self::Different { explained: false, .. } => Some(Kind::Unexplained),
            Self::NotRun => Some(Kind::NotRun),
            Self::Unpublished => None,
        }
    }

    /// The verdict in a few words.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Equal => "equal".into(),
            Self::Holds => "holds".into(),
            Self::WithinSamplingError { errors } => {
                format!("within sampling error ({errors:.1} s.e.)")
            }
            Self::Different { errors, explained } => {
                let errors = errors.map(|errors| format!(" ({errors:.1} s.e.)"));
                let errors = errors.unwrap_or_default();
                format!("different{errors}{}", if explained { "" } else { ", unexplained" })
            }
            Self::NotRun => "not run".into(),
            Self::Unpublished => "–".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(digits: &str, of: Option<u64>) -> Published {
        Published::Figure(PublishedFigure { of, ..PublishedFigure::of_digits(digits) })
    }

    fn exact(mean: f64) -> Measured {
        Sample::exact(mean, 0.0).into()
    }

    fn is_unexplained(verdict: ComparisonVerdict) -> bool {
        verdict.kind() == Some(Kind::Unexplained)
    }

    #[test]
    fn counts_are_equal_or_different_and_nothing_between() {
        let figure = published("36302807931", None);
        assert_eq!(
            ComparisonVerdict::of(&figure, &Measured::Count(36_302_807_931)),
            ComparisonVerdict::Equal
        );
        for wrong in [0, 36_302_807_930, 36_302_807_932, u64::MAX] {
            let verdict = ComparisonVerdict::of(&figure, &Measured::Count(wrong));
            assert!(is_unexplained(verdict), "{wrong} gives {verdict:?}");
        }
        // Too large for floats to tell apart.
        let large = Published::from(u64::MAX);
        assert_eq!(
            ComparisonVerdict::of(&large, &Measured::Count(u64::MAX)),
            ComparisonVerdict::Equal
        );
        assert!(is_unexplained(ComparisonVerdict::of(&large, &Measured::Count(u64::MAX - 1))));
    }

    #[test]
    fn exact_means_are_equal_when_they_round_to_what_was_printed() {
        let figure = published("21.972", None);
        for right in [21.972, 21.9715, 21.972_499] {
            assert_eq!(
                ComparisonVerdict::of(&figure, &exact(right)),
                ComparisonVerdict::Equal,
                "{right}"
            );
        }
        for wrong in [21.9714, 21.9726, 22.0, 0.0, f64::NAN] {
            assert!(is_unexplained(ComparisonVerdict::of(&figure, &exact(wrong))), "{wrong}");
        }
    }

    #[test]
    fn samples_may_differ_by_three_standard_errors_of_the_difference() {
        // The error of the published mean is 3; 3 and 4 make 5.
        let figure = published("100", Some(100));
        let sample = |mean| Sample { mean, deviation: 30.0, error: 4.0 };
        let verdict = |mean| ComparisonVerdict::of(&figure, &sample(mean).into());
        assert_eq!(verdict(100.0), ComparisonVerdict::WithinSamplingError { errors: 0.0 });
        assert!(matches!(verdict(115.4), ComparisonVerdict::WithinSamplingError { .. }));
        assert!(is_unexplained(verdict(115.6)));
        assert!(is_unexplained(verdict(84.4)));
        assert_eq!(verdict(110.5).text(), "within sampling error (2.0 s.e.)");
        assert_eq!(verdict(120.5).text(), "different (4.0 s.e.), unexplained");
        assert!(is_unexplained(ComparisonVerdict::of(&figure, &Measured::Count(200))));
        for nonsense in [f64::NAN, f64::INFINITY] {
            assert!(is_unexplained(verdict(nonsense)));
        }
    }

    #[test]
    fn claims_hold_or_not_and_numbers_do_not_support_them() {
        let claim = Published::Claim("all swans are white".into());
        let finding = |supports| Measured::Finding { text: "a swan".into(), supports };
        assert_eq!(ComparisonVerdict::of(&claim, &finding(true)), ComparisonVerdict::Holds);
        assert!(is_unexplained(ComparisonVerdict::of(&claim, &finding(false))));
        assert!(is_unexplained(ComparisonVerdict::of(&claim, &Measured::Count(7))));
        assert!(is_unexplained(ComparisonVerdict::of(&published("7", None), &finding(true))));
    }

    #[test]
    fn what_was_not_run_or_not_published_has_no_verdict() {
        let kind = |published, measured| ComparisonVerdict::of(&published, &measured).kind();
        assert_eq!(kind(published("7", None), Measured::Nothing), Some(Kind::NotRun));
        assert_eq!(kind(Published::Nothing, Measured::Count(7)), None);
    }
}
