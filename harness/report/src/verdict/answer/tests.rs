//! Tests of the answer at the top of a report.

use std::collections::BTreeMap;

use optile_core::{Promise, Size};
use optile_results::Results;
use optile_results::rows::row::{Row, Status};
use optile_statistics::geometric_mean_estimates;
use proptest::prelude::*;

use super::field::Field;
use super::{Answer, note, page_table, paper_table, summary, table, words};
use crate::synthetic::{end, record, row};
use crate::table::Value;
use crate::trial::Trials;
use crate::verdict::Analysis;

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
    let parts = |answer: &Answer| [&answer.claims[..], &answer.reasons, &answer.grounds].concat();
    Analysis::of(results).answers.iter().flat_map(parts).collect::<Vec<_>>().join("\n")
}

#[test]
fn nobody_wins_a_tie() {
    let results = results(&[("a", 9.0, 1.5), ("b", 9.0, 1.5), ("c", 18.0, 1.5)]);
    insta::assert_snapshot!(said(&results), @r"
    a and b are the fastest.
    a and b expand the fewest nodes.
    Geometric means over the 20 instances of 1 to 20 moves that 3 strategies solved.
    Next: c takes 1.96 times as long.
    Next: c expands 2.01 times as many nodes.
    ");
}

/// A count that is not reported is not the least one.
#[test]
fn a_strategy_that_reports_no_nodes_does_not_expand_the_fewest() {
    let mut results = results(&[("a", 9.0, 1.5), ("b", 18.0, 1.5), ("c", 36.0, 1.5)]);
    let silent = |row: &&mut Row| row.run.strategy == "c";
    results.rows.iter_mut().filter(silent).for_each(|row| row.outcome.counters.expanded = None);
    let told = said(&results);
    assert!(told.contains("a expands the fewest nodes.") && !told.contains("c expands"), "{told}");
    assert!(told.contains("c does not report the nodes expanded."), "{told}");
    results.rows.iter_mut().for_each(|row| row.outcome.counters.expanded = None);
    let told = said(&results);
    assert!(told.contains("a is the fastest.") && !told.contains("fewest"), "{told}");
    assert!(told.contains("a, b and c do not report the nodes expanded."), "{told}");
}

#[test]
fn wrong_answers_are_told_from_limits() {
    let mut results = results(&[("a", 9.0, 1.5), ("b", 18.0, 1.5)]);
    end(&mut results.rows[38], Status::TimeLimit);
    end(&mut results.rows[39], Status::Wrong);
    let said = said(&results);
    assert!(said.contains("b solved 18 of 20 (1 wrong)."), "{said}");
}

/// What an interruption left out says nothing about a strategy.
#[test]
fn instances_without_a_run_are_not_run() {
    let mut results = results(&[("a", 9.0, 1.5), ("b", 18.0, 1.5)]);
    results.rows.truncate(35);
    end(&mut results.rows[34], Status::TimeLimit);
    let said = said(&results);
    assert!(said.contains("b solved 14 of 20 (5 not run)."), "{said}");
}

#[test]
fn where_lines_cross_each_wins_on_its_side() {
    let results = results(&[("a", 10.0, 1.5), ("b", 40.0, 1.3), ("c", 900.0, 1.3)]);
    insta::assert_snapshot!(said(&results), @r"
    a is the fastest up to 9 moves, b from 10 on.
    a expands the fewest nodes up to 9 moves, b from 10 on.
    a expands 1.12 times as many nodes as b, each in 1.03 times the time.
    Geometric means over the 20 instances of 1 to 20 moves that 3 strategies solved.
    Next: b takes 1.86 times as long at 1 to 9 moves; a takes 2.14 times as long at 10 to 20 moves.
    Next: b expands 1.97 times as many nodes at 1 to 9 moves; a expands 2.14 times as many nodes at 10 to 20 moves.
    ");
}

#[test]
fn what_instances_do_not_decide_is_no_range() {
    // Each is ahead on every second instance.
    let mut results = results(&[("a", 90.0, 1.5), ("b", 90.0, 1.5)]);
    for row in &mut results.rows {
        let length = row.outcome.length().unwrap();
        let is_ahead = (length % 2 == 0) == (row.run.strategy == "a");
        row.outcome.counters.expanded =
            row.outcome.counters.expanded.map(|nodes| if is_ahead { nodes } else { nodes * 2 });
    }
    let claims = Analysis::of(&results).answers.remove(0).claims;
    assert_eq!(claims[1], "a and b expand the fewest nodes.");
}

#[test]
fn nodes_and_times_have_intervals_of_their_own() {
    let mut results = results(&[("a", 9.0, 1.5), ("b", 18.0, 1.7)]);
    for row in &mut results.rows {
        row.outcome.search_ns = if row.run.strategy == "a" { 1000 } else { 2000 };
    }
    let summaries = Analysis::of(&results).summaries;
    let names = ["expanded_ratio", "expanded_ratio_interval", "time_ratio_interval"];
    let table = paper_table(&summaries, &names.map(str::to_owned)).unwrap();
    let headings = ["nodes", "time"].map(|what| format!("{what}, 95\u{a0}%\u{a0}interval"));
    assert_eq!(table.headings[2..], headings);
    // The draws depend on the order of the instances, which is that of their ids.
    let nodes = |name: &str| -> BTreeMap<&str, f64> {
        let rows = results.rows.iter().filter(|row| row.run.strategy == name);
        rows.map(|row| (row.run.instance.as_str(), row.outcome.counters.expanded.unwrap() as f64))
            .collect()
    };
    let ratios: Vec<f64> =
        nodes("b").values().zip(nodes("a").values()).map(|(b, a)| b / a).collect();
    let expected = geometric_mean_estimates(&[&ratios])[0].unwrap();
    let shown = Value::from(expected.interval);
    assert_eq!(table.rows[1][2].text(), shown.text());
    assert_eq!(table.rows[1][3].text(), "2.000 to 2.000");
}

#[test]
fn a_heuristic_and_an_algorithm_are_told_apart() {
    let results = results(&[
        ("astar:zero", 1000.0, 1.5),
        ("astar:manhattan", 10.0, 1.5),
        ("idastar:manhattan", 30.0, 1.5),
    ]);
    let reasons = Analysis::of(&results).answers.remove(0).reasons;
    insta::assert_snapshot!(reasons.join("\n"), @r"
    manhattan divides the nodes of astar by 100.
    idastar:manhattan expands 3.01 times as many nodes as astar:manhattan, each 1.03 times as fast.
    ");
}

#[test]
fn a_strategy_that_did_not_finish_is_named() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 80.0, 1.5), ("c", 10.0, 1.5)]);
    for row in &mut results.rows {
        let most = match row.run.strategy.as_str() {
            "b" => 18,
            "c" => 5,
            _ => 20,
        };
        if row.outcome.length() > Some(most) {
            end(row, Status::TimeLimit);
        }
    }
    insta::assert_snapshot!(said(&results), @r"
    b is the fastest, but solved 18 of 20, and a is by mean time (PAR-2).
    b expands the fewest nodes.
    a expands 1.12 times as many nodes as b, each in the same time.
    c solved 5 of 20 and is left out.
    Geometric means over the 18 of 20 instances of 1 to 18 moves that 2 strategies solved.
    Next: a takes 1.12 times as long.
    Next: a expands 1.12 times as many nodes.
    ");
}

