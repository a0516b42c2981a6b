//! Counts by distance as a table with bars.

use std::io::{self, Write};

use crate::text::quantity::grouped;

/// The longest bar, in columns.
const LONGEST: f64 = 40.0;

/// The lengths of the bars, as shares of the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A bar is proportional to its count.
    Linear,
    /// A bar is proportional to the logarithm of its count, plus one column.
    Logarithmic,
}

impl Scale {
    /// The columns of the bar of a count.
    fn columns(self, count: u64, greatest: u64) -> usize {
        let (count, greatest) = (count as f64, greatest as f64);
        match self {
            Self::Linear => (count / greatest * LONGEST).ceil() as usize,
            Self::Logarithmic => {
                let share = count.ln() / greatest.ln().max(1.0);
                (1.0 + share * (LONGEST - 1.0)).round() as usize
            }
        }
    }
}

/// Writes a row for each count, under headings for the distances and the counts.
///
/// # Errors
///
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    headings: [&str; 2],
    counts: &[u64],
    scale: Scale,
) -> io::Result<()> {
    let [distance, heading] = headings;
    let texts: Vec<String> = counts.iter().map(|count| grouped(&count.to_string())).collect();
    let widest = texts.iter().map(String::len).chain([heading.len()]).max().unwrap_or(0);
    let greatest = counts.iter().copied().max().unwrap_or(1);
    let note = if scale == Scale::Logarithmic { "  on a logarithmic scale" } else { "" };
    writeln!(out, "{distance}  {heading:>widest$}{note}")?;
    let width = distance.len();
    for (place, (&count, text)) in counts.iter().zip(&texts).enumerate() {
        let bar = "▇".repeat(scale.columns(count, greatest));
        writeln!(out, "{place:width$}  {text:>widest$}  {bar}")?;
    }
    Ok(())
}
