//! Lines that lie exactly under other lines.

use std::collections::BTreeSet;

use crate::figure::{Figure, Layer, Mark, Spot};
use crate::style::Style;

impl Figure {
    /// For each of these styles, the place of the one whose line lies over all of its line, if
    /// there is one. Of equal lines, only the first has none.
    pub fn covers(&self, styles: &[Style]) -> Vec<Option<usize>> {
        let pieces: Vec<_> = styles.iter().map(|style| self.pieces(*style)).collect();
        let is_under = |a: usize, b: usize| pieces[a].is_subset(&pieces[b]);
        let cover = |a: usize| {
            let is_cover = |&b: &usize| a != b && is_under(a, b) && (b < a || !is_under(b, a));
            // The one that is itself not covered.
            (0..styles.len()).filter(is_cover).max_by_key(|&b| (pieces[b].len(), styles.len() - b))
        };
        (0..styles.len()).map(cover).collect()
    }

    /// The pieces of the line of a style, by their ends on a fine grid; without a line, its
    /// markers.
    fn pieces(&self, style: Style) -> BTreeSet<[(i64, i64); 2]> {
        let grid = |permille: f64| (permille * 10.0).round() as i64;
        let at = |&(x, y): &Spot| (grid(self.x.permille(x)), grid(self.y.permille(y)));
        let mut pieces = BTreeSet::new();
        for line in self.lines(style) {
            pieces.extend(line.points.windows(2).map(|ends| [at(&ends[0]), at(&ends[1])]));
        }
        if pieces.is_empty() {
            let is_own = |layer: &&Layer| layer.mark == Mark::Markers && layer.style == style;
            let markers = self.layers.iter().filter(is_own).flat_map(|layer| &layer.points);
            pieces.extend(markers.map(|spot| [at(spot); 2]));
        }
        pieces
    }
}