#[test]
fn boards_of_several_sizes_are_never_taken_together() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5)]);
    for row in &mut results.rows {
        // Of eight boards, b is the better one.
        if row.outcome.length() <= Some(8) {
            row.run.size = Size::new(4, 4).unwrap();
            row.outcome.counters.expanded = row
                .outcome
                .counters
                .expanded
                .map(|nodes| nodes * if row.run.strategy == "a" { 4 } else { 1 });
        }
    }
    let analysis = Analysis::of(&results);
    let claims: Vec<String> =
        analysis.answers.iter().map(|answer| answer.text(|one| &one.claims[1..])).collect();
    assert_eq!(claims, ["3x3: a expands the fewest nodes.", "4x4: b expands the fewest nodes."]);
    let titles: Vec<Option<&str>> = analysis.tables().iter().map(|(title, _)| *title).collect();
    assert_eq!(titles, [Some("3x3: 12 instances"), Some("4x4: 8 instances")]);
}

#[test]
fn a_search_that_counts_no_layer_can_win() {
    let mut results = results(&[("mine", 9.0, 1.5), ("b", 18.0, 1.5)]);
    results.rows.iter_mut().for_each(|row| row.outcome.counters.layers = Some(0));
    assert!(said(&results).contains("mine is the fastest"), "{}", said(&results));
    let note = note(&Analysis::of(&results).summaries);
    assert!(!note.contains("finished table"), "{note}");
}

