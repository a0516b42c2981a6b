//! What is left of a figure that shows only some of its lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::axis::{Axis, Place};
use crate::figure::{Figure, Layer, LegendEntry, Mark};
use crate::layout::sheet::Sheet;

impl Figure {
    /// The subtitle on a sheet. It speaks of bands only if they are drawn.
    pub fn note(&self, sheet: &Sheet) -> String {
        let shown = self.legend.iter().filter(|entry| sheet.shows(entry)).count();
        match shown <= Figure::MOST_BANDS && !self.band_note.is_empty() {
            true => format!("{} {}", self.subtitle, self.band_note),
            false => self.subtitle.clone(),
        }
    }

    /// Whether the figure has none of the strategies that are shown, or says nothing about them.
    pub fn shows_none(&self, sheet: &Sheet) -> bool {
        let tells = |entry: &LegendEntry| sheet.shows(entry) && self.is_about(entry);
        !self.legend.is_empty() && !self.legend.iter().any(tells)
    }

    /// Whether the line is a reason to draw the figure.
    pub fn is_about(&self, entry: &LegendEntry) -> bool {
        self.about.is_empty() || self.about.contains(&entry.name)
    }

    /// Whether a layer is drawn if these entries of the legend are shown. What has no entry
    /// always is.
    pub(crate) fn draws(&self, layer: &Layer, shown: &[LegendEntry]) -> bool {
        let is_of = |entry: &LegendEntry| entry.style == layer.style;
        let is_free = !self.legend.iter().any(is_of);
        match layer.mark {
            Mark::Band if shown.len() > Self::MOST_BANDS => is_free,
            Mark::Band | Mark::Line | Mark::Markers | Mark::Specks | Mark::Bar | Mark::Arrow => {
                is_free || shown.iter().any(is_of)
            }
            Mark::Block | Mark::Rule | Mark::Leader => true,
        }
    }

    /// The figure with only what the sheet shows. Its axes and its lanes have no room for what
    /// is hidden, and its subtitle speaks of bands only if they are drawn. On a live sheet, this
    /// is the whole figure.
    pub fn shown_on(&self, sheet: &Sheet) -> Figure {
        let legend: Vec<LegendEntry> =
            self.legend.iter().filter(|entry| sheet.shows(entry)).cloned().collect();
        let has_bands = legend.len() <= Figure::MOST_BANDS;
        let subtitle = self.note(sheet);
        if sheet.is_live || has_bands && legend.len() == self.legend.len() {
            return Figure { subtitle, ..self.clone() };
        }
        let mut layers: Vec<Layer> =
            self.layers.iter().filter(|layer| self.draws(layer, &legend)).cloned().collect();
        let markers = layers.iter_mut().filter(|layer| layer.mark == Mark::Markers);
        let points = markers.flat_map(|layer| Arc::make_mut(&mut layer.points));
        let mut lanes: Vec<&mut usize> = points.filter_map(|(_, up)| up.lane()).collect();
        let used: BTreeSet<usize> = lanes.iter().map(|lane| **lane).collect();
        for lane in &mut lanes {
            **lane = used.range(..**lane).count();
        }
        if used.is_empty() {
            layers.retain(|layer| layer.mark != Mark::Rule || layer.points[0].1 != Place::Edge);
        }
        let (all, drawn) = (values(&self.layers), values(&layers));
        let x = self.x.narrowed(&all[0], &drawn[0], self.x.lanes.clone());
        let y = match self.y.is_names() {
            true => self.close_rows(&mut layers, sheet),
            false => {
                let lanes = used.iter().filter_map(|&lane| self.y.lanes.get(lane)).cloned();
                self.y.narrowed(&all[1], &drawn[1], lanes.collect())
            }
        };
        Figure { subtitle, x, y, layers, legend, ..self.clone() }
    }
}

impl Figure {
    /// Moves the rows that the sheet shows together, and gives the axis of their names. The legend has
    /// the rows from above.
    fn close_rows(&self, layers: &mut [Layer], sheet: &Sheet) -> Axis {
        let rows: Vec<bool> = self.legend.iter().rev().map(|entry| sheet.shows(entry)).collect();
        let hidden_below = |row: usize| rows[..row].iter().filter(|is_shown| !**is_shown).count();
        for (_, up) in layers.iter_mut().flat_map(|layer| Arc::make_mut(&mut layer.points)) {
            if let Place::At(value) = up {
                *value -= hidden_below(value.round() as usize) as f64;
            }
        }
        let labels = self.y.labels().zip(&rows).filter(|(_, is_shown)| **is_shown);
        let mut names: Vec<&str> = labels.map(|(label, _)| label).collect();
        names.reverse();
        Axis::names(&names)
    }
}

/// The values of layers on both axes.
pub(crate) fn values(layers: &[Layer]) -> [Vec<f64>; 2] {
    let (across, up): (Vec<Place>, Vec<Place>) =
        layers.iter().flat_map(|layer| layer.points.iter()).copied().unzip();
    [across, up].map(|places| places.into_iter().filter_map(Place::value).collect())
}
