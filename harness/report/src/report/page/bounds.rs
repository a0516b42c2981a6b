//! Expansions beside the lower bounds, if there are any, and the two sides of searches
//! from both ends.

use maud::{Markup, html};
use optile_results::quantity::counted;
use optile_results::unit::{Unit, three_digits};

use super::{Page, breakable, table};
use crate::bound::{Bound, Comparison, Line};

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
        let headings = ["strategy", "expanded backward", "met after"];
        let percent = |share: f64| format!("{:.0}\u{a0}%", share * 100.0);
        let rows = html! {
            @for line in &self.both_ends {
                tr {
                    (self.named(line.strategy))
                    td { (percent(line.backward)) }
                    td { (percent(line.meeting)) }
                }
            }
        };
        html! {
            section #sides tabindex="-1" {
                h2 { "Searches from both ends" }
                (table("searches from both ends", Some("endings"), &headings, &rows))
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

    fn comparison(&self, comparison: &Comparison<'_>) -> Markup {
        let Comparison { heuristic, bounds, lines } = comparison;
        let ratio = Bound::ALL.map(|bound| format!("expanded ÷\u{a0}{}", bound.name()));
        let headings = ["strategy", "expanded before last, mean", &ratio[0], &ratio[1]];
        let rows = html! { @for line in lines { (self.line(line)) } };
        let label = format!("lower bounds, {heuristic}");
        html! {
            (table(&label, Some("endings"), &headings, &rows))
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

    fn line(&self, line: &Line<'_>) -> Markup {
        let text = |value: Option<f64>, write: fn(f64) -> String| value.map_or("–".into(), write);
        html! {
            tr {
                (self.named(line.strategy))
                td { (text(line.expanded, |count| Unit::Count.text(count))) }
                @for ratio in line.ratios { td { (text(ratio, three_digits)) } }
            }
        }
    }

    /// The first cell of a strategy's row.
    fn named(&self, name: &str) -> Markup {
        html! {
            th scope="row" {
                span.strategy { span.key { (self.key(name)) } span { (breakable(name)) } }
            }
        }
    }
}
