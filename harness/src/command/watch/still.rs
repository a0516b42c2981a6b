//! The plane of one search at one moment: moves from the start and moves to the goal.

use optile_chart::style::{self, Colour, Dash, STATES, Shape};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place, Role, Spot, Style};
use optile_results::text::unit::Unit;

use crate::trace::plane::PlaneCell;

/// What is in a cell, from the bottom up, with the colours of the page of `optile watch`.
const PARTS: [(&str, Style); 3] = [
    ("expanded forward", part(style::PARTS[0])),
    ("expanded backward", part(style::PARTS[1])),
    ("open", part(style::PARTS[2])),
];

/// The other states of a cell, darker where they are more.
const SHADES: [Style; 4] = [part(STATES[0]), part(STATES[1]), part(STATES[2]), part(STATES[3])];

const fn part(colour: Colour) -> Style {
    Style { colour, shape: Shape::Square, is_open: false, dash: Dash::Solid }
}

/// The plane of one search. Places are exact, or g and an estimate.
pub(super) fn still(strategy: &str, cells: &[PlaneCell], is_exact: bool) -> Figure {
    let all = || cells.iter().flat_map(|cell| [cell.x, cell.y]).map(f64::from);
    let length = cells.iter().filter(|cell| cell.x == 0).map(|cell| cell.y).max().unwrap_or(0);
    let diagonal = Layer::new(
        Mark::Bar,
        Style::NEUTRAL,
        [(at(0.0), at(length.into())), (at(length.into()), at(0.0))],
    );
    let titles = match is_exact {
        true => ["moves from the start", "moves to the goal"],
        false => ["g, or the estimate to the start", "estimate to the goal, or g"],
    };
    let [x, y] = titles.map(|title| Axis::linear(title, Unit::Count, all()));
    Figure {
        title: strategy.to_owned(),
        x,
        y,
        is_square: true,
        layers: blocks(cells).into_iter().chain([diagonal]).collect(),
        legend: legend(cells),
        ..Figure::default()
    }
}

fn at(value: f64) -> Place {
    Place::At(value)
}

/// A cell is one wide and two high, because only every second place has states.
fn block(cell: &PlaneCell, from: f64, to: f64) -> [Spot; 2] {
    let (x, low) = (f64::from(cell.x), f64::from(cell.y) - 1.0);
    [(at(x - 0.5), at(low + 2.0 * from)), (at(x + 0.5), at(low + 2.0 * to))]
}

fn blocks(cells: &[PlaneCell]) -> Vec<Layer> {
    let styles = SHADES.iter().chain(PARTS.iter().map(|(_, style)| style));
    let mut blocks: Vec<Vec<Spot>> = vec![Vec::new(); SHADES.len() + PARTS.len()];
    let most = cells.iter().map(|cell| cell.states).max().unwrap_or(1).max(2) as f64;
    for cell in cells.iter().filter(|cell| cell.states > 0) {
        let states = cell.states as f64;
        // A logarithm, because cells have from one to thousands of states.
        let shade = (states.ln() / most.ln() * SHADES.len() as f64) as usize;
        blocks[shade.min(SHADES.len() - 1)].extend(block(cell, 0.0, 1.0));
        let mut low = 0.0;
        for (place, count) in parts(cell).into_iter().enumerate() {
            if count > 0 {
                let high = (low + count as f64 / states).min(1.0);
                blocks[SHADES.len() + place].extend(block(cell, low, high));
                low = high;
            }
        }
    }
    styles.zip(blocks).map(|(style, points)| Layer::new(Mark::Block, *style, points)).collect()
}

/// The parts that occur.
fn legend(cells: &[PlaneCell]) -> Vec<LegendEntry> {
    let occurs = |place: usize| cells.iter().any(|cell| parts(cell)[place] > 0);
    let shown = (0..PARTS.len()).filter(|&place| occurs(place));
    let is_two_sided = occurs(1);
    let shown = shown.map(|place| match PARTS[place] {
        (name, style) if !is_two_sided => (name.trim_end_matches(" forward"), style),
        part => part,
    });
    let others = ("other states", SHADES[SHADES.len() - 1]);
    let all = shown.chain([others]);
    all.map(|(name, style)| LegendEntry::new(Role::Dots, name, style)).collect()
}

/// The states of each of [`PARTS`].
fn parts(cell: &PlaneCell) -> [u64; 3] {
    [cell.closed[0], cell.closed[1], cell.open[0] + cell.open[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_filled_with_what_was_expanded_and_then_with_what_is_open() {
        let cell = PlaneCell { x: 3, y: 4, states: 8, closed: [2, 0], open: [4, 0] };
        let figure = still("astar:zero", &[cell], true);
        let rectangles = |style: Style| {
            let layers = figure.layers.iter().filter(|layer| layer.style == style);
            let points = layers.flat_map(|layer| layer.points.iter());
            let value = |place: Place| place.value().unwrap();
            points.map(|&(x, y)| (value(x), value(y))).collect::<Vec<_>>()
        };
        assert_eq!(rectangles(PARTS[0].1), [(2.5, 3.0), (3.5, 3.5)]);
        assert_eq!(rectangles(PARTS[1].1), []);
        assert_eq!(rectangles(PARTS[2].1), [(2.5, 3.5), (3.5, 4.5)]);
        assert_eq!(rectangles(SHADES[3]), [(2.5, 3.0), (3.5, 5.0)]);
        let names: Vec<&str> = figure.legend.iter().map(|entry| &*entry.name).collect();
        assert_eq!(names, ["expanded", "open", "other states"]);
    }
}
