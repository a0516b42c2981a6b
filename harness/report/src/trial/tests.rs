//! Tests of trials.

use super::*;
use crate::synthetic::{end, record, row};
use optile_results::number::TIME;
use optile_results::record::InstanceRecord;

fn board(instance: &str, start: &str) -> InstanceRecord {
    InstanceRecord {
        instance: instance.into(),
        size: Size::new(3, 3).unwrap(),
        start: start.into(),
        goal: "1 2 3 4 5 6 7 8 0".into(),
        optimal: None,
        expanded: None,
        generated: None,
    }
}

#[test]
fn a_trial_has_the_median_and_the_worst_status_of_its_samples() {
    let mut rows = vec![row("a", "bfs", 9, 100); 3];
    for (sample, time) in [(0, 5), (1, 900), (2, 7)] {
        rows[sample].run.sample = sample as u32;
        rows[sample].outcome.search_ns = time;
    }
    let mut results = Results::new(record(&["bfs"]), rows);
    let trials = Trials::of(&results);
    let trial = trials.get("bfs", "a").unwrap();
    assert_eq!(trial.median(&TIME), Some(7.0));
    assert_eq!(trial.answer(), Some(Some(9)));
    end(&mut results.rows[1], Status::TimeLimit);
    let trials = Trials::of(&results);
    let trial = trials.get("bfs", "a").unwrap();
    assert_eq!((trial.status(), trial.answer()), (Status::TimeLimit, None));
}

#[test]
fn instances_stand_in_the_order_of_the_suite() {
    let rows = ["10", "9", "z", "a"].map(|id| row(id, "bfs", 9, 100)).into();
    let mut results = Results::new(record(&["bfs"]), rows);
    results.instances = vec![board("9", "a"), board("10", "b")];
    let trials = Trials::of(&results);
    let ids: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
    assert_eq!(ids, ["9", "10", "a", "z"]);
    assert_eq!(trials.instance("9").unwrap().optimal, Some(9));
}

#[test]
fn two_boards_of_one_name_and_a_sample_twice_are_refused() {
    let mut results = Results::new(record(&["bfs"]), vec![row("a", "bfs", 9, 1)]);
    results.instances = vec![board("a", "1 2 3 4 5 6 7 0 8"), board("a", "1 2 3 4 5 6 0 7 8")];
    let message = |results: &Results| Trials::of(results).checked().unwrap_err().to_string();
    assert!(message(&results).contains("means two different boards"), "{}", message(&results));
    results.instances.clear();
    results.rows.push(results.rows[0].clone());
    assert!(message(&results).contains("the results hold sample 0 of bfs on instance \"a\" twice"));
    results.rows[1].run.size = Size::new(4, 4).unwrap();
    assert!(message(&results).contains("means a 3x3 board and a 4x4 board"));
}
