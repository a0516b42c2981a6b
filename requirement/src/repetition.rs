//! Whether equal runs are equal.

use optile_core::{Stop, counted};

use crate::run::{End, Run};
use crate::{Assessment, Conditions, Evidence, Host, Subject};

pub(super) const NAME: &str = "repeated runs";

/// Runs boards again in reverse order. A session is asked twice: with what all runs have built,
/// and new for each board.
pub(super) fn examine<S: Subject>(
    subject: &mut S,
    evidence: &Evidence,
) -> Result<Vec<Assessment>, S::Error> {
    let conditions = Conditions { choice: evidence.choice, ..Conditions::default() };
    let is_session = subject.host() == Host::Session;
    let mut compared = 0;
    for is_new in if is_session { &[false, true][..] } else { &[false] } {
        if !is_session {
            subject.renew();
        }
        for (problem, first) in evidence.kept.iter().rev() {
            if *is_new {
                subject.renew();
            }
            let second = subject.run(problem, &conditions)?;
            // The other limits are kept exactly, at the same place each time.
            let is_late = |end: &End| matches!(end, End::Stop(Stop::Time) | End::Killed(..));
            if is_late(&first.end) || is_late(&second.end) {
                continue;
            }
            compared += 1;
            if let Some(difference) = difference(first, &second, subject.host()) {
                let text = format!("two runs on `{problem}` differ: {difference}");
                return Ok(vec![Assessment::broken(NAME, text).on(problem.start())]);
            }
        }
    }
    let again = compared / if is_session { 2 } else { 1 };
    let boards = counted(again, "board");
    let text = format!("{boards} again, with the same paths and counters");
    Ok(vec![match (again, evidence.kept.len()) {
        (_, 0) => Assessment::remark(NAME, "none, because no board was solved"),
        (0, _) => Assessment::remark(NAME, "not examined: no answer within the limits"),
        _ => Assessment::met(NAME, text),
    }])
}

/// The first difference between two runs that should be equal. Bytes of processes are left
/// out, because the first run of a process may build tables.
fn difference(first: &Run, second: &Run, host: Host) -> Option<String> {
    let name = |run: &Run| match &run.end {
        End::Path(path) => format!("{:?}", path.to_string()),
        end => match end.reason() {
            "" => end.word().to_owned(),
            reason => format!("{}: {reason}", end.word()),
        },
    };
    if first.end != second.end {
        return Some(format!("{}, then {}", name(first), name(second)));
    }
    if first.profile != second.profile {
        return Some("expansions of the two sides, or where they met".to_owned());
    }
    let is_fixed = |name: &str| host == Host::Session || !name.ends_with("_bytes");
    let mut names = first.counters.keys().chain(second.counters.keys());
    let name = names.find(|name| is_fixed(name) && first.counter(name) != second.counter(name))?;
    let [first, second] = [first, second].map(|run| match run.counter(name) {
        Some(value) => value.to_string(),
        None => "missing".to_owned(),
    });
    Some(format!("{name} is {first}, then {second}"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use optile_core::Profile;

    use super::*;

    #[test]
    fn differences_name_the_counter_and_leave_out_bytes_of_processes() {
        let run = |expanded: Option<u64>, bytes: Option<u64>| Run {
            end: End::Path("ul".parse().unwrap()),
            counters: [("expanded", expanded), ("peak_bytes", bytes)]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)))
                .collect(),
            profile: Profile::default(),
            resident: None,
            prepare: Duration::ZERO,
            search: Duration::ZERO,
        };
        let of = |first, second| difference(&first, &second, Host::Process);
        assert_eq!(of(run(Some(1), Some(2)), run(Some(1), Some(3))), None);
        let bytes = difference(&run(None, Some(2)), &run(None, Some(3)), Host::Session);
        assert_eq!(bytes.as_deref(), Some("peak_bytes is 2, then 3"));
        let said = of(run(Some(1), None), run(Some(2), None));
        assert_eq!(said.as_deref(), Some("expanded is 1, then 2"));
        let said = of(run(Some(1), None), run(None, None));
        assert_eq!(said.as_deref(), Some("expanded is 1, then missing"));
        let other = Run { end: End::Stop(Stop::Nodes), ..run(Some(1), None) };
        let said = of(run(Some(1), None), other);
        assert_eq!(said.as_deref(), Some("\"ul\", then node-limit"));
        let broken = Run { end: End::Crash("answered \"x\"".into()), ..run(Some(1), None) };
        let said = of(broken, run(Some(1), None));
        assert_eq!(said.as_deref(), Some("crashed: answered \"x\", then \"ul\""));
    }
}
