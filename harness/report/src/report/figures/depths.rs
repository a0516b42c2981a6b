//! Where searches from both ends expand: along the path, and by f.

use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::line::{self, Line, Point};
use super::{Chart, entry, headings};
use crate::sides::BothEnds;
use optile_chart::{Axis, Figure, Palette, Role};

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

/// The axis of shares in percent.
fn shares(values: Vec<f64>) -> Axis {
    let values = [0.0].into_iter().chain(values);
    Axis::linear("share of the expansions, %", Unit::Count, values)
}

fn along_the_path(strategies: &[BothEnds<'_>], palette: &Palette) -> Chart {
    let mut numbers = vec![headings(&["strategy", "side", "place_percent", "share_percent"])];
    let mut lines = Vec::new();
    for both in strategies {
        for (side, points) in ["forward", "backward"].iter().zip(&both.by_place) {
            let points = points.iter().map(|&(place, share)| Point::new(place, share * 100.0));
            let points: Vec<Point> = points.collect();
            numbers.extend(points.iter().map(|point| {
                vec![both.strategy.into(), (*side).into(), point.x.to_string(), point.y.to_string()]
            }));
            lines.push(Line::new(entry(Role::Line, both.strategy, palette), points));
        }
    }
    let x = |_| Axis::linear("from start to goal, % of the path", Unit::Count, [0.0, 100.0]);
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
        numbers,
        ..line::chart(&lines, x, shares)
    })
}

fn by_f(strategies: &[BothEnds<'_>], palette: &Palette) -> Chart {
    let (unknown, known): (Vec<_>, Vec<_>) =
        strategies.iter().partition(|both| both.by_f.is_empty());
    if known.is_empty() {
        return Err(format!("{BY_F}: left out, because no strategy keeps its nodes by f."));
    }
    let mut numbers = vec![headings(&["strategy", "moves_below_length", "share_percent"])];
    let mut lines = Vec::new();
    for both in known {
        let points = both.by_f.iter().map(|&(below, share)| Point::new(below, share * 100.0));
        let points: Vec<Point> = points.collect();
        numbers.extend(
            points
                .iter()
                .map(|point| vec![both.strategy.into(), point.x.to_string(), point.y.to_string()]),
        );
        // Each depth is one that a reader looks for, so each has a marker.
        let legend = entry(Role::Line, both.strategy, palette);
        lines.push(Line { apart: 1, ..Line::new(legend, points) });
    }
    let unknown: Vec<&str> = unknown.iter().map(|both| both.strategy).collect();
    let left_out = match unknown.len() {
        0 => String::new(),
        _ => format!(" Left out, because nodes are not kept by f: {}.", unknown.join(", ")),
    };
    let x = |values| {
        let values = [0.0].into_iter().chain(values);
        Axis::linear("moves by which f is less than the length", Unit::Count, values)
    };
    Ok(Figure {
        name: "expansions-by-f".into(),
        title: BY_F.into(),
        subtitle: "0: f is the length of the path.".into(),
        caption: format!(
            "Share of the expansions of a run, of both sides together, by how many moves f is less \
             than the length of the path. {}{left_out}",
            over(strategies)
        ),
        numbers,
        ..line::chart(&lines, x, shares)
    })
}
