//! Random cases for every strategy. Each answer is compared with an oracle that
//! shares no code with the searches.
//!
//! # The main decision
//!
//! **A case is a function of seed and number.** Each fault can be repeated with
//! these two, on any machine and without the cases before it. So cases are
//! independent, and any number of threads can take the next one.

mod bounded_cache;
mod case;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc::{RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_runner::interruption::Interruption;
use optile_runner::pool::{self, Queue};
use optile_runner::registry::Registry;

pub(crate) use bounded_cache::BoundedCache;
pub use case::Case;

/// After this time, a case is reported as one that does not end. Its search is
/// asked to end long before.
const PATIENCE: Duration = Duration::from_secs(180);

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is correct. The word says how the search ended.
    Well(&'static str),
    /// The fault.
    Wrong(String),
}

/// The results of many cases.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// Cases by how they ended.
    pub counts: BTreeMap<&'static str, u64>,
    /// The faults by the numbers of their cases.
    pub faults: BTreeMap<u64, String>,
}

impl Outcomes {
    /// The number of cases.
    pub fn cases(&self) -> u64 {
        self.counts.values().sum::<u64>() + self.faults.len() as u64
    }

    fn take(&mut self, number: u64, outcome: Outcome) {
        match outcome {
            Outcome::Well(word) => *self.counts.entry(word).or_default() += 1,
            Outcome::Wrong(fault) => {
                self.faults.insert(number, fault);
            }
        }
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let faults = match self.faults.len() {
            0 => "no fault".to_owned(),
            1 => "1 FAULT".to_owned(),
            many => format!("{many} FAULTS"),
        };
        write!(f, "{} cases: {}; {faults}", self.cases(), counts.join(", "))
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this time.
    Time(Duration),
    /// After this many cases.
    Count(u64),
}

/// Runs cases from number 0 on with `jobs` threads. As soon as a case turns out
/// wrong, `tell` is called with its number and its fault.
///
/// # Errors
///
/// If a thread cannot be started.
pub fn hunt(
    seed: u64,
    until: Until,
    jobs: usize,
    registry: &Registry,
    interruption: &Interruption,
    mut tell: impl FnMut(u64, &str),
) -> Result<Outcomes> {
    let begun = Instant::now();
    let (time, count) = match until {
        Until::Time(time) => (time, u64::MAX),
        Until::Count(count) => (Duration::MAX, count),
    };
    let queue = Queue::new(count);
    let under_way: Vec<Mutex<Option<(u64, Instant)>>> =
        (0..jobs).map(|_| Mutex::default()).collect();
    let work = |place: &Mutex<_>, sender: &SyncSender<(u64, Outcome)>| {
        while begun.elapsed() < time
            && !interruption.is_asked()
            && let Some(number) = queue.take()
        {
            set(place, Some((number, Instant::now())));
            let outcome = Case::new(seed, number).judge(registry);
            set(place, None);
            if sender.send((number, outcome)).is_err() {
                break;
            }
        }
    };
    pool::run(&queue, &under_way, work, |received| {
        let mut outcomes = Outcomes::default();
        loop {
            match received.recv_timeout(Duration::from_secs(1)) {
                Ok((number, outcome)) => {
                    if let Outcome::Wrong(fault) = &outcome {
                        tell(number, fault);
                    }
                    outcomes.take(number, outcome);
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(number) = under_way.iter().find_map(endless) {
                        // A thread cannot be ended, so the process ends.
                        tell(number, &format!("does not end: {}", Case::new(seed, number)));
                        std::process::exit(2);
                    }
                }
            }
        }
        Ok(outcomes)
    })
}

/// The case of a thread, if it has taken too long.
fn endless(place: &Mutex<Option<(u64, Instant)>>) -> Option<u64> {
    let (number, since) = (*place.lock().unwrap_or_else(PoisonError::into_inner))?;
    (since.elapsed() > PATIENCE).then_some(number)
}

fn set(place: &Mutex<Option<(u64, Instant)>>, to: Option<(u64, Instant)>) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = to;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_cases_of_every_family_are_right() {
        let interruption = Interruption::default();
        let tell = |number, fault: &str| eprintln!("case {number}: {fault}");
        let outcomes =
            hunt(1, Until::Count(300), 2, &crate::registry::all(), &interruption, tell).unwrap();
        assert_eq!(outcomes.cases(), 300);
        assert!(outcomes.faults.is_empty(), "{outcomes}");
        assert!(outcomes.counts["solved"] > 100, "{outcomes}");
    }

    #[test]
    fn outcomes_are_counted_by_how_cases_ended() {
        let mut outcomes = Outcomes::default();
        outcomes.take(0, Outcome::Well("solved"));
        outcomes.take(1, Outcome::Well("node-limit"));
        outcomes.take(2, Outcome::Well("solved"));
        assert_eq!(outcomes.to_string(), "3 cases: 1 node-limit, 2 solved; no fault");
        outcomes.take(3, Outcome::Wrong("length 5: expected 3".into()));
        assert_eq!(outcomes.to_string(), "4 cases: 1 node-limit, 2 solved; 1 FAULT");
    }
}
