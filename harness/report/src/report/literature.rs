//! How results compare with the published numbers in the instance files.

use optile_results::Results;
use optile_results::counts::Counts;
use optile_results::quantity::counted;
use optile_results::row::{Row, Status};

/// A sentence that compares the results with the instance files; `None` if the
/// files state nothing.
pub(crate) fn literature(results: &Results) -> Option<String> {
    let mut parts = Vec::new();
    let solved = || results.rows.iter().filter(|row| row.status == Status::Solved);
    let stated = |row: &&Row| {
        let board = results.instances.iter().find(|board| board.instance == row.instance);
        board.is_some_and(|board| board.optimal.is_some())
    };
    let mut lengths: Vec<&str> = solved().filter(stated).map(|row| row.instance.as_str()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    if !lengths.is_empty() {
        // A row with another length would be wrong, not solved.
        parts.push(format!(
            "lengths equal those in the instance files ({})",
            counted(lengths.len(), "instance")
        ));
    }
    if let Some(strategy) = &results.record.counts_of {
        parts.extend(counts(results, strategy));
    }
    let sentence = parts.join("; ");
    let first = sentence.chars().next()?.to_uppercase();
    Some(format!("{first}{}.", &sentence[1..]))
}

/// Compares the counts of one strategy with the counts in the files.
fn counts(results: &Results, strategy: &str) -> Option<String> {
    let mut compared = 0;
    let mut different = Vec::new();
    for board in &results.instances {
        let counts = Counts { expanded: board.expanded, generated: board.generated };
        if counts == Counts::default() {
            continue;
        }
        let mut rows = results.rows.iter().filter(|row| {
            row.strategy == strategy
                && row.instance == board.instance
                && row.status == Status::Solved
        });
        let Some(row) = rows.next() else { continue };
        compared += 1;
        if !counts.agree_with(row.expanded, row.generated) {
            different.push(board.instance.as_str());
        }
    }
    match (compared, different.as_slice()) {
        (0, _) => None,
        (n, []) => Some(format!(
            "the counts of {strategy} equal the published ones exactly ({})",
            counted(n, "instance")
        )),
        (n, [first, ..]) => Some(format!(
            "the counts of {strategy} differ from the published ones on {} of {} (the first is \
             {first})",
            different.len(),
            counted(n, "instance")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;
    use optile_results::record::InstanceRecord;

    #[test]
    fn lengths_and_counts_are_compared_with_the_files() {
        let mut record = synthetic::record(&["a"]);
        let row = synthetic::row("i", "a", 4, 10);
        assert_eq!(literature(&Results::new(record.clone(), vec![row.clone()], vec![])), None);
        record.counts_of = Some("a".into());
        let mut results = Results::new(record, vec![row], vec![]);
        results.instances = vec![InstanceRecord {
            instance: "i".into(),
            size: "3x3".parse().unwrap(),
            start: "1 2 3 4 5 6 7 8 0".into(),
            goal: "1 2 3 4 5 6 7 8 0".into(),
            optimal: Some(4),
            expanded: Some(10),
            generated: Some(20),
        }];
        insta::assert_snapshot!(literature(&results).unwrap(), @"Lengths equal those in the instance files (1 instance); the counts of a equal the published ones exactly (1 instance).");
        results.instances[0].expanded = Some(11);
        insta::assert_snapshot!(literature(&results).unwrap(), @"Lengths equal those in the instance files (1 instance); the counts of a differ from the published ones on 1 of 1 instance (the first is i).");
    }
}
