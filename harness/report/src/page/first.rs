//! The first screen: the answer, whether it can be trusted, and two charts.

use maud::{Markup, html};
use optile_results::text::quantity::counted;

use super::{Page, whole};
use crate::verdict::Analysis;

impl Page<'_> {
    /// What was run, the answer or what is wrong, and what makes the results doubtful as a whole.
    pub(super) fn head(&self) -> Markup {
        let Analysis { results, verdict, remarks, .. } = self.analysis;
        html! {
            header #head {
                p.note {
                    "optile · " @if results.part().is_some() { "part of " }
                    "suite " code { (results.record.suite) } " · "
                    (counted(verdict.instances, "instance")) " · "
                    (counted(verdict.strategies, "strategy"))
                    " · " (counted(verdict.runs, "run")) " · "
                    a href="#origin" { "how it was measured" }
                }
                @if verdict.is_clean() {
                    (self.answers())
                    p { (verdict.sentence()) @for remark in remarks { " " (whole(remark)) } }
                } @else {
                    h1.loud { (verdict.sentence()) }
                    @for remark in remarks { p { (whole(remark)) } }
                }
                @if let Some(gap) = results.gap() {
                    p.warning { "This run is incomplete: " (gap) "." }
                }
                @if let Some(selection) = results.selection() {
                    p.warning { "These results are a part: " (selection) "." }
                }
                @for notice in &results.notices { p.warning { (notice) } }
            }
        }
    }

    /// Which strategy, up to which length, and why. A wrong strategy may be fast, so there is no
    /// answer beside one.
    fn answers(&self) -> Markup {
        let answers = &self.analysis.answers;
        html! {
            h1 {
                @for answer in answers { span.claim { (whole(&answer.text(|one| &one.claims))) } }
                @if answers.is_empty() { "There is nothing to compare." }
            }
            @for answer in answers.iter().filter(|answer| !answer.reasons.is_empty()) {
                p.reasons { (whole(&answer.text(|one| &one.reasons))) }
            }
            @if answers.iter().any(|answer| !answer.grounds.is_empty()) {
                details #grounds {
                    summary { "By how much, and over which instances" }
                    @for answer in answers { p { (whole(&answer.text(|one| &one.grounds))) } }
                }
            }
        }
    }

    pub(super) fn cautions(&self) -> Markup {
        let cautions = &self.analysis.cautions;
        let head = |caution: &str| caution.split(": ").next().unwrap_or_default().to_owned();
        let heads: Vec<String> = cautions.iter().map(|caution| head(caution)).collect();
        html! {
            @if !cautions.is_empty() {
                details #cautions {
                    summary {
                        strong { (counted(cautions.len(), "caution")) }
                        @for head in &heads { " – " (whole(head)) }
                    }
                    ul.sentences { @for caution in cautions { li { (whole(caution)) } } }
                }
            }
        }
    }

    /// Links to the parts. Those to parts that the script fills are hidden until it does.
    pub(super) fn contents(&self) -> Markup {
        html! {
            nav #contents aria-label="parts of the page" {
                a href="#strategies" { "Strategies" } " "
                a href="#charts" { "All charts" } " "
                a href="#pairs" data-live[self.data.strategies.len() > 1] hidden { "Any two strategies" } " "
                a href="#instances" data-live hidden { "Instances" } " "
                a href="#runs" data-live hidden { "Runs" } " "
                a href="#origin" { "Origin" } " " a href="#words" { "What the words mean" } " "
                button #present-begin type="button" data-live hidden { "Present" }
            }
        }
    }
}
