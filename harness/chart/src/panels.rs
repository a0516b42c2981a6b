//! A figure as small ones that show some of its lines each.

use crate::figure::{Figure, Layer, LegendEntry, Mark, Role};
use crate::style::{Colour, Dash, Style};

/// The colour of the lines of other panels.
const BEHIND: Colour = Colour(0xdc, 0xdf, 0xe4);

impl Figure {
    /// A panel for each group of lines, in their order, with the other lines in grey behind
    /// its own. `group` tells the group of a line by its name. Lines that belong to no strategy,
    /// such as bounds, are in no panel. Empty if there are fewer than two groups.
    pub(crate) fn panels(&self, group: impl Fn(&str) -> String) -> Vec<Self> {
        let mut groups: Vec<(String, Vec<LegendEntry>)> = Vec::new();
        for key in self.legend.iter().filter(|key| key.role == Role::Line) {
            let name = group(&key.name);
            let place = groups.iter().position(|(other, _)| *other == name);
            let place = place.unwrap_or_else(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(key.clone());
        }
        if groups.len() < 2 {
            return Vec::new();
        }
        groups.into_iter().map(|(name, legend)| self.panel(name, &legend)).collect()
    }

    fn panel(&self, title: String, own_legend: &[LegendEntry]) -> Self {
        // The title says the family.
        let short = |key: &LegendEntry| {
            let name = key.name.strip_prefix(&title).and_then(|rest| rest.strip_prefix(':'));
            LegendEntry { name: name.unwrap_or(&key.name).to_owned(), ..key.clone() }
        };
        let behind = Style { colour: BEHIND, dash: Dash::Solid, ..Style::NEUTRAL };
        let is_own = |layer: &&Layer| self.draws(layer, own_legend);
        let (own, others): (Vec<&Layer>, Vec<&Layer>) = self.layers.iter().partition(is_own);
        let lines = others.into_iter().filter(|layer| layer.mark == Mark::Line);
        let lines = lines.map(|line| Layer { style: behind, ..line.clone() });
        let layers = lines.chain(own.into_iter().cloned()).collect();
        let legend = own_legend.iter().map(short).collect();
        Self { title, subtitle: String::new(), layers, legend, ..self.clone() }
    }
}
