//! Answers, requests and faults of lines.

use optile_core::{Improvement, Stop};
use proptest::prelude::*;

use super::*;

fn answer(outcome: Outcome) -> Response {
    let length = outcome.path().map_or(7, |path| path.len());
    let outcome = Outcome {
        counters: Counters { expanded: Some(5), ..Counters::default() },
        extra: [("max-queue", 431), ("re-expansions", 12)][..].into(),
        improvements: vec![Improvement { length: length as u64, expanded: 1, ns: 2 }],
        prepare_ns: 1,
        search_ns: 2,
        cpu_ns: Some(3),
        program_ns: Some(1),
        pipe_ns: Some(2),
        rounded: true,
        ..outcome
    };
    Response { id: 9, outcome }
}

#[test]
fn answers_say_how_a_run_ended() {
    for outcome in [
        Ok("ulrd".parse().unwrap()).into(),
        Ok(Path::default()).into(),
        Outcome::new(Status::Crashed, Some("why".into())),
        Outcome::new(Status::MemoryLimit, Some("how".into())),
        Err(Stop::Unsolvable).into(),
        Err(Stop::Time).into(),
        Err(Stop::Nodes).into(),
        Err(Stop::Memory).into(),
        Err(Stop::Unsupported("boards of size 5x5".into())).into(),
    ] {
        let written = answer(outcome);
        let line = serde_json::to_string(&written).unwrap();
        let read = Response::of_worker(&line).unwrap();
        assert_eq!(read, written);
        assert_eq!(read.within(2).unwrap(), written.outcome);
    }
}

#[test]
fn every_field_of_an_answer_is_known() {
    let mut answer = answer(Ok("u".parse().unwrap()).into());
    answer.outcome.reason = Some(String::new());
    answer.outcome.counters = <Counters>::default().into();
    let value = serde_json::to_value(answer).unwrap();
    let mut found: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut known = fields(&OF_WORKERS);
    found.sort_unstable();
    known.sort_unstable();
    assert_eq!(found, known);
}

#[test]
fn faults_are_named() {
    let fault = |line: &str| {
        let answer = Response::read(line).and_then(|answer| answer.within(0));
        format!("{:#}", answer.unwrap_err())
    };
    for (line, expected) in [
        ("", "expected an answer"),
        ("garbage", "answered \"garbage\""),
        ("[1]", "expected an answer"),
        (r#"{"id":1,"status":"done"}"#, "unknown variant `done`"),
        (r#"{"id":-1,"status":"solved"}"#, "invalid value"),
        (r#"{"id":1,"status":"solved"}"#, "without moves"),
        (r#"{"id":1,"status":"solved","moves":"ux"}"#, "answered moves \"ux\""),
        (r#"{"id":1,"status":"wrong"}"#, "only the harness may decide"),
        (r#"{"id":1,"status":"solved","generatd":1}"#, "did you mean \"generated\"?"),
        (r#"{"id":1,"status":"solved","expanded":1.5}"#, "1.5"),
        (
            r#"{"id":1,"status":"unsolvable","expanded":1,"expanded":2}"#,
            "\"expanded\" occurs twice",
        ),
        (r#"{"id":1,"status":"unsolvable","extar":{"a":1}}"#, "did you mean \"extra\"?"),
        (r#"{"id":1,"status":"unsolvable","extra":{"max queue":1}}"#, "the name \"max queue\""),
        (r#"{"id":1,"status":"unsolvable","extra":{"":1}}"#, "expected 1 to 40 letters"),
        (r#"{"id":1,"status":"unsolvable","extra":{"a":-1}}"#, "invalid value"),
        (r#"{"id":1,"status":"unsolvable","extra":[1]}"#, "expected an object of whole numbers"),
        (r#"{"id":1,"id":1,"status":"unsolvable"}"#, "\"id\" occurs twice"),
        // The harness measures programs from outside.
        (r#"{"id":1,"status":"unsolvable","search_ns":1}"#, "unknown field \"search_ns\""),
        (r#"{"id":1,"status":"unsolvable","cpu_ns":1}"#, "unknown field \"cpu_ns\""),
    ] {
        assert!(fault(line).contains(expected), "{line} gives {}", fault(line));
    }
    let with = |count: usize| {
        let extra: Vec<String> = (0..count).map(|place| format!("\"n{place}\":{place}")).collect();
        format!(r#"{{"id":1,"status":"unsolvable","extra":{{{}}}}}"#, extra.join(","))
    };
    assert_eq!(Response::read(&with(16)).unwrap().outcome.extra.get("n15"), Some(15));
    assert!(
        fault(&with(17)).contains("more than 16 counters in \"extra\""),
        "{}",
        fault(&with(17))
    );
    assert!(Greeting::read("hello").unwrap_err().to_string().contains("\"hello\""));
    assert!(Greeting::read(r#"{"protocol":3}"#).is_err());
    assert!(Greeting::read(r#"{"protocol":2}"#).is_ok());
    assert!(Greeting::read(r#"{"protocol":1}"#).is_ok());
}

#[test]
fn bad_lines_of_a_trace_are_named() {
    let problem: Problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
    for bad in [
        r#"{"trace": [1,2,3,4,5,6,7,8], "g": 0}"#,
        r#"{"trace": [1,2,3,4,5,6,7,0,8]}"#,
        r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "side": 2}"#,
        r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "f": 2}"#,
    ] {
        let fault = traced(bad, &problem).unwrap_err().to_string();
        assert!(fault.starts_with("showed the expansion"), "{bad}");
    }
}

#[test]
fn requests_hold_their_problem() {
    let problem: Problem = "1 2 3 / 4 5 0 -> 0 1 2 / 3 4 5".parse().unwrap();
    let limits = RunLimits { nodes: Some(3), ..RunLimits::default() };
    for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
        let smallest_path = choice == PathChoice::LexicographicallySmallest;
        let request = Request { smallest_path, ..Request::new(1, "bfs", &problem, limits) };
        let line = serde_json::to_string(&request).unwrap();
        // External programs do not know the field.
        assert_eq!(line.contains("smallest_path"), choice != PathChoice::Any, "{line}");
        let read: Request = serde_json::from_str(&line).unwrap();
        assert_eq!((read.problem().unwrap(), read.limits()), (problem, limits));
        assert_eq!(read.choice(), choice);
    }
}

proptest! {
    #[test]
    fn no_line_makes_readers_panic(line in ".{0,200}") {
        let _ = Response::read(&line).and_then(|answer| answer.within(0));
        let _ = Greeting::read(&line);
    }
}
