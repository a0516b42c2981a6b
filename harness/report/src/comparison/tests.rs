//! Tests of `comparison`.

mod classes;
mod made_up;

use optile_results::Results;
use optile_results::record::InstanceRecord;
use optile_results::rows::row::{Row, Status};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::synthetic::{end, record, row};
use optile_results::number::{EXPANDED, TIME};

/// Ten instances of rising cost, one sample each.
fn rows(strategy: &str, cost: impl Fn(u64) -> u64) -> Vec<Row> {
    (0..10).map(|n| row(&format!("i{n}"), strategy, 10 + n as u32, cost(n))).collect()
}

fn results(rows: Vec<Row>) -> Results {
    let mut record = record(&["bfs"]);
    record.plans[0].planned = rows.len() as u64;
    Results::new(record, rows)
}

fn plain(n: u64) -> u64 {
    100 << n
}

fn options() -> Options {
    Options { measures: vec![&EXPANDED, &TIME], pairs: vec![], by: None }
}

fn against(a: &Results, b: &Results, options: &Options) -> Result<Comparison> {
    compare(&Side::new("a", a), &Side::new("b", b), options)
}

fn compared(a: &Results, b: &Results) -> Comparison {
    against(a, b, &options()).unwrap()
}

fn refused(a: &Results, b: &Results, options: &Options) -> String {
    against(a, b, options).unwrap_err().to_string()
}

#[test]
fn ratios_are_over_what_both_solved() {
    let a = results(rows("bfs", plain));
    let mut b = results(rows("bfs", |n| plain(n) * 3));
    end(&mut b.rows[9], Status::NodeLimit);
    b.rows[9].outcome.counters.expanded = Some(7);
    b.rows.remove(8);
    let comparison = compared(&a, &b);
    let contrast = &comparison.contrasts[0];
    assert_eq!((contrast.solved_by_both, contrast.newly_failed, contrast.only_a), (8, 1, 1));
    let ratio = contrast.ratios[0];
    assert_eq!((ratio.measure, ratio.instances), (&EXPANDED, 8));
    assert!((ratio.estimate.value - 3.0).abs() < 1e-12);
    assert_eq!(contrast.instances[8].values[0].b, Some(7.0));
    assert_eq!(contrast.instances[8].ratio(&EXPANDED), None);
    let back = compared(&b, &a);
    assert_eq!((back.contrasts[0].newly_solved, back.contrasts[0].only_b), (1, 1));
}

#[test]
fn counts_of_one_build_must_not_change() {
    let a = results(rows("bfs", plain));
    let mut b = a.clone();
    assert!(compared(&a, &b).faults.is_empty());
    b.rows[4].outcome.counters.generated = Some(1);
    let comparison = compared(&a, &b);
    assert_eq!(comparison.contrasts[0].counts_differ, 1);
    assert_eq!(comparison.faults.len(), 1);
    assert_eq!(comparison.faults[0].instance, "i4");
    assert_eq!(
        comparison.faults[0].what,
        "optile 0.1.0 (0123abc) expanded/generated 1600/1 and 1600/3200, although the counts \
         must be equal"
    );
    // For other builds, or builds that may differ, it is only a change.
    for revision in ["4567def", "0123abc-dirty", "unknown"] {
        b.record.origins[0].revision = revision.into();
        let comparison = compared(&a, &b);
        assert_eq!((comparison.contrasts[0].counts_differ, comparison.faults.len()), (1, 0));
    }
}

#[test]
fn samples_of_one_build_must_count_the_same() {
    let a = results(rows("bfs", plain));
    let mut b = a.clone();
    b.rows.extend((1..3).map(|sample| {
        let mut row = a.rows[0].clone();
        row.run.sample = sample;
        row
    }));
    b.rows[11].outcome.counters.expanded = Some(99);
    // The median hides the difference.
    let comparison = compared(&a, &b);
    assert_eq!((comparison.contrasts[0].counts_differ, comparison.faults.len()), (0, 1));
    // A sample that a limit ended is not a fault.
    end(&mut b.rows[11], Status::TimeLimit);
    assert!(compared(&a, &b).faults.is_empty());
}

#[test]
fn answers_that_differ_and_runs_newly_wrong_are_faults() {
    let a = results(rows("bfs", plain));
    let mut b = a.clone();
    b.rows[1].outcome.moves = Some("u".repeat(13));
    end(&mut b.rows[2], Status::Unsolvable);
    end(&mut b.rows[3], Status::Crashed);
    end(&mut b.rows[4], Status::MemoryLimit);
    let comparison = compared(&a, &b);
    let faults: Vec<&str> = comparison.faults.iter().map(|fault| fault.what.as_str()).collect();
    assert_eq!(
        faults,
        [
            "answers differ: 11 moves in A, 13 moves in B",
            "answers differ: 12 moves in A, no path in B",
            "solved in A, crashed in B"
        ]
    );
    assert_eq!(comparison.contrasts[0].lengths_differ, 2);
    // What was wrong before is not reported again.
    end(&mut b.rows[1], Status::Wrong);
    end(&mut b.rows[2], Status::Wrong);
    assert!(compared(&b, &b).faults.is_empty());
}

