//! The first parts of the page: the answer, faults and the table of strategies.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use optile_results::quantity::counted;
use optile_results::row::{Row, Status};
use optile_results::verdict::Disagreement;

use super::{Page, breakable, file, table};
use crate::report::summary::{Summary, best, note};
use crate::report::{cautions, literature};

/// The most failures that the page shows; `results.csv` has all of them.
const MOST_FAILURES: usize = 100;

/// The columns of the table of failures.
const FAILURE: [&str; 7] =
    ["instance", "strategy", "sample", "status", "length", "optimal", "reason"];

/// The answer, what is wrong with it, and the table.
impl Page<'_> {
    pub(super) fn answer(&self) -> Markup {
        let record = &self.results.record;
        let is_clean = self.verdict.is_clean();
        // A wrong strategy may be fast.
        let sentences = [best(&self.summaries), literature(self.results)];
        html! {
            header {
                h1 { "optile, suite " code { (record.suite) } }
                p.answer.loud[!is_clean] { (self.verdict.sentence()) }
                @for sentence in sentences.iter().flatten().filter(|_| is_clean) {
                    p { (sentence) }
                }
                @if !record.about.is_empty() { p.note { (record.about) } }
                @if !record.complete {
                    p.warning {
                        "This run is incomplete: " (counted(self.results.rows.len(), "run"))
                        " of " (record.planned()) " planned."
                    }
                }
                @for notice in &self.results.notices { p.warning { (notice) } }
                @for caution in cautions(self.results) {
                    p.note { strong { "Caution:" } " " (caution) }
                }
                // Links to parts that the script fills are hidden until it does.
                nav #contents aria-label="parts of the page" {
                    a href="#strategies" { "Strategies" } " "
                    @if !self.comparisons.is_empty() { a href="#bounds" { "Lower bounds" } " " }
                    @if !self.both_ends.is_empty() { a href="#sides" { "Both ends" } " " }
                    a href="#charts" { "Charts" } " "
                    a href="#pairs" data-live hidden { "Any two strategies" } " "
                    a href="#runs" data-live hidden { "Runs" } " "
                    a href="#origin" { "Origin" } " " a href="#words" { "What the words mean" }
                }
            }
        }
    }

    pub(super) fn failures(&self) -> Markup {
        if self.verdict.is_clean() {
            return Markup::default();
        }
        let (failures, disagreements) = (&self.verdict.failures, &self.verdict.disagreements);
        let all = failures.len().max(disagreements.len());
        let rows = html! { @for row in failures.iter().take(MOST_FAILURES) { (failure(row)) } };
        html! {
            section {
                h2.loud { "What is wrong" }
                @for disagreement in disagreements.iter().take(MOST_FAILURES) {
                    p.warning {
                        "The answers on " code { (disagreement.instance) } " differ: "
                        (answers(disagreement)) "."
                    }
                }
                @if !failures.is_empty() {
                    (table("wrong and crashed runs", Some("text"), &FAILURE, &rows))
                }
                @if all > MOST_FAILURES {
                    p.note {
                        "The first " (MOST_FAILURES) " of " (all) "; " (file("results.csv"))
                        " has all."
                    }
                }
            }
        }
    }

    pub(super) fn strategies(&self) -> Markup {
        let rows = html! { @for summary in &self.summaries { (self.strategy(summary)) } };
        html! {
            section #strategies tabindex="-1" {
                h2 { "Strategies" }
                @if self.summaries.is_empty() {
                    p { "There is no strategy in these results." }
                } @else {
                    (table("strategies", None, &Summary::HEADER, &rows))
                    p.note { (note(&self.summaries)) }
                }
            }
        }
    }

    fn strategy(&self, summary: &Summary) -> Markup {
        let key = self.keys.get(summary.strategy.as_str()).map_or("", String::as_str);
        let [name, others @ .., expanded, time] = &summary.cells();
        let ratio = |cell: &str, value: fn(&Summary) -> Option<f64>| {
            let least = self.summaries.iter().filter_map(value).reduce(f64::min);
            let is_best = self.summaries.len() > 1 && least.is_some() && value(summary) == least;
            html! { td class=[is_best.then_some("best")] { (cell) } }
        };
        html! {
            tr {
                th scope="row" {
                    span.strategy { span.key { (PreEscaped(key)) } span { (breakable(name)) } }
                }
                @for cell in others { td { (cell) } }
                (ratio(expanded, |s| s.expanded_ratio)) (ratio(time, |s| s.time_ratio))
            }
        }
    }

    /// How runs ended, if not all of them solved their instance.
    pub(super) fn endings(&self) -> Markup {
        let statuses: Vec<Status> = self.verdict.statuses.keys().copied().collect();
        if statuses.iter().all(|&status| status == Status::Solved) {
            return Markup::default();
        }
        let mut columns = vec!["strategy"];
        columns.extend(statuses.iter().map(|status| status.name()));
        let mut counts: BTreeMap<(&str, Status), usize> = BTreeMap::new();
        for row in &self.results.rows {
            *counts.entry((&row.strategy, row.status)).or_default() += 1;
        }
        let rows = html! {
            @for Summary { strategy, .. } in &self.summaries {
                tr {
                    th scope="row" { (breakable(strategy)) }
                    @for &status in &statuses { td { (number(counts.get(&(strategy, status)))) } }
                }
            }
        };
        html! {
            section {
                h2 { "How runs ended" }
                (table("how runs ended", Some("endings"), &columns, &rows))
            }
        }
    }
}

/// Which strategies gave which answer.
fn answers(disagreement: &Disagreement<'_>) -> String {
    let answers = disagreement.answers.iter().map(|(length, strategies)| {
        let says = length.map_or("no path".into(), |length| counted(length as usize, "move"));
        let names: Vec<&str> = strategies.iter().copied().collect();
        format!("{says} by {}", names.join(", "))
    });
    answers.collect::<Vec<_>>().join("; ")
}

fn failure(row: &Row) -> Markup {
    html! {
        tr {
            td { (row.instance) } td { (breakable(&row.strategy)) } td { (row.sample) }
            td.loud { (row.status) } td { (number(row.length)) } td { (number(row.optimal)) }
            td { (row.reason.as_deref().unwrap_or("–")) }
        }
    }
}

/// A number, or a dash.
fn number(value: Option<impl ToString>) -> String {
    value.map_or("–".into(), |value| value.to_string())
}
