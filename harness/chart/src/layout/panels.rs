//! Small charts side by side, one for each family of strategies.

use optile_results::strategy_name::StrategyName;

use crate::figure::{Figure, Layer, LegendEntry};
use crate::layout::layout;
use crate::layout::sheet::{Sheet, WIDE};
use crate::scene::{Item, Scene};
use crate::style::{Colour, Dash, Style};

/// The colour of the lines of other families.
const BEHIND: Colour = Colour(0xdc, 0xdf, 0xe4);

/// The small charts in rows; `None` without two families of lines.
pub(crate) fn panels(figure: &Figure, sheet: &Sheet) -> Option<Scene> {
    let family = |key: &LegendEntry| StrategyName::of(key.name()).family.to_owned();
    let mut families: Vec<String> = Vec::new();
    for key in figure.legend.iter().filter(|key| key.line) {
        if !families.contains(&family(key)) {
            families.push(family(key));
        }
    }
    if families.len() < 2 {
        return None;
    }
    // Three small charts across a page, one across a column.
    let columns = if sheet.width() >= WIDE { 3 } else { 1 };
    let small = Sheet { has_title: true, has_all: true, is_live: false, ..*sheet };
    let width = sheet.width() / columns as f64;
    let scenes = families.iter().map(|name| {
        let own = figure.legend.iter().filter(|key| key.line && family(key) == *name);
        layout(&of_family(figure, name, own.cloned().collect()), &small, width)
    });
    let scenes: Vec<Scene> = scenes.collect();
    Some(tiled(scenes, columns))
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

/// Scenes of equal width in rows.
fn tiled(scenes: Vec<Scene>, columns: usize) -> Scene {
    let mut all = Scene { width: 0.0, height: 0.0, items: Vec::new() };
    let mut scenes = scenes.into_iter().peekable();
    while scenes.peek().is_some() {
        let mut height = 0.0_f64;
        let mut left = 0.0;
        for scene in scenes.by_ref().take(columns) {
            height = height.max(scene.height);
            let width = scene.width;
            all.items.extend(scene.items.into_iter().map(|item| moved(item, left, all.height)));
            left += width;
            all.width = all.width.max(left);
        }
        all.height += height;
    }
    all
}

fn moved(item: Item, across: f64, down: f64) -> Item {
    match item {
        Item::Path { points, ink } => {
            let points = points.into_iter().map(|(x, y)| (x + across, y + down)).collect();
            Item::Path { points, ink }
        }
        Item::Circle { centre: (x, y), radius, ink } => {
            Item::Circle { centre: (x + across, y + down), radius, ink }
        }
        Item::Text { text, at: (x, y), size, anchor, colour } => {
            Item::Text { text, at: (x + across, y + down), size, anchor, colour }
        }
        item => item,
    }
}
