//! Tests of the comparison with published figures.

use optile_results::record::InstanceRecord;

use super::*;
use crate::synthetic;
use crate::verdict::{Analysis, terminal_table};

/// A hundred instances of the strategy `a`, whose counts are log-normal: half of the numbers of
/// nodes are 10, half are 1000.
fn results(published: &[PublishedMean]) -> Results {
    let nodes = |place: usize| [10, 1000][place % 2];
    let rows = (0..100).map(|place| synthetic::row(&place.to_string(), "a", 4, nodes(place)));
    let mut record = synthetic::record(&["a"]);
    record.published = published.to_vec();
    record.suite_instances = Some(100);
    Results::new(record, rows.collect())
}

fn figure(column: Averaged, mean: f64) -> PublishedMean {
    let (source, strategy) = ("somebody, 1985".into(), "a".into());
    PublishedMean { source, strategy, column, mean, samples: None, sd: None }
}

fn said(results: &Results) -> String {
    published(results, &Trials::of(results), "a").text()
}

#[test]
fn exact_means_are_equal_when_they_round_to_what_was_printed() {
    for (mean, expected) in [
        (505.0, "equal"),
        (504.0, "expanded 505, published 504"),
        (505.04, "expanded 505.00, published 505.04"),
    ] {
        assert_eq!(said(&results(&[figure(Averaged::Expanded, mean)])), expected);
    }
    let all = [
        figure(Averaged::Length, 4.0),
        figure(Averaged::LengthRatio, 1.0),
        figure(Averaged::Generated, 1010.0),
    ];
    assert_eq!(said(&results(&all)), "equal");
    let table = |results: &Results| terminal_table(&Analysis::of(results).summaries, None);
    assert!(table(&results(&all)).contains("published") && table(&results(&all)).contains("equal"));
    assert!(!table(&results(&[])).contains("published"));
    let mut wrong = all.to_vec();
    wrong.push(figure(Averaged::Length, 4.3));
    assert_eq!(said(&results(&wrong)), "length 4.0, published 4.3");
}

#[test]
fn samples_may_differ_by_three_standard_errors_of_the_difference() {
    // Logarithms 2.3 and 6.9 have the variance 5.36, so the deviation is 14.5 means. The errors
    // of two means of a hundred make 20.5 times 50.5.
    let of = |mean| {
        let samples = NonZeroU32::new(100);
        said(&results(&[PublishedMean { samples, ..figure(Averaged::Expanded, mean) }]))
    };
    for mean in [1.0, 505.0, 3600.0] {
        assert_eq!(of(mean), "within the error of a sample of 100", "{mean}");
    }
    assert_eq!(of(3700.0), "expanded 505, published 3,700");
    let paired = |mean| {
        let (samples, sd) = (NonZeroU32::new(100), Some(20.0));
        said(&results(&[PublishedMean { samples, sd, ..figure(Averaged::Expanded, mean) }]))
    };
    assert_eq!(paired(511.0), "within the error of a sample of 100");
    assert_eq!(paired(512.0), "expanded 505, published 512");
}

#[test]
fn a_mean_needs_every_instance_of_the_suite() {
    let mut part = results(&[figure(Averaged::Expanded, 505.0)]);
    part.rows.pop();
    assert_eq!(published(&part, &Trials::of(&part), "a"), Value::Nothing);
    assert_eq!(literature(&part, &Trials::of(&part)), None);
    let mut failed = results(&[figure(Averaged::Expanded, 505.0)]);
    synthetic::end(&mut failed.rows[7], Status::TimeLimit);
    assert_eq!(published(&failed, &Trials::of(&failed), "a"), Value::Nothing);
    assert_eq!(published(&failed, &Trials::of(&failed), "b"), Value::Nothing);
}

#[test]
fn lengths_and_counts_are_compared_with_the_files() {
    let mut record = synthetic::record(&["a"]);
    let row = synthetic::row("i", "a", 4, 10);
    let said_of = |results: &Results| literature(results, &Trials::of(results));
    assert_eq!(said_of(&Results::new(record.clone(), vec![row.clone()])), None);
    record.counts_of = Some("a".into());
    record.published = vec![figure(Averaged::Length, 4.0)];
    record.suite_instances = Some(1);
    let mut results = Results::new(record, vec![row]);
    results.instances = vec![InstanceRecord {
        instance: "i".into(),
        size: "3x3".parse().unwrap(),
        start: "1 2 3 4 5 6 7 8 0".into(),
        goal: "1 2 3 4 5 6 7 8 0".into(),
        optimal: Some(4),
        expanded: Some(10),
        generated: Some(20),
    }];
    insta::assert_snapshot!(said_of(&results).unwrap(), @"Lengths equal those in the instance files (1 instance). Published figures: somebody, 1985.");
    assert_eq!(said(&results), "equal");
    results.instances[0].expanded = Some(11);
    assert_eq!(said(&results), "counts of 1 of 1 instance differ");
}
