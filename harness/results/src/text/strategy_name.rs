//! The parts of a strategy's name.

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

    /// The heuristic as a chart has room for it: lists of tiles are told by the sizes of the
    /// patterns, and equal parts of a maximum are counted, as in `max(2 × pdb:6-6-6-6)`.
    pub fn short_heuristic(self) -> String {
        let inner = self.heuristic.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')'));
        let Some(inner) = inner else { return without_tiles(self.heuristic) };
        let mut parts: Vec<(String, usize)> = Vec::new();
        for part in inner.split(',').map(without_tiles) {
            match parts.iter_mut().find(|(other, _)| *other == part) {
                Some((_, count)) => *count += 1,
                None => parts.push((part, 1)),
            }
        }
        let counted = parts.into_iter().map(|(part, count)| match count {
            1 => part,
            count => format!("{count} × {part}"),
        });
        format!("max({})", counted.collect::<Vec<_>>().join(","))
    }

    /// Family, heuristic and options, as tables have them.
    pub fn parts(self) -> [&'a str; 3] {
        [self.family, self.heuristic, self.options]
    }
}

/// A heuristic whose lists of tiles, such as `1.2.3-4.5`, are replaced by sizes, such as `3-2`.
fn without_tiles(heuristic: &str) -> String {
    let Some((kind, rest)) = heuristic.split_once(':') else { return heuristic.into() };
    let (partition, words) = rest.split_at(rest.find('+').unwrap_or(rest.len()));
    if !partition.contains('.') {
        return heuristic.into();
    }
    let sizes = partition.split('-').map(|tiles| tiles.split('.').count().to_string());
    format!("{kind}:{}{words}", sizes.collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_heuristic_has_sizes_in_place_of_tiles() {
        for (name, short) in [
            ("bfs", ""),
            ("idastar:pdb:6-6-6-6+zero,fsm=12", "pdb:6-6-6-6+zero"),
            ("astar:pdb:1.2.3-4.5-6.7.8+dual", "pdb:3-2-3+dual"),
            ("astar:max(pdb:5-3,pdb:1.2.3.4.5-6.7.8)", "max(2 × pdb:5-3)"),
            ("astar:max(manhattan,pdb:1.2-3+a,pdb:1.3-2+a)", "max(manhattan,2 × pdb:2-1+a)"),
            ("astar:max(", "max("),
            ("astar:pdb:.", "pdb:2"),
        ] {
            assert_eq!(StrategyName::of(name).short_heuristic(), short, "{name}");
        }
    }

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
            assert_eq!(StrategyName::of(name).parts(), parts, "{name}");
        }
    }
}
