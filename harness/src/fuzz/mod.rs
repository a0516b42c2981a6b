//! Random cases for every strategy, each answer held against an oracle that
//! shares no code with the searches.
//!
//! # The main decision
//!
//! **A case is a function of seed and number.** Whatever goes wrong can be
//! repeated by these two, on any machine, without what ran before it; so cases
//! are independent, and any number of threads takes the next one.

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

/// How long a case may take before it is told as one that does not end. Its
/// search is asked to end long before.
const PATIENCE: Duration = Duration::from_secs(180);

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as it should be; the word says how the search ended.
    Well(&'static str),
    /// What is wrong.
    Wrong(String),
}

/// What many cases came to.
#[derive(Debug, Default)]
pub struct Findings {
    /// Cases by how they ended.
    pub counts: BTreeMap<&'static str, u64>,
    /// Number and fault of each case that was wrong, in the order of numbers.
    pub faults: BTreeMap<u64, String>,
}

impl Findings {
    /// How many cases there were.
    pub fn cases(&self) -> u64 {
        self.counts.values().sum::<u64>() + self.faults.len() as u64
    }

    fn take(&mut self, number: u64, verdict: Verdict) {
        match verdict {
            Verdict::Well(word) => *self.counts.entry(word).or_default() += 1,
            Verdict::Wrong(fault) => {
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
    /// After so long.
    Time(Duration),
    /// After so many cases.
    Count(u64),
}

/// Tries cases from number 0 on by `jobs` threads, and calls `tell` with the
/// number and the fault of each that is wrong as soon as it is known.
///
/// # Errors
///
/// When a thread cannot be started.
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
    let work = |place: &Mutex<_>, sender: &Sender<(u64, Verdict)>| {
        while begun.elapsed() < time
            && !interruption.is_asked()
            && let Some(number) = queue.take()
        {
            set(place, Some((number, Instant::now())));
            let verdict = Case::new(seed, number).judge();
            set(place, None);
            if sender.send((number, verdict)).is_err() {
                break;
            }
        }
    };
    pool::run(&queue, &under_way, work, |verdicts| {
        let mut findings = Findings::default();
        loop {
            match verdicts.recv_timeout(Duration::from_secs(1)) {
                Ok((number, verdict)) => {
                    if let Verdict::Wrong(fault) = &verdict {
                        tell(number, fault);
                    }
                    findings.take(number, verdict);
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    for place in &under_way {
                        let held = place.lock().unwrap_or_else(PoisonError::into_inner).take();
                        match held {
                            Some((number, since)) if since.elapsed() > PATIENCE => {
                                // Its thread cannot be ended, so the process must be.
                                let fault = format!("does not end: {}", Case::new(seed, number));
                                tell(number, &fault);
                                std::process::exit(2);
                            }
                            other => set(place, other),
                        }
                    }
                }
            }
        }
        Ok(findings)
    })
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
        findings.take(0, Verdict::Well("solved"));
        findings.take(1, Verdict::Well("node-limit"));
        findings.take(2, Verdict::Well("solved"));
        assert_eq!(findings.to_string(), "3 cases: 1 node-limit, 2 solved; no fault");
        findings.take(3, Verdict::Wrong("length 5: expected 3".into()));
        assert_eq!(findings.to_string(), "4 cases: 1 node-limit, 2 solved; 1 FAULT");
    }
}
