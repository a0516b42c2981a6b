//! Tests of `ranking`.

use std::time::Duration;

use optile_results::row::Row;
use proptest::prelude::*;

use super::*;
use crate::report::Analysis;
use crate::synthetic::{eight, end, fifteen, record, row};

fn options(by: &[Key]) -> Options {
    Options { measure: Measure::Expanded, by: by.to_vec(), band: 10, strategies: vec![] }
}

fn results(strategies: &[&str], rows: Vec<Row>) -> Results {
    Results::new(record(strategies), rows)
}

fn ranked(results: &Results, options: &Options) -> Ranking {
    rank(&[results], options).unwrap()
}

/// Names of a class with their places.
fn places(class: &Class) -> Vec<(usize, &str)> {
    class.lines.iter().map(|line| (line.rank.unwrap_or(0), line.strategy.as_str())).collect()
}

#[test]
fn the_strategy_that_solved_more_comes_first_and_equals_share_a_place() {
    let mut rows = Vec::new();
    for n in 0..8 {
        let id = n.to_string();
        rows.push(row(&id, "a", 9, 1000));
        rows.push(row(&id, "b", 9, 10));
        rows.push(row(&id, "c", 9, 1000));
        rows.push(row(&id, "d", 9, 5));
    }
    // The strategy with the lowest cost gave up once.
    end(&mut rows[1], Status::NodeLimit);
    // One strategy solved nothing.
    rows.iter_mut().filter(|row| row.strategy == "d").for_each(|row| end(row, Status::MemoryLimit));
    let results = results(&["a", "b", "c", "d"], rows);
    let ranking = ranked(&results, &options(&[]));
    let class = &ranking.classes[0];
    assert_eq!(places(class), [(1, "a"), (1, "c"), (3, "b"), (4, "d")]);
    assert_eq!((class.instances, class.common), (8, 7));
    let ratio = |place: usize| class.lines[place].ratio.map(|ratio| ratio.value.round());
    assert_eq!([0, 1, 2, 3].map(ratio), [Some(100.0), Some(100.0), Some(1.0), None]);
}

/// The table of strategies and the ranking have one rule, for nodes and for times.
#[test]
fn a_lookup_has_no_place_and_ratios_are_those_of_the_report() {
    let names = ["prepares", "plain", "table"];
    let mut rows = Vec::new();
    for n in 0..8 {
        let id = n.to_string();
        rows.extend(names.iter().zip([40, 60, 9]).map(|(name, nodes)| row(&id, name, 9, nodes)));
    }
    for row in rows.iter_mut().filter(|row| row.strategy != "plain") {
        row.prepare_ns = 1_000_000;
    }
    let mut results = results(&names, rows);
    results.record.lookups = Some(vec!["table".into()]);
    let summaries = Analysis::of(&results).summaries;
    for (measure, order) in [(Measure::Expanded, [0, 1]), (Measure::Time, [1, 0])] {
        let ranking = ranked(&results, &Options { measure, ..options(&[]) });
        let class = &ranking.classes[0];
        assert_eq!(places(class), [(1, names[order[0]]), (2, names[order[1]]), (0, "table")]);
        assert_eq!((class.lines[2].ratio.is_none(), class.common), (true, 8));
        for line in &class.lines {
            let summary = summaries.iter().find(|summary| summary.strategy == line.strategy);
            let reported = match measure {
                Measure::Time => summary.unwrap().time_ratio,
                _ => summary.unwrap().expanded_ratio,
            };
            let difference = line.ratio.map_or(0.0, |ratio| ratio.value / reported.unwrap() - 1.0);
            assert!(difference.abs() < 1e-9, "{measure} of {}", line.strategy);
        }
        let caption = ranking.paper_table().caption;
        assert!(caption.contains("table reads answers from a finished table."), "{caption}");
        assert_eq!(caption.contains("share of preparing"), measure == Measure::Time);
    }
}

#[test]
fn unsolved_instances_count_as_twice_the_limit() {
    let mut rows = vec![row("x", "a", 9, 1), row("y", "a", 9, 1), row("x", "b", 9, 1)];
    rows[0].search_ns = 500;
    end(&mut rows[1], Status::Unsupported);
    let mut results = results(&["a", "b"], rows);
    results.record.limits.time = Some(Duration::from_micros(1));
    let ranking = ranked(&results, &options(&[]));
    assert_eq!((ranking.penalty_ns, ranking.no_penalty.as_deref()), (Some(2000.0), None));
    let class = &ranking.classes[0];
    assert_eq!(class.lines[0].par2_ns, Some(1250.0));
    // A mean over other instances could not be compared.
    assert_eq!((class.lines[1].ran, class.lines[1].par2_ns), (1, None));
    results.record.limits.time = None;
    let ranking = ranked(&results, &options(&[]));
    assert_eq!(ranking.no_penalty.as_deref(), Some("there was no time limit"));
    assert!(ranking.classes[0].lines.iter().all(|line| line.par2_ns.is_none()));
}

#[test]
fn folders_that_agree_are_ranked_together() {
    let one = results(&["a"], vec![row("x", "a", 9, 10)]);
    let mut other = results(&["b"], vec![row("x", "b", 9, 30)]);
    let ranking = rank(&[&one, &other], &options(&[])).unwrap();
    assert_eq!(places(&ranking.classes[0]), [(1, "a"), (2, "b")]);
    other.record.limits.time = Some(Duration::from_nanos(7));
    let ranking = rank(&[&one, &other], &options(&[])).unwrap();
    assert_eq!(ranking.no_penalty.unwrap(), "the folders have different time limits");
    let error = rank(&[&one, &one], &options(&[])).unwrap_err().to_string();
    assert!(error.contains("sample 0 of a on instance \"x\" twice"), "{error}");
    let asked = Options { strategies: vec!["bb".into()], ..options(&[]) };
    let error = rank(&[&one, &other], &asked).unwrap_err().to_string();
    assert!(error.contains("did you mean \"b\"?"), "{error}");
}

