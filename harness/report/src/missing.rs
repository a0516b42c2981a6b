//! Why a strategy has no number on an instance, and how that is said.

use optile_results::rows::row::Status;
use optile_results::text::quantity::{counted, enumerated};

/// Why a strategy has no number on an instance. Sentences and marks for a missing number are made
/// from this, never from an empty option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::enum_variant_names, reason = "each says what is not there")]
pub(crate) enum Missing {
    /// There was no run: the suite has none, or it was interrupted before.
    NotTried,
    /// Some sample did not solve the instance; this is the worst status.
    NotSolved(Status),
    /// Every sample solved the instance, and none reported the number.
    NotReported,
}

impl Missing {
    /// Whether the strategy tried an instance with a path on a board that it supports, and found no
    /// path or a wrong one. Such an attempt costs more than any number.
    pub(crate) fn is_unsolved(self) -> bool {
        self.lane().is_some()
    }

    /// The lane of such an attempt, which is one of [`LANES`].
    pub(crate) fn lane(self) -> Option<&'static str> {
        let Self::NotSolved(status) = self else { return None };
        match status {
            Status::Unsupported | Status::Unsolvable => None,
            Status::Wrong => Some(LANES[1]),
            Status::Crashed => Some(LANES[2]),
            _ => Some(LANES[0]),
        }
    }
}

/// The places beyond all numbers for attempts without a right answer, from those of limits on.
pub(crate) const LANES: [&str; 3] = ["not solved", "wrong", "crashed"];

/// On how many instances a number is missing, by the reason. What says nothing about the
/// strategy, such as a board that it does not support, is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacks {
    pub(crate) not_run: usize,
    pub(crate) not_solved: usize,
    pub(crate) wrong: usize,
    pub(crate) crashed: usize,
    pub(crate) not_reported: usize,
}

impl Extend<Missing> for Lacks {
    fn extend<I: IntoIterator<Item = Missing>>(&mut self, all: I) {
        for missing in all {
            *match missing {
                Missing::NotTried => &mut self.not_run,
                Missing::NotReported => &mut self.not_reported,
                Missing::NotSolved(Status::Wrong) => &mut self.wrong,
                Missing::NotSolved(Status::Crashed) => &mut self.crashed,
                Missing::NotSolved(_) if missing.is_unsolved() => &mut self.not_solved,
                Missing::NotSolved(_) => continue,
            } += 1;
        }
    }
}

impl FromIterator<Missing> for Lacks {
    fn from_iter<I: IntoIterator<Item = Missing>>(all: I) -> Self {
        let mut lacks = Self::default();
        lacks.extend(all);
        lacks
    }
}

impl Lacks {
    /// The attempts without a right answer.
    pub(crate) fn unsolved(&self) -> usize {
        self.not_solved + self.wrong + self.crashed
    }

    /// The lanes of attempts without a right answer.
    pub(crate) fn lanes(&self) -> Vec<&'static str> {
        let counts = [self.not_solved, self.wrong, self.crashed];
        LANES.into_iter().zip(counts).filter(|lane| lane.1 > 0).map(|lane| lane.0).collect()
    }

    /// What a caption says about attempts without a number, and what each without a right answer
    /// does there.
    pub(crate) fn sentence(&self, what: &str) -> String {
        let Self { not_solved, wrong, crashed, not_reported, .. } = *self;
        let ends = [
            (not_solved, "was not solved", "were not solved"),
            (wrong, "was wrong", "were wrong"),
            (crashed, "crashed", "crashed"),
        ];
        let mut noun = Some("attempt");
        let mut parts = Vec::new();
        for (count, one, many) in ends.into_iter().filter(|end| end.0 > 0) {
            let who = noun.take().map_or(count.to_string(), |noun| counted(count, noun));
            parts.push(format!("{who} {}", if count == 1 { one } else { many }));
        }
        let silent = match not_reported {
            0 => String::new(),
            n => format!(" {} did not report the number.", counted(n, "solved attempt")),
        };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match self.unsolved() {
            0 => format!("All attempts were solved.{silent}"),
            1 => format!("{}; it {what}.{silent}", enumerated(&parts)),
            _ => format!("{}; each {what}.{silent}", enumerated(&parts)),
        }
    }

    /// What is beside the number of solved instances: what was not run, and what failed. Without
    /// anything to say, it is empty.
    pub(crate) fn beside(&self) -> String {
        let words = [(self.not_run, "not run"), (self.wrong, "wrong"), (self.crashed, "crashed")];
        let some = words.into_iter().filter(|word| word.0 > 0);
        let texts: Vec<String> = some.map(|(count, word)| format!("{count} {word}")).collect();
        if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
    }

    /// Why there is no number at all of what is called `about`.
    pub(crate) fn why_none(&self, about: &str) -> String {
        match self.not_reported {
            0 => "no instance was solved".into(),
            _ => format!("no strategy that solved an instance reports the {about}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_and_crashes_are_not_called_unsolved() {
        let of = |all: &[Missing]| all.iter().copied().collect::<Lacks>();
        let [limit, wrong, crashed, apart] =
            [Status::TimeLimit, Status::Wrong, Status::Crashed, Status::Unsupported]
                .map(Missing::NotSolved);
        assert_eq!(of(&[apart]).sentence("x"), "All attempts were solved.");
        assert_eq!(of(&[limit]).sentence("x"), "1 attempt was not solved; it x.");
        assert_eq!(
            of(&[limit, limit, wrong, crashed, Missing::NotReported]).sentence("is there"),
            "2 attempts were not solved, 1 was wrong and 1 crashed; each is there. 1 solved \
             attempt did not report the number."
        );
        for missing in [limit, wrong, crashed] {
            assert_eq!(of(&[missing, apart]).lanes(), [missing.lane().unwrap()]);
        }
        assert_eq!(of(&[crashed, wrong, limit]).lanes(), LANES);
        assert_eq!(of(&[Missing::NotTried, crashed]).beside(), " (1 not run, 1 crashed)");
        assert_eq!(of(&[limit]).beside(), "");
        assert_eq!(of(&[limit]).why_none("nodes"), "no instance was solved");
        assert!(of(&[Missing::NotReported]).why_none("nodes").ends_with("reports the nodes"));
    }
}
