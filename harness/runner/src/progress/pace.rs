//! How fast a search works, and how long its threshold will take.

use std::time::{Duration, Instant};

use indicatif::HumanDuration;
use optile_core::{Pulse, Stage};
use optile_results::text::unit::Unit;

/// The rate is that of at least so long, and of at most twice as long.
const WINDOW: Duration = Duration::from_secs(30);

/// A rate of a shorter time would jump.
const SHORTEST: Duration = Duration::from_secs(2);

/// Growths outside of these come from small iterations.
const GROWTH: [f64; 2] = [1.5, 20.0];

/// The expansions of a search at two times.
#[derive(Debug)]
pub(super) struct Pace {
    pulse: Pulse,
    /// The older one first.
    marks: Option<[(Instant, u64); 2]>,
}

impl Pace {
    pub(super) fn of(pulse: Pulse) -> Self {
        Self { pulse, marks: None }
    }

    /// What is known now: the threshold, the rate, and an estimate of the time that the threshold
    /// still takes. `None` before the search has expanded for some seconds.
    pub(super) fn look(&mut self, now: Instant) -> Option<String> {
        let stage = self.pulse.stage();
        let total = stage.finished + stage.current;
        if total == 0 {
            return None;
        }
        let [older, newer] = self.marks.get_or_insert([(now, total); 2]);
        if now - newer.0 >= WINDOW {
            *older = *newer;
            *newer = (now, total);
        }
        let (time, made) = (now - older.0, total.saturating_sub(older.1));
        (time >= SHORTEST && made > 0).then(|| text(&stage, made as f64 / time.as_secs_f64()))
    }
}

fn text(stage: &Stage, rate: f64) -> String {
    let threshold = match stage.threshold {
        0 => String::new(),
        threshold => format!("threshold {threshold}: "),
    };
    let left = left(stage, rate).map(|left| format!(", about {} to go", HumanDuration(left)));
    let rate = Unit::Count.text(rate).replace('\u{a0}', " ");
    format!("{threshold}{rate} expansions per second{}", left.unwrap_or_default())
}

/// How long the threshold in hand still takes, if it grows as the one before did. `None` if
/// there were not two before, or if it has grown more.
fn left(stage: &Stage, rate: f64) -> Option<Duration> {
    if stage.before_last == 0 {
        return None;
    }
    let [least, most] = GROWTH;
    let growth = (stage.last as f64 / stage.before_last as f64).clamp(least, most);
    let left = stage.last as f64 * growth - stage.current as f64;
    if left <= 0.0 {
        return None;
    }
    Duration::try_from_secs_f64(left / rate).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGE: Stage =
        Stage { threshold: 96, finished: 110, before_last: 10, last: 100, current: 400 };

    #[test]
    fn a_threshold_is_expected_to_grow_as_the_one_before() {
        let seconds = |stage: Stage| left(&stage, 2.0).map(|left| left.as_secs());
        assert_eq!(seconds(STAGE), Some(300));
        assert_eq!(seconds(Stage { current: 1000, ..STAGE }), None);
        assert_eq!(seconds(Stage { before_last: 0, ..STAGE }), None);
        // A hundred times as much is taken as twenty times, and a shrinking as growing by half.
        assert_eq!(seconds(Stage { before_last: 1, ..STAGE }), Some(800));
        assert_eq!(seconds(Stage { before_last: 200, current: 0, ..STAGE }), Some(75));
        assert_eq!(
            text(&STAGE, 2.0),
            "threshold 96: 2 expansions per second, about 5 minutes to go"
        );
    }

    #[test]
    fn a_rate_is_that_of_the_last_half_minute_or_minute() {
        let (pulse, begun) = (Pulse::default(), Instant::now());
        let mut pace = Pace::of(pulse.clone());
        let mut look = |seconds, current| {
            pulse.set(Stage { current, ..Stage::default() });
            pace.look(begun + Duration::from_secs(seconds))
        };
        assert_eq!(look(0, 0), None);
        assert_eq!(look(1, 1_000_000), None);
        let slow = "1.00 M expansions per second";
        assert_eq!(look(31, 31_000_000).as_deref(), Some(slow));
        assert_eq!(look(61, 61_000_000).as_deref(), Some(slow));
        let fast = "2.00 M expansions per second";
        assert_eq!(look(91, 121_000_000).as_deref(), Some(fast));
    }
}