#[test]
fn where_none_is_compared_it_is_not_said_that_none_was_solved_by_all() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5)]);
    results.rows.iter_mut().for_each(|row| row.run.promise = Promise::AnyPath);
    let said = |results: &Results| note(&Analysis::of(results).summaries);
    assert!(said(&results).contains("solved. a and b do not promise optimal paths, so they"));
    for row in results.rows.iter_mut().filter(|row| row.run.strategy == "a") {
        row.run.promise = Promise::Optimal;
        end(row, Status::TimeLimit);
    }
    let none = "solved. a solved 0 of 20: not compared. b does not promise";
    assert!(said(&results).contains(none), "{}", said(&results));
    results.rows.iter_mut().for_each(|row| end(row, Status::Unsolvable));
    assert!(!said(&results).contains("not compared"), "{}", said(&results));
}

/// Otherwise the ratios of all would be over the one board that the weakest strategy solved.
#[test]
fn ratios_are_over_boards_that_those_solved_which_solved_half_as_many_as_the_best() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5), ("c", 900.0, 1.5)]);
    let mut limit = |name: &str, most: u32| -> (Vec<Option<f64>>, Vec<String>, String) {
        for row in results.rows.iter_mut().filter(|row| row.run.strategy == name) {
            if row.outcome.length() > Some(most) {
                end(row, Status::NodeLimit);
            }
        }
        let summaries = Analysis::of(&results).summaries;
        let headings = table(&summaries, |column| column.name() == "expanded_ratio").headings;
        (
            summaries.iter().map(|one| one.value("expanded_ratio")).collect(),
            headings,
            note(&summaries),
        )
    };
    let (ratios, headings, _) = limit("c", 10);
    assert!(ratios[2].is_some(), "{ratios:?}");
    assert_eq!(headings, ["nodes ÷\u{a0}best, n\u{a0}=\u{a0}10"]);
    let (ratios, headings, note) = limit("c", 2);
    assert!(ratios[1] > Some(1.9) && ratios[2].is_none(), "{ratios:?}");
    assert_eq!(headings, ["nodes ÷\u{a0}best, n\u{a0}=\u{a0}20"]);
    assert!(
        note.contains(
            "the 20 instances that all compared strategies solved. c solved 2 of 20: not compared."
        ),
        "{note}"
    );
    limit("a", 4);
    let (ratios, _, note) = limit("b", 4);
    assert_eq!(ratios, [None, None, None]);
    assert!(note.contains("need 5 instances that all strategies solved; there are 2."), "{note}");
}

#[test]
fn it_is_said_why_strategies_are_not_compared() {
    let told = |most: [u32; 2]| {
        let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5)]);
        for row in &mut results.rows {
            if row.outcome.length() > Some(most[usize::from(row.run.strategy == "b")]) {
                end(row, Status::TimeLimit);
            }
        }
        said(&results)
    };
    assert_eq!(told([19, 0]), "a alone solved 19 of 20.");
    assert_eq!(told([0, 0]), "No strategy solved an instance.");
    assert_eq!(told([2, 5]), "b solved 5 of 20, all others less than half as many.");
    assert!(!said(&results(&[("a", 90.0, 1.5)])).contains("solved"));
}

