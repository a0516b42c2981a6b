//! Patterns for names, and suggestions for misspelt names.

/// Whether a text is a pattern: `*` stands for any characters, `?` for one.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Whether a name matches a pattern as a whole. A text without `*` and `?` matches itself only.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last star, and the end of what it stands for.
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => {
                let Some((place, end)) = star else { return false };
                star = Some((place, end + 1));
                (p, n) = (place + 1, end + 1);
            }
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// The most letters of a misspelt name. The time to compare names grows with the product of their
/// lengths.
const MOST_LETTERS: usize = 1000;

/// The most names that a message lists.
const MOST_LISTED: usize = 8;

/// The names that are selected by names and patterns, each once, in the order of what
/// selects them. All names if nothing is given.
///
/// # Errors
///
/// If one of the patterns matches no name. The message calls a name `what`.
pub fn select(given: &[String], names: &[&str], what: &str) -> anyhow::Result<Vec<String>> {
    let mut selected: Vec<String> = Vec::new();
    for pattern in given {
        let before = selected.len();
        let matching = || names.iter().filter(|name| matches(pattern, name));
        if matching().next().is_none() {
            let families = names.iter().filter_map(|name| name.split_inclusive(':').next());
            let near =
                nearest(&pattern.replace(['*', '?'], ""), names.iter().copied().chain(families));
            let near = near.map(|near| match near.ends_with(':') {
                true => format!("{near}*"),
                false => near.to_owned(),
            });
            let listed: Vec<&str> = names.iter().copied().take(MOST_LISTED).collect();
            let dots = if names.len() > MOST_LISTED { " ..." } else { "" };
            anyhow::bail!(
                "no {what} matches {pattern:?}: {}expected one of {}{dots}, or a pattern such as 'a*'",
                suggestion(near.as_deref()),
                listed.join(" ")
            );
        }
        for name in matching() {
            if !selected[..before].iter().any(|earlier| earlier == name) {
                selected.push((*name).to_owned());
            }
        }
    }
    match given {
        [] => Ok(names.iter().map(|&name| name.to_owned()).collect()),
        _ => Ok(selected),
    }
}

/// The end of a message about an unknown name: the right names, and the one that was meant.
pub fn expected_one_of(name: &str, names: &[&str]) -> String {
    let near = suggestion(nearest(name, names.iter().copied()));
    format!("{near}expected one of {}", names.join(" "))
}

/// `did you mean "..."? `, or an empty text.
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default()
}

/// The nearest candidate to a misspelt name, if one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(name, &mut candidates.into_iter())
}

/// The same. It is compiled once, and not for each type of iterator.
fn nearest_of<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MOST_LETTERS {
        return None;
    }
    let close_enough = (name.chars().count() * 2 / 5).max(2);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(edits, _)| edits <= close_enough)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// A text with other names in the place of names that stand alone in it. Names hold each other, such
/// as `astar:manhattan` in `idastar:manhattan`, and other names do not change again.
pub fn renamed(text: &str, names: &[(String, String)]) -> String {
    let is_free = |after: &str| {
        let after = after.trim_start_matches(['.', ',', ';', ':', ')', '"']);
        after.chars().next().is_none_or(char::is_whitespace)
    };
    let (mut written, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let begins = written.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
        let fits = |(name, _): &&(String, String)| {
            begins && rest.strip_prefix(name.as_str()).is_some_and(is_free)
        };
        let (old, new) = match names.iter().filter(fits).max_by_key(|(name, _)| name.len()) {
            Some((name, other)) if !name.is_empty() => (name.len(), other.as_str()),
            _ => (c.len_utf8(), &rest[..c.len_utf8()]),
        };
        written.push_str(new);
        rest = &rest[old..];
    }
    written
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_whole_names_are_renamed() {
        let names = [("bfs", "BFS"), ("astar:zero", "bfs"), ("astar:zero,w=2", "A* (w = 2)")]
            .map(|(name, other)| (name.to_owned(), other.to_owned()));
        for (text, expected) in [
            ("bfs against astar:zero", "BFS against bfs"),
            ("bfs: 3, by idastar:zero: 4 (bfs)", "BFS: 3, by idastar:zero: 4 (BFS)"),
            ("astar:zero,w=2, astar:zero,w=3.", "A* (w = 2), astar:zero,w=3."),
            ("bfs@before bfss bfs", "bfs@before bfss BFS"),
        ] {
            assert_eq!(renamed(text, &names), expected);
        }
    }

    /// The same in the obvious way: each star takes nothing, or one character and stays.
    fn matches_slowly(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], name) => name.is_empty(),
            ([b'*', rest @ ..], name) => {
                matches_slowly(rest, name)
                    || (!name.is_empty() && matches_slowly(pattern, &name[1..]))
            }
            ([_, ..], []) => false,
            ([c, pattern @ ..], [d, name @ ..]) => {
                (*c == b'?' || c == d) && matches_slowly(pattern, name)
            }
        }
    }

    proptest! {
        #[test]
        fn patterns_match_as_the_obvious_routine_says(pattern in "[ab*?]{0,8}", name in "[ab]{0,8}") {
            let slowly = matches_slowly(pattern.as_bytes(), name.as_bytes());
            prop_assert_eq!(matches(&pattern, &name), slowly);
        }
    }

    #[test]
    fn a_very_long_name_is_like_no_other_and_takes_no_time() {
        let begun = std::time::Instant::now();
        let name = "astar:manhattan,".repeat(20_000);
        assert_eq!(nearest(&name, [&*name, "astar:manhattan"]), None);
        assert!(begun.elapsed() < std::time::Duration::from_secs(10));
    }

    #[test]
    fn selections_are_in_the_order_of_the_patterns_and_have_each_name_once() {
        let names = ["bfs", "astar:zero", "astar:manhattan", "idastar:manhattan"];
        let select = |given: &[&str]| {
            let given: Vec<String> = given.iter().map(|&text| text.to_owned()).collect();
            select(&given, &names, "strategy").map_err(|error| error.to_string())
        };
        assert_eq!(select(&[]).unwrap(), names);
        let both = select(&["*:manhattan", "astar:*", "bfs"]).unwrap();
        assert_eq!(both, ["astar:manhattan", "idastar:manhattan", "astar:zero", "bfs"]);
        let message = select(&["astra:*"]).unwrap_err();
        assert!(message.contains("did you mean \"astar:*\"?"), "{message}");
        let message = select(&["bsf"]).unwrap_err();
        assert!(
            message.starts_with("no strategy matches \"bsf\": did you mean \"bfs\"?"),
            "{message}"
        );
    }
}
