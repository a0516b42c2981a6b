//! Counts by distance as a table with bars.

use std::io::{self, Write};

use crate::text::quantity::grouped;

/// The longest bar, in columns.
const LONGEST: f64 = 40.0;

/// The columns of the bar of a count: proportional to its logarithm, plus one.
fn columns(count: u64, greatest: u64) -> usize {
    let share = (count as f64).ln() / (greatest as f64).ln().max(1.0);
    (1.0 + share * (LONGEST - 1.0)).round() as usize
}

/// Writes a row for each count of states, by distance.
///
/// # Errors
///
/// Those of `out`.
pub fn write(out: &mut impl Write, counts: &[u64]) -> io::Result<()> {
    let [distance, heading] = ["distance", "states"];
    let texts: Vec<String> = counts.iter().map(|count| grouped(&count.to_string())).collect();
    let widest = texts.iter().map(String::len).chain([heading.len()]).max().unwrap_or(0);
    let greatest = counts.iter().copied().max().unwrap_or(1);
    writeln!(out, "{distance}  {heading:>widest$}  on a logarithmic scale")?;
    let width = distance.len();
    for (place, (&count, text)) in counts.iter().zip(&texts).enumerate() {
        let bar = "▇".repeat(columns(count, greatest));
        writeln!(out, "{place:width$}  {text:>widest$}  {bar}")?;
    }
    Ok(())
}
