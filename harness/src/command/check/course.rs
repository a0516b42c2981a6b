//! How far an examination is, and whether its limits or the user end it.

use std::cell::Cell;
use std::time::{Duration, Instant};

use optile_runner::interruption::Interruption;
use optile_runner::progress::Progress;

use super::Interrupted;

/// The course of an examination of several subjects.
pub(super) struct Course<'a> {
    pub(super) progress: Progress,
    pub(super) interruption: &'a Interruption,
    subjects: usize,
    /// The subjects that were begun.
    begun: usize,
    name: String,
    /// The shares of the work on a subject at which the present part begins and ends.
    part: [f64; 2],
    /// When the present part began.
    since: Instant,
    /// The most boards of the present part.
    most: Option<u64>,
    /// The time for the boards of one part.
    pub(super) time: Option<Duration>,
    /// The most 8-puzzles.
    pub(super) boards: Option<u64>,
    /// The steps of [`Progress::SHARES`] that were shown last.
    shown: Cell<u64>,
    /// The number of faults of the present subject that was told last.
    told: Cell<u64>,
}

impl<'a> Course<'a> {
    /// The course of this number of subjects, without limits. Nothing is shown if `is_quiet`.
    pub(super) fn new(subjects: usize, interruption: &'a Interruption, is_quiet: bool) -> Self {
        Self {
            progress: Progress::of((!is_quiet).then_some(Progress::SHARES), ""),
            interruption,
            subjects,
            begun: 0,
            name: String::new(),
            part: [0.0; 2],
            since: Instant::now(),
            most: None,
            time: None,
            boards: None,
            shown: Cell::new(0),
            told: Cell::new(0),
        }
    }

    /// Begins with the next subject.
    pub(super) fn subject(&mut self, name: &str) {
        self.begun += 1;
        self.name = match self.subjects {
            1 => name.to_owned(),
            subjects => format!("{name} ({} of {subjects})", self.begun),
        };
        self.part = [0.0; 2];
        self.tell(0, || None);
    }

    /// Tells that there are so many faults so far, if they are more than before.
    pub(super) fn tell(&self, faults: u64, news: impl FnOnce() -> Option<String>) {
        if self.told.replace(faults) != faults {
            self.progress.note(news());
        }
    }

    /// Begins with the next part, of at most so many boards, after which the share `end` of the
    /// work on the subject is done.
    pub(super) fn part(&mut self, end: f64, what: &str, most: Option<u64>) {
        self.part = [self.part[1], end];
        (self.since, self.most) = (Instant::now(), most);
        self.progress.begin(|| format!("{}: {what}", self.name), None);
    }

    /// Whether the present part goes on after the first `tried` of `all` boards. Shows how far it
    /// is.
    ///
    /// # Errors
    ///
    /// If the user has interrupted.
    pub(super) fn goes_on(&self, tried: usize, all: usize) -> Result<bool, Interrupted> {
        let most = self.most(all);
        let of_time = self.time.map_or(0.0, |time| self.since.elapsed().div_duration_f64(time));
        if tried > 0 && (tried >= most || of_time > 1.0) {
            return Ok(false);
        }
        self.show((tried as f64 / most.max(1) as f64).max(of_time));
        if self.interruption.is_asked() { Err(Interrupted) } else { Ok(true) }
    }

    /// The number of boards of the present part, of `all`.
    pub(super) fn most(&self, all: usize) -> usize {
        self.most.map_or(all, |most| all.min(usize::try_from(most).unwrap_or(all)))
    }

    /// Shows which share of the present part is done.
    fn show(&self, share: f64) {
        let [from, to] = self.part;
        let of_subject = from + (to - from) * share.clamp(0.0, 1.0);
        let before = self.begun.saturating_sub(1) as f64;
        let of_all = (before + of_subject) / self.subjects.max(1) as f64;
        let steps = (of_all * Progress::SHARES as f64) as u64;
        if self.shown.replace(steps) != steps {
            self.progress.reach(steps);
        }
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
                course.part(end, "part", None);
                assert!(course.goes_on(5, 10).unwrap());
                shown.push(course.shown.get());
            }
        }
        assert_eq!(shown, [125, 375, 625, 875]);
        assert_eq!(course.name, "second (2 of 2)");
    }

    #[test]
    fn a_part_ends_with_its_boards_or_its_time_but_not_before_the_first_board() {
        let interruption = Interruption::default();
        let mut course = Course::new(1, &interruption, true);
        course.part(1.0, "part", Some(3));
        assert_eq!([0, 2, 3].map(|tried| course.goes_on(tried, 10).unwrap()), [true, true, false]);
        course.time = Some(Duration::from_nanos(1));
        course.part(1.0, "part", None);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!([0, 1].map(|tried| course.goes_on(tried, 10).unwrap()), [true, false]);
    }
}