#[test]
fn strategies_can_be_compared_with_others() {
    let a = results([rows("bfs", plain), rows("bidir", |n| plain(n) / 5)].concat());
    let pair = |a: &str, b: &str| Options { pairs: vec![(a.into(), b.into())], ..options() };
    let comparison = against(&a, &a, &pair("bfs", "bidir")).unwrap();
    assert_eq!(comparison.contrasts.len(), 1);
    assert_eq!(comparison.contrasts[0].name(), "bfs → bidir");
    assert!((comparison.contrasts[0].ratios[0].estimate.value - 0.2).abs() < 1e-12);
    assert!(comparison.faults.is_empty(), "two strategies may count differently");
    assert_eq!(comparison.a.strategies_left_out, ["bidir"]);
    let message = refused(&a, &a, &pair("bfs", "bidr"));
    assert_eq!(
        message,
        "b has no strategy \"bidr\": did you mean \"bidir\"? expected one of bfs bidir"
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let mut a = results(rows("bfs", plain));
    let mut b = results(rows("astar:zero", plain));
    b.record.strategies.clear();
    assert!(refused(&a, &b, &options()).contains("`--pair NAME NAME`"));
    for row in &mut b.rows {
        row.run.instance.insert(0, 'x');
    }
    assert!(refused(&a, &b, &options()).contains("no instance in common"));
    let board = |start: &str| InstanceRecord {
        instance: "i0".into(),
        size: a.rows[0].run.size,
        start: start.into(),
        goal: "1 2 3 4 5 6 7 8 0".into(),
        optimal: None,
        expanded: None,
        generated: None,
    };
    let (one, other) = (board("1 2 3 4 5 6 7 0 8"), board("1 2 3 4 5 6 0 7 8"));
    b = a.clone();
    a.instances = vec![one.clone()];
    b.instances = vec![other];
    assert_eq!(
        refused(&a, &b, &options()),
        "instance \"i0\" means two different boards, which cannot be compared: 1 2 3 4 5 6 7 0 8 -> 1 2 3 4 5 \
         6 7 8 0 and 1 2 3 4 5 6 0 7 8 -> 1 2 3 4 5 6 7 8 0"
    );
    b.instances = vec![one];
    assert!(against(&a, &b, &options()).is_ok());
}

#[test]
fn text_for_people() {
    let a =
        results([rows("bfs", plain), rows("bidir", plain), rows("idastar:zero", plain)].concat());
    let mut b = results([rows("bfs", |n| plain(n) + n), rows("bidir", |n| plain(n) * 2)].concat());
    b.record.origins[0].revision = "4567def".into();
    b.record.plans[0].planned = 30;
    end(&mut b.rows[7], Status::NodeLimit);
    end(&mut b.rows[8], Status::TimeLimit);
    b.rows[8].outcome.search_ns *= 9;
    b.notices.push("results.jsonl:21: the last row was cut short and is left out".into());
    let comparison = compared(&a, &b);
    let text = |all_instances| Text { comparison: &comparison, all_instances }.to_string();
    insta::assert_snapshot!("text", text(false).replace('\u{a0}', " "));
    insta::assert_snapshot!("text_of_all", text(true).replace('\u{a0}', " "));
    assert!(text(true).lines().all(|line| line.chars().count() <= 80));
    // Serde's names, of a comparison that is the same in the last bit on every
    // system.
    let mut short = comparison.clone();
    short.contrasts.truncate(1);
    short.contrasts[0].instances.truncate(1);
    short.contrasts[0].ratios.clear();
    insta::assert_snapshot!("json", serde_json::to_string_pretty(&short).unwrap());
}

/// Equal builds on a machine that becomes slower and faster: the noise of a run is up to a third,
/// and the machine's speed changes by a half within each folder.
fn equal_builds(seed: u64) -> [Results; 2] {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let speed = dice.random_range(0.7..1.4);
    let mut timed = |name: &str, n: u64, speed: f64| {
        let mut row = row(&format!("i{n}"), name, 10, 100);
        let noise = dice.random_range(1.0..1.33) * dice.random_range(1.0..1.33);
        row.outcome.search_ns = (1e6 * (n + 1) as f64 * speed * noise) as u64;
        row
    };
    let mut in_turn = Vec::new();
    let mut later = Vec::new();
    for n in 0..40 {
        let now = speed * (1.0 + n as f64 / 80.0);
        in_turn.extend(["bfs@before", "bfs"].map(|name| timed(name, n, now)));
        later.push(timed("bfs", n, 1.0));
    }
    [results(in_turn), results(later)]
}

#[test]
fn equal_builds_in_turn_have_an_interval_with_one_and_others_need_not() {
    let pairs = vec![("bfs@before".into(), "bfs".into())];
    let turns = Options { measures: vec![&TIME], pairs, by: None };
    let alone = Options { pairs: vec![], ..turns.clone() };
    let has_one = |comparison: Comparison| {
        let interval = comparison.contrasts[0].ratios[0].estimate.interval.unwrap();
        interval.low <= 1.0 && 1.0 <= interval.high
    };
    let (mut in_turn, mut one_by_one) = (0, 0);
    for seed in 0..80 {
        let [both, later] = equal_builds(seed);
        let side = Side::new("both", &both);
        let comparison = compare(&side, &side, &turns).unwrap();
        assert!(comparison.in_turn && comparison.faults.is_empty());
        in_turn += usize::from(has_one(comparison));
        one_by_one += usize::from(has_one(against(&both, &later, &alone).unwrap()));
    }
    assert!((72..=79).contains(&in_turn), "{in_turn} of 80, expected 76");
    assert!(one_by_one < 24, "{one_by_one} of 80");
}

#[test]
fn changed_counts_of_two_builds_are_named() {
    let mut all = rows("bfs@before", plain);
    all.extend(rows("bfs", |n| plain(n) + u64::from(n == 3)));
    let both = results(all);
    let side = Side::new("both", &both);
    let pairs = vec![("bfs@before".into(), "bfs".into())];
    let comparison = compare(&side, &side, &Options { pairs, ..options() }).unwrap();
    let text = Text { comparison: &comparison, all_instances: false }.to_string();
    assert!(text.contains("Counts differ:\n  bfs on i3: expanded 800, now 801"), "{text}");
    assert!(text.contains("in turn with two builds"), "{text}");
}
