//! A figure as small figures, one for each family of strategies.

use optile_results::strategy_name::StrategyName;

use crate::figure::{Figure, Layer, LegendEntry};
use crate::style::{Colour, Dash, Style};

/// The colour of the lines of other families.
const BEHIND: Colour = Colour(0xdc, 0xdf, 0xe4);

/// The lines of each family with those of the others in grey behind them; `None` without two
/// families of lines.
pub(crate) fn families(figure: &Figure) -> Option<Vec<Figure>> {
    let family = |key: &LegendEntry| StrategyName::of(key.name()).family.to_owned();
    let mut families: Vec<String> = Vec::new();
    for key in figure.legend.iter().filter(|key| key.line) {
        if !families.contains(&family(key)) {
            families.push(family(key));
        }
    }
    let own = |name: &String| {
        let keys = figure.legend.iter().filter(|key| key.line && family(key) == *name);
        // The title names the family.
        let short = |key: &LegendEntry| {
            let label =
                key.label.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(':'));
            LegendEntry { label: label.unwrap_or(&key.label).to_owned(), ..key.clone() }
        };
        of_family(figure, name, keys.map(short).collect())
    };
    (families.len() > 1).then(|| families.iter().map(own).collect())
}

/// The figure with the lines of one family, and the others behind them.
fn of_family(figure: &Figure, name: &str, legend: Vec<LegendEntry>) -> Figure {
    let is_own = |style: &Style| legend.iter().any(|key| key.style == *style);
    let mut behind = Vec::new();
    let mut layers = Vec::new();
    for layer in &figure.layers {
        match layer {
            Layer::Rule { .. } => layers.push(layer.clone()),
            Layer::Line { style, .. } | Layer::Markers { style, .. } if is_own(style) => {
                layers.push(layer.clone());
            }
            Layer::Line { points, .. } => behind.push(Layer::Line {
                style: Style { colour: BEHIND, dash: Dash::Solid, ..Style::NEUTRAL },
                points: points.clone(),
            }),
            _ => {}
        }
    }
    behind.append(&mut layers);
    Figure { title: name.into(), subtitle: String::new(), layers: behind, legend, ..figure.clone() }
}
