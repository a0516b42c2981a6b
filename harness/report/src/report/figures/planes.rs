//! Where searches went: the plane of moves from the start and moves to the goal.

use optile_chart::style::{Colour, Dash, Shape};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place, Role, Spot, Style};
use optile_results::Results;
use optile_results::plane::{Axes, PlaneCell, searches};
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::headings;

/// What is in a cell, from the bottom up, with the colours of the page of `optile watch`.
const PARTS: [(&str, Style); 3] = [
    ("expanded forward", part(Colour(0x01, 0x28, 0xa2))),
    ("expanded backward", part(Colour(0xce, 0x3e, 0x9d))),
    ("open", part(Colour(0xd5, 0x5e, 0x00))),
];

/// The other states of a cell, darker where they are more.
const SHADES: [Style; 4] = [
    part(Colour(0xee, 0xf0, 0xf2)),
    part(Colour(0xdf, 0xe2, 0xe6)),
    part(Colour(0xcd, 0xd2, 0xd8)),
    part(Colour(0xb8, 0xbe, 0xc7)),
];

const fn part(colour: Colour) -> Style {
    Style { colour, shape: Shape::Square, is_open: false, dash: Dash::Solid }
}

/// A plane for each search that was traced and whose strategy is chosen.
pub(crate) fn planes(results: &Results) -> Vec<Figure> {
    let axes = |cells: &[PlaneCell]| {
        let board = results.instances.iter().find(|board| board.instance == cells[0].instance);
        board.map_or(Axes::Distances, |board| Axes::of(board.size))
    };
    let is_chosen = |cells: &&[PlaneCell]| results.record.strategies.contains(&cells[0].strategy);
    let chosen = searches(&results.planes).filter(is_chosen);
    chosen.map(|cells| plane(cells, axes(cells))).collect()
}

/// The plane of one search.
pub fn plane(cells: &[PlaneCell], axes: Axes) -> Figure {
    let (instance, strategy) =
        cells.first().map_or(("", ""), |cell| (&cell.instance, &cell.strategy));
    let all = || cells.iter().flat_map(|cell| [cell.x, cell.y]).map(f64::from);
    let length = cells.iter().filter(|cell| cell.x == 0).map(|cell| cell.y).max().unwrap_or(0);
    let diagonal = Layer::new(
        Mark::Bar,
        Style::NEUTRAL,
        [(at(0.0), at(length.into())), (at(length.into()), at(0.0))],
    );
    let closed: u64 = cells.iter().map(|c| c.closed_forward + c.closed_backward).sum();
    let titles = match axes {
        Axes::Distances => ["moves from the start", "moves to the goal"],
        Axes::Estimates => ["g, or the estimate to the start", "estimate to the goal, or g"],
    };
    let [x, y] = titles.map(|title| Axis::linear(title, Unit::Count, all()));
    Figure {
        name: format!("plane-{}", file_name(strategy)),
        title: strategy.to_owned(),
        subtitle: format!("{} expanded", counted(closed as usize, "state")),
        caption: caption(instance, axes),
        x,
        y,
        is_square: true,
        layers: blocks(cells).into_iter().chain([diagonal]).collect(),
        legend: legend(cells),
        numbers: numbers(cells),
        ..Figure::default()
    }
}

/// A strategy's name as a part of a file's name.
fn file_name(strategy: &str) -> String {
    strategy.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
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
    let mut layers: Vec<Layer> = SHADES
        .iter()
        .chain(PARTS.iter().map(|(_, style)| style))
        .map(|style| Layer::new(Mark::Block, *style, []))
        .collect();
    let most = cells.iter().map(|cell| cell.states).max().unwrap_or(1).max(2) as f64;
    for cell in cells.iter().filter(|cell| cell.states > 0) {
        let states = cell.states as f64;
        // A logarithm, because cells have from one to thousands of states.
        let shade = (states.ln() / most.ln() * SHADES.len() as f64) as usize;
        layers[shade.min(SHADES.len() - 1)].points.extend(block(cell, 0.0, 1.0));
        let mut low = 0.0;
        for (place, count) in parts(cell).into_iter().enumerate() {
            if count > 0 {
                let high = (low + count as f64 / states).min(1.0);
                layers[SHADES.len() + place].points.extend(block(cell, low, high));
                low = high;
            }
        }
    }
    layers
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
    [cell.closed_forward, cell.closed_backward, cell.open_forward + cell.open_backward]
}

fn numbers(cells: &[PlaneCell]) -> Vec<Vec<String>> {
    let columns = ["x", "y", "states"];
    let sides = ["closed_forward", "closed_backward", "open_forward", "open_backward"];
    let mut numbers = vec![headings(&[&columns[..], &sides].concat())];
    numbers.extend(cells.iter().map(|cell| {
        let places = [u64::from(cell.x), u64::from(cell.y), cell.states];
        let [forward, backward] = [cell.of_side(0), cell.of_side(1)];
        let sides = [forward[0], backward[0], forward[1], backward[1]];
        places.iter().chain(&sides).map(ToString::to_string).collect()
    }));
    numbers
}

fn caption(instance: &str, axes: Axes) -> String {
    let places = match axes {
        Axes::Distances => {
            "Each cell has all states that are so many moves from the start and from the goal. \
             States on optimal paths are on the line; the farther a state is from it, the longer \
             is the way through it."
        }
        Axes::Estimates => {
            "Each cell has the states that were met: on the forward side by g and by the estimate \
             of the moves to the goal, on the backward side by the estimate of the moves to the \
             start and by g."
        }
    };
    format!(
        "Where the search went on instance {instance}. {places} The cell is filled like a glass: \
         with the states that were expanded, and above them with those that were generated and \
         not expanded. A search that follows one path is shown as its last iteration."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_filled_with_what_was_expanded_and_then_with_what_is_open() {
        let cell = PlaneCell {
            strategy: "astar:zero".into(),
            x: 3,
            y: 4,
            states: 8,
            closed_forward: 2,
            open_forward: 4,
            ..PlaneCell::default()
        };
        let figure = plane(&[cell], Axes::Distances);
        let rectangles = |style: Style| {
            let layers = figure.layers.iter().filter(|layer| layer.style == style);
            let points = layers.flat_map(|layer| &layer.points);
            let value = |place: Place| place.value().unwrap();
            points.map(|&(x, y)| (value(x), value(y))).collect::<Vec<_>>()
        };
        assert_eq!(rectangles(PARTS[0].1), [(2.5, 3.0), (3.5, 3.5)]);
        assert_eq!(rectangles(PARTS[1].1), []);
        assert_eq!(rectangles(PARTS[2].1), [(2.5, 3.5), (3.5, 4.5)]);
        assert_eq!(rectangles(SHADES[3]), [(2.5, 3.0), (3.5, 5.0)]);
        assert_eq!(figure.name, "plane-astar-zero");
        assert_eq!(figure.numbers[1], ["3", "4", "8", "2", "0", "4", "0"]);
        let names: Vec<&str> = figure.legend.iter().map(|entry| &*entry.name).collect();
        assert_eq!(names, ["expanded", "open", "other states"]);
    }
}
