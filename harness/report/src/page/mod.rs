//! The page: one file that needs no other file and no network.
//!
//! It begins with the answer and two charts, followed by the table, all charts and the runs.
//! What is drawn here needs no JavaScript. The parts that a script fills with the
//! runs (see [`script`]) stay hidden without it.

mod charts;
mod data;
mod first;
mod origin;
mod overview;
mod places;
mod script;
#[cfg(test)]
mod tests;

use maud::{Markup, PreEscaped, html};
use optile_results::text::lines::{json, visible_lines};
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use crate::document::{SCRIPT, document};
use crate::figures::{first_lines, palette};
pub(crate) use crate::page::charts::Drawn;
use crate::page::data::Data;
use crate::table::{Table, Value};
use crate::verdict::Analysis;
use crate::verdict::{Summary, words};
use optile_chart::Palette;
use optile_chart::style::variables;

/// A figure with its pictures, or a sentence that says why it is left out.
pub(crate) type Picture<'a> = Result<Drawn<'a>, &'a str>;

const STYLE: &str =
    concat!(include_str!("style.css"), include_str!("chart.css"), include_str!("runs.css"));

/// `report.html`.
pub(crate) struct Page<'a> {
    analysis: &'a Analysis<'a>,
    /// Those of the first screen come first.
    drawn: Vec<&'a Drawn<'a>>,
    /// Why other charts are left out.
    left_out: Vec<&'a str>,
    data: Data<'a>,
    /// The pictures of the chart of any two strategies.
    frames: Vec<places::Frame>,
    palette: Palette,
    /// The strategies that are shown before a reader chooses others.
    first_lines: Vec<&'a str>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(analysis: &'a Analysis<'a>, pictures: &'a [Picture<'a>]) -> Self {
        let Analysis { results, trials, .. } = analysis;
        let palette = palette(results, trials);
        let data = Data::of(results, trials);
        Self {
            analysis,
            drawn: pictures.iter().flatten().collect(),
            left_out: pictures
                .iter()
                .filter_map(|picture| picture.as_ref().err().copied())
                .collect(),
            frames: places::frames(trials, &data),
            data,
            palette,
            first_lines: first_lines(results, trials, &analysis.answers),
        }
    }

    /// A small picture of the style of a strategy.
    fn key(&self, name: &str) -> Markup {
        PreEscaped(self.palette.style(name).key_svg())
    }

    /// The whole page. Writing the data to memory never fails in practice.
    pub(crate) fn markup(&self) -> serde_json::Result<Markup> {
        let version = self.analysis.results.record.first().map_or("", |origin| &origin.version);
        let data = self.data.element()?;
        let first = json(&serde_json::to_string(&self.first_lines)?);
        let head = html! {
            meta name="generator" content={ "optile " (version) };
            title { (printable(&html! { "optile: " (self.analysis.results.scope()) })) }
            style { (variables()) (PreEscaped(STYLE)) }
        };
        let is_clean = self.analysis.verdict.is_clean();
        let body = html! {
            main data-first=(first) {
                (printable(&html! {
                    (self.head()) @if !is_clean { (self.endings()) }
                    (self.failures()) (self.first_charts()) (self.lines())
                    (self.cautions()) (self.contents())
                    (self.strategies()) @if is_clean { (self.endings()) }
                    (self.charts()) (self.runs()) (self.origin())
                    (meanings(&self.analysis.summaries))
                }))
            }
            (data)
            script { (PreEscaped(script::script())) }
        };
        Ok(document(SCRIPT, &head, &body))
    }

    /// The places that the script fills, and notes for readers without JavaScript
    /// or with too many runs.
    fn runs(&self) -> Markup {
        let (runs, left_out) = (self.analysis.results.rows.len(), self.data.runs_left_out);
        html! {
            noscript {
                p.note {
                    "With JavaScript, this page compares any two strategies, lists the runs and \
                     shows their paths. Without JavaScript, see " (file("results.csv"))
                    " for all runs."
                }
            }
            @if left_out > 0 {
                p.warning {
                    "Below are the first " (counted(runs - left_out, "run")) " of "
                    (counted(runs, "run")) ": a page with all runs would be too large. The table \
                     and the charts above cover all runs, and " (file("results.csv"))
                    " lists them."
                }
            }
            @if self.data.paths_left_out > 0 {
                p.note {
                    "The paths of " (counted(self.data.paths_left_out, "run"))
                    " are not in this page, which holds at most "
                    (Unit::Bytes.text(data::MOST_PATHS as f64)) " of paths; "
                    (file("results.jsonl")) " has them."
                }
            }
            (self.places())
        }
    }
}

