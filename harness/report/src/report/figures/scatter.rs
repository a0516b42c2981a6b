use std::cmp::Ordering;
use std::collections::BTreeSet;

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::row::Status;
use optile_results::unit::Unit;

use super::{Chart, UNSOLVED, headings, number};
use crate::report::outcome::{Outcome, Outcomes};
use optile_chart::{Axis, Figure, Key, Layer, Palette, Place, Style, elided};

/// Scatter charts drawn at most: more is a wall that nobody reads.
const MOST_PAIRS: usize = 6;

/// The pairs of strategies to compare, by their places.
fn pairs(results: &Results, outcomes: &Outcomes<'_>) -> Vec<(usize, usize)> {
    let place = |name: &str| outcomes.strategies.iter().position(|other| *other == name);
    let chosen = results.record.pairs.iter();
    let chosen: Vec<(usize, usize)> =
        chosen.filter_map(|(a, b)| Some((place(a)?, place(b)?))).filter(|(a, b)| a != b).collect();
    if !chosen.is_empty() {
        let mut seen = BTreeSet::new();
        return chosen.into_iter().filter(|&pair| seen.insert(pair)).collect();
    }
    // Neighbours in the registry are relatives: the same search with another
    // heuristic, or the next search with the same.
    let solved: Vec<usize> = (0..outcomes.strategies.len())
        .filter(|&strategy| outcomes.attempts(strategy).any(Outcome::is_solved))
        .collect();
    solved.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// A chart for each pair.
pub(super) fn scatters(
    results: &Results,
    outcomes: &Outcomes<'_>,
    palette: &Palette,
) -> Vec<Chart> {
    let pairs = pairs(results, outcomes);
    if pairs.is_empty() {
        return vec![Err(
            "Expansions of two strategies against each other: left out, because fewer than two \
             strategies solved an instance."
                .into(),
        )];
    }
    let mut charts: Vec<Chart> = pairs
        .iter()
        .take(MOST_PAIRS)
        .map(|&(across, up)| scatter(outcomes, palette, across, up))
        .collect();
    if pairs.len() > MOST_PAIRS {
        charts.push(Err(format!(
            "{} of strategies: left out after the first {MOST_PAIRS}.",
            counted(pairs.len() - MOST_PAIRS, "further pair")
        )));
    }
    charts
}

/// Expansions of one strategy against those of another, a point an instance.
fn scatter(outcomes: &Outcomes<'_>, palette: &Palette, across: usize, up: usize) -> Chart {
    let names = [outcomes.strategies[across], outcomes.strategies[up]];
    let title = format!("{} against {}", names[0], names[1]);
    let spots = spots(outcomes, across, up);
    if spots.iter().all(|spot| spot.expanded.iter().all(|expanded| expanded.is_infinite())) {
        return Err(format!(
            "{title}: left out, because no instance that both tried was solved by either."
        ));
    }
    let unsolved =
        [0, 1].map(|side| spots.iter().filter(|spot| spot.expanded[side].is_infinite()).count());
    let axis = |side: usize, room: i32| {
        let title = format!("nodes expanded by {}", elided(names[side], 60));
        let values = spots.iter().flat_map(|spot| spot.expanded);
        let lanes = usize::from(unsolved[side] > 0);
        Axis::logarithmic(&title, Unit::Count, values).with_lanes(lanes, room, UNSOLVED)
    };
    // The lane across is as wide as its label.
    let (x, y) = (axis(0, 260), axis(1, 80));
    let (mut layers, legend) = marks(&spots, names, palette);
    let (low, high) = x.ends();
    layers.insert(0, Layer::Rule { from: (low, low), to: (high, high) });
    let end = |side: usize| if unsolved[side] > 0 { Place::Lane(0) } else { high };
    if unsolved[0] > 0 {
        layers.insert(0, Layer::Rule { from: (Place::Edge, low), to: (Place::Edge, end(1)) });
    }
    if unsolved[1] > 0 {
        layers.insert(0, Layer::Rule { from: (low, Place::Edge), to: (end(0), Place::Edge) });
    }
    let mut numbers = vec![headings(&["instance", names[0], names[1]])];
    numbers.extend(spots.iter().map(|spot| {
        let [a, b] = spot.expanded.map(number);
        vec![spot.instance.into(), a, b]
    }));
    let limits = match unsolved {
        [0, 0] => "Both solved all of them.".into(),
        [a, b] => format!(
            "Not solved by {}: {a}, by {}: {b}; these stand beyond the edges.",
            names[0], names[1]
        ),
    };
    Ok(Figure {
        name: format!("scatter-{}-vs-{}", slug(names[0]), slug(names[1])),
        title: elided(&title, 60),
        subtitle: "A point an instance. On the dashed line both expanded as many.".into(),
        caption: format!(
            "Nodes expanded by {} and by {} on each of the {} that both tried. {limits}",
            names[0],
            names[1],
            counted(spots.len(), "instance"),
        ),
        x,
        y,
        layers,
        legend,
        numbers,
    })
}

/// An instance and what two strategies expanded on it; infinity where it was
/// not solved.
struct Spot<'a> {
    instance: &'a str,
    expanded: [f64; 2],
}

/// The instances that both strategies tried.
fn spots<'a>(outcomes: &Outcomes<'a>, across: usize, up: usize) -> Vec<Spot<'a>> {
    let expanded = |outcome: &Outcome| match outcome.status {
        Status::Unsupported | Status::Unsolvable => None,
        Status::Solved => outcome.expanded,
        _ => Some(f64::INFINITY),
    };
    let both = outcomes.of_strategy(across).iter().zip(outcomes.of_strategy(up));
    let spots = outcomes.instances.iter().zip(both).map(|(instance, (a, b))| {
        Some(Spot { instance, expanded: [expanded(a.as_ref()?)?, expanded(b.as_ref()?)?] })
    });
    spots.flatten().collect()
}

/// A marker for each instance, of whichever strategy expanded less, and the
/// legend that counts them.
fn marks(spots: &[Spot<'_>], names: [&str; 2], palette: &Palette) -> (Vec<Layer>, Vec<Key>) {
    let place = |value: f64| if value.is_finite() { Place::At(value) } else { Place::Lane(0) };
    let less = |name: &str| (palette.style(name), format!("{name}\nfewer on"));
    let groups = [
        less(names[0]),
        less(names[1]),
        (Style::NEUTRAL, "as many on".into()),
        (Style::NEUTRAL, "neither solved".into()),
    ];
    let group = |[a, b]: [f64; 2]| match a.total_cmp(&b) {
        Ordering::Less => 0,
        Ordering::Greater => 1,
        Ordering::Equal if a.is_finite() => 2,
        Ordering::Equal => 3,
    };
    let mut layers = Vec::new();
    let mut legend = Vec::new();
    for (index, (style, label)) in groups.into_iter().enumerate() {
        let members = spots.iter().map(|spot| spot.expanded).filter(|&spot| group(spot) == index);
        let points: Vec<_> = members.map(|[a, b]| (place(a), place(b))).collect();
        if !points.is_empty() {
            legend.push(Key { label: format!("{label} {}", points.len()), style, line: false });
            layers.push(Layer::Markers { style, points });
        }
    }
    (layers, legend)
}

/// A name as part of a file name.
fn slug(name: &str) -> String {
    const MOST: usize = 60;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().take(MOST).map(plain).collect()
}