#[test]
fn instances_fall_into_sizes_and_bands() {
    let mut rows: Vec<Row> =
        [3, 9, 10, 29, 31].iter().map(|&d| row(&d.to_string(), "a", d, 10)).collect();
    rows[4].size = Size::new(4, 4).unwrap();
    rows[3].optimal = None;
    end(&mut rows[3], Status::TimeLimit);
    let mut no_path = row("none", "a", 0, 0);
    no_path.optimal = None;
    end(&mut no_path, Status::Unsolvable);
    rows.push(no_path);
    let results = results(&["a"], rows);
    let kinds = |by: &[Key]| -> Vec<String> {
        let ranking = ranked(&results, &options(by));
        assert_eq!(ranking.unsolvable, 1);
        let kind = |class: &Class| format!("{}: {}", class.kind, class.instances);
        ranking.classes.iter().map(kind).collect()
    };
    assert_eq!(kinds(&[]), ["all instances: 5"]);
    assert_eq!(kinds(&[Key::Size]), ["all instances: 5", "3x3: 4", "4x4: 1"]);
    assert_eq!(
        kinds(&[Key::Length, Key::Size]),
        [
            "all instances: 5",
            "3x3, optimal lengths 0 to 9: 2",
            "3x3, optimal lengths 10 to 19: 1",
            "3x3, optimal length unknown: 1",
            "4x4, optimal lengths 30 to 39: 1"
        ]
    );
}

#[test]
fn nothing_to_rank_is_an_error() {
    let error = rank(&[&results(&["a"], vec![])], &options(&[])).unwrap_err().to_string();
    assert_eq!(error, "there is no instance with a solution to rank on");
}

#[test]
fn rankings_of_large_suites() {
    let text = |results: &Results, by: &[Key]| -> String {
        let ranking = ranked(results, &options(by));
        let mut text = String::new();
        for class in &ranking.classes {
            text += &format!("{}: {}, {}\n", class.kind, class.instances, class.common);
            for line in &class.lines {
                let ratio = line.ratio.map(|ratio| {
                    let ends = ratio.interval.map(|i| format!("{:.3} to {:.3}", i.low, i.high));
                    format!("{:.3} ({})", ratio.value, ends.unwrap_or_default())
                });
                let par2 = line.par2_ns.map(|ns| format!("{ns:.0} ns"));
                text += &format!(
                    "  {} {} {}/{} {} {}\n",
                    line.rank.unwrap_or(0),
                    line.strategy,
                    line.solved,
                    line.ran,
                    ratio.unwrap_or_default(),
                    par2.unwrap_or_default()
                );
            }
        }
        text
    };
    insta::assert_snapshot!("eight", text(&eight(), &[Key::Length]));
    insta::assert_snapshot!("fifteen", text(&fifteen(), &[Key::Size]));
}

proptest! {
    /// The slow form visits the instances one by one. The report's table has the
    /// same ratios.
    #[test]
    fn ratios_as_by_visiting_the_instances(
        costs in prop::collection::vec(prop::array::uniform3(prop::option::of(1u64..1000)), 1..20)
    ) {
        let names = ["a", "b", "c"];
        let mut rows = Vec::new();
        for (n, costs) in costs.iter().enumerate() {
            for (name, cost) in names.iter().zip(costs) {
                let mut row = row(&n.to_string(), name, 9, cost.unwrap_or(5));
                if cost.is_none() {
                    end(&mut row, Status::TimeLimit);
                }
                rows.push(row);
            }
        }
        let results = results(&names, rows);
        let ranking = ranked(&results, &options(&[]));
        let class = &ranking.classes[0];
        let takes_part = [0, 1, 2].map(|s| costs.iter().any(|costs| costs[s].is_some()));
        let common = costs.iter().filter(|costs| {
            takes_part.contains(&true) && (0..3).all(|s| !takes_part[s] || costs[s].is_some())
        });
        let (mut logs, mut count) = ([0.0; 3], 0);
        for costs in common {
            let best = costs.iter().flatten().min().copied().unwrap_or(1) as f64;
            for (log, cost) in logs.iter_mut().zip(costs) {
                *log += (cost.unwrap_or(1) as f64 / best).ln();
            }
            count += 1;
        }
        prop_assert_eq!(class.common, count);
        let summaries = Analysis::of(&results).summaries;
        for (s, name) in names.iter().enumerate() {
            let line = class.lines.iter().find(|line| line.strategy == *name).unwrap();
            let found = line.ratio.map(|ratio| ratio.value);
            prop_assert_eq!(found.is_some(), takes_part[s] && count > 0);
            if let Some(found) = found {
                let expected = (logs[s] / count as f64).exp();
                prop_assert!((found / expected - 1.0).abs() < 1e-9);
                let reported = summaries[s].expanded_ratio.unwrap();
                prop_assert!((found / reported - 1.0).abs() < 1e-9);
            }
        }
        for pair in class.lines.windows(2) {
            prop_assert!(pair[0].solved >= pair[1].solved && pair[0].rank <= pair[1].rank);
        }
    }
}
