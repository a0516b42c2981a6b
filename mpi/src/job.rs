//! What the first rank asks the others to do.

use anyhow::{Context, Result};
use optile_core::{Limits, PathChoice, Problem};
use optile_ranks::Communicator;
use optile_results::limits::RunLimits;
use optile_runner::protocol::Request;
use serde::{Deserialize, Serialize};

/// A piece of work that all ranks do together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    /// Build the tables that a strategy needs.
    Prepare(Request),
    /// Search; whether for the smallest path.
    Solve(Request, bool),
    /// There is nothing more to do.
    End,
}

impl Job {
    pub(crate) fn prepare(strategy: &str, problem: &Problem, limits: &Limits) -> Self {
        Self::Prepare(request(strategy, problem, limits))
    }

    pub(crate) fn solve(
        strategy: &str,
        problem: &Problem,
        choice: PathChoice,
        limits: &Limits,
    ) -> Self {
        let is_smallest = choice == PathChoice::LexicographicallySmallest;
        Self::Solve(request(strategy, problem, limits), is_smallest)
    }

    /// Sends it to all other ranks.
    pub(crate) fn announce(&self, ranks: &mut Communicator) -> Result<()> {
        let text = serde_json::to_string(self).context("cannot write a job")?;
        ranks.broadcast(0, words_of(&text))?;
        Ok(())
    }

    /// Waits for the next job from the first rank.
    pub(crate) fn receive(ranks: &mut Communicator) -> Result<Self> {
        let words = ranks.broadcast(0, Vec::new())?;
        serde_json::from_str(&text_of(&words)).context("cannot read a job")
    }
}

/// The limit of time is kept by the first rank alone.
fn request(strategy: &str, problem: &Problem, limits: &Limits) -> Request {
    let limits = RunLimits { nodes: limits.expanded, memory: limits.bytes, ..RunLimits::default() };
    Request::new(0, strategy, problem, limits)
}

/// A text as words: its length in bytes, then eight bytes per word.
pub(crate) fn words_of(text: &str) -> Vec<u64> {
    let chunk = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    std::iter::once(text.len() as u64).chain(text.as_bytes().chunks(8).map(chunk)).collect()
}

/// The text of words that [`words_of`] gave.
pub(crate) fn text_of(words: &[u64]) -> String {
    let length = words.first().map_or(0, |&length| length as usize);
    let mut bytes: Vec<u8> = words.iter().skip(1).flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(length);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        for text in ["", "a", "1234567", "12345678", "123456789", "größer"] {
            assert_eq!(text_of(&words_of(text)), text);
        }
    }
}
