//! How a rank waits while no message is there.

use std::thread;
use std::time::{Duration, Instant};

/// How often a rank looks for a message before it gives its core to others.
const LOOKS: u32 = 1 << 10;

/// When a rank gives its core to others and gets it back after this time, others have used it.
/// Otherwise it takes about a microsecond.
const USED: Duration = Duration::from_micros(20);

/// The shortest time and the longest time that a rank sleeps.
const SLEEP: [Duration; 2] = [Duration::from_micros(20), Duration::from_micros(500)];

/// How a rank waits. As long as nobody else wants its core, it looks for messages all the time,
/// because it takes long to wake a process. If ranks share cores, a rank that only gives its
/// core to others gets it back as often as they do, so that with four ranks on a core the one
/// that works has a quarter of it. So it sleeps then, longer each time.
#[derive(Debug)]
pub(crate) struct Patience {
    /// How often it looks before it gives its core to others.
    looks: u32,
}

/// One wait.
#[derive(Debug)]
pub(crate) struct Wait {
    looks: u32,
    sleep: Option<Duration>,
}

impl Default for Patience {
    fn default() -> Self {
        Self { looks: LOOKS }
    }
}

impl Patience {
    /// Begins to wait.
    pub(crate) fn begin(&self) -> Wait {
        Wait { looks: self.looks, sleep: None }
    }
}

impl Wait {
    /// Waits a little, after a look that has found nothing.
    pub(crate) fn go_on(&mut self) {
        if self.looks > 0 {
            self.looks -= 1;
            return;
        }
        if let Some(time) = self.sleep {
            thread::sleep(time);
            self.sleep = Some((2 * time).min(SLEEP[1]));
            return;
        }
        let begin = Instant::now();
        thread::yield_now();
        if begin.elapsed() >= USED {
            self.sleep = Some(SLEEP[0]);
        }
    }

    /// Ends the wait, and learns from it. A wait that finds nothing goes on in the next one.
    pub(crate) fn end(self, has_found: bool) -> Patience {
        let looks = match self.sleep {
            Some(_) => 0,
            None if has_found => LOOKS,
            None => self.looks,
        };
        Patience { looks }
    }
}
