//! What the examination of a requirement shows, and how it is printed.

use std::collections::BTreeMap;
use std::fmt;

use optile_core::{Arrangement, Problem, counted};

/// Whether a requirement is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compliance {
    /// It is met.
    Met,
    /// Nothing forbids what was seen, but an author wants to know it.
    Remark,
    /// It is not met.
    Broken,
}

/// What the examination of one requirement shows.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// Whether the requirement is met.
    pub compliance: Compliance,
    /// The name of the requirement, or on which boards it was examined.
    pub topic: &'static str,
    /// What was seen.
    pub text: String,
    /// The board of the smallest counterexample.
    pub board: Option<Arrangement>,
}

impl Assessment {
    /// The requirement is met.
    pub fn met(topic: &'static str, text: impl Into<String>) -> Self {
        Self { compliance: Compliance::Met, topic, text: text.into(), board: None }
    }

    /// Something that an author wants to know.
    pub fn remark(topic: &'static str, text: impl Into<String>) -> Self {
        Self { compliance: Compliance::Remark, ..Self::met(topic, text) }
    }

    /// The requirement is broken.
    pub fn broken(topic: &'static str, text: impl Into<String>) -> Self {
        Self { compliance: Compliance::Broken, ..Self::met(topic, text) }
    }

    /// The assessment with the board of its counterexample.
    #[must_use]
    pub fn on(self, board: &Arrangement) -> Self {
        Self { board: Some(*board), ..self }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.compliance {
            Compliance::Met => "ok",
            Compliance::Remark => "note",
            Compliance::Broken => "FAULT",
        };
        write!(f, "  {word:<5} {}: {}", self.topic, self.text)
    }
}

/// A search that gives no answer on a board that any search solves at once.
pub(super) const NO_ANSWER: &str = "no answer";

/// A search that broke down in place of an answer.
pub(super) const CRASH: &str = "crash";

/// A search that gives up although a path must be found.
pub(super) const NO_PATH: &str = "no path";

/// So many faults of one kind are enough: more would show nothing new.
const ENOUGH: u64 = 100;

/// How often something was wrong, and the smallest case.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// How often.
    pub count: u64,
    /// How often by the kind of the fault.
    kinds: BTreeMap<&'static str, u64>,
    smallest: Option<Smallest>,
}

#[derive(Clone, Debug)]
struct Smallest {
    kind: &'static str,
    rank: u64,
    board: Arrangement,
    text: String,
}

impl Faults {
    /// Counts a fault of a kind, such as `wrong length`. Of several, the one with the smallest
    /// `rank` is shown, and the first of those.
    pub fn take(
        &mut self,
        kind: &'static str,
        rank: impl Into<u64>,
        board: &Arrangement,
        text: String,
    ) {
        let (rank, board) = (rank.into(), *board);
        self.count += 1;
        *self.kinds.entry(kind).or_default() += 1;
        if self.smallest.as_ref().is_none_or(|known| rank < known.rank) {
            self.smallest = Some(Smallest { kind, rank, board, text });
        }
    }

    /// How many there are, as in `2 wrong answers, 1 crash`: a search that gave no answer gave no
    /// wrong one.
    pub(super) fn counts(&self) -> String {
        let noun = |kind: &str| match kind {
            CRASH => "crash",
            NO_ANSWER | NO_PATH => "missing answer",
            _ => "wrong answer",
        };
        let count = |of: &str| {
            let kinds = self.kinds.iter().filter(|(kind, _)| noun(kind) == of);
            kinds.map(|(_, count)| count).sum::<u64>()
        };
        let nouns = ["wrong answer", "crash", "missing answer"].into_iter();
        let counts = nouns.map(|noun| (count(noun), noun)).filter(|(count, _)| *count > 0);
        counts.map(|(count, noun)| counted(count, noun)).collect::<Vec<_>>().join(", ")
    }

    /// The text of the smallest case.
    pub fn text(&self) -> Option<&str> {
        self.smallest.as_ref().map(|smallest| smallest.text.as_str())
    }

    /// The kind and the text of the smallest case.
    pub fn news(&self) -> Option<String> {
        self.smallest.as_ref().map(|Smallest { kind, text, .. }| format!("{kind} on {text}"))
    }

    /// The number and the kind of faults of which there are enough to stop. One search without an
    /// answer is enough, because each takes the whole time limit.
    pub fn enough(&self) -> Option<(u64, &'static str)> {
        let least = |kind: &str| if kind == NO_ANSWER { 1 } else { ENOUGH };
        let mut kinds = self.kinds.iter().map(|(&kind, &count)| (count, kind));
        kinds.find(|&(count, kind)| count >= least(kind))
    }

    /// The broken requirement, if there was a fault. `told` makes the text of the smallest one.
    pub fn assessment(
        &self,
        topic: &'static str,
        told: impl FnOnce(&str) -> String,
    ) -> Option<Assessment> {
        let Smallest { board, text, .. } = self.smallest.as_ref()?;
        Some(Assessment::broken(topic, told(text)).on(board))
    }
}

/// A problem, without the goal if that has its tiles in order and the blank last.
pub fn shown(problem: &Problem) -> String {
    let size = problem.size();
    match Arrangement::goal(size, size.cells() - 1) {
        Ok(goal) if goal == *problem.goal() => problem.start().to_string(),
        _ => problem.to_string(),
    }
}

/// A number of moves.
pub fn moves(number: u32) -> String {
    counted(number, "move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_fault_is_shown_and_all_are_counted() {
        let board = "1203".parse().unwrap();
        let mut faults = Faults::default();
        assert!(faults.assessment("answers", str::to_owned).is_none());
        for (rank, text) in [(5_u32, "far"), (3, "near"), (3, "near too")] {
            faults.take("crash", rank, &board, text.to_owned());
        }
        assert_eq!((faults.count, faults.text()), (3, Some("near")));
        assert_eq!(faults.news().as_deref(), Some("crash on near"));
    }

    #[test]
    fn a_crash_and_a_missing_answer_are_no_wrong_answers() {
        let board = "1203".parse().unwrap();
        let mut faults = Faults::default();
        for (kind, counts) in [
            (CRASH, "1 crash"),
            (CRASH, "2 crashes"),
            (NO_ANSWER, "2 crashes, 1 missing answer"),
            ("wrong length", "1 wrong answer, 2 crashes, 1 missing answer"),
        ] {
            faults.take(kind, 1_u64, &board, String::new());
            assert_eq!(faults.counts(), counts);
        }
    }

    #[test]
    fn a_hundred_faults_of_a_kind_are_enough_and_one_search_without_an_answer() {
        let board = "1203".parse().unwrap();
        let mut faults = Faults::default();
        for turn in 0..100_u64 {
            assert_eq!(faults.enough(), None);
            faults.take("wrong length", turn, &board, String::new());
            if turn > 50 {
                faults.take("crash", turn, &board, String::new());
            }
        }
        assert_eq!(faults.enough(), Some((100, "wrong length")));
        let mut faults = Faults::default();
        faults.take(NO_ANSWER, 1_u64, &board, String::new());
        assert_eq!(faults.enough(), Some((1, NO_ANSWER)));
    }
}
