//! `optile generate`: random instances.

use std::env;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use optile_core::Size;
use optile_results::text::lines::one_line;
use optile_results::text::terminal::say;
use optile_runner::instances::generator::{Generator, Goal, Making};
use optile_runner::instances::headers::Description;
use optile_runner::instances::instance::{InstanceSet, repeats};

use crate::command::boards::spelling::goal;
use crate::command::exit::Exit;
use crate::registry;

/// Generate an instance file
#[derive(Debug, Args)]
pub(in crate::command) struct Arguments {
    /// Width and height, each at least 2, and at most 25 cells
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// Number of instances; with --depth and without --sample, the largest number at each length
    #[arg(long, value_name = "N")]
    count: usize,
    /// Seed; the same seed gives the same instances
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Make each start by this many random moves from the goal
    #[arg(long, value_name = "K", conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    walk: Option<u32>,
    /// Make starts with this optimal length, or with each length of a range such as 0-31
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: Option<RangeInclusive<u32>>,
    /// Take the starts at random from all boards of these lengths, in place of some of each length
    #[arg(long, requires = "depth")]
    sample: bool,
    /// The goal: blank-first, blank-last, spiral, columns, blank=CELL, a board, or `random` for a new
    /// goal per instance [default: blank-last]
    #[arg(long)]
    goal: Option<String>,
    /// Name of the set
    #[arg(long, default_value = "generated")]
    name: String,
}

/// Reads `5` or `0-31`. A tile comes to its cell in less than 200 moves, so no board is 5000 away.
fn parse_depth(text: &str) -> Result<RangeInclusive<u32>> {
    let number = |digits: &str| digits.trim().parse::<u32>().ok();
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (number(first), number(last)),
        None => (number(text), number(text)),
    };
    match (first, last) {
        (Some(first), Some(last)) if first <= last && last <= 5000 => Ok(first..=last),
        _ => Err(anyhow!(
            "{text:?} is not a length: expected one such as 20, or a range such as 0-31, up to 5000"
        )),
    }
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let goal = match self.goal.as_deref() {
            Some("random") => Goal::Random,
            text => Goal::Fixed(goal(text, self.size)?),
        };
        if self.count == 0 {
            bail!("count is 0: expected at least 1");
        }
        if self.name.chars().any(char::is_control) {
            bail!("name {:?} has control characters", self.name);
        }
        let making = match (self.walk, self.depth) {
            (Some(steps), _) => Making::Walk(steps as usize),
            (None, Some(depths)) if self.sample => Making::Sample(depths),
            (None, Some(depths)) => Making::Depth(depths),
            (None, None) => Making::Random,
        };
        let solver = registry::all().build(registry::default_for(self.size))?.strategy;
        let mut generator = Generator::new(self.size, goal, self.seed).solved_by(solver);
        let instances = generator.make(&making, self.count)?;
        let id = |place: usize| instances[place].id.clone();
        repeats(&instances, id).iter().for_each(|line| say(line));
        let is_plain = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        let words = env::args().skip(1).map(|word| match is_plain(&word) {
            true => word,
            false => format!("'{}'", one_line(&word)),
        });
        let command = words.collect::<Vec<_>>().join(" ");
        let generator = format!("optile {} {command}", env!("CARGO_PKG_VERSION"));
        let description = Description::generated(generator);
        let set = InstanceSet { name: self.name, description, instances };
        let mut out = io::stdout().lock();
        out.write_all(set.text()?.as_bytes())?;
        out.flush()?;
        Ok(Exit::Success)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_one_length_or_a_range() {
        assert_eq!(parse_depth("20").unwrap(), 20..=20);
        assert_eq!(parse_depth("0-31").unwrap(), 0..=31);
        for text in ["", "-", "3-", "-3", "9-3", "a", "1-2-3", "0-5001", "99999999999"] {
            assert!(parse_depth(text).is_err(), "{text}");
        }
    }
}
