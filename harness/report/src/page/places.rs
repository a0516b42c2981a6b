//! The parts of the page that the script fills, and their controls.
//!
//! A control with `data-state` shows this part of the script's state and changes it; `data-filter`
//! names the filter that it is.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use optile_chart::{Axis, Figure, Place, Sheet, Style};
use serde_json::{Value, json};

use super::Page;
use super::data::Data;
use crate::figures::{pooled, scatter};
use crate::missing::Missing;
use crate::trial::Trials;
use crate::verdict::{CLASS_HEADINGS, Division};
use optile_results::number::Number;
use optile_results::rows::row::Status;

/// The picture of the chart of any two strategies without its points, for a measure.
/// Its axes have room for the values of all strategies, so they stay when a reader chooses others.
pub(super) struct Frame {
    number: &'static Number,
    svg: String,
    /// For both axes the least and the greatest value, the places of these two and of zero, and
    /// that of a run without a right answer, by its status.
    scales: Value,
}

impl Frame {
    fn has_lanes(&self) -> bool {
        self.scales[0]["lanes"].as_object().is_some_and(|lanes| !lanes.is_empty())
    }
}

/// The width of the picture in pixels, in which its letters have their usual size.
const WIDTH: f64 = 400.0;

/// All pictures, one for each measure.
pub(super) fn frames(trials: &Trials<'_>, data: &Data<'_>) -> Vec<Frame> {
    let frames = data.compared().map(|number| {
        let figure = scatter::frame(trials, number);
        let sheet = Sheet { has_title: false, is_live: true, ..Sheet::screen(WIDTH) };
        let drawing = figure.on(&sheet);
        let scale = |axis: &Axis, at: &dyn Fn(Place) -> f64| {
            let (low, high) = axis.ends();
            let lane = |status| axis.lane(Missing::NotSolved(status).lane()?);
            let lanes =
                Status::ALL.into_iter().filter_map(|one| Some((one.name(), at(lane(one)?))));
            json!({
                "low": low.value(), "high": high.value(), "from": at(low), "to": at(high),
                "zero": at(Place::At(0.0)), "lanes": lanes.collect::<BTreeMap<_, _>>(),
            })
        };
        let scales = json!([
            scale(&figure.x, &|across| drawing.place((across, Place::Low)).0),
            scale(&figure.y, &|up| drawing.place((Place::Low, up)).1),
        ]);
        Frame { number, svg: drawing.svg(), scales }
    });
    frames.collect()
}

