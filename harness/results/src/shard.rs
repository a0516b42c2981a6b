//! A part of a plan that one machine or one job runs.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, anyhow};

/// Part `number`, from 1, of `count` parts of a plan. The parts have almost the same
/// number of runs. A part is written as `2/8`.
///
/// The runs are assigned to the parts in turn. So each part has its share of each
/// strategy and of hard instances, and parts that run at the same time are at the
/// same instances. All parts together are the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// Whether the run at this position of the plan, from 0, belongs to the part.
    pub fn contains(self, order: u64) -> bool {
        order % self.count == self.number - 1
    }

    /// The number of a plan's runs that belong to the part.
    pub fn share_of(self, runs: u64) -> u64 {
        (runs + self.count - self.number) / self.count
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text.split_once('/');
        let read = |part: &str| part.trim().parse::<u32>().ok().map(u64::from);
        parts
            .and_then(|(number, count)| Some((read(number)?, read(count)?)))
            .filter(|&(number, count)| 1 <= number && number <= count)
            .map(|(number, count)| Self { number, count })
            .ok_or_else(|| anyhow!("{text:?} is not a part of a plan: expected a part such as 2/8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_divide_a_plan_evenly_and_completely() {
        for runs in 0..40u64 {
            for count in 1..12u64 {
                let shards = (1..=count).map(|n| format!("{n}/{count}").parse::<Shard>().unwrap());
                let sizes: Vec<u64> = shards
                    .clone()
                    .map(|shard| (0..runs).filter(|&order| shard.contains(order)).count() as u64)
                    .collect();
                assert_eq!(sizes.iter().sum::<u64>(), runs);
                assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
                let shares: Vec<u64> = shards.map(|shard| shard.share_of(runs)).collect();
                assert_eq!(shares, sizes);
            }
        }
    }

    #[test]
    fn shards_read_and_print() {
        assert_eq!("2/8".parse::<Shard>().unwrap().to_string(), "2/8");
        for bad in ["", "2", "0/8", "9/8", "1/0", "-1/2", "1/2/3", "a/b", "1/99999999999"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
