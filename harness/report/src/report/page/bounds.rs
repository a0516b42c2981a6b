//! Expansions beside the lower bounds, if there are any.

use maud::{Markup, html};
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::Page;
use crate::bound::{AgainstBounds, Bound, Line};
use crate::table::{Table, Value};

impl Page<'_> {
    pub(super) fn bounds(&self) -> Markup {
        if self.comparisons.is_empty() {
            return Markup::default();
        }
        html! {
            section #bounds tabindex="-1" {
                h2 { "Expansions and lower bounds" }
                @for comparison in &self.comparisons { (self.comparison(comparison)) }
                p.note {
                    "Expansions are those before the last bound, f-layer or iteration. All means \
                     are geometric. No search that uses only f and g can expand fewer states \
                     than the basic bound. No search that also uses that the heuristic is \
                     consistent can expand fewer than the bound with consistency."
                }
            }
        }
    }

    fn comparison(&self, comparison: &AgainstBounds<'_>) -> Markup {
        let AgainstBounds { heuristic, bounds, lines } = comparison;
        let ratios = Bound::ALL.map(|bound| format!("expanded ÷\u{a0}{}", bound.name()));
        let headings = ["strategy", "expanded before last, mean"].map(String::from);
        let row = |line: &Line<'_>| {
            let expanded = Value::measured(Unit::Count, line.expanded);
            let mut row = vec![Value::Strategy(line.strategy.into()), expanded];
            row.extend(line.ratios.map(Value::from));
            row
        };
        let rows = lines.iter().map(row).collect();
        let table = Table::new(headings.into_iter().chain(ratios), 1, rows);
        html! {
            (self.table(&format!("lower bounds, {heuristic}"), "endings", &table))
            p.note {
                @if bounds.is_empty() {
                    "No instance with bounds above 0 was solved by all strategies with the \
                     heuristic " code { (heuristic) } ", so there are no means."
                } @else {
                    "Means over the " (counted(bounds.len(), "instance")) " with bounds above 0 \
                     that all strategies with the heuristic " code { (heuristic) } " solved, \
                     except strategies that solved none."
                }
            }
        }
    }
}
