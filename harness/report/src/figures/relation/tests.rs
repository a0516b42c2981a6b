//! Tests of `relation`.

use super::*;
use crate::synthetic::{fifteen, small};
use crate::verdict::Analysis;
use optile_chart::{Figure, Layer, LegendEntry, Mark, Place};
use optile_results::Results;
use optile_results::number::NUMBERS;
use optile_results::rows::row::{Row, Status};

fn figure(results: &Results, relation: Relation<'_>) -> Figure {
    drawn(&Analysis::of(results), relation)
}

fn drawn(analysis: &Analysis<'_>, relation: Relation<'_>) -> Figure {
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

/// A derived number of what was not solved has no place in the chart.
#[test]
fn the_caption_of_a_derived_number_says_what_its_line_is_and_what_is_left_out() {
    let mut results = small();
    for row in results.rows.iter_mut().filter(|row| row.run.instance.ends_with("-0")) {
        row.outcome.status = Status::TimeLimit;
    }
    let drawn = figure(&results, Relation::against_length(read("branching_factor")));
    assert!(drawn.y.labels().all(|label| label != "not solved"));
    assert!(drawn.caption.contains("; the line is over all of their runs."), "{}", drawn.caption);
    assert!(drawn.caption.contains(" were not solved; each is left out."), "{}", drawn.caption);
    let usual = figure(&results, Relation::default()).caption;
    assert!(usual.contains(", using the median of the samples of each instance."), "{usual}");
    assert!(usual.contains("; each appears above the dashed line"), "{usual}");
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
    let solved = results.rows.iter().filter(|row| row.outcome.status == Status::Solved);
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
    let length = |row: &Row| row.optimal;
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

/// The median of the samples, infinity if one did not solve the instance, `None` without a run.
fn slow(results: &Results, name: &str, id: &str, number: &Number) -> Option<f64> {
    let is_it = |row: &&&Row| row.run.strategy == name && row.run.instance == id;
    let rows: Vec<&Row> = results.rows.iter().collect();
    let rows: Vec<&Row> = rows.iter().filter(is_it).copied().collect();
    let is_solved = rows.iter().all(|row| row.outcome.status == Status::Solved);
    let mut values: Vec<f64> = rows.iter().filter_map(|row| Some(number.of(row)? as f64)).collect();
    values.sort_by(f64::total_cmp);
    let middle = |n: usize| f64::midpoint(values[(n - 1) / 2], values[n / 2]);
    (!values.is_empty()).then(|| if is_solved { middle(values.len()) } else { f64::INFINITY })
}

fn relative_to<'a>(name: &'a str, y: &'static Number, average: Average) -> Relation<'a> {
    Relation { relative_to: Some(name), average, ..Relation::against_length(y) }
}

/// The strategies that solved an instance.
fn able(results: &Results) -> Vec<String> {
    let solved = results.rows.iter().filter(|row| row.outcome.status == Status::Solved);
    let names: BTreeSet<&str> = solved.map(|row| &*row.run.strategy).collect();
    names.into_iter().map(Into::into).collect()
}

#[test]
fn a_ratio_is_taken_on_each_instance_that_the_reference_solved() {
    let results = fifteen();
    let names = able(&results);
    let (mut checked, mut left_out) = (0, 0);
    for reference in &names {
        for y in ["expanded", "search_ns", "memory_bytes"].map(read) {
            let drawn = figure(&results, relative_to(reference, y, Average::Median));
            assert!(drawn.legend.iter().all(|entry| entry.name != *reference), "it is 1");
            let has_rule = |layer: &Layer| layer.points.iter().all(|at| at.1 == Place::At(1.0));
            assert!(drawn.layers[0].mark == Mark::Rule && has_rule(&drawn.layers[0]));
            assert!(drawn.y.title.starts_with(&format!("{} relative to {reference}", y.about)));
            assert!(drawn.caption.contains(&format!("divided by that of {reference} on the same")));
            let heading = format!("median relative to {reference}");
            assert_eq!(drawn.numbers[0][5], heading);
            for line in &drawn.numbers[1..] {
                let boards = results.instances.iter();
                let here = boards
                    .filter(|one| one.optimal.map(|n| n.to_string()) == Some(line[1].clone()));
                let ids: Vec<&str> = here.map(|one| one.instance.as_str()).collect();
                let of = |id: &&str| slow(&results, reference, id, y).filter(|one| one.is_finite());
                let ratio = |id: &&str| Some(slow(&results, &line[0], id, y)? / of(id)?);
                let mut ratios: Vec<f64> = ids.iter().filter_map(ratio).collect();
                ratios.sort_by(f64::total_cmp);
                left_out += ids.len() - ratios.len();
                let counts = [ratios.len(), ratios.iter().filter(|one| one.is_finite()).count()];
                assert_eq!(line[2..4], counts.map(|n| n.to_string()), "{line:?}");
                let n = ratios.len();
                let expected = f64::midpoint(ratios[(n - 1) / 2], ratios[n / 2]);
                match line[5].parse::<f64>() {
                    Ok(found) => assert!((found / expected - 1.0).abs() < 1e-9, "{line:?}"),
                    Err(_) => assert!(expected.is_infinite(), "{line:?} {expected}"),
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 100 && left_out > 10, "{checked} {left_out}");
}

#[test]
fn geometric_means_of_ratios_do_not_depend_on_the_reference() {
    let mut results = fifteen();
    let [a, b] = [0, 1].map(|place| able(&results)[place].clone());
    results.rows.retain(|row| row.outcome.status == Status::Solved);
    results.rows.retain(|row| row.run.strategy == a || row.run.strategy == b);
    let means = |reference: &str| {
        let drawn = figure(&results, relative_to(reference, &EXPANDED, Average::Mean));
        assert_eq!(drawn.subtitle, "Line: geometric mean.");
        drawn.numbers[1..].iter().map(|line| line[5].parse().unwrap()).collect::<Vec<f64>>()
    };
    let products: Vec<f64> = means(&a).iter().zip(means(&b)).map(|(a, b)| a * b).collect();
    assert!(products.len() > 3 && products.iter().all(|one| (one - 1.0).abs() < 1e-9));
}

#[test]
fn a_chart_without_a_ratio_says_why() {
    let results = small();
    let analysis = Analysis::of(&results);
    let palette = super::super::palette(&results, &analysis.trials);
    let why = |y, name| {
        let relation = relative_to(name, y, Average::Median);
        relation.charts(&analysis.trials, &palette, 1).remove(0).unwrap_err()
    };
    let none = "because no instance has the nodes expanded of none and of another strategy.";
    assert!(why(&EXPANDED, "none").ends_with(none), "{}", why(&EXPANDED, "none"));
}
