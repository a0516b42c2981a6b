//! Small charts side by side.

use crate::figure::Figure;
use crate::layout::layout;
use crate::layout::sheet::Sheet;
use crate::scene::{Item, Scene};

/// Figures in rows.
pub(crate) fn panels(figures: &[Figure], sheet: &Sheet) -> Scene {
    let columns = sheet.columns();
    let small = Sheet { has_title: true, has_all: true, is_live: false, ..*sheet };
    let width = sheet.width() / columns as f64;
    tiled(figures.iter().map(|figure| layout(figure, &small, width)).collect(), columns)
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
