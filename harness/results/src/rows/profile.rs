//! What a search told besides its counters, as files have it.

use optile_core::Improvement;
use serde::{Deserialize, Serialize};

/// Where a search from both ends expanded, where its sides met, and the paths that an anytime
/// search found. All fields are empty for other searches. `docs/methodology.md` defines them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// Nodes that the backward side expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_backward: Option<u64>,
    /// The moves of the path up to the state in which the sides met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meeting: Option<u64>,
    /// Expansions by g, see [`sides`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_by_g: Option<String>,
    /// Expansions by f, see [`sides`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_by_f: Option<String>,
    /// The paths of an anytime search, see [`improvements`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improvements: Option<String>,
}

impl Profile {
    /// The names of all fields.
    pub const NAMES: [&str; 5] =
        ["expanded_backward", "meeting", "expanded_by_g", "expanded_by_f", "improvements"];

    /// What contradicts itself or the number of expansions, of moves and of nanoseconds, for
    /// people.
    pub fn contradiction(
        &self,
        expanded: Option<u64>,
        moves: Option<u64>,
        search_ns: u64,
    ) -> Option<String> {
        let Self { expanded_backward, meeting, expanded_by_g, expanded_by_f, .. } = self;
        if expanded_backward.is_some() && *expanded_backward > expanded {
            return Some("expanded_backward exceeds expanded".into());
        }
        if meeting.is_some() && moves.is_some() && *meeting > moves {
            return Some("meeting exceeds the length of the path".into());
        }
        if let Some(text) = &self.improvements {
            let Some(found) = improvements(text) else {
                let form = "shorter and shorter paths, such as \"31 90 7000/27 400 9000\"";
                return Some(format!("improvements is not a list of {form}"));
            };
            let last = found.last()?;
            if expanded.is_some_and(|all| last.expanded > all)
                || last.ns > search_ns
                || moves.is_some_and(|moves| last.length != moves)
            {
                return Some("the last of improvements exceeds the search or its path".into());
            }
        }
        let lists = [("expanded_by_g", expanded_by_g), ("expanded_by_f", expanded_by_f)];
        lists.into_iter().find_map(|(name, text)| {
            let text = text.as_ref()?;
            let Some(counts) = sides(text) else {
                return Some(format!("{name} is not two lists of counts, such as \"1 2 4/1 3\""));
            };
            let [forward, backward] = counts
                .map(|counts| counts.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count)));
            let is_sum = backward == *expanded_backward
                && forward.zip(backward).and_then(|(a, b)| a.checked_add(b)) == expanded;
            (!is_sum).then(|| format!("{name} does not add up to expanded and expanded_backward"))
        })
    }
}

impl From<&optile_core::Profile> for Profile {
    fn from(profile: &optile_core::Profile) -> Self {
        let text = |sides: &[Vec<u64>; 2]| {
            let known = sides.iter().any(|counts| !counts.is_empty());
            known.then(|| {
                sides
                    .each_ref()
                    .map(|counts| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
                    .join("/")
            })
        };
        let expanded_by_g = text(&profile.by_g);
        Self {
            expanded_backward: expanded_by_g.is_some().then(|| profile.expanded()[1]),
            meeting: profile.meeting,
            expanded_by_g,
            expanded_by_f: text(&profile.by_f),
            improvements: (!profile.improvements.is_empty()).then(|| {
                let text =
                    |&Improvement { length, expanded, ns }: &_| format!("{length} {expanded} {ns}");
                profile.improvements.iter().map(text).collect::<Vec<_>>().join("/")
            }),
        }
    }
}

/// Counts of both sides from a text such as `1 2 4/1 3`. The forward side is
/// before the slash. The first count of a list is that of the value 0. `None`
/// if the text is not of this form.
pub fn sides(text: &str) -> Option<[Vec<u64>; 2]> {
    let counts =
        |list: &str| list.split_whitespace().map(|count| count.parse().ok()).collect::<Option<_>>();
    let (forward, backward) = text.split_once('/')?;
    Some([counts(forward)?, counts(backward)?])
}

/// The paths from a text such as `31 90 7000/27 400 9000`: length, expansions and nanoseconds of
/// each. `None` if the text is not of this form, or if a path is not shorter and later than the
/// one before.
pub fn improvements(text: &str) -> Option<Vec<Improvement>> {
    let read = |text: &str| {
        let numbers: Option<Vec<u64>> =
            text.split_whitespace().map(|number| number.parse().ok()).collect();
        match numbers?[..] {
            [length, expanded, ns] => Some(Improvement { length, expanded, ns }),
            _ => None,
        }
    };
    let all: Vec<Improvement> = text.split('/').map(read).collect::<Option<_>>()?;
    let is_better = |one: &Improvement, next: &Improvement| {
        one.length > next.length && one.expanded <= next.expanded && one.ns <= next.ns
    };
    all.is_sorted_by(is_better).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        let by_g = [vec![1, 2], vec![1, 3, 9]];
        Profile::from(&optile_core::Profile {
            by_f: [vec![0, 3], vec![0, 13]],
            by_g,
            meeting: Some(2),
            improvements: [(7, 4, 70), (5, 16, 90)]
                .map(|(length, expanded, ns)| Improvement { length, expanded, ns })
                .into(),
        })
    }

