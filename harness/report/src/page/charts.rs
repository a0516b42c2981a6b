//! The charts of the page, and the bar of their lines.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use optile_chart::{Figure, LegendEntry, Sheet};
use optile_results::text::strategy_name::StrategyName;

use super::{Page, whole};

/// The width of a chart beside another one, in pixels, and that of one on a telephone.
const WIDTHS: [f64; 2] = [620.0, 360.0];

/// A figure drawn for both widths. The page shows one of the pictures.
pub(crate) struct Drawn<'a> {
    pub(crate) figure: &'a Figure,
    wide: String,
    narrow: String,
}

impl<'a> Drawn<'a> {
    pub(crate) fn of(figure: &'a Figure) -> Self {
        let [wide, narrow] = WIDTHS.map(|width| {
            let sheet = Sheet { has_title: false, is_live: true, ..Sheet::screen(width) };
            figure.on(&sheet).svg()
        });
        Self { figure, wide, narrow }
    }

    #[cfg(test)]
    pub(super) fn empty(figure: &'a Figure) -> Self {
        Self { figure, wide: "<svg/>".into(), narrow: "<svg/>".into() }
    }
}

impl Page<'_> {
    pub(super) fn first_charts(&self) -> Markup {
        html! { div.charts #first { @for drawn in self.drawn.iter().take(2) { (self.chart(drawn)) } } }
    }

    pub(super) fn charts(&self) -> Markup {
        html! {
            section #charts tabindex="-1" {
                h2 { "All charts" }
                @if !self.drawn.is_empty() {
                    p.note {
                        @for (place, drawn) in self.drawn.iter().take(2).enumerate() {
                            @if place > 0 { " and " }
                            a href={ "#" (drawn.figure.name) } { (whole(&drawn.figure.title)) }
                        }
                        " can be seen at the top of the page."
                        span data-live hidden {
                            " The key p lets one chart fill the screen; arrows go on, l adds lines one by one, and Escape ends."
                        }
                    }
                }
                div.charts { @for drawn in self.drawn.iter().skip(2) { (self.chart(drawn)) } }
                @for reason in &self.left_out { p.note { (reason) } }
            }
        }
    }

    fn chart(&self, drawn: &Drawn<'_>) -> Markup {
        let Drawn { figure, wide, narrow } = drawn;
        html! {
            figure id=(figure.name) hidden[figure.shows_none(&Sheet::PAGE)] {
                p.chart-title { (whole(&figure.title)) }
                p.chart-note { (whole(&figure.note(&Sheet::PAGE))) }
                div.chart {
                    div.wide { (PreEscaped(wide)) }
                    div.narrow { (PreEscaped(narrow)) }
                }
                // The wide picture has them beside the ends of its lines, if they fit.
                ul.keys hidden[figure.has_rows()] {
                    @for entry in &figure.legend { (key(entry, figure.is_about(entry))) }
                }
                details #{ "about-" (figure.name) } {
                    summary { "About this chart" }
                    p { (whole(&figure.caption)) }
                    (downloads(figure))
                }
            }
        }
    }

    /// The bar that chooses the lines of all charts. The script shows it.
    pub(super) fn lines(&self) -> Markup {
        let is_first = |name: &str| self.first_lines.contains(&name);
        let summaries = self.analysis.summaries.iter();
        let mut names: Vec<&str> = summaries.map(|summary| summary.strategy.as_str()).collect();
        names.sort_unstable();
        names.sort_by_cached_key(|name| usize::from(!is_first(name)));
        let parts = |part: fn(StrategyName<'_>) -> &str| -> BTreeSet<String> {
            let parts = names.iter().map(|name| part(StrategyName::of(name)).to_owned());
            parts.filter(|part| !part.is_empty()).collect()
        };
        if names.len() < 2 {
            return Markup::default();
        }
        html! {
            div #lines data-live hidden role="group" aria-label="lines of all charts" {
                div.choices {
                    strong { "Lines" }
                    button type="button" #lines-defaults { "defaults" }
                    button type="button" #lines-all { "all" }
                    button type="button" #lines-none { "none" }
                    (menu("family", &parts(|name| name.family)))
                    (menu("heuristic", &parts(|name| name.heuristic)))
                    label.pill #lines-more { input type="checkbox"; span { "all names" } }
                }
                div.chips { @for name in &names { (self.chip(name)) } }
            }
        }
    }

    fn chip(&self, name: &str) -> Markup {
        let StrategyName { family, heuristic, .. } = StrategyName::of(name);
        html! {
            span.chip data-name=(name) data-family=(family) data-heuristic=(heuristic) {
                button type="button" { (self.key(name)) (name) }
                button.only type="button" aria-label={ "only " (name) } { "only" }
            }
        }
    }
}

/// A list that chooses the strategies with a part of a name in common.
fn menu(part: &str, choices: &BTreeSet<String>) -> Markup {
    html! {
        @if choices.len() > 1 {
            select id={ "lines-" (part) } name=(part) aria-label={ "lines of one " (part) } {
                option value="" { "by " (part) }
                @for choice in choices { option { (choice) } }
            }
        }
    }
}

/// An entry of the legend below a narrow picture. One that is no reason to draw the chart is quiet.
fn key(entry: &LegendEntry, is_reason: bool) -> Markup {
    html! {
        li.dots[!entry.has_line()] data-name=(entry.name) data-quiet[!is_reason] hidden[!entry.is_first] {
            (PreEscaped(entry.style.key_svg())) (whole(&entry.text()))
        }
    }
}

/// Links to the files of a chart.
fn downloads(figure: &Figure) -> Markup {
    let file = |ending: &str, label: &str| {
        html! { a href={ "charts/" (figure.name) (ending) } { (label) } }
    };
    html! {
        p.save {
            "Download: " (file(".svg", "SVG")) ", "
            (file("-85mm.pdf", "PDF, one column")) ", " (file("-178mm.pdf", "PDF, two columns"))
            ", " (file(".csv", "numbers (CSV)"))
        }
    }
}
