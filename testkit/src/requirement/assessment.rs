//! What the examination of a requirement shows, and how it is printed.

use std::fmt;

use optile_core::{Arrangement, Problem};

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

/// How often something was wrong, and the smallest case.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// How often.
    pub count: u64,
    smallest: Option<(u64, Arrangement, String)>,
}

impl Faults {
    /// Counts a fault. Of several, the one with the smallest `rank` is shown, and the first
    /// of those.
    pub fn take(&mut self, rank: impl Into<u64>, board: &Arrangement, text: String) {
        let rank = rank.into();
        self.count += 1;
        if self.smallest.as_ref().is_none_or(|(known, ..)| rank < *known) {
            self.smallest = Some((rank, *board, text));
        }
    }

    /// The text of the smallest case.
    pub fn text(&self) -> Option<&str> {
        self.smallest.as_ref().map(|(.., text)| text.as_str())
    }

    /// The broken requirement, if there was a fault. `told` makes the text of the smallest one.
    pub fn assessment(
        &self,
        topic: &'static str,
        told: impl FnOnce(&str) -> String,
    ) -> Option<Assessment> {
        let (_, board, text) = self.smallest.as_ref()?;
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

/// A number with a comma after each thousand.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let from_end = |place: usize| digits.len() - place;
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && from_end(place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
            faults.take(rank, &board, text.to_owned());
        }
        assert_eq!((faults.count, faults.text()), (3, Some("near")));
    }
}
