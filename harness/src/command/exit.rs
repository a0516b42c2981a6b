//! How commands end.

use std::process::ExitCode;

use optile_results::findings::verdict::Verdict;
use optile_runner::interruption;

/// How a command ended, if it did not fail. The greater of two ends is the one to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Success.
    Success,
    /// Something is missing, or an instance file is wrong. The output says what.
    Incomplete,
    /// An answer is wrong, or strategies disagree.
    Wrong,
    /// The user interrupted it.
    Interrupted,
}

impl Exit {
    /// [`Exit::Success`] or [`Exit::Wrong`].
    pub(super) fn of(is_well: bool) -> Self {
        if is_well { Self::Success } else { Self::Wrong }
    }

    /// The end of a command that judges results. A wrong instance file is wrong input.
    pub(super) fn of_verdict(verdict: &Verdict<'_>) -> Self {
        match verdict.is_clean() {
            true if verdict.is_sound() => Self::Success,
            true => Self::Incomplete,
            false => Self::Wrong,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => Self::SUCCESS,
            Exit::Incomplete => Self::FAILURE,
            Exit::Wrong => 2.into(),
            Exit::Interrupted => interruption::EXIT_STATUS.into(),
        }
    }
}