impl Page<'_> {
    /// The places of the chart of any two strategies, of instances, runs, and of one run.
    pub(super) fn places(&self) -> Markup {
        html! {
            section #pairs data-live[self.data.strategies.len() > 1] hidden tabindex="-1" {
                h2 { "Any two strategies" }
                (self.pair())
            }
            section #instances data-live hidden tabindex="-1" {
                h2 { "Instances" }
                (self.filters())
                div.bar {
                    label { "Show " select #grid-quantity data-state="quantity" { (self.numbers()) } }
                    p #grid-count role="status" {}
                    p.note { "The best value of a row is bold." }
                    p.note.share {}
                }
                (PreEscaped(include_str!("script/grid.html")))
            }
            (PreEscaped(include_str!("script/runs.html")))
        }
    }

    /// The choice of a number.
    fn numbers(&self) -> Markup {
        html! {
            @for Frame { number, .. } in &self.frames {
                option value=(number.name) selected[number.name == "expanded"] { (number.about) }
            }
        }
    }

    fn pair(&self) -> Markup {
        let choice = |key: &str| {
            html! {
                label {
                    (key) " axis "
                    select id={ "pair-" (key) } data-state=(key) {
                        @for name in &self.data.strategies { option { (name) } }
                    }
                }
            }
        };
        html! {
            div.controls {
                (choice("x"))
                button type="button" #pair-swap { "Swap" }
                (choice("y"))
                label { "Compared by " select #pair-measure data-state="measure" { (self.numbers()) } }
                label { "Classes by " select #pair-division data-state="division" {
                    @for (name, _) in Division::NAMED { option { (name) } }
                } }
            }
            div.beside { div { (self.scatter()) } div {
            div #pair-findings {}
            div.scroll tabindex="0" role="region" aria-label="the two strategies by class" {
                table {
                    thead { tr { @for heading in CLASS_HEADINGS { th scope="col" { (heading) } } } }
                    tbody #pair-classes {}
                }
            }
            p.note {
                "A is the strategy of the x axis, B that of the y axis; the mean is the geometric mean \
                 of B\u{a0}÷\u{a0}A over the instances that both solved. "
                code { "optile compare FOLDER --pair A B --by length" } " prints it for nodes, times and memory."
            }
            } }
        }
    }

    fn scatter(&self) -> Markup {
        html! {
            p #pair-empty .note {
                "No point: neither strategy has this number on an instance that both tried."
            }
            figure #pair-figure {
                p.chart-title #pair-title {}
                p.chart-note {
                    "One point per instance, on logarithmic axes. On the dashed line, both are equal."
                    @if self.frames.iter().any(Frame::has_lanes) {
                        " Beyond the dashed edges are runs without a right answer."
                    }
                    (pooled(&self.analysis.trials))
                }
                ul #pair-legend .legend {}
                div #pair-neutral hidden { (PreEscaped(Style::NEUTRAL.key_svg())) }
                div.chart #pair-plot tabindex="0" role="slider" aria-labelledby="pair-title"
                    aria-describedby="pair-help" aria-valuemin="0" {
                    @for Frame { number, svg, scales } in &self.frames {
                        div data-measure=(number.name) data-rims=(Figure::MOST_RIMS) data-scales=(scales)
                            aria-hidden="true" hidden { (PreEscaped(svg)) }
                    }
                    div #pair-tip .tip aria-hidden="true" hidden {}
                }
                figcaption {
                    p.save {
                        "Download: " button type="button" #pair-svg { "SVG" } " "
                        button type="button" #pair-pdf { "PDF (print)" } " "
                        button type="button" #pair-csv { "numbers (CSV)" }
                    }
                    p.note #pair-help {
                        "Point at an instance to see it; click to step through its path. With the \
                         keyboard, the arrow keys go from point to point, and Enter opens a point."
                    }
                }
            }
        }
    }

    /// The controls that choose runs. Those that cannot separate any runs are hidden.
    fn filters(&self) -> Markup {
        let data = &self.data;
        let statuses: Vec<String> = data.statuses.iter().map(ToString::to_string).collect();
        let length = |key: &str, name: &str| {
            html! {
                input id={ "filter-" (key) } data-state=(key) data-filter=(name) type="number"
                    min="0" inputmode="numeric";
            }
        };
        html! {
            div.controls.filters {
                (pills("status", "Status", &statuses))
                (pills("size", "Sizes", &data.sizes))
                fieldset #filter-instance-field hidden[data.instances.id.len() < 2] {
                    legend { "Instance" }
                    input #filter-instance data-state="instance" data-filter="instance" type="search"
                        aria-label="part of the instance's name" placeholder="part of its name"
                        autocomplete="off" spellcheck="false";
                }
                fieldset #filter-length-field hidden[data.instances.optimal.is_one()] {
                    legend { "Optimal length" }
                    label { "from " (length("min", "optimal length from")) }
                    " "
                    label { "to " (length("max", "optimal length to")) }
                }
            }
        }
    }
}

/// Check boxes for names; with none checked, all pass.
fn pills(key: &str, legend: &str, names: &[String]) -> Markup {
    html! {
        fieldset id={ "filter-" (key) "-field" } hidden[names.len() < 2] {
            legend { (legend) }
            div.pills id={ "filter-" (key) } {
                @for name in names {
                    label.pill {
                        input type="checkbox" data-state=(key) data-filter=(key) value=(name);
                        span { (name) }
                    }
                }
            }
        }
    }
}
