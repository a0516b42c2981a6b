//! Whether limits are kept.

use std::time::Duration;

use optile_core::{Limits, Problem, Promise, Stop};

use crate::evidence::{Posed, fault};
use crate::run::{End, Run};
use crate::{Assessment, Compliance, Conditions, Evidence, Host, Subject};

pub(super) const NODES: &str = "node limit";
pub(super) const TIME: &str = "time limit";
pub(super) const MEMORY: &str = "memory limit";

/// The time limit that is tried, and how much later a run may end. The machine may be
/// busy, so the margin is wide.
const SHORT: Duration = Duration::from_millis(100);
const MARGIN: Duration = Duration::from_millis(400);

/// A limit of time counts as not kept if it is not kept in this number of attempts. A busy
/// machine may stop a process for longer than [`MARGIN`], but hardly each time.
const ATTEMPTS: usize = 3;

/// The memory limit of a hard board, and the time for it.
const BYTES: u64 = 2 << 20;
const MEMORY_TIME: Duration = Duration::from_millis(500);

/// So many bytes more than a search tells, and a quarter, its process may grow: allocators round up,
/// and threads have stacks.
const UNTOLD: u64 = 8 << 20;

/// The memory limits of a session, on boards that it solves with more.
const SMALL_BYTES: [u64; 5] = [0, 100, 1_000, 10_000, 100_000];

/// The result of a solver that supports no hard board.
const TOO_LARGE: &str = "not examined: 4x4 and 5x5 are not supported";

/// How a run ended and why, for messages.
fn told(problem: &Problem, run: &Run) -> String {
    let fault = fault_of(problem, run);
    let word = match (&fault, &run.end) {
        (Some(_), End::Path(_) | End::Stop(_)) => "wrong",
        _ => run.end.word(),
    };
    let reason = fault.unwrap_or_else(|| run.end.reason().to_owned());
    format!("{word} on `{problem}`: {reason}")
}

fn is_solved(problem: &Problem, run: &Run) -> bool {
    fault_of(problem, run).is_none()
}

/// What is wrong with an answer, whatever its length is.
fn fault_of(problem: &Problem, run: &Run) -> Option<String> {
    fault(&Posed::new(*problem, None), Promise::MayFail, &run.end).map(|fault| fault.text)
}

/// Limits the expansions of the run with the most of them.
pub(super) fn nodes<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
) -> Result<Vec<Assessment>, S::Error> {
    let remark = |text: String| Ok(vec![Assessment::remark(NODES, text)]);
    let counted = evidence.kept.iter().filter_map(|(problem, run)| match &run.end {
        End::Path(path) => Some((problem, path, run.counter("expanded")?)),
        _ => None,
    });
    let Some((problem, path, needed)) = counted.max_by_key(|&(.., expanded)| expanded) else {
        return remark("not examined: no run reports expanded".into());
    };
    if needed < 2 {
        return remark(format!("not examined: no run expands more than {needed}"));
    }
    let none = (subject.host() == Host::Session).then_some(0);
    for limit in none.into_iter().chain([1, needed / 2, needed - 1, needed]) {
        let limits = Limits { expanded: Some(limit), ..Limits::default() };
        let choice = evidence.choice;
        let run = subject.run(problem, &Conditions { choice, limits, ..Conditions::default() })?;
        let expanded = run.counter("expanded").unwrap_or(0);
        let text = match &run.end {
            End::Stop(Stop::Nodes) if limit < needed && expanded == limit => continue,
            End::Path(found) if limit == needed && found == path => continue,
            end if end.is_cut() && !matches!(end, End::Stop(Stop::Nodes)) => {
                return remark(format!("not examined: {} after {expanded}", end.word()));
            }
            End::Path(_) if expanded > limit && subject.host() == Host::Program => {
                return remark(
                    "ignored, as a program may; then `--node-limit` has no effect".into(),
                );
            }
            End::Crash(reason) => format!("{limit} on `{problem}`: {reason}"),
            end => format!(
                "{limit} on `{problem}`, which needs {needed}: {} after {expanded}",
                end.word()
            ),
        };
        return Ok(vec![Assessment::broken(NODES, text).on(problem.start())]);
    }
    let text = format!("exact at 1, {}, {} and {needed}", needed / 2, needed - 1);
    Ok(vec![Assessment::met(NODES, text)])
}

/// Runs the first hard board that the solver supports.
fn run_hard<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
    conditions: &Conditions,
) -> Result<Option<(Problem, Run)>, S::Error> {
    let mut last = None;
    for problem in &evidence.hard {
        let run = subject.run(problem, conditions)?;
        let is_supported = !matches!(run.end, End::Stop(Stop::Unsupported(_)));
        last = Some((*problem, run));
        if is_supported {
            break;
        }
    }
    Ok(last)
}

/// Limits the time of a hard board. A session has no clock.
pub(super) fn time<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
) -> Result<Vec<Assessment>, S::Error> {
    if subject.host() == Host::Session {
        return Ok(Vec::new());
    }
    let mut found = None;
    for _ in 0..ATTEMPTS {
        found = time_once(subject, evidence)?;
        if found.as_ref().is_none_or(|found| found.compliance != Compliance::Broken) {
            break;
        }
    }
    Ok(found.into_iter().collect())
}

