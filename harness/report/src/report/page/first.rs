//! The first screen: the answer in a few words, two charts, and the answer in sentences.

use maud::{Markup, html};
use optile_results::quantity::counted;

use super::{Page, whole};
use crate::report::{Analysis, best};

impl Page<'_> {
    /// What was run, the verdict, and what makes the results doubtful as a whole.
    pub(super) fn head(&self) -> Markup {
        let (results, verdict) = (self.analysis.results, &self.analysis.verdict);
        html! {
            header #head {
                p.note {
                    "optile · " @if results.part().is_some() { "part of " }
                    "suite " code { (results.record.suite) } " · "
                    (counted(verdict.instances, "instance")) " · "
                    @if verdict.strategies == 1 { "1 strategy" } @else { (verdict.strategies) " strategies" }
                    " · " (counted(verdict.runs, "run")) " · "
                    a href="#origin" { "how it was measured" }
                }
                h1.loud[!verdict.is_clean()] { (verdict.headline()) }
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

    /// The claims and the first two charts.
    pub(super) fn first(&self) -> Markup {
        // A wrong strategy may be fast.
        let claims = self.claims.iter().filter(|_| self.analysis.verdict.is_clean());
        html! {
            div.claims {
                @for claim in claims {
                    p { strong { (whole(&claim.text)) } br; (whole(&claim.detail)) }
                }
            }
            (self.first_charts())
        }
    }

    /// The answer in whole sentences.
    pub(super) fn in_words(&self) -> Markup {
        let Analysis { summaries, literature, .. } = self.analysis;
        let sentences: Vec<String> =
            best(summaries).into_iter().chain(literature.clone()).collect();
        if sentences.is_empty() || !self.analysis.verdict.is_clean() {
            return Markup::default();
        }
        html! {
            details #answer {
                summary { strong { "In words" } }
                @for sentence in &sentences { p { (whole(sentence)) } }
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
