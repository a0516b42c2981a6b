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

    /// Family, heuristic and options, as tables have them.
    pub fn parts(self) -> [&'a str; 3] {
        [self.family, self.heuristic, self.options]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_family_a_heuristic_and_options() {
        for (name, parts) in [
            ("bfs", ["bfs", "", ""]),
            ("astar:manhattan", ["astar", "manhattan", ""]),
            ("bfs,order=dlru", ["bfs", "", "order=dlru"]),
            ("astar:max(a,b),ties=low", ["astar", "max(a,b)", "ties=low"]),
            (
                "idastar:pdb:7-8+reflected,fsm=12,sweep=off",
                ["idastar", "pdb:7-8+reflected", "fsm=12,sweep=off"],
            ),
            (")a:b)(,", [")a", "b)(,", ""]),
            ("", ["", "", ""]),
        ] {
            assert_eq!(StrategyName::of(name).parts(), parts, "{name}");
        }
    }
}
