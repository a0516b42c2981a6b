//! A line of progress. If there is little room, names stay and other things become shorter.

use std::time::Duration;

use indicatif::HumanDuration;
use optile_results::quantity::grouped;

/// A step that takes longer than this is shown with its time.
const LONG_STEP: Duration = Duration::from_secs(2);

/// The columns of a bar if there is room, and if there is less.
const BAR: usize = 30;
const SHORT_BAR: usize = 10;

/// What a line says.
pub(super) struct Line<'a> {
    pub(super) done: u64,
    pub(super) total: u64,
    /// What a step is, in the plural; empty if steps are shares of the work.
    pub(super) steps: &'a str,
    pub(super) elapsed: Duration,
    /// The estimate of the remaining time.
    pub(super) left: Option<Duration>,
    pub(super) failed: u64,
    pub(super) step: Option<Step<'a>>,
    /// How fast the step works, on a line of its own in a terminal.
    pub(super) pace: Option<String>,
}

/// The step that was begun last, and for how long it has worked.
pub(super) struct Step<'a> {
    pub(super) name: &'a str,
    pub(super) time: Duration,
}

/// How times are written.
#[derive(Clone, Copy)]
enum Times {
    /// As `2 minutes`.
    Words,
    /// As `2m`.
    Letters,
    /// As `2m`, and not for the step.
    Total,
    /// Not at all.
    None,
}

impl Times {
    fn text(self, time: Duration) -> String {
        match self {
            Self::Words => HumanDuration(time).to_string(),
            Self::Letters | Self::Total => format!("{:#}", HumanDuration(time)),
            Self::None => String::new(),
        }
    }
}

impl Line<'_> {
    /// The line for a terminal of this width, which it never fills.
    pub(super) fn within(&self, width: usize) -> String {
        let room = width.saturating_sub(1);
        let pace = self.pace.iter().map(|pace| format!("\n{}", cut(pace, room)));
        self.first_within(room) + &pace.collect::<String>()
    }

    fn first_within(&self, room: usize) -> String {
        let forms = [
            (Times::Words, BAR),
            (Times::Words, SHORT_BAR),
            (Times::Letters, SHORT_BAR),
            (Times::Letters, 0),
            (Times::Total, 0),
            (Times::None, 0),
        ];
        for (times, bar) in forms {
            let mut text = self.text(times);
            if bar > 0 {
                text = format!("{} {text}", self.bar(bar));
            }
            if text.chars().count() <= room {
                return text;
            }
        }
        // The end of the names is cut off only if they alone are too long.
        let name = self.step.as_ref().map(|step| step.name).unwrap_or_default();
        cut(name, room)
    }

    /// The line for a file, without a bar.
    pub(super) fn in_words(&self) -> String {
        let left = self.left.map(|left| format!(", {} to go", HumanDuration(left)));
        let step = match &self.step {
            Some(step) if self.is_shares() => format!("; {}", step.name),
            Some(step) if step.time >= LONG_STEP => format!("; {}", step.text(Times::Words)),
            _ => String::new(),
        };
        let steps = if self.is_shares() { "" } else { " " };
        let pace = self.pace.as_ref().map(|pace| format!("; {pace}")).unwrap_or_default();
        format!(
            "{}{steps}{}{}{}{}{pace}",
            self.count(),
            self.steps,
            left.unwrap_or_default(),
            self.failures(Times::Words),
            step
        )
    }

    fn is_shares(&self) -> bool {
        self.steps.is_empty()
    }

    fn count(&self) -> String {
        if self.is_shares() {
            return format!("{} %", self.done * 100 / self.total.max(1));
        }
        let [done, total] = [self.done, self.total].map(|count| grouped(&count.to_string()));
        format!("{done}/{total}")
    }

    /// Everything but the bar.
    fn text(&self, times: Times) -> String {
        let mut text = self.count();
        if !matches!(times, Times::None) {
            text.push_str("  ");
            text.push_str(&times.text(self.elapsed));
            if let Some(left) = self.left {
                text.push_str(&format!(", {} to go", times.text(left)));
            }
        }
        text.push_str(&self.failures(times));
        if let Some(step) = &self.step {
            text.push_str("  ");
            text.push_str(&if self.is_shares() { step.name.to_owned() } else { step.text(times) });
        }
        text
    }

    fn failures(&self, times: Times) -> String {
        match (self.failed, times) {
            (0, _) => String::new(),
            (failed, Times::Words) => format!(", {failed} wrong or crashed"),
            (failed, _) => format!(", {failed} failed"),
        }
    }

    fn bar(&self, width: usize) -> String {
        let full = 2 * width as u64 * self.done.min(self.total) / self.total.max(1);
        let (whole, half) = (full as usize / 2, full % 2 == 1);
        let bar = "━".repeat(whole) + if half { "╸" } else { "" };
        format!("{bar:width$}")
    }
}

/// As much of a text as there is room for.
fn cut(text: &str, room: usize) -> String {
    text.chars().take(room).collect()
}

impl Step<'_> {
    /// The name, with the time if it is long.
    fn text(&self, times: Times) -> String {
        match times {
            Times::Words | Times::Letters if self.time >= LONG_STEP => {
                format!("{}, for {}", self.name, times.text(self.time))
            }
            _ => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "korf100-17 with idastar-parallel:pdb:7-8+reflected";

    fn line() -> Line<'static> {
        Line {
            done: 1_150,
            total: 2_300,
            steps: "runs",
            elapsed: Duration::from_secs(12 * 60),
            left: Some(Duration::from_secs(11 * 60)),
            failed: 0,
            step: Some(Step { name: NAME, time: Duration::from_secs(40) }),
            pace: None,
        }
    }

    #[test]
    fn names_stay_when_there_is_little_room() {
        for width in [60, 72, 80, 100, 120, 200] {
            for failed in [0, 3] {
                let text = Line { failed, ..line() }.within(width);
                assert!(text.chars().count() < width, "{width}: {text}");
                // Three failures and a name do not fit on sixty columns.
                assert!(text.contains(NAME), "{width}: {text}");
            }
        }
        assert_eq!(line().within(20), "korf100-17 with ida");
    }

    #[test]
    fn with_much_room_a_line_has_a_bar_and_whole_words() {
        let bar = "━".repeat(15);
        let expected =
            format!("{bar:30} 1,150/2,300  12 minutes, 11 minutes to go  {NAME}, for 40 seconds");
        assert_eq!(line().within(200), expected);
        assert_eq!(line().within(80), format!("1,150/2,300  12m, 11m to go  {NAME}"));
    }

    #[test]
    fn a_search_is_shown_with_its_pace() {
        let pace = "threshold 96: 24.1 M expansions per second, about 3 minutes to go";
        let line = Line { pace: Some(pace.into()), ..line() };
        let shown = line.within(80);
        assert_eq!(shown.lines().collect::<Vec<_>>(), [&line.first_within(79), pace]);
        assert!(line.within(60).lines().all(|line| line.chars().count() < 60));
        assert!(line.in_words().ends_with(&format!(", for 40 seconds; {pace}")));
    }

    #[test]
    fn a_file_has_whole_words() {
        let expected = format!(
            "1,150/2,300 runs, 11 minutes to go, 2 wrong or crashed; {NAME}, for 40 seconds"
        );
        assert_eq!(Line { failed: 2, ..line() }.in_words(), expected);
        let share = Line { steps: "", total: 1000, done: 125, step: None, ..line() };
        assert_eq!(share.in_words(), "12 %, 11 minutes to go");
    }
}
