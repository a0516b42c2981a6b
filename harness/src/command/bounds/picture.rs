//! The picture of an instance's must-expand states by g, with the cut of the basic bound.
//!
//! Forward states are drawn at g, and backward states at C - g, so the whole cover is
//! outside of the cut: forward states to the left of it, and backward states to the right.

use std::path::Path;

use anyhow::{Context, Result};
use optile_bounds::{Bounds, Class};
use optile_chart::style::Dash;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place, Role, Style};
use optile_results::quantity::grouped;
use optile_results::unit::Unit;

/// The most letters of a name that become part of the name of a file.
const MOST: usize = 60;

/// Makes the folder of the pictures.
pub(super) fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Writes the picture of an instance as SVG and PNG, and its numbers as CSV. If no state
/// must be expanded, there is nothing to show.
pub(super) fn write(
    folder: &Path,
    instance: &str,
    heuristic: &str,
    bounds: &Bounds,
    sides: [&[(Class, u64)]; 2],
) -> Result<()> {
    if sides.iter().all(|side| side.is_empty()) {
        return Ok(());
    }
    let figure = figure(instance, heuristic, bounds, sides.map(by_g));
    let version = env!("CARGO_PKG_VERSION");
    let origin = format!("optile {version}: optile bounds --chart");
    optile_report::save(&figure, folder, &origin)
}

/// The number of states with each g.
fn by_g(classes: &[(Class, u64)]) -> Vec<u64> {
    let most = classes.iter().map(|(class, _)| class.g).max();
    let mut counts = vec![0; most.map_or(0, |g| g as usize + 1)];
    for (class, count) in classes {
        counts[class.g as usize] += count;
    }
    counts
}

/// A side of the search: what its states have in common, and how many have each g.
struct Side {
    style: Style,
    name: &'static str,
    counts: Vec<u64>,
    /// The states with a g below this one are in the cover.
    cover: u32,
    /// The place of the states with g 0, and the direction of greater g.
    origin: f64,
    direction: f64,
}

impl Side {
    /// The states with each g: g, the middle of its column, and their number.
    fn columns(&self) -> impl Iterator<Item = (u32, f64, f64)> {
        let place = |g: u32| self.origin + self.direction * f64::from(g);
        (0..).zip(&self.counts).map(move |(g, &count)| (g, place(g), count as f64))
    }

    /// The number of states in the cover.
    fn covered(&self) -> u64 {
        self.counts.iter().take(self.cover as usize).sum()
    }

    /// The area of the cover, the outline of all columns, and some markers on it.
    fn layers(&self) -> [Layer; 3] {
        let style = self.style;
        let edges = |x: f64| [x - 0.5 * self.direction, x + 0.5 * self.direction];
        let at = |x: f64, y: f64| (Place::At(x), Place::At(y));
        let covered = self.columns().filter(|&(g, _, _)| g < self.cover);
        let area = covered.flat_map(|(_, x, y)| edges(x).map(|x| (x, y)));
        let band: Vec<_> =
            area.map(|(x, y)| (Place::At(x), Place::At(0.0), Place::At(y))).collect();
        let mut outline: Vec<_> =
            self.columns().flat_map(|(_, x, y)| edges(x).map(|x| at(x, y))).collect();
        if let (Some(first), Some(last)) = (outline.first().copied(), outline.last().copied()) {
            outline.insert(0, (first.0, Place::At(0.0)));
            outline.push((last.0, Place::At(0.0)));
        }
        let apart = self.counts.len().div_ceil(12).max(1);
        let markers = self.columns().step_by(apart).map(|(_, x, y)| at(x, y));
        [
            Layer::band(style, &band),
            Layer::new(Mark::Line, style, outline),
            Layer::new(Mark::Markers, style, markers),
        ]
    }
}

fn figure(instance: &str, heuristic: &str, bounds: &Bounds, counts: [Vec<u64>; 2]) -> Figure {
    let &Bounds { length, cut, .. } = bounds;
    let [forward, backward] = counts;
    let sides = [
        Side {
            style: Style::at(0),
            name: "forward",
            counts: forward,
            cover: cut,
            origin: 0.0,
            direction: 1.0,
        },
        Side {
            style: Style { dash: Dash::Solid, ..Style::at(1) },
            name: "backward",
            counts: backward,
            cover: length.saturating_sub(cut + 1),
            origin: f64::from(length),
            direction: -1.0,
        },
    ];
    let most = sides.iter().flat_map(Side::columns).map(|(_, _, count)| count).fold(1.0, f64::max);
    // Between the columns of the two parts of the cover.
    let middle = Place::At(f64::from(cut) + 0.5);
    let cut = Layer::rule((middle, Place::At(0.0)), (middle, Place::At(most)));
    let [near, far] = sides.each_ref().map(Side::layers);
    let mut layers = vec![cut];
    for (near, far) in near.into_iter().zip(far) {
        layers.extend([near, far]);
    }
    let legend = sides.iter().map(|side| LegendEntry::new(Role::Line, side.name, side.style));
    let covered = sides.each_ref().map(|side| grouped(&side.covered().to_string()));
    Figure {
        name: format!("bounds-{}-{}", slug(instance), slug(heuristic)),
        title: format!("Must-expand states by g, instance {instance}, {heuristic}"),
        subtitle: format!(
            "Shaded: the basic bound, {} states forward and {} backward. Dashed: the cut.",
            covered[0], covered[1]
        ),
        caption: String::new(),
        x: Axis::linear(
            &format!("g of forward states; {length} less g of backward states"),
            Unit::Count,
            [-0.5, f64::from(length) + 0.5],
        ),
        y: Axis::linear("states", Unit::Count, [0.0, most]),
        layers,
        legend: legend.collect(),
        numbers: numbers(&sides),
        ..Figure::default()
    }
}

fn numbers(sides: &[Side]) -> Vec<Vec<String>> {
    let mut numbers = vec![["side", "g", "states", "in_cover"].map(str::to_owned).to_vec()];
    for side in sides {
        numbers.extend((0..).zip(&side.counts).map(|(g, count)| {
            let is_covered = g < side.cover;
            let name = side.name.to_owned();
            vec![name, g.to_string(), count.to_string(), is_covered.to_string()]
        }));
    }
    numbers
}

/// A name as part of a file name.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().take(MOST).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shaded_states_are_as_many_as_the_basic_bound() {
        let class = |g, h, count| (Class { g, h, opposite_h: 0 }, count);
        let forward = [class(0, 3, 1), class(1, 2, 2), class(1, 3, 3), class(2, 2, 9)];
        let backward = [class(0, 3, 1), class(1, 2, 4), class(2, 2, 8), class(3, 1, 20)];
        let bounds = Bounds::of(6, &forward, &backward);
        let counts = [&forward[..], &backward].map(by_g);
        assert_eq!(counts, [vec![1, 5, 9], vec![1, 4, 8, 20]]);
        let figure = figure("a/b", "manhattan", &bounds, counts);
        let covered = figure.numbers.iter().filter(|row| row[3] == "true");
        let sum: u64 = covered.map(|row| row[2].parse::<u64>().unwrap()).sum();
        assert_eq!(sum, bounds.basic);
        assert_eq!(figure.name, "bounds-a-b-manhattan");
    }
}
