//! What an exploration of a whole space has counted, as JSON and as text, and compared with
//! published counts.

use std::io::{self, Write};

use optile_results::text::quantity::{counted, grouped};
use optile_results::text::unit::Unit;
use optile_runner::instances::depth_counts::DepthCounts;
use serde::Serialize;

/// The states of a space, as `--json` prints them.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ExplorationCounts<'a, T> {
    /// The board's size.
    pub(crate) size: &'a str,
    /// The cell of the goal's blank.
    pub(crate) goal_blank: usize,
    /// All states that reach the goal.
    pub(crate) states: u64,
    /// The greatest distance, in moves.
    pub(crate) radius: usize,
    /// The states at each distance.
    pub(crate) counts: &'a [u64],
    /// Wall-clock time.
    pub(crate) seconds: f64,
    /// The memory held.
    pub(crate) peak_bytes: u64,
    /// What else is printed.
    #[serde(flatten)]
    pub(crate) more: T,
}

impl<T> ExplorationCounts<'_, T> {
    /// The counts as a table, and the sums below it.
    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        histogram(out, self.counts)?;
        let ExplorationCounts { size, goal_blank, radius, seconds, .. } = self;
        let (states, radius) = (counted(self.states, "state"), counted(radius, "move"));
        let time = Unit::Nanoseconds.text(seconds * 1e9);
        let bytes = Unit::Bytes.text(self.peak_bytes as f64);
        writeln!(
            out,
            "\n{size}: {states}, the farthest {radius} from the goal, whose \
             blank is at cell {goal_blank}.\nCounted in {time} with {bytes} of memory."
        )
    }
}

/// The longest bar, in columns.
const LONGEST: f64 = 40.0;

/// The columns of the bar of a count: proportional to its logarithm, plus one.
fn columns(count: u64, greatest: u64) -> usize {
    let share = (count as f64).ln() / (greatest as f64).ln().max(1.0);
    (1.0 + share * (LONGEST - 1.0)).round() as usize
}

/// Writes a row with a bar for each count of states, by distance.
fn histogram(out: &mut impl Write, counts: &[u64]) -> io::Result<()> {
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

/// Compares counts with a published table of the same goal. Returns whether they
/// agree, and a sentence that says so.
pub(crate) fn compare(counts: &[u64], published: &DepthCounts) -> (bool, String) {
    let DepthCounts { source, complete, counts: expected, .. } = published;
    let compared = counts.len().min(expected.len());
    let differing = (0..compared).find(|&depth| counts[depth] != expected[depth]);
    if let Some(depth) = differing {
        let text = format!(
            "the counts differ from {source}, which has {} at distance {depth}",
            grouped(&expected[depth].to_string())
        );
        return (false, text);
    }
    if counts.len() < expected.len() || (*complete && counts.len() > expected.len()) {
        let text = format!(
            "the counts differ from {source}, which ends at distance {}",
            expected.len() - 1
        );
        return (false, text);
    }
    let extent = match *complete {
        true => "at every distance".to_owned(),
        false => format!("up to its last distance, {}", expected.len() - 1),
    };
    (true, format!("the counts are as in {source} {extent}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use optile_runner::instances::depth_counts;

    #[test]
    fn counts_are_compared_with_the_published_ones() {
        let published = depth_counts::find("2x3".parse().unwrap(), 5).unwrap();
        let counts = published.counts.clone();
        let whole = (true, "the counts are as in OEIS A090034 at every distance".to_owned());
        assert_eq!(compare(&counts, &published), whole);
        let mut wrong = counts.clone();
        wrong[20] += 1;
        let (agrees, text) = compare(&wrong, &published);
        assert!(!agrees && text.ends_with("which has 6 at distance 20"), "{text}");
        let (agrees, text) = compare(&counts[..20], &published);
        assert!(!agrees && text.ends_with("which ends at distance 21"), "{text}");
        let longer = [&counts[..], &[1]].concat();
        assert!(!compare(&longer, &published).0);
        let part = DepthCounts { complete: false, ..published };
        let (agrees, text) = compare(&longer, &part);
        assert_eq!(
            (agrees, &*text),
            (true, "the counts are as in OEIS A090034 up to its last distance, 21")
        );
    }
}