#[test]
fn a_lookup_wins_nothing() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5), ("table", 1.0, 1.1)]);
    for row in results.rows.iter_mut().filter(|row| row.run.strategy == "table") {
        row.outcome.prepare_ns = 1_000_000;
    }
    results.record.lookups = vec!["table".into()];
    assert!(!said(&results).contains("table"), "{}", said(&results));
    let summaries = summary(&results, &Trials::of(&results), |_| true);
    assert_eq!(["expanded_ratio", "time_ratio"].map(|name| summaries[2].value(name)), [None; 2]);
    // Preparing counts once, although every run prepared.
    assert_eq!(summaries[2].value("prepare_ns"), Some(1e6));
    insta::assert_snapshot!(note(&summaries), @"Each average is over the instances that the strategy solved. Ratios to the best are geometric means over the 20 instances that all compared strategies solved. table reads answers from a finished table. Its steps along a path are no search, so there are no ratios. PAR-2 is the mean time with twice the limit for each instance not solved.");
}

/// A board that is not supported counts as one that is not solved, unless there is no other.
#[test]
fn a_strategy_that_supports_no_board_has_no_mean_time() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 180.0, 1.5)]);
    let mut par2 = |places: std::ops::Range<usize>| {
        results.rows[places].iter_mut().for_each(|row| end(row, Status::Unsupported));
        summary(&results, &Trials::of(&results), |_| true)[1].value("par2_ns")
    };
    let limit = 2.0 * Trials::of(&self::results(&[("a", 90.0, 1.5)])).time_limit().unwrap() as f64;
    assert!(par2(21..40).unwrap() > 0.9 * limit);
    assert_eq!(par2(20..21), None);
}

#[test]
fn columns_that_say_nothing_are_not_shown() {
    let headings = |results: &Results| {
        let Analysis { summaries, .. } = Analysis::of(results);
        // What is asked for is shown all the same.
        let asked = ["length_ratio", "time_with_preparing_median_ns"].map(str::to_owned);
        let paper = paper_table(&summaries, &asked).unwrap().without_empty_columns();
        assert_eq!(paper.headings.len(), 3);
        let words: Vec<String> =
            words(&summaries).iter().map(|[word, _]| word.replace('\u{a0}', " ")).collect();
        [page_table(&summaries).headings.join("|").replace('\u{a0}', " "), words.join("|")]
    };
    let mut results = results(&[("a", 90.0, 1.5), ("b", 9.0, 1.5)]);
    let of_b = |results: &mut Results, change: fn(&mut Row)| {
        results.rows.iter_mut().filter(|row| row.run.strategy == "b").for_each(change);
    };
    of_b(&mut results, |row| row.run.promise = Promise::AnyPath);
    for row in &mut results.rows {
        (row.optimal, row.outcome.prepare_ns) = (row.outcome.length(), 0);
    }
    for told in headings(&results) {
        assert!(!told.contains("preparing") && !told.contains("÷ optimum"), "{told}");
    }
    of_b(&mut results, |row| row.outcome.prepare_ns = 7);
    for told in headings(&results) {
        assert!(told.contains("with preparing") && told.contains("preparing, once"), "{told}");
    }
    for place in [19, 39] {
        results.rows[place].optimal = Some(10);
    }
    for told in headings(&results) {
        assert!(told.contains("length ÷ optimum"), "{told}");
    }
}

#[test]
fn tables_that_cost_more_than_they_save_are_told() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 9.0, 1.5)]);
    for row in results.rows.iter_mut().filter(|row| row.run.strategy == "b") {
        row.outcome.prepare_ns = 20_000_000_000;
    }
    let claims = Analysis::of(&results).answers.remove(0).claims;
    assert_eq!(
        claims[..2],
        ["b is the fastest.", "With an equal share of preparing tables, a is the fastest."]
    );
}

/// The claim of the fastest of two strategies, of which a needs `of_a` and b needs `of_b` at a length.
fn fastest(of_a: impl Fn(u32) -> u64, of_b: impl Fn(u32) -> u64) -> String {
    let mut results = results(&[("a", 1.0, 1.0), ("b", 1.0, 1.0)]);
    let mut again = [results.rows.clone(), results.rows.clone()];
    again[0].iter_mut().for_each(|row| row.run.instance += "-second");
    again[1].iter_mut().for_each(|row| row.run.instance += "-third");
    results.rows.extend(again.concat());
    for row in &mut results.rows {
        let length = row.outcome.length().unwrap();
        row.outcome.search_ns = if row.run.strategy == "a" { of_a(length) } else { of_b(length) };
    }
    Analysis::of(&results).answers.remove(0).claims.remove(0)
}

