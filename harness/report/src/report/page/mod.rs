//! The page: one file that needs no other file and no network.
//!
//! It begins with the answer and two charts, followed by the table, all charts and the runs.
//! What is drawn here needs no JavaScript. The parts that a script fills with the
//! runs (see [`script`]) stay hidden without it.

mod bounds;
mod charts;
mod column;
mod data;
mod first;
mod origin;
mod overview;
mod places;
mod script;
#[cfg(test)]
mod tests;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use crate::bound::{Comparison, comparisons};
use crate::report::figures::palette;
pub(crate) use crate::report::page::charts::Drawn;
use crate::report::page::data::Data;
use crate::report::{Claim, Reason, Summary, claims, reasons, summary};
use crate::sides::{BothEnds, both_ends};
use crate::trial::Trials;
use optile_chart::Palette;
use optile_results::verdict::Verdict;

/// A figure with its pictures, or a sentence that says why it is left out.
pub(crate) type Picture<'a> = Result<Drawn<'a>, &'a str>;

const STYLE: &str = concat!(
    include_str!("../style.css"),
    include_str!("../chart.css"),
    include_str!("../runs.css")
);

/// The page may only show its own content: even with a fault in it, it can load
/// nothing, send nothing and frame nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src \
                      'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Seconds until the page of a running run is loaded again.
const RELOAD: u32 = 3;

/// `report.html`.
pub(crate) struct Page<'a> {
    results: &'a Results,
    summaries: Vec<Summary>,
    claims: Vec<Claim>,
    reasons: Vec<Reason>,
    comparisons: Vec<Comparison<'a>>,
    both_ends: Vec<BothEnds<'a>>,
    verdict: Verdict<'a>,
    /// Those of the first screen come first.
    drawn: Vec<&'a Drawn<'a>>,
    /// Why other charts are left out.
    left_out: Vec<&'a str>,
    /// Whether the run goes on.
    is_running: bool,
    data: Data<'a>,
    /// The pictures of the chart of any two strategies.
    frames: Vec<places::Frame>,
    palette: Palette,
}

impl<'a> Page<'a> {
    pub(crate) fn new(
        results: &'a Results,
        trials: &Trials<'a>,
        pictures: &'a [Picture<'a>],
        is_running: bool,
    ) -> Self {
        let summaries = summary(results);
        let reasons = reasons(&summaries, trials);
        let strategies = trials.strategies();
        let palette = palette(results, trials);
        Self {
            results,
            claims: claims(&summaries, &reasons),
            reasons,
            summaries,
            comparisons: comparisons(results, trials),
            both_ends: both_ends(trials),
            verdict: Verdict::of(results),
            drawn: charts::order(pictures.iter().flatten().collect(), strategies.len()),
            left_out: pictures
                .iter()
                .filter_map(|picture| picture.as_ref().err().copied())
                .collect(),
            is_running,
            data: Data::of(results, trials),
            frames: places::frames(trials),
            palette,
        }
    }

    /// A small picture of the style of a strategy.
    fn key(&self, name: &str) -> Markup {
        PreEscaped(self.palette.style(name).key_svg())
    }

    /// The whole page. Writing the data to memory never fails in practice.
    pub(crate) fn markup(&self) -> serde_json::Result<Markup> {
        let version = self.results.record.first().map_or("", |origin| &origin.version);
        let data = self.data.json()?;
        Ok(html! {
            (DOCTYPE)
            // The script loads the page of a running run again after so many seconds.
            html lang="en" data-reload=[self.is_running.then_some(RELOAD)] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="generator" content={ "optile " (version) };
                    title { (printable(&html! { "optile: " (self.results.record.suite) })) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        (printable(&html! {
                            (self.head()) (self.failures()) (self.first()) (self.lines())
                            (self.why()) (self.cautions()) (self.contents())
                            (self.strategies()) (self.endings()) (self.bounds())
                            (self.both_ends()) (self.charts()) (self.runs()) (self.origin())
                            (words())
                        }))
                    }
                    script type="application/json" id="data" { (PreEscaped(data)) }
                    script { (PreEscaped(script::script())) }
                }
            }
        })
    }

    /// The places that the script fills, and notes for readers without JavaScript
    /// or with too many runs.
    fn runs(&self) -> Markup {
        let (runs, left_out) = (self.results.rows.len(), self.data.runs_left_out);
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

/// The words of the page and their meanings.
const WORDS: &[(&str, &str)] = &[
    (
        "solved",
        "instances with an optimal path in every sample, or with the proof that there is no path, out of the instances tried; boards that the strategy does not support are not tried",
    ),
    ("expanded", "nodes whose successors were made; a node expanded twice counts twice"),
    (
        "generated",
        "successors generated; the successor that would undo the last move is never generated",
    ),
    (
        "time",
        "search time only, without preparing (tables that later runs share) and without checking the answer; with several samples, the median",
    ),
    (
        "with preparing",
        "search time and an equal share of the tables that the strategy prepared for this goal; each table counts once, however many processes built it",
    ),
    (
        "preparing, once",
        "the time to prepare each table once: for each board size and each cell of the goal's blank; pattern databases that were already in files count with the time to read them",
    ),
    (
        "nodes/s",
        "nodes generated in all runs, including runs that a limit ended, divided by the seconds of search time in these runs",
    ),
    (
        "peak memory",
        "the most bytes held at once in tables, queues and stacks that grow with the search, including free slots",
    ),
    (
        "processor time",
        "processor time of all threads of the run, including preparation, as the system reports it; empty if the system did not report it for this run alone",
    ),
    (
        "resident",
        "the most memory of the run's process at once, including the program itself, as the system reports it; if runs share a process, it is at least what the process already held; empty for runs inside the harness",
    ),
    (
        "growth per move",
        "the factor b for which nodes expanded ≈ a\u{a0}·\u{a0}b^length fits best: least squares of logarithms over the solved instances of one board size, with its 95\u{a0}% interval",
    ),
    (
        "÷ best",
        "the value divided by that of the best strategy on the same instance, as a geometric mean over the instances that all strategies solved; times include the share of preparing; strategies that only read answers from finished tables have no ratios",
    ),
    (
        "quartiles",
        "the values below which a quarter and three quarters of the instances are, with linear interpolation; an unsolved instance counts as costlier than any solved one",
    ),
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

/// A table in a region that scrolls if the table is too wide.
fn table(label: &str, class: Option<&str>, headings: &[&str], rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table class=[class] {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody { (rows) }
            }
        }
    }
}

fn words() -> Markup {
    html! {
        section #words tabindex="-1" {
            h2 { "What the words mean" }
            dl { @for (word, meaning) in WORDS { dt { (word) } dd { (meaning) } } }
        }
    }
}

/// Without control characters, which HTML does not allow.
fn printable(markup: &Markup) -> Markup {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    PreEscaped(markup.0.replace(is_control, "\u{fffd}"))
}
