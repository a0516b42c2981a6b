//! Numbers as text, with as many digits as are known.

use optile_results::quantity::grouped;

use crate::comparison::findings::ComparisonRow;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::verdict::{ComparisonVerdict, Measured, Published};

/// A number, not negative, rounded to this many decimals.
fn rounded(value: f64, decimals: usize) -> String {
    grouped(&format!("{value:.decimals$}"))
}

/// The published value, with the mark of its grade.
pub(super) fn published(published: &Published) -> String {
    match published {
        Published::Figure { figure: PublishedFigure { value, grade, .. }, .. } => {
            let text = match value.whole() {
                Some(whole) => grouped(&whole.to_string()),
                None => rounded(value.value(), value.decimals()),
            };
            text + grade.mark()
        }
        Published::Claim(claim) => format!("“{claim}”"),
        Published::Nothing => "–".into(),
    }
}

/// The measured value, with one digit more than the published one, and with its
/// standard error if it has one.
pub(super) fn measured(measured: &Measured, published: &Published) -> String {
    let decimals = match published {
        Published::Figure { figure, .. } => figure.value.decimals(),
        Published::Claim(_) | Published::Nothing => 1,
    };
    match measured {
        Measured::Count(count) => grouped(&count.to_string()),
        Measured::Mean { value, error } => {
            let decimals = match *value {
                0.0..1e3 => decimals + 1,
                1e3..1e5 => decimals,
                _ => decimals.saturating_sub(1),
            };
            match *error == 0.0 {
                true => rounded(*value, decimals),
                false => format!("{} ± {}", rounded(*value, decimals), rounded(*error, decimals)),
            }
        }
        Measured::Finding { text, .. } => text.clone(),
        Measured::Nothing => "–".into(),
    }
}

/// The ratio of measured to published if they differ, with enough digits to
/// distinguish it from 1.
pub(super) fn ratio(row: &ComparisonRow) -> String {
    let is_equal = row.verdict == ComparisonVerdict::Equal;
    match row.ratio().filter(|_| !is_equal) {
        None => String::new(),
        Some(ratio) if row.verdict.is_different() && (ratio - 1.0).abs() < 0.0005 => {
            format!("{ratio:.8}")
        }
        Some(ratio) => format!("{ratio:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::published_figure::Grade;

    #[test]
    fn figures_keep_their_digits_and_measurements_get_one_more() {
        let figure = |value: &str, grade| {
            Published::exact(&PublishedFigure { value: value.parse().unwrap(), of: None, grade })
        };
        let mean = |value, error| Measured::Mean { value, error };
        let fine = figure("14.000", Grade::Computed);
        assert_eq!(published(&fine), "14.000†");
        assert_eq!(measured(&mean(14.0, 0.0), &fine), "14.0000");
        let nodes = figure("7276", Grade::Read);
        assert_eq!(published(&nodes), "7,276");
        assert_eq!(measured(&mean(7508.6, 37.5), &nodes), "7,509 ± 38");
        assert_eq!(measured(&mean(218.72, 1.63), &nodes), "218.7 ± 1.6");
        assert_eq!(measured(&Measured::Count(1_000_000), &nodes), "1,000,000");
        assert_eq!(measured(&Measured::Nothing, &nodes), "–");
    }

    #[test]
    fn a_ratio_that_is_not_one_does_not_look_like_one() {
        let figure = |value: &str| {
            let value = value.parse().unwrap();
            Published::exact(&PublishedFigure { value, of: None, grade: Grade::Read })
        };
        let of = |value, count| {
            ratio(&ComparisonRow::new("nodes", figure(value), Measured::Count(count)))
        };
        assert_eq!(of("100", 100), "");
        assert_eq!(of("1000", 866), "0.866");
        assert_eq!(of("100000001", 100_000_000), "0.99999999");
        assert_eq!(ratio(&ComparisonRow::not_run("nodes", figure("7"), "why")), "");
    }
}