fn time_once<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
) -> Result<Option<Assessment>, S::Error> {
    let conditions = Conditions { time: Some(SHORT), ..Conditions::default() };
    let Some((problem, run)) = run_hard(subject, evidence, &conditions)? else { return Ok(None) };
    let (size, reason) = (problem.size(), run.end.reason());
    // Preparing and searching have the limit each.
    let took = run.prepare.saturating_sub(SHORT) + run.search;
    let remark = |text: String| Assessment::remark(TIME, text);
    Ok(Some(match &run.end {
        End::Stop(Stop::Unsupported(_)) => remark(TOO_LARGE.into()),
        End::Stop(Stop::Memory) | End::Killed(Stop::Memory, _) => {
            remark("not examined: it needs too much memory".into())
        }
        End::Killed(..) if subject.host() == Host::Program => {
            remark(format!("not kept, as a program may; the harness has to end it: {reason}"))
        }
        End::Killed(..) => Assessment::broken(TIME, format!("not kept: {reason}")),
        End::Stop(Stop::Time) if took > SHORT + MARGIN => {
            Assessment::broken(TIME, format!("{SHORT:?}, but the run took {took:?}"))
        }
        End::Stop(Stop::Time) => Assessment::met(TIME, format!("kept at {SHORT:?} on {size}")),
        End::Path(_) if is_solved(&problem, &run) => {
            remark(format!("not reached: {size} is solved within {SHORT:?}"))
        }
        End::Stop(Stop::NotFound) => {
            remark(format!("not reached: the search on {size} finds nothing within {SHORT:?}"))
        }
        _ => Assessment::broken(TIME, told(&problem, &run)),
    }))
}

/// Limits the memory. The harness alone watches that of programs.
pub(super) fn memory<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
) -> Result<Vec<Assessment>, S::Error> {
    let with = |bytes, time| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        Conditions { choice: evidence.choice, limits, time }
    };
    match subject.host() {
        Host::Program => return Ok(Vec::new()),
        Host::Process => {
            let conditions = with(BYTES, Some(MEMORY_TIME));
            let run = run_hard(subject, evidence, &conditions)?;
            let Some((problem, run)) = run else { return Ok(Vec::new()) };
            let idle = subject.run(&solved(&problem), &conditions)?;
            let untold = untold(&problem, &run, &idle);
            return Ok(vec![untold.unwrap_or_else(|| memory_of(&problem, &run, BYTES))]);
        }
        Host::Session => {}
    }
    let mut assessments = Vec::new();
    for bytes in SMALL_BYTES {
        let Some((problem, first)) = evidence.kept.first() else { break };
        subject.renew();
        let run = subject.run(problem, &with(bytes, None))?;
        assessments.push(memory_of(problem, &run, bytes));
        // A search that was stopped must not affect the next one.
        let again = subject.run(problem, &with(u64::MAX, None))?;
        if again.end != first.end {
            assessments.push(Assessment::broken(MEMORY, told(problem, &again)));
        }
    }
    Ok(assessments)
}

/// The problem whose start is the goal of this one. Its search needs no memory.
fn solved(problem: &Problem) -> Problem {
    Problem::new(*problem.goal(), *problem.goal()).unwrap_or(*problem)
}

/// Memory that a search took without asking for it: its process has grown by more than what the
/// search told, compared with the process of a search that had nothing to do.
fn untold(problem: &Problem, run: &Run, idle: &Run) -> Option<Assessment> {
    let grown = run.resident?.saturating_sub(idle.resident?);
    let told = run.bytes();
    (grown > told + told / 4 + UNTOLD).then(|| {
        let text = format!(
            "the process grew by {grown} bytes on `{problem}`, but the search told of {told}: call \
             Meter::allow before it takes memory, and Meter::hold"
        );
        Assessment::broken(MEMORY, text).on(problem.start())
    })
}

fn memory_of(problem: &Problem, run: &Run, bytes: u64) -> Assessment {
    let (size, held) = (problem.size(), run.bytes());
    match &run.end {
        End::Stop(Stop::Unsupported(_)) => Assessment::remark(MEMORY, TOO_LARGE),
        End::Stop(_) | End::Path(_) if held > bytes => Assessment::broken(
            MEMORY,
            format!("{bytes} bytes, but the run held {held} on `{problem}`"),
        ),
        End::Stop(Stop::Memory | Stop::Time | Stop::Nodes) => {
            Assessment::met(MEMORY, format!("kept at {bytes} bytes on {size}"))
        }
        End::Killed(Stop::Time, reason) => {
            Assessment::remark(MEMORY, format!("not examined: {reason}"))
        }
        End::Path(_) if is_solved(problem, run) => {
            Assessment::met(MEMORY, format!("{size} is solved within {bytes} bytes"))
        }
        End::Stop(Stop::NotFound) => Assessment::met(
            MEMORY,
            format!("kept at {bytes} bytes on {size}, where it finds nothing"),
        ),
        _ => Assessment::broken(MEMORY, told(problem, run)),
    }
}
