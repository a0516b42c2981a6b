//! A clock that stands still while this process is stopped.

use std::time::{Duration, Instant};

/// No process that runs waits longer for its turn between two looks.
const STOPPED: Duration = Duration::from_secs(1);

/// A clock for limits of time. While Ctrl-Z or a scheduler stops this process, it can neither hear an
/// answer nor end a search. Whoever waits looks at the clock several times per second, and a much
/// longer time between two looks is taken for a stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) begun: Instant,
    looked: Instant,
    stopped: Duration,
}

impl Clock {
    /// A clock that begins now.
    pub(crate) fn start() -> Self {
        let now = Instant::now();
        Self { begun: now, looked: now, stopped: Duration::ZERO }
    }

    /// The time in which this process was not stopped.
    pub(crate) fn elapsed(&mut self) -> Duration {
        self.at(Instant::now())
    }

    fn at(&mut self, now: Instant) -> Duration {
        let gap = now - self.looked;
        if gap > STOPPED {
            self.stopped += gap;
        }
        self.looked = now;
        now - self.begun - self.stopped
    }

    /// Whether the last look was so long ago.
    pub(crate) fn is_due(&self, pause: Duration) -> bool {
        self.looked.elapsed() >= pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_a_process_was_stopped_does_not_count() {
        let mut clock = Clock::start();
        let mut look = |ms| clock.at(clock.begun + Duration::from_millis(ms)).as_millis();
        assert_eq!([0, 10, 400, 900].map(&mut look), [0, 10, 400, 900]);
        assert_eq!([60_900, 60_910, 61_500].map(&mut look), [900, 910, 1500]);
        assert_eq!([3_661_500, 3_661_600].map(&mut look), [1500, 1600]);
        assert_eq!(clock.stopped, Duration::from_secs(3660));
    }
}
