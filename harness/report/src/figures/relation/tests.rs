//! Tests of `relation`.

use super::*;
use crate::synthetic::{fifteen, small};
use crate::verdict::Analysis;
use optile_chart::{Figure, LegendEntry, Mark};
use optile_results::Results;
use optile_results::number::NUMBERS;

fn figure(results: &Results, relation: Relation) -> Figure {
    drawn(&Analysis::of(results), relation)
}

fn drawn(analysis: &Analysis<'_>, relation: Relation) -> Figure {
    let (trials, palette) =
        (&analysis.trials, super::super::palette(analysis.results, &analysis.trials));
    relation.charts(trials, &palette, 1).remove(0).unwrap()
}

fn read(word: &str) -> &'static Number {
    Number::named(word).unwrap()
}

#[test]
fn every_quantity_can_be_drawn_against_every_other() {
    let results = small();
    let analysis = Analysis::of(&results);
    let is_reported = |number: &&&Number| !["program_ns", "pipe_ns"].contains(&number.name);
    for &x in NUMBERS.iter().filter(is_reported) {
        for &y in NUMBERS.iter().filter(is_reported) {
            let relation = Relation { x, ..Relation::against_length(y) };
            let drawn = drawn(&analysis, relation);
            assert!(drawn.layers.iter().any(|layer| {
                matches!(layer.mark, Mark::Line | Mark::Markers) && !layer.points.is_empty()
            }));
            assert!(drawn.title.contains(&format!("against {}", x.about)), "{}", drawn.title);
        }
    }
    let silent = Relation::against_length(read("program_ns"));
    let palette = super::super::palette(&results, &analysis.trials);
    let reason = silent.charts(&analysis.trials, &palette, 1).remove(0).unwrap_err();
    assert!(reason.contains("no strategy that solved an instance reports the time"), "{reason}");
}

#[test]
fn own_counters_are_drawn() {
    let mut results = small();
    let number = Number::extra("max-queue").unwrap();
    for row in &mut results.rows {
        row.outcome.extra = [("max-queue", 7)][..].into();
    }
    let figure = figure(&results, Relation::against_length(number));
    assert_eq!(figure.title, "Extra.max-queue against optimal length");
    let mut solved = figure.numbers[1..].iter().filter(|line| line[3] != "0");
    assert!(solved.all(|line| line[5] == "7"), "{:?}", figure.numbers);
}

#[test]
fn means_are_those_of_the_instances() {
    let results = fifteen();
    let relation = Relation::against_length(read("expanded"));
    let medians = figure(&results, relation).numbers;
    let wished = Relation { average: Average::Mean, ..relation };
    let drawn = figure(&results, wished);
    assert_eq!(drawn.subtitle, "Line: mean.");
    assert_eq!(drawn.numbers[0][4..], ["lower_quartile", "mean", "upper_quartile"]);
    let trials = Trials::of(&results);
    let (mut checked, mut open) = (0, 0);
    for (row, medians) in drawn.numbers[1..].iter().zip(&medians[1..]) {
        assert_eq!(row[..4], medians[..4]);
        let own = trials.with_path(&row[0]).filter(|(i, _)| i.optimal == row[1].parse().ok());
        let costs: Vec<f64> = own.filter_map(|(_, trial)| trial.solved(&EXPANDED)).collect();
        if row[2] != row[3] {
            // The mean of a cost without a number has none.
            assert_eq!(row[5], "");
            open += 1;
            continue;
        }
        let number = |place: usize| row[place].parse::<f64>().unwrap();
        let expected = costs.iter().sum::<f64>() / costs.len() as f64;
        assert!((number(5) / expected - 1.0).abs() < 1e-9, "{row:?} {expected}");
        assert!(number(4) <= number(6), "{row:?}");
        checked += 1;
    }
    assert!(checked > 20 && open > 20, "{checked} {open}");
}

#[test]
fn a_quantity_that_differs_between_instances_has_a_point_for_each() {
    let results = fifteen();
    let relation = Relation { x: read("expanded"), ..Relation::against_length(read("search_ns")) };
    let drawn = figure(&results, relation);
    assert_eq!(drawn.name, "search_ns-against-expanded");
    insta::assert_snapshot!("cloud.caption", drawn.caption);
    let labels: Vec<String> = drawn.legend.iter().map(LegendEntry::text).collect();
    insta::assert_snapshot!("cloud.legend", labels.join("\n"));
    let solved = results
        .rows
        .iter()
        .filter(|row| row.outcome.status == optile_results::rows::row::Status::Solved);
    assert_eq!(drawn.numbers.len() - 1, solved.count());
}

#[test]
fn kinds_of_a_report_are_relations() {
    for (kind, is_one) in [
        ("expansions", true),
        ("expansions-3x3", true),
        ("time-10x2", true),
        ("expansions-of-few", false),
        ("timely", false),
        ("exp", true),
        ("cact", false),
        ("cactus", false),
    ] {
        assert_eq!(Relation::of_kind(kind).is_some(), is_one, "{kind}");
    }
}

#[test]
fn points_over_few_instances_say_over_how_many() {
    let mut results = crate::synthetic::eight();
    let length = |row: &optile_results::rows::row::Row| row.optimal;
    let longest = results.rows.iter().filter_map(length).max().unwrap();
    let few: BTreeSet<String> = results
        .rows
        .iter()
        .filter(|row| row.optimal == Some(longest))
        .map(|row| row.run.instance.clone())
        .collect();
    results.rows.retain(|row| !few.iter().skip(2).any(|id| *id == row.run.instance));
    let drawn = figure(&results, Relation::default());
    let last = drawn.numbers.last().unwrap();
    assert_eq!((&*last[1], &*last[2]), (&*longest.to_string(), "2"));
    let told = format!("Instances behind a point: 3 at 0 to 30, 2 at {longest}.");
    assert!(drawn.caption.contains(&told), "{}", drawn.caption);
}
