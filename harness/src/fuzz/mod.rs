//! Random cases for every strategy. Each answer is compared with an oracle that
//! shares no code with the searches.
//!
//! # The main decision
//!
//! **A case is a function of seed and number.** Each fault can be repeated with
//! these two, on any machine and without the cases before it. So cases are
//! independent, and any number of threads can take the next one.

mod case;
mod oracle;
mod shelf;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_runner::interruption::Interruption;
use optile_runner::pool::{self, Queue};

pub use case::Case;
pub(crate) use shelf::Forgetful;

/// After this time, a case is reported as one that does not end. Its search is
/// asked to end long before.
const PATIENCE: Duration = Duration::from_secs(180);

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Everything is correct. The word says how the search ended.
    Well(&'static str),
    /// The fault.
    Wrong(String),
}

/// The results of many cases.
#[derive(Debug, Default)]
pub struct Findings {
    /// Cases by how they ended.
    pub counts: BTreeMap<&'static str, u64>,
    /// The faults by the numbers of their cases.
    pub faults: BTreeMap<u64, String>,
}

impl Findings {
    /// The number of cases.
    pub fn cases(&self) -> u64 {
        self.counts.values().sum::<u64>() + self.faults.len() as u64
    }

    fn take(&mut self, number: u64, finding: Finding) {
        match finding {
            Finding::Well(word) => *self.counts.entry(word).or_default() += 1,
            Finding::Wrong(fault) => {
                self.faults.insert(number, fault);
            }
        }
    }
}

impl fmt::Display for Findings {
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
    interruption: &Interruption,
    mut tell: impl FnMut(u64, &str),
) -> Result<Findings> {
    let begun = Instant::now();
    let (time, count) = match until {
        Until::Time(time) => (time, u64::MAX),
        Until::Count(count) => (Duration::MAX, count),
    };
    let queue = Queue::new(count);
    let under_way: Vec<Mutex<Option<(u64, Instant)>>> =
        (0..jobs).map(|_| Mutex::default()).collect();
    let work = |place: &Mutex<_>, sender: &Sender<(u64, Finding)>| {
        while begun.elapsed() < time
            && !interruption.is_asked()
            && let Some(number) = queue.take()
        {
            set(place, Some((number, Instant::now())));
            let finding = Case::new(seed, number).judge();
            set(place, None);
            if sender.send((number, finding)).is_err() {
                break;
            }
        }
    };
    pool::run(&queue, &under_way, work, |received| {
        let mut findings = Findings::default();
        loop {
            match received.recv_timeout(Duration::from_secs(1)) {
                Ok((number, finding)) => {
                    if let Finding::Wrong(fault) = &finding {
                        tell(number, fault);
                    }
                    findings.take(number, finding);
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
        Ok(findings)
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
        let findings = hunt(1, Until::Count(300), 2, &interruption, tell).unwrap();
        assert_eq!(findings.cases(), 300);
        assert!(findings.faults.is_empty(), "{findings}");
        assert!(findings.counts["solved"] > 100, "{findings}");
    }

    #[test]
    fn findings_are_counted_by_how_cases_ended() {
        let mut findings = Findings::default();
        findings.take(0, Finding::Well("solved"));
        findings.take(1, Finding::Well("node-limit"));
        findings.take(2, Finding::Well("solved"));
        assert_eq!(findings.to_string(), "3 cases: 1 node-limit, 2 solved; no fault");
        findings.take(3, Finding::Wrong("length 5: expected 3".into()));
        assert_eq!(findings.to_string(), "4 cases: 1 node-limit, 2 solved; 1 FAULT");
    }
}
