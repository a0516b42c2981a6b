//! The lines with which a program shows what it expands.

use anyhow::{Context, Result, ensure};
use optile_core::{Arrangement, Problem, Traced};
use optile_results::lines::quote;
use serde::Deserialize;

use crate::supervision::line::Silence;

/// How a line of a trace begins.
const BEGINNING: &str = "{\"trace\"";

/// One line of a trace. `docs/external.md` describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceLine {
    trace: Vec<u8>,
    g: u32,
    h: Option<u32>,
    #[serde(default)]
    side: usize,
    #[serde(default)]
    iteration: u64,
}

/// What the program has shown for the last request.
#[derive(Debug)]
pub(super) struct TraceLines {
    /// The most lines to keep.
    pub(super) most: usize,
    pub(super) rows: Vec<Traced>,
}

impl TraceLines {
    /// Keeps the lines of a trace, and returns the first other line.
    pub(super) fn keep<T>(
        &mut self,
        problem: &Problem,
        mut next: impl FnMut() -> Result<String, Silence<T>>,
    ) -> Result<String, Silence<T>> {
        self.rows.clear();
        loop {
            let line = next()?;
            if !line.starts_with(BEGINNING) {
                return Ok(line);
            }
            let row =
                row(&line, problem).map_err(|error| Silence::Invalid(format!("{error:#}")))?;
            if self.rows.len() < self.most {
                self.rows.push(row);
            }
        }
    }
}

fn row(line: &str, problem: &Problem) -> Result<Traced> {
    let what = || {
        format!(
            "showed the expansion {}: expected {{\"trace\":[the tiles],\"g\":0}}, and perhaps h, \
             side (0 or 1) and iteration",
            quote(line)
        )
    };
    let TraceLine { trace, g, h, side, iteration } =
        serde_json::from_str(line).with_context(what)?;
    ensure!(side < 2, "{}", what());
    let state = Arrangement::new(problem.size(), &trace).with_context(what)?;
    Ok(Traced { state, g, h, side, iteration })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_trace_are_kept_up_to_a_number_and_bad_ones_are_named() {
        let problem: Problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let mut lines = TraceLines { most: 1, rows: Vec::new() };
        let mut keep = |all: &[&str]| {
            let mut all = all.iter();
            let next = || all.next().map(|line| (*line).to_owned()).ok_or(Silence::Over(()));
            let end = match lines.keep(&problem, next) {
                Ok(line) => line,
                Err(Silence::Invalid(what)) => what,
                Err(_) => "over".to_owned(),
            };
            (end, std::mem::take(&mut lines.rows))
        };
        let good = r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "h": 1}"#;
        let (end, rows) = keep(&[good, good, "{\"id\": 1}"]);
        let row = Traced { state: *problem.start(), g: 0, h: Some(1), side: 0, iteration: 0 };
        assert_eq!((&*end, rows), ("{\"id\": 1}", vec![row]));
        for bad in [
            r#"{"trace": [1,2,3,4,5,6,7,8], "g": 0}"#,
            r#"{"trace": [1,2,3,4,5,6,7,0,8]}"#,
            r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "side": 2}"#,
            r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "f": 2}"#,
        ] {
            assert!(keep(&[bad]).0.starts_with("showed the expansion"), "{bad}");
        }
    }
}
