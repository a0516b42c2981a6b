//! The strategies that there are: one explicit list, and the way from a name
//! on the command line to a strategy.

use std::fmt;

use anyhow::{Context, Result, anyhow};
use optile_core::{Family, Size, Spec, SpecError, Strategy};

/// Every family of strategies, in the order in which listings, tables and
/// charts show them. Adding one takes a line here and a dependency; everything
/// else derives from this list.
pub fn families() -> Vec<Family> {
    vec![
        optile_bfs::family(),
        optile_retrograde::family(),
        optile_bidir::family(),
        optile_astar::family(),
        optile_astar::epea_family(),
        optile_hda::family(),
        optile_bfhs::family(),
        optile_astar_idastar::family(),
        optile_idastar::family(),
        optile_idastar::parallel_family(),
    ]
}

/// The names of all strategies without options, in the order of
/// [`families`].
pub fn names() -> Vec<String> {
    families().iter().flat_map(Family::names).collect()
}

/// The strategies that take part where none are named: every family once, and
/// by the first that takes heuristics every heuristic once that has a name of
/// its own. All pairs of both are too many to look at, and some of them, such
/// as deepening without a bound, are hopeless.
pub fn standard_names() -> Vec<String> {
    let families = families();
    let first = families.iter().find(|family| !family.heuristics.is_empty());
    let in_first = |family: &Family| first.is_some_and(|first| first.name == family.name);
    let of = |family: &Family| match family.heuristics.iter().find(|h| h.name == STANDARD) {
        _ if in_first(family) => {
            let plain = family.heuristics.iter().filter(|h| h.arguments.is_none());
            plain.map(|h| format!("{}:{}", family.name, h.name)).collect()
        }
        Some(h) => vec![format!("{}:{}", family.name, h.name)],
        None => family.names(),
    };
    families.iter().flat_map(of).collect()
}

/// The heuristic that families are compared by.
const STANDARD: &str = "manhattan";

/// A strategy and the name that it was asked for by.
pub struct Entry {
    /// The name with its options, such as `idastar:manhattan,order=dlru`.
    pub name: String,
    /// The strategy.
    pub strategy: Box<dyn Strategy>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.name).finish()
    }
}

/// Builds the strategy of a name.
///
/// # Errors
///
/// When there is no such family, heuristic or option; the message names the
/// nearest that there is.
pub fn build(name: &str) -> Result<Entry> {
    build_from(&families(), name)
}

fn build_from(families: &[Family], name: &str) -> Result<Entry> {
    let in_name = || format!("strategy {name:?}");
    let spec: Spec = name.parse().with_context(in_name)?;
    let Some(family) = families.iter().find(|family| family.name == spec.family) else {
        let names: Vec<String> = families.iter().flat_map(Family::names).collect();
        let near = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => Some(near.to_owned()),
            None => {
                nearest(&spec.family, families.iter().map(|family| family.name)).map(str::to_owned)
            }
        };
        return Err(anyhow!(
            "unknown strategy {name:?}: {}`optile list strategies` shows them all",
            suggestion(near.as_deref())
        ));
    };
    let strategy = family
        .check(&spec)
        .and_then(|()| (family.build)(&spec))
        .map_err(|error| explain(&error))
        .with_context(in_name)?;
    Ok(Entry { name: spec.to_string(), strategy })
}

/// The error with the nearest name that would have done.
fn explain(error: &SpecError) -> anyhow::Error {
    let near = match error {
        SpecError::UnknownHeuristic { name, known } => {
            nearest(name, known.iter().map(String::as_str))
        }
        SpecError::UnknownOption { key, known, .. } => {
            nearest(key, known.iter().map(String::as_str))
        }
        _ => None,
    };
    match near {
        Some(near) => anyhow!("{error}; did you mean {near:?}?"),
        None => anyhow!("{error}"),
    }
}

/// `did you mean "..."? ` or nothing.
pub(crate) fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default()
}

/// The candidate that a misspelt name most likely meant, if any is near.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let close_enough = (name.chars().count() * 2 / 5).max(2);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(edits, _)| edits <= close_enough)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// The most cells for which a table of the whole space is the default: 2x5
/// boards have 1.8 million states, those of the next sizes 240 million.
const SMALL_CELLS: usize = 10;

