//! How far from optimal the paths of strategies were that promise no optimal ones.

use std::collections::BTreeMap;
use std::fmt;

use optile_core::{Promise, Weight};

use crate::rows::row::{Row, Status};

/// The strategies that do not promise optimal paths, and their worst paths.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounded<'a> {
    /// By strategy: what it promises, and its path that is the furthest from optimal.
    worst: BTreeMap<&'a str, (Promise, Option<Path>)>,
}

/// The lengths of a path and of an optimal one.
#[derive(Clone, Copy, Debug)]
struct Path {
    length: u32,
    optimal: u32,
}

impl Path {
    /// How many times as long as an optimal path it is. A path of no moves is optimal.
    fn ratio(self) -> f64 {
        if self.length == self.optimal {
            return 1.0;
        }
        f64::from(self.length) / f64::from(self.optimal)
    }
}

impl<'a> Bounded<'a> {
    pub(super) fn of(rows: &'a [Row]) -> Self {
        let mut own = Self::default();
        let rows = rows.iter().filter(|row| row.status != Status::Unsupported);
        for row in rows.filter(|row| row.promise != Promise::Optimal) {
            let (_, worst) = own.worst.entry(&row.strategy).or_insert((row.promise, None));
            let solved = row.length.filter(|_| row.status == Status::Solved);
            let (Some(length), Some(optimal)) = (solved, row.optimal) else { continue };
            let path = Path { length, optimal };
            if worst.is_none_or(|worst| worst.ratio() < path.ratio()) {
                *worst = Some(path);
            }
        }
        own
    }

    /// How many there are.
    pub(super) fn strategies(&self) -> usize {
        self.worst.len()
    }
}

/// Sentences that follow the verdict on the other strategies; nothing if none of them has a path
/// whose optimal length is known.
impl fmt::Display for Bounded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_weight = |&(promise, path): &(Promise, Option<Path>)| match promise {
            Promise::Within(weight) => Some((weight, path)),
            _ => None,
        };
        let within: Vec<(Weight, Option<Path>)> =
            self.worst.values().filter_map(with_weight).collect();
        // How much of what the bound allows was used up decides which is the worst.
        let used = |weight: Weight, path: Path| {
            let (numerator, denominator) = weight.fraction();
            path.ratio() * f64::from(denominator) / f64::from(numerator)
        };
        let paths = within.iter().filter_map(|&(weight, path)| Some((weight, path?)));
        let worst = paths.max_by(|&(a, x), &(b, y)| used(a, x).total_cmp(&used(b, y)));
        if let Some((weight, path)) = worst {
            let (who, ratio) = (strategies(within.len()), path.ratio());
            write!(f, " {who} with a bound kept it, the worst at {ratio:.2} of {weight}.")?;
        }
        let free = self.worst.values().filter(|(promise, _)| *promise == Promise::AnyPath);
        let free: Vec<Option<Path>> = free.map(|&(_, path)| path).collect();
        if let Some(worst) = free.iter().flatten().map(|path| path.ratio()).reduce(f64::max) {
            let who = strategies(free.len());
            write!(f, " {who} without a bound found paths of up to {worst:.2} times the optimum.")?;
        }
        Ok(())
    }
}

fn strategies(count: usize) -> String {
    if count == 1 { "1 strategy".into() } else { format!("{count} strategies") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::verdict::Verdict;
    use crate::storage::results::Results;
    use crate::synthetic::{record, row};

    fn headline(rows: &[(&str, &str, u32)]) -> String {
        let names: Vec<&str> = rows.iter().map(|&(name, ..)| name).collect();
        let row = |&(name, promise, length): &(&str, &str, u32)| Row {
            promise: promise.parse().unwrap(),
            optimal: rows.iter().any(|(_, promise, _)| *promise == "optimal").then_some(20),
            ..row("a", name, length, 9)
        };
        let rows = rows.iter().map(row).collect();
        let results = Results::new(record(&names), rows);
        Verdict::of(&results).headline()
    }

    #[test]
    fn the_verdict_says_who_promised_what() {
        let optimal = [("x", "optimal", 20), ("y", "optimal", 20)];
        let [x, y] = optimal;
        let agree = "All 2 strategies that promise optimal paths agree on the optimal length of \
                     every instance.";
        assert_eq!(
            headline(&[x, y, ("a", "within 1.5", 26), ("b", "within 3", 40)]),
            format!("{agree} 2 strategies with a bound kept it, the worst at 1.30 of 1.5.")
        );
        assert_eq!(
            headline(&[x, y, ("a", "within 2", 40), ("c", "any path", 90)]),
            format!(
                "{agree} 1 strategy with a bound kept it, the worst at 2.00 of 2. 1 strategy \
                 without a bound found paths of up to 4.50 times the optimum."
            )
        );
        assert_eq!(
            headline(&[x, ("c", "any path", 20)]),
            "One strategy promises optimal paths. 1 strategy without a bound found paths of up to \
             1.00 times the optimum."
        );
        assert_eq!(headline(&[("a", "within 2", 40)]), "No strategy promises optimal paths.");
    }
}
