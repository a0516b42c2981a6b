//! The cells of a comparison, with as many digits as are known.

use std::ops::Range;

use optile_results::quantity::grouped;

use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable};
use crate::comparison::verdict::{ComparisonVerdict, Measured, Published};

/// The headings of a comparison.
pub(super) const HEADINGS: [&str; 5] = ["", "published", "measured", "ratio", "verdict"];

/// The columns of numbers in a comparison.
pub(super) const NUMBERS: Range<usize> = 1..4;

/// The cells of a row, each made by `escape`. The number of the row's note in `table`
/// follows the verdict.
pub(super) fn cells(
    table: &ComparisonTable,
    row: &ComparisonRow,
    escape: fn(&str) -> String,
) -> Vec<String> {
    let notes = table.notes();
    let place = notes.iter().position(|&note| Some(note) == row.note.as_deref());
    let note = place.map(|place| format!(" [{}]", place + 1)).unwrap_or_default();
    let cells = [
        row.quantity.clone(),
        published(&row.published),
        measured(&row.measured, &row.published),
        ratio(row),
        row.verdict.text(),
    ];
    let mut cells = cells.map(|cell| escape(&cell));
    cells[4].push_str(&note);
    cells.to_vec()
}

fn published(published: &Published) -> String {
    match published {
        Published::Figure(figure) => figure.text(),
        Published::Claim(claim) => format!("“{claim}”"),
        Published::Nothing => "–".into(),
    }
}

/// The measured value, with one digit more than the published one, and with its
/// standard error if it has one.
fn measured(measured: &Measured, published: &Published) -> String {
    let decimals = match published {
        Published::Figure(figure) => figure.value.decimals(),
        Published::Claim(_) | Published::Nothing => 1,
    };
    match measured {
        Measured::Count(count) => grouped(&count.to_string()),
        &Measured::Mean(Sample { mean, error, .. }) => {
            let decimals = match mean {
                0.0..1e3 => decimals + 1,
                1e3..1e5 => decimals,
                _ => decimals.saturating_sub(1),
            };
            let rounded = |value: f64| grouped(&format!("{value:.decimals$}"));
            match error == 0.0 {
                true => rounded(mean),
                false => format!("{} ± {}", rounded(mean), rounded(error)),
            }
        }
        Measured::Finding { text, .. } => text.clone(),
        Measured::Nothing => "–".into(),
    }
}

/// The ratio of measured to published if they differ, with enough digits to
/// distinguish it from 1.
fn ratio(row: &ComparisonRow) -> String {
    let is_different = matches!(row.verdict, ComparisonVerdict::Different { .. });
    match row.ratio().filter(|_| row.verdict != ComparisonVerdict::Equal) {
        None => String::new(),
        Some(ratio) if is_different && (ratio - 1.0).abs() < 0.0005 => format!("{ratio:.8}"),
        Some(ratio) => format!("{ratio:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::published_figure::PublishedFigure;

    #[test]
    fn figures_keep_their_digits_and_measurements_get_one_more() {
        let mean = |mean, error| Sample { mean, deviation: 0.0, error }.into();
        let fine = PublishedFigure { computed: true, ..PublishedFigure::of_digits("14.000") };
        let fine = Published::Figure(fine);
        assert_eq!(published(&fine), "14.000†");
        assert_eq!(measured(&mean(14.0, 0.0), &fine), "14.0000");
        let nodes = Published::from(7276);
        assert_eq!(published(&nodes), "7,276");
        assert_eq!(measured(&mean(7508.6, 37.5), &nodes), "7,509 ± 38");
        assert_eq!(measured(&mean(218.72, 1.63), &nodes), "218.7 ± 1.6");
        assert_eq!(measured(&Measured::Count(1_000_000), &nodes), "1,000,000");
        assert_eq!(measured(&Measured::Nothing, &nodes), "–");
    }

    #[test]
    fn a_ratio_that_is_not_one_does_not_look_like_one() {
        let of = |value: u64, count: u64| ratio(&ComparisonRow::new("nodes", value, count));
        assert_eq!(of(100, 100), "");
        assert_eq!(of(1000, 866), "0.866");
        assert_eq!(of(100_000_001, 100_000_000), "0.99999999");
        assert_eq!(ratio(&ComparisonRow::not_run("nodes", 7, "why")), "");
    }
}
