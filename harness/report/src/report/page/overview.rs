//! Faults, the table of strategies, and how runs ended.

use std::collections::BTreeMap;

use maud::{Markup, html};
use optile_results::quantity::counted;
use optile_results::row::{Row, Status};
use optile_results::verdict::Disagreement;

use super::{Page, breakable, file, table, whole};
use crate::report::{Summary, is_tie, note};

/// The most failures that the page shows; `results.csv` has all of them.
const MOST_FAILURES: usize = 100;

/// The columns of the table of failures.
const FAILURE: [&str; 7] =
    ["instance", "strategy", "sample", "status", "length", "optimal", "reason"];

/// What the column of growth means.
const GROWTH: &str = "Growth per move is the factor by which the nodes expanded grow with each \
                      move of the solution, with its 95\u{a0}% interval, on the board size with \
                      the most solved instances.";

impl Page<'_> {
    pub(super) fn failures(&self) -> Markup {
        if self.verdict.is_clean() {
            return Markup::default();
        }
        let (failures, disagreements) = (&self.verdict.failures, &self.verdict.disagreements);
        let below_bound = &self.verdict.below_bound;
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
                @for below in below_bound.iter().take(MOST_FAILURES) {
                    p.warning { (below) "." }
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
        // A column without any value says nothing.
        let numbers: Vec<_> = self.summaries.iter().map(Summary::numbers).collect();
        let has_value = |column: &usize| numbers.iter().any(|line| line[*column].is_some());
        let columns: Vec<usize> = (0..Summary::HEADER.len() - 1).filter(has_value).collect();
        html! {
            section #strategies tabindex="-1" {
                h2 { "Strategies" }
                @if self.summaries.is_empty() {
                    p { "There is no strategy in these results." }
                } @else {
                    div.scroll tabindex="0" role="region" aria-label="strategies" {
                        table.sortable {
                            thead {
                                tr {
                                    th scope="col" { (Summary::HEADER[0]) }
                                    @for column in &columns {
                                        th scope="col" { (Summary::HEADER[column + 1]) }
                                    }
                                }
                            }
                            tbody {
                                @for summary in &self.summaries { (self.strategy(summary, &columns)) }
                            }
                        }
                    }
                    p.note { (whole(&note(&self.summaries))) " " (GROWTH) }
                }
            }
        }
    }

    fn strategy(&self, summary: &Summary, columns: &[usize]) -> Markup {
        let (cells, numbers) = (summary.cells(), summary.numbers());
        html! {
            tr {
                th scope="row" {
                    span.strategy {
                        span.key { (self.key(&summary.strategy)) }
                        span { (breakable(&summary.strategy)) }
                    }
                }
                @for &column in columns {
                    td class=[self.is_best(summary, column).then_some("best")]
                        data-value=[numbers[column]]
                    {
                        (cells[column + 1])
                    }
                }
            }
        }
    }

    /// Whether a ratio to the best is the best, or cannot be told from it.
    fn is_best(&self, summary: &Summary, column: usize) -> bool {
        if !Summary::HEADER[column + 1].ends_with("best") {
            return false;
        }
        let value = |summary: &Summary| summary.numbers()[column];
        let least = self.summaries.iter().filter_map(value).reduce(f64::min);
        let (Some(own), Some(least)) = (value(summary), least) else { return false };
        self.summaries.len() > 1 && is_tie(own / least)
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
