//! The parts of a strategy's name, and patterns over names.

/// The parts of `family[:heuristic][,option=value]...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StrategyName<'a> {
    /// The kind of search, such as `idastar`.
    pub family: &'a str,
    /// The heuristic, such as `max(manhattan,pdb:7-8)`; empty if there is none.
    pub heuristic: &'a str,
    /// The options, such as `order=dlru,transposition=on`; empty if there are none.
    pub options: &'a str,
}

impl<'a> StrategyName<'a> {
    /// The parts of a name. Every text has parts: the name of an external program may be any
    /// text.
    pub fn of(name: &'a str) -> Self {
        let mut depth = 0_usize;
        let comma = name.find(|c: char| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        let (search, options) = comma.map_or((name, ""), |at| (&name[..at], &name[at + 1..]));
        let (family, heuristic) = search.split_once(':').unwrap_or((search, ""));
        Self { family, heuristic, options }
    }
}

/// Whether a whole text matches a pattern, in which `*` stands for any characters and `?` for
/// one character.
pub fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // Where the last star is, and where the text that it does not stand for begins.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == '?' || c == text[t] => (p, t) = (p + 1, t + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, t) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_has_a_family_a_heuristic_and_options() {
        for (name, parts) in [
            ("bfs", ["bfs", "", ""]),
            ("astar:manhattan", ["astar", "manhattan", ""]),
            ("bfs,order=dlru", ["bfs", "", "order=dlru"]),
            ("astar:max(a,b),ties=low", ["astar", "max(a,b)", "ties=low"]),
            (
                "idastar:pdb:7-8+reflected,dual=on,pathmax=on",
                ["idastar", "pdb:7-8+reflected", "dual=on,pathmax=on"],
            ),
            (")a:b)(,", [")a", "b)(,", ""]),
            ("", ["", "", ""]),
        ] {
            let StrategyName { family, heuristic, options } = StrategyName::of(name);
            assert_eq!([family, heuristic, options], parts, "{name}");
        }
    }

    /// Obvious, and slow.
    fn slowly(pattern: &[char], text: &[char]) -> bool {
        match (pattern, text) {
            ([], text) => text.is_empty(),
            (['*', rest @ ..], text) => (0..=text.len()).any(|n| slowly(rest, &text[n..])),
            ([c, rest @ ..], [first, others @ ..]) => {
                (*c == '?' || c == first) && slowly(rest, others)
            }
            (_, []) => false,
        }
    }

    proptest! {
        #[test]
        fn patterns_match_as_by_trying_everything(pattern in "[ab*?]{0,7}", text in "[ab]{0,9}") {
            let chars = |text: &str| text.chars().collect::<Vec<char>>();
            prop_assert_eq!(matches(&pattern, &text), slowly(&chars(&pattern), &chars(&text)));
        }
    }
}
