//! Whether equal runs are equal, and whether limits are kept.

use std::time::Duration;

use anyhow::{Context, Result};
use optile_core::{Problem, Stop};
use optile_results::limits::RunLimits;
use optile_results::row::Status;
use optile_results::row::Tally;
use optile_runner::check;
use optile_runner::run::{End, Measurement};

use crate::check::bench::Bench;
use crate::check::boards;
use crate::check::finding::{Finding, Verdict};

/// The time limit that is tried, and how much later a run may end. The machine may be
/// busy, so the margin is wide.
const TIME: Duration = Duration::from_millis(100);
const MARGIN: Duration = Duration::from_millis(400);

/// The memory limit that is tried, and the time for it.
const BYTES: u64 = 2 << 20;
const MEMORY_TIME: Duration = Duration::from_millis(500);

/// The result of a solver that supports no hard board.
const TOO_LARGE: &str = "not examined: 4x4 and 5x5 are not supported";

/// Runs some boards again, in a new process and in reverse order.
pub(crate) fn repetition(bench: &Bench<'_>, kept: &[(Problem, Measurement)]) -> Result<Finding> {
    let topic = "repeated runs";
    let mut runs = bench.open(bench.limits);
    for (problem, first) in kept.iter().rev() {
        let second = runs.run(problem)?;
        if matches!(second.end, End::Stop(Stop::Time) | End::Killed(Stop::Time, _)) {
            continue;
        }
        if let Some(difference) = difference(first, &second) {
            let text = format!("two runs on `{problem}` differ: {difference}");
            return Ok(Finding::fault(topic, text).on(problem.start()));
        }
    }
    let text = format!("{} boards again, with the same paths and counters", kept.len());
    Ok(match kept.len() {
        0 => Finding::remark(topic, "none, because no board was solved"),
        _ => Finding::right(topic, text),
    })
}

/// The first difference between two runs that should be equal. Bytes are left out,
/// because the first run of a process may build tables.
fn difference(first: &Measurement, second: &Measurement) -> Option<String> {
    let names = |run: &Measurement| match &run.end {
        End::Path(path) => format!("{:?}", path.to_string()),
        end => format!("{end:?}"),
    };
    if first.end != second.end {
        return Some(format!("{}, then {}", names(first), names(second)));
    }
    if first.profile != second.profile {
        return Some("expansions of the two sides, or where they met".to_owned());
    }
    let values = |run: &Measurement| {
        let tally = Tally { peak_bytes: None, table_bytes: None, ..run.tally };
        serde_json::to_value(tally).unwrap_or_default()
    };
    let (first, second) = (values(first), values(second));
    Tally::NAMES.iter().find(|&&name| first.get(name) != second.get(name)).map(|name| {
        let [first, second] = [first, second].map(|values| match values.get(name) {
            Some(value) => value.to_string(),
            None => "missing".to_owned(),
        });
        format!("{name} is {first}, then {second}")
    })
}

/// Limits the expansions of the run with the most of them.
pub(crate) fn nodes(bench: &Bench<'_>, kept: &[(Problem, Measurement)]) -> Result<Finding> {
    let topic = "node limit";
    let counted = kept.iter().filter(|(_, run)| matches!(run.end, End::Path(_)));
    let counted = counted.filter_map(|(problem, run)| Some((problem, run.tally.expanded?)));
    let Some((problem, needed)) = counted.max_by_key(|&(_, expanded)| expanded) else {
        return Ok(Finding::remark(topic, "not examined: no run reports expanded"));
    };
    if needed < 2 {
        return Ok(Finding::remark(
            topic,
            format!("not examined: no run expands more than {needed}"),
        ));
    }
    let fault = |text: String| Ok(Finding::fault(topic, text).on(problem.start()));
    for limit in [1, needed / 2, needed - 1, needed] {
        let mut runs = bench.open(RunLimits { nodes: Some(limit), ..bench.limits });
        let run = runs.run(problem)?;
        let expanded = run.tally.expanded.unwrap_or(0);
        match &run.end {
            End::Stop(Stop::Nodes) if limit < needed && expanded == limit => {}
            End::Path(_) if limit == needed => {}
            End::Path(_) if expanded > limit && !bench.is_own() => {
                let text = "ignored, as a program may; then `--node-limit` has no effect";
                return Ok(Finding::remark(topic, text));
            }
            End::Crash(reason) => return fault(format!("{limit} on `{problem}`: {reason}")),
            end => {
                let (status, _) = check::judge(problem, None, end);
                return fault(format!(
                    "{limit} on `{problem}`, which needs {needed}: {status} after {expanded}"
                ));
            }
        }
    }
    Ok(Finding::right(topic, format!("exact at 1, {}, {} and {needed}", needed / 2, needed - 1)))
}

