//! Where searches from both ends expand: along the path, and by f.

use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::{Chart, Stack, between_markers, headings};
use crate::sides::BothEnds;
use optile_chart::{Axis, Figure, LegendEntry, Palette, Place};

const ALONG: &str = "Where searches from both ends expand";
const BY_F: &str = "Expansions of searches from both ends by f";

/// Both charts; none if no strategy searched from both ends.
pub(super) fn charts(strategies: &[BothEnds<'_>], palette: &Palette) -> Vec<Chart> {
    if strategies.is_empty() {
        return Vec::new();
    }
    vec![along_the_path(strategies, palette), by_f(strategies, palette)]
}

/// Over which instances the means are.
fn over(strategies: &[BothEnds<'_>]) -> String {
    let count = strategies.first().map_or(0, |line| line.instances);
    format!(
        "Means over the {} that all strategies in the chart solved, each with the same weight.",
        counted(count, "instance")
    )
}

fn along_the_path(strategies: &[BothEnds<'_>], palette: &Palette) -> Chart {
    let mut numbers = vec![headings(&["strategy", "side", "place_percent", "share_percent"])];
    let mut stack = Stack::default();
    for (index, line) in strategies.iter().enumerate() {
        for (side, points) in ["forward", "backward"].iter().zip(&line.by_place) {
            for (place, share) in points {
                let cells = [place.to_string(), (share * 100.0).to_string()];
                let cells = [line.strategy.to_owned(), (*side).to_owned()].into_iter().chain(cells);
                numbers.push(cells.collect());
            }
            let spots = points.iter().map(|&(x, y)| (Place::At(x), Place::At(y * 100.0)));
            let style = palette.style(line.strategy);
            stack.line(style, spots.collect(), between_markers(points.len()), index);
        }
    }
    let points = || strategies.iter().flat_map(|line| &line.by_place).flatten();
    Ok(Figure {
        name: "expansions-along-path".into(),
        title: ALONG.into(),
        subtitle: "Left hump of a line: forward side. Right hump: backward side.".into(),
        caption: format!(
            "Share of the expansions of a run by the distance from the start, as a part of the \
             length of the path: a forward node with cost g is at g, a backward node at the length \
             less g. The points are 4\u{a0}% apart. {}",
            over(strategies)
        ),
        x: Axis::linear("from start to goal, % of the path", Unit::Count, [0.0, 100.0]),
        y: Axis::linear(
            "share of the expansions, %",
            Unit::Count,
            [0.0].into_iter().chain(points().map(|&(_, share)| share * 100.0)),
        ),
        layers: stack.layers(),
        legend: legend(strategies.iter(), palette),
        numbers,
        ..Figure::default()
    })
}

fn by_f(strategies: &[BothEnds<'_>], palette: &Palette) -> Chart {
    let known = || strategies.iter().filter(|line| !line.by_f.is_empty());
    if known().next().is_none() {
        return Err(format!("{BY_F}: left out, because no strategy keeps its nodes by f."));
    }
    let mut numbers = vec![headings(&["strategy", "moves_below_length", "share_percent"])];
    let mut stack = Stack::default();
    for (index, line) in known().enumerate() {
        let points = line.by_f.iter().map(|(below, share)| (*below, share * 100.0));
        for (below, share) in points.clone() {
            numbers.push(vec![line.strategy.into(), below.to_string(), share.to_string()]);
        }
        let spots = points.map(|(x, y)| (Place::At(x), Place::At(y))).collect();
        stack.line(palette.style(line.strategy), spots, 1, index);
    }
    let unknown = strategies.iter().filter(|line| line.by_f.is_empty());
    let unknown: Vec<&str> = unknown.map(|line| line.strategy).collect();
    let left_out = match unknown.len() {
        0 => String::new(),
        _ => format!(" Left out, because nodes are not kept by f: {}.", unknown.join(", ")),
    };
    let points = || known().flat_map(|line| &line.by_f);
    Ok(Figure {
        name: "expansions-by-f".into(),
        title: BY_F.into(),
        subtitle: "0: f is the length of the path.".into(),
        caption: format!(
            "Share of the expansions of a run, of both sides together, by how many moves f is less \
             than the length of the path. {}{left_out}",
            over(strategies)
        ),
        x: Axis::linear(
            "moves by which f is less than the length",
            Unit::Count,
            [0.0].into_iter().chain(points().map(|(below, _)| *below)),
        ),
        y: Axis::linear(
            "share of the expansions, %",
            Unit::Count,
            [0.0].into_iter().chain(points().map(|(_, share)| share * 100.0)),
        ),
        layers: stack.layers(),
        legend: legend(known(), palette),
        numbers,
        ..Figure::default()
    })
}

fn legend<'a>(
    strategies: impl Iterator<Item = &'a BothEnds<'a>>,
    palette: &Palette,
) -> Vec<LegendEntry> {
    let entry = |line: &BothEnds<'_>| LegendEntry {
        label: line.strategy.into(),
        style: palette.style(line.strategy),
        line: true,
        is_first: true,
    };
    strategies.map(entry).collect()
}
