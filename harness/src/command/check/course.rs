//! How far an examination is, and whether the user ends it.

use std::cell::Cell;

use optile_runner::interruption::Interruption;
use optile_runner::progress::Progress;

use super::Interrupted;

/// The course of an examination of several subjects.
pub(super) struct Course<'a> {
    progress: Progress,
    pub(super) interruption: &'a Interruption,
    subjects: usize,
    /// The subjects that were begun.
    begun: usize,
    name: String,
    /// The shares of the work on a subject at which the present part begins and ends.
    part: [f64; 2],
    /// The steps of [`Progress::SHARES`] that were shown last.
    shown: Cell<u64>,
}

impl<'a> Course<'a> {
    /// The course of this number of subjects. Nothing is shown if `is_quiet`.
    pub(super) fn new(subjects: usize, interruption: &'a Interruption, is_quiet: bool) -> Self {
        let progress = Progress::of(Progress::SHARES, "", is_quiet);
        let (name, part, shown) = (String::new(), [0.0; 2], Cell::new(0));
        Self { progress, interruption, subjects, begun: 0, name, part, shown }
    }

    /// Begins with the next subject.
    pub(super) fn subject(&mut self, name: &str) {
        self.begun += 1;
        self.name = match self.subjects {
            1 => name.to_owned(),
            subjects => format!("{name} ({} of {subjects})", self.begun),
        };
        self.part = [0.0; 2];
    }

    /// Begins with the next part, after which the share `end` of the work on the subject is done.
    pub(super) fn part(&mut self, end: f64, what: &str) {
        self.part = [self.part[1], end];
        self.progress.begin(|| format!("{}: {what}", self.name));
    }

    /// Shows which share of the present part is done.
    ///
    /// # Errors
    ///
    /// If the user has interrupted.
    pub(super) fn reach(&self, share: f64) -> Result<(), Interrupted> {
        let [from, to] = self.part;
        let of_subject = from + (to - from) * share.clamp(0.0, 1.0);
        let before = self.begun.saturating_sub(1) as f64;
        let of_all = (before + of_subject) / self.subjects.max(1) as f64;
        let steps = (of_all * Progress::SHARES as f64) as u64;
        if self.shown.replace(steps) != steps {
            self.progress.reach(steps);
        }
        if self.interruption.is_asked() { Err(Interrupted) } else { Ok(()) }
    }

    /// Does `work`, which may write to the terminal.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.progress.aside(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_over_parts_and_subjects() {
        let interruption = Interruption::default();
        let mut course = Course::new(2, &interruption, true);
        let mut shown = Vec::new();
        for name in ["first", "second"] {
            course.subject(name);
            for end in [0.5, 1.0] {
                course.part(end, "part");
                course.reach(0.5).unwrap();
                shown.push(course.shown.get());
            }
        }
        assert_eq!(shown, [125, 375, 625, 875]);
        assert_eq!(course.name, "second (2 of 2)");
    }
}