/// Runs the first hard board that the solver supports.
fn run_hard(bench: &Bench<'_>, limits: RunLimits) -> Result<(Problem, Measurement)> {
    let mut last = None;
    for problem in boards::hard()? {
        let run = bench.open(limits).run(&problem)?;
        let is_supported = !matches!(run.end, End::Stop(Stop::Unsupported(_)));
        last = Some((problem, run));
        if is_supported {
            break;
        }
    }
    last.context("a hard board")
}

/// A limit of time counts as not kept if it is not kept in this number of attempts. A busy
/// machine may stop a process for longer than [`MARGIN`], but hardly each time.
const ATTEMPTS: usize = 3;

/// Limits the time of a hard board.
pub(crate) fn time(bench: &Bench<'_>) -> Result<Finding> {
    let mut finding = time_once(bench)?;
    for _ in 1..ATTEMPTS {
        if finding.verdict != Verdict::Fault {
            break;
        }
        finding = time_once(bench)?;
    }
    Ok(finding)
}

fn time_once(bench: &Bench<'_>) -> Result<Finding> {
    let topic = "time limit";
    let limits = RunLimits { time: Some(TIME), ..bench.limits };
    let (problem, run) = run_hard(bench, limits)?;
    let (status, reason) = check::judge(&problem, None, &run.end);
    let size = problem.size();
    let reason = reason.unwrap_or_default();
    // Preparing and searching have the limit each.
    let took = run.prepare.saturating_sub(TIME) + run.search;
    Ok(match &run.end {
        End::Stop(Stop::Unsupported(_)) => Finding::remark(topic, TOO_LARGE),
        End::Stop(Stop::Memory) | End::Killed(Stop::Memory, _) => {
            Finding::remark(topic, "not examined: it needs too much memory")
        }
        End::Killed(..) if !bench.is_own() => Finding::remark(
            topic,
            format!("not kept, as a program may; the harness has to end it: {reason}"),
        ),
        End::Killed(..) => Finding::fault(topic, format!("not kept: {reason}")),
        End::Stop(Stop::Time) if took > TIME + MARGIN => {
            Finding::fault(topic, format!("{TIME:?}, but the run took {took:?}"))
        }
        End::Stop(Stop::Time) => Finding::right(topic, format!("kept at {TIME:?} on {size}")),
        End::Path(_) if status == Status::Solved => {
            Finding::remark(topic, format!("not reached: {size} is solved within {TIME:?}"))
        }
        _ => Finding::fault(topic, format!("{status} on `{problem}`: {reason}")),
    })
}

/// Limits the memory for a hard board. The harness alone watches that of programs.
pub(crate) fn memory(bench: &Bench<'_>) -> Result<Option<Finding>> {
    let topic = "memory limit";
    if !bench.is_own() {
        return Ok(None);
    }
    let limits = RunLimits { memory: Some(BYTES), time: Some(MEMORY_TIME), ..RunLimits::default() };
    let (problem, run) = run_hard(bench, limits)?;
    let (status, reason) = check::judge(&problem, None, &run.end);
    let size = problem.size();
    let held = run.tally.peak_bytes.unwrap_or(0) + run.tally.table_bytes.unwrap_or(0);
    Ok(Some(match &run.end {
        End::Stop(Stop::Unsupported(_)) => Finding::remark(topic, TOO_LARGE),
        End::Stop(_) | End::Path(_) if held > BYTES => {
            Finding::fault(topic, format!("{BYTES} bytes, but the run held {held} on `{problem}`"))
        }
        End::Stop(Stop::Memory | Stop::Time) => {
            Finding::right(topic, format!("kept at {BYTES} bytes on {size}"))
        }
        End::Path(_) if status == Status::Solved => {
            Finding::right(topic, format!("{size} is solved within {BYTES} bytes"))
        }
        _ => Finding::fault(
            topic,
            format!("{status} on `{problem}`: {}", reason.unwrap_or_default()),
        ),
    }))
}

#[cfg(test)]
mod tests {
    use optile_results::profile::Profile;

    use super::*;

    #[test]
    fn differences_name_the_counter_and_leave_out_bytes() {
        let run = |expanded, peak_bytes| Measurement {
            end: End::Path("ul".parse().unwrap()),
            tally: Tally { expanded, peak_bytes, ..Tally::default() },
            prepare: Duration::ZERO,
            search: Duration::ZERO,
            cpu: None,
            peak_rss: None,
            profile: Profile::default(),
        };
        assert_eq!(difference(&run(Some(1), Some(2)), &run(Some(1), Some(3))), None);
        let said = difference(&run(Some(1), None), &run(Some(2), None));
        assert_eq!(said.as_deref(), Some("expanded is 1, then 2"));
        let said = difference(&run(Some(1), None), &run(None, None));
        assert_eq!(said.as_deref(), Some("expanded is 1, then missing"));
        let other = Measurement { end: End::Stop(Stop::Nodes), ..run(Some(1), None) };
        assert!(difference(&run(Some(1), None), &other).unwrap().starts_with("\"ul\", then "));
    }
}
