//! The worker's side of the protocol: it reads requests, makes the runs and answers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use optile_core::{Interrupt, Pulse, Session};
use optile_results::limits::RunLimits;

use crate::plan::registry;
use crate::progress::meanwhile;
use crate::run::Runner;
use crate::supervision::program::Programs;
use crate::supervision::protocol::{Beat, Greeting, Request, Response, VERSION};

/// The time between two lines that say how far a search has come.
const PAUSE: Duration = Duration::from_secs(1);

/// Starts the programs behind the heuristics, and greets. Then it answers each request until
/// `input` ends. Strategies are made by `build` at their first request. Their sessions are kept,
/// with everything that was prepared.
///
/// # Errors
///
/// When a line is not a request, or the answers cannot be written.
pub fn serve(
    build: impl Fn(&str) -> Result<registry::Entry>,
    programs: &Programs,
    mut input: impl BufRead,
    mut output: impl Write + Send,
) -> Result<()> {
    programs.start();
    let program = format!("optile {}", env!("CARGO_PKG_VERSION"));
    write(&mut output, &Greeting { protocol: VERSION, program })?;
    let mut sessions: HashMap<String, Session> = HashMap::new();
    let mut runner: Option<(RunLimits, Runner)> = None;
    // Estimators keep the signal of their first search.
    let interrupt = Interrupt::default();
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line).context("cannot read requests")? == 0 {
            return Ok(());
        }
        let request: Request = serde_json::from_str(&line).context("this is not a request")?;
        let limits = request.limits();
        // A runner is kept because it has a thread.
        if runner.as_ref().is_none_or(|(of, _)| *of != limits) {
            runner = Some((limits, Runner::new(limits, &interrupt)));
        }
        let runner = runner.as_ref().map(|(_, runner)| runner);
        let (problem, choice) = (request.problem()?, request.choice());
        let strategy = request.strategy.clone();
        let session = match sessions.entry(request.strategy) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let strategy = build(place.key())?.strategy;
                place.insert(Session::new(strategy))
            }
        };
        let runner = runner.ok_or_else(|| anyhow!("no runner"))?;
        let mut run =
            || programs.while_running(&strategy, || runner.run(session, &problem, choice));
        let outcome = match request.progress {
            true => telling(runner.pulse(), &mut output, run),
            false => run(),
        };
        let outcome = outcome.context("a worker was interrupted")?;
        write(&mut output, &Response { id: request.id, outcome })?;
    }
}

/// Does `work`, and meanwhile writes from time to time what the pulse says.
fn telling<T>(pulse: &Pulse, output: &mut (impl Write + Send), work: impl FnOnce() -> T) -> T {
    // If nobody reads it, the answer will say so.
    let tell = || drop(write(output, &Beat { stage: pulse.stage() }));
    meanwhile(PAUSE, tell, work)
}

/// Writes a line, as a worker.
fn write(output: &mut impl Write, line: &impl serde::Serialize) -> Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    output.write_all(&bytes).and_then(|()| output.flush()).context("cannot answer")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use optile_core::Stage;

    use super::*;

    #[test]
    fn a_worker_says_how_far_it_has_come_before_its_answer() {
        let stage = Stage { threshold: 46, last: 7, current: 5, ..Stage::default() };
        let pulse = Pulse::default();
        pulse.set(stage);
        let mut output = Vec::new();
        telling(&pulse, &mut output, || thread::sleep(PAUSE * 2));
        let line = output.split(|&byte| byte == b'\n').next().unwrap();
        assert_eq!(serde_json::from_slice::<Beat>(line).unwrap().stage, stage);
    }
}