#[test]
fn the_fastest_of_the_longest_instances_is_told_with_their_lengths() {
    // At first nothing is decided, so the lengths are not divided.
    let of_b = |length| if length == 5 { 900_000_000 } else { 90_000 };
    let told = fastest(|_| 100_000, of_b);
    assert_eq!(told, "a and b are the fastest, but b is at 10 to 20 moves.");
}

#[test]
fn a_mean_time_that_says_otherwise_is_told() {
    // On one board in ten, a is far slower.
    let of_a = |length| if length % 10 == 5 { 900_000_000 } else { 1_000 };
    assert_eq!(fastest(of_a, |_| 9_000_000), "a is the fastest, but b is by mean time (PAR-2).");
    assert_eq!(fastest(|_| 1_000, |_| 9_000_000), "a is the fastest.");
}

#[test]
fn one_that_solved_fewer_is_not_the_fastest_without_that() {
    let mut results = results(&[("a", 90.0, 1.5), ("b", 80.0, 1.5)]);
    results.record.limits.time = None;
    for row in results.rows.iter_mut().filter(|row| row.run.strategy == "b") {
        if row.outcome.length() > Some(18) {
            end(row, Status::MemoryLimit);
        }
    }
    let answer = Analysis::of(&results).answers.remove(0);
    assert_eq!(answer.claims[0], "b is the fastest, but solved 18 of 20.");
    assert_eq!(answer.claims[1], "b expands the fewest nodes.");
    assert!(!answer.reasons.concat().contains("18 of 20"), "it is told once");
}

#[test]
fn two_instances_are_no_answer() {
    let of = |count: u32| {
        let mut results = results(&[("a", 90.0, 1.5), ("b", 80.0, 1.5)]);
        results.rows.retain(|row| row.outcome.length() <= Some(count));
        said(&results)
    };
    for count in [1, 2] {
        assert_eq!(of(count), "Too few instances for an answer.");
    }
    assert!(of(3).contains("b is the fastest."));
}

proptest! {
    /// The ranges cover all lengths in their order, and the strategy that paid least in a range is named.
    #[test]
    fn ranges_as_by_adding_up(costs in prop::collection::vec(prop::array::uniform3(1u32..50), 6..60)) {
        let names = ["a", "b", "c"];
        let rows = costs.iter().enumerate().flat_map(|(place, costs)| {
            let row = move |(name, cost): (&&str, &u32)| -> Row {
                row(&place.to_string(), name, place as u32 / 3, u64::from(*cost))
            };
            names.iter().zip(costs).map(row).collect::<Vec<_>>()
        });
        let results = Results::new(record(&names), rows.collect());
        let trials = Trials::of(&results);
        let field = Field::all(&trials).remove(0);
        let ranges = field.ranges(&field.expanded);
        prop_assert_eq!(ranges[0].lengths[0], 0);
        prop_assert_eq!(ranges.last().unwrap().lengths[1], (costs.len() as u32 - 1) / 3);
        for pair in ranges.windows(2) {
            prop_assert_eq!(pair[0].lengths[1] + 1, pair[1].lengths[0]);
        }
        for range in &ranges {
            let sum = |strategy: usize| -> f64 {
                let [from, to] = range.lengths.map(|length| length as usize);
                let inside = costs.iter().enumerate().filter(|(place, _)| (from..=to).contains(&(place / 3)));
                inside.map(|(_, costs)| f64::from(costs[strategy]).ln()).sum()
            };
            let least = (0..3).map(sum).fold(f64::INFINITY, f64::min);
            let best = (0..3).find(|&strategy| sum(strategy) <= least + 1e-9).unwrap();
            prop_assert!(range.first.contains(&names[best]), "{:?}", range);
        }
    }
}
