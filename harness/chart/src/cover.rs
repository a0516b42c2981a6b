//! Lines that lie exactly under other lines.

use std::collections::BTreeSet;

use crate::axis::Place;
use crate::figure::{Figure, Layer, Spot};
use crate::style::Style;

impl Figure {
    /// For each of these styles, the place of the one whose line lies over all of its line, if
    /// there is one. Of equal lines, only the first has none.
    pub fn covers(&self, styles: &[Style]) -> Vec<Option<usize>> {
        let spots: Vec<BTreeSet<(i64, i64)>> =
            styles.iter().map(|style| self.drawn_spots(*style)).collect();
        let is_under = |a: usize, b: usize| spots[a].is_subset(&spots[b]);
        let cover = |a: usize| {
            let is_cover = |&b: &usize| a != b && is_under(a, b) && (b < a || !is_under(b, a));
            // The one that is itself not covered.
            (0..styles.len()).filter(is_cover).max_by_key(|&b| (spots[b].len(), styles.len() - b))
        };
        (0..styles.len()).map(cover).collect()
    }

    /// The places of the line of a style, and of its markers in lanes, on a fine grid.
    fn drawn_spots(&self, style: Style) -> BTreeSet<(i64, i64)> {
        let is_lane = |(x, y): &Spot| [x, y].iter().any(|place| matches!(place, Place::Lane(_)));
        let has_line = self.has_line(style);
        let spots = self.layers.iter().flat_map(|layer| match layer {
            Layer::Line { style: other, points } if *other == style => {
                points.iter().copied().collect()
            }
            Layer::Markers { style: other, points } if *other == style => {
                let is_told = |spot: &&Spot| !has_line || is_lane(spot);
                points.iter().filter(is_told).copied().collect()
            }
            _ => Vec::new(),
        });
        let grid = |permille: f64| (permille * 10.0).round() as i64;
        spots.map(|(x, y)| (grid(self.x.permille(x)), grid(self.y.permille(y)))).collect()
    }
}
