//! Tests of the answer at the top of a report.

use optile_results::Results;
use optile_results::row::Row;

use super::*;
use crate::report::Analysis;
use crate::synthetic::{record, row};

/// Strategies, each with the nodes that it expands at length 1 and the growth per move.
fn results(strategies: &[(&str, f64, f64)]) -> Results {
    let names: Vec<&str> = strategies.iter().map(|(name, ..)| *name).collect();
    let row = |(name, start, growth): &(&str, f64, f64), length: u32| -> Row {
        row(&length.to_string(), name, length, (start * growth.powi(length as i32)) as u64)
    };
    let rows = strategies.iter().flat_map(|one| (1..21).map(move |length| row(one, length)));
    Results::new(record(&names), rows.collect(), vec![])
}

fn said(results: &Results) -> String {
    best(&Analysis::of(results).summaries).join("\n")
}

#[test]
fn nobody_wins_a_tie() {
    let results = results(&[("a", 9.0, 1.5), ("b", 9.0, 1.5), ("c", 18.0, 1.5)]);
    insta::assert_snapshot!(said(&results), @r"
    On the 20 instances that all strategies solved, a and b were equally fast (c took 1.96 times as long).
    a and b expanded equally few nodes (c expanded 2.01 times as many).
    ");
}

#[test]
fn a_search_that_counts_no_layer_can_win() {
    let mut results = results(&[("mine", 9.0, 1.5), ("b", 18.0, 1.5)]);
    results.rows.iter_mut().for_each(|row| row.layers = Some(0));
    assert!(said(&results).contains("mine was the fastest"), "{}", said(&results));
    let note = note(&Analysis::of(&results).summaries);
    assert!(!note.contains("finished table"), "{note}");
}

#[test]
fn a_lookup_wins_nothing_but_may_pay() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5), ("table", 1.0, 1.1)]);
    for row in results.rows.iter_mut().filter(|row| row.strategy == "table") {
        row.prepare_ns = 1_000_000;
    }
    results.record.lookups = Some(vec!["table".into()]);
    insta::assert_snapshot!(said(&results), @r"
    On the 20 instances that all searches solved, a was the fastest (b took 2.00 times as long).
    a expanded the fewest nodes (b expanded 2.00 times as many).
    table prepares 1.00 ms for a goal on 3x3 boards; this pays after 2 boards with the same goal, compared with a.
    ");
    let summaries = Analysis::of(&results).summaries;
    assert_eq!((summaries[2].expanded_ratio, summaries[2].time_ratio), (None, None));
    // Preparing counts once, although every run prepared.
    assert_eq!(summaries[2].value("prepare_ns"), Some(1e6));
    insta::assert_snapshot!(note(&summaries), @"Each average is over the instances that the strategy solved. Ratios to the best are geometric means over the 20 instances that all strategies solved. table reads answers from a finished table. Its steps along a path are no search, so there are no ratios.");
}

#[test]
fn each_step_has_its_reason() {
    let results = results(&[
        ("astar:zero", 90.0, 1.8),
        ("astar:manhattan", 30.0, 1.5),
        ("idastar:manhattan", 60.0, 1.5),
        ("astar:same", 30.0, 1.5),
    ]);
    let analysis = Analysis::of(&results);
    let reasons = reasons(&analysis.summaries, &analysis.trials);
    let text: Vec<String> =
        reasons.iter().map(|reason| format!("{}: {}", reason.chart, reason.text)).collect();
    insta::assert_snapshot!(text.join("\n").replace('\u{a0}', " "), @r"
    expansions: With astar, manhattan instead of zero divides the nodes expanded by 20.4 (95 % interval 12.1 to 33.6; 20 instances).
    expansions: With astar, same instead of manhattan makes no clear difference to the nodes expanded: it divides them by 1.00 (95 % interval 1.00 to 1.00; 20 instances).
    time: With manhattan, idastar takes 1.99 times the time of astar and expands 2.00 times the nodes (95 % intervals 1.97 to 2.00 and 2.00 to 2.00; 20 instances).
    ");
}
