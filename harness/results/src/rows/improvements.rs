//! The paths of an anytime search, as files and answers have them: a text such as
//! `31 90 7000/27 400 9000`, with length, expansions and nanoseconds of each path.

use optile_core::Improvement;

/// The text of these paths; `None` if there are none.
pub fn written(paths: &[Improvement]) -> Option<String> {
    let text = |&Improvement { length, expanded, ns }: &_| format!("{length} {expanded} {ns}");
    (!paths.is_empty()).then(|| paths.iter().map(text).collect::<Vec<_>>().join("/"))
}

/// The paths from their text. `None` if the text is not of this form, or if a path is not shorter
/// and later than the one before.
pub fn read(text: &str) -> Option<Vec<Improvement>> {
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

/// What contradicts itself or the number of expansions, of moves and of nanoseconds, for people.
pub fn contradiction(
    text: &str,
    expanded: Option<u64>,
    moves: Option<u64>,
    search_ns: u64,
) -> Option<&'static str> {
    let Some(found) = read(text) else {
        return Some(
            "improvements is not a list of shorter and shorter paths, such as \"31 90 7000/27 400 \
             9000\"",
        );
    };
    let last = found.last()?;
    let exceeds = expanded.is_some_and(|all| last.expanded > all)
        || last.ns > search_ns
        || moves.is_some_and(|moves| last.length != moves);
    exceeds.then_some("the last of improvements exceeds the search or its path")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_paths_are_read_as_they_were_written() {
        let paths = [(7, 4, 70), (5, 16, 90)].map(|(length, expanded, ns)| Improvement {
            length,
            expanded,
            ns,
        });
        let text = written(&paths).unwrap();
        assert_eq!(text, "7 4 70/5 16 90");
        assert_eq!(read(&text).unwrap(), paths);
        assert_eq!(written(&[]), None);
        for bad in ["", "7", "7 4", "7 4 70/", "7 4 70/7 5 80", "7 4 70/5 3 80", "7 4 70/5 5 60"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn contradictions_are_named() {
        let of = |text| contradiction(text, Some(16), Some(5), 90);
        assert_eq!(of("7 4 70/5 16 90"), None);
        assert_eq!(contradiction("7 4 70", None, None, 70), None);
        for bad in ["5 17 90", "5 16 91", "4 16 90", "6 16 90"] {
            assert!(of(bad).unwrap().contains("last of improvements"), "{bad}");
        }
        assert!(of("5 7").unwrap().contains("shorter paths"));
    }
}