/// The words of the page that are not about columns of the table of strategies.
const WORDS: [[&str; 2]; 3] = [
    [
        "processor time",
        "processor time of all threads of the run, including preparation, as the system reports it; empty if the system did not report it for this run alone",
    ],
    [
        "resident",
        "the most memory of the run's process at once, including the program itself, as the system reports it; if runs share a process, it is at least what the process already held; empty for runs inside the harness",
    ],
    [
        "quartiles",
        "the values below which a quarter and three quarters of the instances are, with linear interpolation; an unsolved instance counts as costlier than any solved one",
    ],
];

/// A strategy's name, with possible line breaks after punctuation.
fn breakable(name: &str) -> Markup {
    const SIGNS: [char; 3] = [',', ':', '('];
    // A browser would break `4-4`. Without a break, a long partition would be too wide.
    let is_partition = |part: &str| part.contains(char::is_numeric) && part.len() <= 18;
    html! {
        @for part in name.split_inclusive(SIGNS) {
            @if is_partition(part) { span.whole { span { (part) } } } @else { (part) }
            @if part.ends_with(SIGNS) { wbr; }
        }
    }
}

/// A text whose words are broken only if they are wider than the page. A browser would break
/// names, commands and times after each hyphen, and paths after each slash.
fn whole(text: &str) -> Markup {
    html! {
        span.whole {
            @for (place, word) in text.split(' ').enumerate() {
                @if place > 0 { " " }
                @if word.contains(['-', '/']) { span { (word) } } @else { (word) }
            }
        }
    }
}

/// A link to a file in the folder of the page.
fn file(name: &str) -> Markup {
    html! { a href=(name) { (name) } }
}

impl Page<'_> {
    /// A table in a region that scrolls if the table is too wide. The first cell of a row is its
    /// heading if it names a strategy.
    fn table(&self, label: &str, class: &str, table: &Table) -> Markup {
        let detail = |place: usize| DETAILS.contains(&&*table.headings[place]).then_some("detail");
        html! {
            div.scroll tabindex="0" role="region" aria-label=(label) {
                table class=(class) {
                    thead {
                        tr {
                            @for (place, heading) in table.headings.iter().enumerate() {
                                th scope="col" class=[detail(place)] data-key=(place) { (heading) }
                            }
                        }
                    }
                    tbody {
                        @for row in &table.rows {
                            tr {
                                @for (place, value) in row.iter().enumerate() {
                                    (self.cell(value, detail(place), place == 0, class == SORTABLE))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn cell(
        &self,
        value: &Value,
        detail: Option<&str>,
        is_first: bool,
        is_sortable: bool,
    ) -> Markup {
        let class = match value {
            Value::Fault(_) => Some("loud"),
            Value::ToBest { is_best: true, .. } => Some("best"),
            _ => detail,
        };
        let number = value.number().filter(|_| is_sortable);
        let (text, interval) = value.apart();
        let interval = interval.map(|ends| format!("95\u{a0}% interval: {ends}"));
        html! {
            @match value {
                Value::Strategy(name) if is_first => {
                    th scope="row" data-name=(name) {
                        span.strategy { span.key { (self.key(name)) } span { (breakable(name)) } }
                    }
                }
                Value::Strategy(name) => td { (breakable(name)) }
                _ => td class=[class] data-value=[number] data-quiet[!value.tells()] title=[interval] { (text) }
            }
        }
    }
}

/// The class of a table that the script can sort.
const SORTABLE: &str = "sortable";

/// Columns for which only wide screens have room.
const DETAILS: [&str; 3] = ["promise", "branching factor", "growth, moves"];

/// The words of the columns, then the others.
fn meanings(summaries: &[Summary]) -> Markup {
    let of_columns = words(summaries).into_iter();
    html! {
        section #words tabindex="-1" {
            h2 { "What the words mean" }
            dl {
                @for [word, meaning] in of_columns.chain(WORDS) { dt { (word) } dd { (meaning) } }
            }
        }
    }
}

/// With escapes of control characters, of which HTML does not allow some, and of directions.
fn printable(markup: &Markup) -> Markup {
    PreEscaped(visible_lines(&markup.0))
}
