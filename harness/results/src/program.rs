//! Which version of an external program made rows.

use optile_core::Spec;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::before;

/// The name of the record of another build of optile.
pub const BEFORE: &str = "@before";

/// A program that made rows or gave the estimates of their heuristics. Two programs are the same if
/// command, greeting and files are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// The name that the suite gives it, or [`BEFORE`].
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it says of itself in its greeting, such as a name and a version.
    pub greeting: String,
    /// The SHA-256 of the regular files that the command names, in hexadecimal, by their names.
    pub files: BTreeMap<String, String>,
    /// Whether the suite says that the same board always costs it the same nodes.
    pub deterministic: bool,
}

impl ProgramRecord {
    /// Whether it has a part in the runs of a strategy.
    pub fn is_of(&self, strategy: &str) -> bool {
        match &*self.name {
            BEFORE => before::is_before(strategy),
            name => name == strategy || is_behind(name, strategy),
        }
    }

    /// In what another program of the same name differs: the property, and its two values.
    pub fn differences(&self, other: &Self) -> Vec<(String, String, String)> {
        let of = |what: &str| match &*self.name {
            BEFORE => format!("{what} of the other build of optile"),
            name => format!("{what} of program {name}"),
        };
        let mut all = vec![
            (of("command"), format!("{:?}", self.command), format!("{:?}", other.command)),
            (of("greeting"), format!("{:?}", self.greeting), format!("{:?}", other.greeting)),
        ];
        let names = self.files.keys().chain(other.files.keys());
        all.extend(names.map(|name| {
            let sum = |program: &Self| match program.files.get(name) {
                Some(sum) => format!("SHA-256 {}", &sum[..sum.len().min(SHORT)]),
                None => "no file".to_owned(),
            };
            (of(&format!("file {name}")), sum(self), sum(other))
        }));
        all.dedup();
        all.retain(|(_, a, b)| a != b);
        all
    }
}

/// How many digits of a SHA-256 messages have.
const SHORT: usize = 12;

/// Whether the heuristic of a strategy is this one, or has it as a part.
pub fn is_behind(heuristic: &str, strategy: &str) -> bool {
    let own = strategy.parse::<Spec>().ok().and_then(|spec| spec.heuristic);
    own.is_some_and(|all| all.split(['(', ')', ',']).any(|one| one.trim() == heuristic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_program_differs_in_what_was_changed() {
        let sums = |sum: &str| BTreeMap::from([("mine.py".to_owned(), sum.repeat(64))]);
        let one = ProgramRecord {
            name: "mine".into(),
            command: vec!["python3".into(), "mine.py".into()],
            greeting: "mine 1".into(),
            files: sums("a"),
            deterministic: false,
        };
        let what = |other: &ProgramRecord| -> Vec<String> {
            let all = one.differences(other);
            all.into_iter().map(|(what, a, b)| format!("{what} {a} and {b}")).collect()
        };
        assert_eq!(what(&ProgramRecord { deterministic: true, ..one.clone() }), [""; 0]);
        assert_eq!(
            what(&ProgramRecord { files: sums("b"), ..one.clone() }),
            ["file mine.py of program mine SHA-256 aaaaaaaaaaaa and SHA-256 bbbbbbbbbbbb"]
        );
        assert_eq!(
            what(&ProgramRecord { files: BTreeMap::new(), greeting: "2".into(), ..one.clone() }),
            [
                "greeting of program mine \"mine 1\" and \"2\"",
                "file mine.py of program mine SHA-256 aaaaaaaaaaaa and no file"
            ]
        );
        let of = |strategy| one.is_of(strategy);
        assert!(of("mine") && of("astar:mine") && of("idastar:max(manhattan, mine)"));
        assert!(!of("astar:mines") && !of("mine@before") && !of("astar:manhattan"));
        let build = ProgramRecord { name: BEFORE.into(), ..one.clone() };
        assert!(build.is_of("bfs@before") && !build.is_of("bfs"));
    }
}
