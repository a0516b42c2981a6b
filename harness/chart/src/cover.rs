//! Lines that lie exactly under other lines.

use std::collections::BTreeSet;

use crate::axis::{Axis, Place};
use crate::figure::{Figure, Mark, Spot};
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

    /// The pieces of the lines of a style and all of its points, by their ends on a fine grid.
    /// Each line has lanes of its own, so those of lines with the same label count as one. What is
    /// only in lanes is seen in its own.
    fn pieces(&self, style: Style) -> BTreeSet<[(i64, i64); 2]> {
        let has_line = self.lines(style).next().is_some();
        let grid = |axis: &Axis, mut place: Place| {
            if let Some(lane) = place.lane().filter(|_| has_line) {
                *lane =
                    axis.lanes.iter().position(|label| *label == axis.lanes[*lane]).unwrap_or(0);
            }
            (axis.permille(place) * 10.0).round() as i64
        };
        let at = |&(x, y): &Spot| (grid(&self.x, x), grid(&self.y, y));
        let mut pieces = BTreeSet::new();
        for layer in self.layers.iter().filter(|layer| layer.style == style) {
            if layer.mark == Mark::Line {
                pieces.extend(layer.points.windows(2).map(|ends| [at(&ends[0]), at(&ends[1])]));
            }
            if matches!(layer.mark, Mark::Line | Mark::Markers) {
                pieces.extend(layer.points.iter().map(|spot| [at(spot); 2]));
            }
        }
        pieces
    }
}
