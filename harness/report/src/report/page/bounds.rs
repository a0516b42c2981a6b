//! Expansions beside the lower bounds, if there are any, and the two sides of searches
//! from both ends.

use maud::{Markup, html};
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::Page;
use crate::bound::{AgainstBounds, Bound, Line};
use crate::sides::BothEnds;
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

    /// What each side of the searches from both ends did, if there are any.
    pub(super) fn both_ends(&self) -> Markup {
        let Some(first) = self.both_ends.first() else { return Markup::default() };
        let percent = |share: f64| Value::from(format!("{:.0}\u{a0}%", share * 100.0));
        let row = |line: &BothEnds<'_>| {
            let name = Value::Strategy(line.strategy.into());
            vec![name, percent(line.backward), percent(line.meeting)]
        };
        let headings = ["strategy", "expanded backward", "met after"];
        let table = Table::new(headings, 1, self.both_ends.iter().map(row).collect());
        html! {
            section #sides tabindex="-1" {
                h2 { "Searches from both ends" }
                (self.table("searches from both ends", "endings", &table))
                p.note {
                    "Means over the " (counted(first.instances, "instance")) " that all these \
                     strategies solved, except strategies that solved none. \"Expanded backward\" \
                     is the share of the backward side in the expansions. \"Met after\" is the \
                     part of the path, from the start, before the state in which the two sides \
                     met."
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
