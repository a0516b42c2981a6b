//! Tests of `ranks`.

use std::collections::BTreeMap;

use super::*;
use crate::synthetic::{record, row};

fn line(strategy: &str, rank: u32, [search_ns, sending_ns, waiting_ns]: [u64; 3]) -> RankTime {
    RankTime {
        strategy: strategy.into(),
        start: "0 1 2".into(),
        rank,
        search_ns,
        sending_ns,
        waiting_ns,
        sent_nodes: 700 * u64::from(sending_ns > 0),
        messages: 3 * u64::from(sending_ns > 0),
        sent_bytes: 8_000 * u64::from(sending_ns > 0),
    }
}

fn results(ranks: Vec<RankTime>) -> Results {
    let rows = vec![row("a", "hda-mpi:manhattan,ranks=1,threads=1", 20, 1000)];
    let mut results = Results::new(record(&["hda-mpi:manhattan,ranks=1,threads=1"]), rows, vec![]);
    results.ranks = ranks;
    results
}

/// One, two and ten ranks; of two, there are two runs. Not in the order of the chart.
fn three() -> Results {
    let ten = |rank| line("hda-mpi:manhattan,ranks=10,threads=1", rank, [100, 25, 50]);
    let two = |rank, times| line("hda-mpi:manhattan,ranks=2,threads=1", rank, times);
    let lines = [two(0, [100, 10, 20]), two(1, [100, 30, 0])];
    let again = [two(0, [400, 0, 40]), two(1, [400, 100, 0])];
    let one = line("hda-mpi:manhattan,ranks=1,threads=1", 0, [90, 0, 0]);
    results((0..10).map(ten).chain(lines).chain(again).chain([one]).collect())
}

fn figure(results: &Results) -> Figure {
    times(results).unwrap().unwrap()
}

#[test]
fn a_bar_is_all_ranks_and_runs_of_a_strategy() {
    let figure = figure(&three());
    insta::assert_snapshot!("ranks.csv", figure.csv());
    insta::assert_snapshot!("ranks.svg", figure.on(&optile_chart::Sheet::PAGE).svg());
    insta::assert_snapshot!("ranks.tex", figure.pgfplots(&optile_chart::Sheet::TEXT));
    insta::assert_snapshot!("ranks.caption", figure.caption);
}

#[test]
fn the_blocks_of_a_bar_follow_each_other_from_0_to_100_per_cent() {
    let figure = figure(&three());
    let mut bars: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
    for layer in &figure.layers {
        let [from, to] = layer.points[..] else { panic!("{layer:?}") };
        let (Place::At(left), Place::At(right), Place::At(bottom), Place::At(top)) =
            (from.0, to.0, from.1, to.1)
        else {
            panic!("{layer:?}")
        };
        bars.entry(f64::midpoint(bottom, top).to_bits()).or_default().push((left, right));
    }
    // From the last line of the chart up to the first.
    let bars: Vec<Vec<(f64, f64)>> = bars.into_values().collect();
    let expected = [
        vec![(0.0, 25.0), (25.0, 50.0), (50.0, 100.0)],
        vec![(0.0, 80.0), (80.0, 94.0), (94.0, 100.0)],
        vec![(0.0, 100.0)],
    ];
    assert_eq!(bars.len(), expected.len());
    for (bar, expected) in bars.iter().zip(&expected) {
        assert_eq!(bar.len(), expected.len(), "{bar:?}");
        for (block, expected) in bar.iter().zip(expected) {
            let far = (block.0 - expected.0).abs() + (block.1 - expected.1).abs();
            assert!(far < 1e-9, "{block:?} {expected:?}");
        }
    }
}

#[test]
fn strategies_are_in_the_order_of_their_ranks_and_threads() {
    let names = [
        "hda-mpi:manhattan,ranks=2,threads=2",
        "hda-mpi:manhattan,ranks=2,threads=16",
        "hda-mpi:manhattan,ranks=10,threads=1",
        "hda-mpi:manhattan,exchange=anytime,ranks=2,threads=1",
        "idastar-mpi:manhattan,ranks=1,threads=1",
    ];
    let lines = |name: &&'static str| {
        let ranks = if name.contains("ranks=10") { 10 } else { 2 };
        (0..ranks).map(|rank| line(name, rank, [9, 1, 1])).collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<RankTime>> = names.iter().map(lines).collect();
    all.reverse();
    let figure = figure(&results(all.concat()));
    let found: Vec<&str> = figure.numbers[1..].iter().map(|cells| cells[0].as_str()).collect();
    assert_eq!(found, names);
}

#[test]
fn there_is_no_chart_without_times() {
    assert!(times(&results(vec![])).is_none());
    let nothing = results(vec![line("a", 0, [0; 3])]);
    assert!(times(&nothing).unwrap().unwrap_err().contains("no search took any time"));
    // Beside others, it has no bar and no numbers.
    let beside = results(vec![line("a", 0, [0; 3]), line("b", 0, [4, 0, 0])]);
    let figure = figure(&beside);
    assert_eq!((figure.layers.len(), figure.numbers.len()), (1, 3));
    assert_eq!(figure.numbers[1][3..6], ["", "", ""]);
}

#[test]
fn many_strategies_have_a_short_caption() {
    let names: Vec<String> = (1..=40).map(|n| format!("hda-mpi:zero,ranks={n}")).collect();
    let figure = figure(&results(names.iter().map(|name| line(name, 0, [9, 3, 3])).collect()));
    assert!(figure.caption.contains("made of 40 runs"), "{}", figure.caption);
    assert!(figure.caption.len() < 500, "{}", figure.caption);
}

#[test]
fn the_parts_differ_on_grey_paper_and_have_colours_for_dark_screens() {
    // Relative luminance (WCAG 2.1) of the area; an open part is white.
    let luminance = |style: Style| {
        let [red, green, blue] =
            if style.is_open { [255; 3] } else { style.rgb() }.map(|channel| {
                let c = f64::from(channel) / 255.0;
                if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let shades = PARTS.map(|(_, style)| luminance(style) + 0.05);
    assert!(shades.windows(2).all(|pair| pair[1] / pair[0] >= 3.0), "{shades:?}");
    for (_, style) in PARTS {
        let [red, green, blue] = style.rgb();
        let rule = format!("svg [fill=\"#{red:02X}{green:02X}{blue:02X}\"]");
        assert!(include_str!("../../chart.css").contains(&rule), "{rule}");
    }
}
