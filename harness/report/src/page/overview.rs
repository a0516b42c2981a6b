//! Faults, the table of strategies, and how runs ended.

use maud::{Markup, html};
use optile_results::findings::failing::faults;
use optile_results::findings::verdict::Verdict;
use optile_results::rows::row::{Row, Status};

use super::{Page, SORTABLE, file, whole};
use crate::table::{Table, Value};
use crate::verdict::{notes, page_table};

/// The most faults that the page shows; `results.csv` has all of them.
const MOST_FAULTS: usize = 100;

/// The columns of the table of faults: the first run with each, and how many have it.
const FAULT: [&str; 8] =
    ["instance", "strategy", "sample", "status", "runs", "length", "optimal", "reason"];

impl Page<'_> {
    pub(super) fn failures(&self) -> Markup {
        if self.analysis.verdict.is_sound() {
            return Markup::default();
        }
        let (Verdict { failures, disagreements, .. }, wrong_lengths) =
            (&self.analysis.verdict, &self.analysis.results.wrong_lengths);
        let faults = faults(failures.iter().copied());
        let all = faults.len().max(disagreements.len()).max(wrong_lengths.len());
        let rows = faults.iter().take(MOST_FAULTS).map(|&fault| cells(fault)).collect();
        html! {
            section #faults {
                h2.loud { "What is wrong" }
                @for said in wrong_lengths.values().take(MOST_FAULTS) {
                    p.warning { (said) "." }
                }
                @for disagreement in disagreements.iter().take(MOST_FAULTS) {
                    p.warning {
                        "The answers on " code { (disagreement.instance) } " differ: "
                        (disagreement) "."
                    }
                }
                @if !faults.is_empty() {
                    (self.table("wrong and crashed runs", "text", &Table::new(FAULT, 2, rows)))
                    @if faults.len() < failures.len() {
                        p.note { "Runs with the same fault are one row, which shows the first." }
                    }
                }
                @if all > MOST_FAULTS {
                    p.note {
                        "The first " (MOST_FAULTS) " of " (all) "; " (file("results.csv"))
                        " has all."
                    }
                }
            }
        }
    }

    pub(super) fn strategies(&self) -> Markup {
        let tables = self.analysis.tables();
        let summaries: Vec<_> = tables.iter().map(|(_, summaries)| *summaries).collect();
        let (own, of_all) = notes(&summaries);
        html! {
            section #strategies tabindex="-1" {
                h2 { "Strategies" }
                @if self.analysis.summaries.is_empty() {
                    p { "There is no strategy in these results." }
                } @else {
                    p.note.share {}
                    @for ((title, summaries), own) in tables.iter().zip(own) {
                        @if let Some(title) = title { h3 { (title) } }
                        (self.table(title.unwrap_or("strategies"), SORTABLE, &page_table(summaries)))
                        @if !own.is_empty() { p.note { (whole(&own)) } }
                    }
                    p.note { (whole(&of_all)) }
                }
            }
        }
    }

    /// How runs ended, if not all of them solved their instance.
    pub(super) fn endings(&self) -> Markup {
        if self.analysis.verdict.statuses.keys().all(|&status| status == Status::Solved) {
            return Markup::default();
        }
        let mut table = self.analysis.endings();
        table.headings[0] = "strategy".into();
        html! {
            section {
                h2 { "How runs ended" }
                p.note.share {}
                (self.table("how runs ended", "endings", &table))
            }
        }
    }
}

fn cells((row, runs): (&Row, usize)) -> Vec<Value> {
    vec![
        row.run.instance.as_str().into(),
        Value::Strategy(row.run.strategy.clone()),
        row.run.sample.into(),
        Value::Fault(row.outcome.status.name().into()),
        runs.into(),
        row.outcome.length().into(),
        row.optimal.into(),
        row.outcome.reason.as_deref().into(),
    ]
}
