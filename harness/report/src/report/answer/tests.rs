//! Tests of the answer at the top of a report.

use optile_results::Results;
use optile_results::row::Row;

use super::*;
use crate::report::Analysis;
use crate::synthetic::{record, row};
use crate::trial::Trials;

/// Strategies, each with the nodes that it expands at length 1 and the growth per move.
fn results(strategies: &[(&str, f64, f64)]) -> Results {
    let names: Vec<&str> = strategies.iter().map(|(name, ..)| *name).collect();
    let row = |(name, start, growth): &(&str, f64, f64), length: u32| -> Row {
        row(&length.to_string(), name, length, (start * growth.powi(length as i32)) as u64)
    };
    let rows = strategies.iter().flat_map(|one| (1..21).map(move |length| row(one, length)));
    Results::new(record(&names), rows.collect())
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
fn a_lookup_wins_nothing() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5), ("table", 1.0, 1.1)]);
    for row in results.rows.iter_mut().filter(|row| row.strategy == "table") {
        row.prepare_ns = 1_000_000;
    }
    results.record.lookups = vec!["table".into()];
    insta::assert_snapshot!(said(&results), @r"
    On the 20 instances that all searches solved, a was the fastest (b took 2.00 times as long).
    a expanded the fewest nodes (b expanded 2.00 times as many).
    ");
    let summaries = summary(&results, &Trials::of(&results), |_| true);
    assert_eq!((summaries[2].expanded_ratio, summaries[2].time_ratio), (None, None));
    // Preparing counts once, although every run prepared.
    assert_eq!(summaries[2].value("prepare_ns"), Some(1e6));
    insta::assert_snapshot!(note(&summaries), @"Each average is over the instances that the strategy solved. Ratios to the best are geometric means over the 20 instances that all strategies solved. table reads answers from a finished table. Its steps along a path are no search, so there are no ratios. PAR-2 is the mean time with twice the limit for each instance not solved.");
}
