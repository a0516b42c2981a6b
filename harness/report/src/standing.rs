//! Which strategies are compared with each other.

use optile_results::text::quantity::{counted, enumerated};

/// Whether a strategy is compared with the best, and why not. The variants are in the order of
/// tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It is: it searches for optimal paths.
    Compared,
    /// It does not promise optimal paths, so it may save the work of the proof.
    NotOptimal,
    /// It looks answers up, see [`optile_core::Family::is_lookup`].
    Lookup,
}

impl Standing {
    /// Whether the strategy has ratios to the best.
    pub fn is_compared(self) -> bool {
        self == Self::Compared
    }
}

/// The most strategies that a note names one by one.
const MOST_NAMED: usize = 3;

/// Why some of these strategies have no ratios. `None` if all have them.
pub(crate) fn note<'a>(all: impl Iterator<Item = (&'a str, Standing)>) -> Option<String> {
    let all: Vec<(&str, Standing)> = all.collect();
    let of = |standing| {
        let names = all.iter().filter(|&&(_, other)| other == standing);
        names.map(|&(name, _)| name).collect::<Vec<_>>()
    };
    let lookups = of(Standing::Lookup);
    let lookup = (!lookups.is_empty()).then(|| {
        let (reads, its) =
            if lookups.len() == 1 { ("reads answers", "Its") } else { ("read answers", "Their") };
        format!(
            "{} {reads} from a finished table. {its} steps along a path are no search, so \
             there are no ratios.",
            enumerated(&lookups)
        )
    });
    let others = of(Standing::NotOptimal);
    let other = (!others.is_empty()).then(|| {
        let (does, it) = if others.len() == 1 { ("does", "it") } else { ("do", "they") };
        let who = match others.len() {
            ..=MOST_NAMED => enumerated(&others),
            many => counted(many, "strategy"),
        };
        format!(
            "{who} {does} not promise optimal paths, so {it} cannot be compared with strategies that \
             prove them, and there are no ratios."
        )
    });
    let notes: Vec<String> = lookup.into_iter().chain(other).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}