/// The most cells for which pattern databases of six tiles each are the
/// default. Those of 3x6 boards have 40 MB and are built in a second, which
/// random boards are worth; on larger boards there is no hope for these, and
/// boards near the goal need no tables.
const MIDDLE_CELLS: usize = 18;

/// The name of the strategy to take when none is asked for: the table of the
/// whole space where that is small; pattern databases where most boards can be
/// solved by them; else the fastest that needs no memory. On 4x4 boards the
/// databases have 12 MB and are built in a fifth of a second, and Korf's hundred
/// take two and a half seconds with them where Manhattan distance takes seventy.
/// Without the reflection they take four: where the goal's blank is on the
/// diagonal it looks up the same tables. The narrower a board, the more such
/// tables save: on 2x7 boards a factor of thousands.
pub fn default_for(size: Size) -> &'static str {
    match (size.cells(), size.width()) {
        (..=SMALL_CELLS, _) => "retrograde",
        (16, 4) => "idastar:pdb:6-6-3+reflected",
        (..=MIDDLE_CELLS, _) => "idastar:pdb:up-to-6",
        _ => "idastar:manhattan",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use optile_core::Allowed;

    use super::*;

    fn is_well_formed(name: &str) -> bool {
        !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && name.starts_with(|c: char| c.is_ascii_lowercase())
    }

    fn is_one_line(about: &str) -> bool {
        !about.is_empty() && about.chars().count() <= 79 && !about.contains('\n')
    }

    #[test]
    fn names_are_unique_and_well_formed_and_abouts_are_one_line() {
        let names = names();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for family in families() {
            assert!(is_well_formed(family.name), "{}", family.name);
            assert!(is_one_line(family.about), "{}", family.about);
            for heuristic in family.heuristics {
                assert!(is_well_formed(heuristic.name), "{}", heuristic.name);
                assert!(is_one_line(heuristic.about), "{}", heuristic.about);
            }
            for option in family.options {
                assert!(is_well_formed(option.key), "{}", option.key);
                assert!(is_one_line(option.about), "{}", option.about);
            }
        }
    }

    #[test]
    fn every_listed_name_and_option_value_builds() {
        for family in families() {
            for name in family.names() {
                assert_eq!(build(&name).unwrap().name, name);
                for option in family.options {
                    let values = match option.allowed {
                        Allowed::OneOf(words) => words,
                        Allowed::Form { examples, .. } => examples,
                        _ => &[],
                    };
                    for value in values.iter().chain([&option.default]) {
                        let name = format!("{name},{}={value}", option.key);
                        assert_eq!(build(&name).unwrap().name, name);
                    }
                }
            }
        }
    }

    #[test]
    fn standard_names_have_every_family_and_every_plain_heuristic() {
        let standard = standard_names();
        let all = names();
        assert!(standard.iter().all(|name| all.contains(name)));
        for family in families() {
            assert!(standard.iter().any(|name| name.split(':').next() == Some(family.name)));
        }
        for heuristic in optile_heuristics::ALL.iter().filter(|h| h.arguments.is_none()) {
            let end = format!(":{}", heuristic.name);
            assert!(standard.iter().any(|name| name.ends_with(&end)), "{end}");
        }
    }

    #[test]
    fn defaults_are_in_the_list() {
        let default = |size: &str| default_for(size.parse().unwrap());
        assert_eq!(default("3x3"), "retrograde");
        assert_eq!(default("4x4"), "idastar:pdb:6-6-3+reflected");
        for size in Size::all() {
            let entry = build(default_for(size)).unwrap();
            assert!(entry.strategy.supports(size));
        }
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let message = |name: &str| format!("{:#}", build(name).unwrap_err());
        assert!(message("bsf").contains("did you mean \"bfs\"?"));
        assert!(message("asatr:manhattan").contains("did you mean \"astar:manhattan\"?"));
        assert!(message("astar:manhatan").contains("did you mean \"manhattan\"?"));
        assert!(message("astar").contains("needs a heuristic"));
        assert!(message("idastar:manhattan,ordr=ulrd").contains("did you mean \"order\"?"));
        assert!(message("idastar:manhattan,order=ulrr").contains("order"));
        assert!(message("").contains("is not of the form"));
        assert!(!message("something-else-entirely").contains("did you mean"));
    }
}