    #[test]
    fn counts_of_both_sides_are_read_as_they_were_written() {
        let profile = profile();
        assert_eq!(profile.expanded_backward, Some(13));
        assert_eq!(profile.expanded_by_g.as_deref(), Some("1 2/1 3 9"));
        assert_eq!(sides("1 2/1 3 9"), Some([vec![1, 2], vec![1, 3, 9]]));
        assert_eq!(sides("/0 7"), Some([vec![], vec![0, 7]]));
        for bad in ["", "1 2", "1,2/3", "1/2/3", "-1/2", "99999999999999999999/"] {
            assert_eq!(sides(bad), None, "{bad}");
        }
        assert_eq!(Profile::from(&optile_core::Profile::default()), Profile::default());
    }

    #[test]
    fn better_paths_are_read_as_they_were_written() {
        let text = profile().improvements.unwrap();
        assert_eq!(text, "7 4 70/5 16 90");
        let found = improvements(&text).unwrap();
        assert_eq!((found.len(), found[1].length, found[1].ns), (2, 5, 90));
        for bad in ["", "7", "7 4", "7 4 70/", "7 4 70/7 5 80", "7 4 70/5 3 80", "7 4 70/5 5 60"] {
            assert_eq!(improvements(bad), None, "{bad}");
        }
    }

    #[test]
    fn contradictions_are_named() {
        assert_eq!(profile().contradiction(Some(16), Some(5), 90), None);
        assert_eq!(Profile::default().contradiction(None, None, 0), None);
        let of = |change: fn(&mut Profile), expanded| {
            let mut profile = profile();
            change(&mut profile);
            profile.contradiction(expanded, Some(5), 90).unwrap()
        };
        let none = |_: &mut Profile| {};
        assert!(of(none, Some(17)).contains("expanded_by_g does not add up"));
        assert!(of(none, Some(12)).contains("expanded_backward exceeds"));
        assert!(of(none, None).contains("expanded_backward exceeds"));
        assert!(of(|p| p.meeting = Some(6), Some(16)).contains("meeting exceeds"));
        assert!(of(|p| p.expanded_backward = Some(2), Some(16)).contains("expanded_by_g"));
        assert!(of(|p| p.expanded_by_f = Some("16".into()), Some(16)).contains("two lists"));
        for bad in ["5 17 90", "5 16 91", "4 16 90", "6 16 90"] {
            let profile = Profile { improvements: Some(bad.into()), ..profile() };
            let fault = profile.contradiction(Some(16), Some(5), 90).unwrap();
            assert!(fault.contains("last of improvements"), "{bad}");
        }
        assert!(of(|p| p.improvements = Some("5 7".into()), Some(16)).contains("shorter paths"));
        let huge = format!("{}/1 3 {}", u64::MAX, u64::MAX);
        let mut profile = profile();
        profile.expanded_by_f = Some(huge);
        assert!(profile.contradiction(Some(16), None, 0).is_some());
    }

    #[test]
    fn every_field_is_a_column_of_rows() {
        let row = serde_json::to_value(&crate::synthetic::small().rows[0]).unwrap();
        let own = serde_json::to_value(profile()).unwrap();
        assert_eq!(own.as_object().unwrap().len(), Profile::NAMES.len());
        for name in Profile::NAMES {
            assert!(row.get(name).is_some() && own.get(name).is_some(), "{name}");
        }
    }
}
