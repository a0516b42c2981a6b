//! The first parts of the page: the answer, faults and the table of strategies.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use optile_results::quantity::counted;
use optile_results::row::{Row, Status};

use super::{Page, breakable};
use crate::report::summary::{Summary, best, note};
use crate::report::{cautions, literature};
use optile_chart::escape;

/// The most failures that the page shows; `results.csv` has all of them.
const MOST_FAILURES: usize = 100;

/// The parts of the page; links to parts that the script fills are hidden too.
const CONTENTS: &str = "<nav id=\"contents\" aria-label=\"parts of the page\">\n\
    <a href=\"#strategies\">Strategies</a> <a href=\"#charts\">Charts</a> \
    <a href=\"#pairs\" data-live hidden>Any two strategies</a> \
    <a href=\"#runs\" data-live hidden>Runs</a> <a href=\"#origin\">Origin</a> \
    <a href=\"#words\">What the words mean</a>\n</nav>\n";

/// The answer, what is wrong with it, and the table.
impl Page<'_> {
    pub(super) fn answer(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let record = &self.results.record;
        let loud = if self.verdict.is_clean() { "" } else { " loud" };
        write!(
            f,
            "<header>\n<h1>optile, suite <code>{}</code></h1>\n<p class=\"answer{loud}\">{}</p>\n",
            escape(&record.suite),
            escape(&self.verdict.sentence())
        )?;
        // A wrong strategy may be fast.
        if let Some(best) = best(&self.summaries).filter(|_| self.verdict.is_clean()) {
            writeln!(f, "<p>{}</p>", escape(&best))?;
        }
        if let Some(sentence) = literature(self.results).filter(|_| self.verdict.is_clean()) {
            writeln!(f, "<p>{}</p>", escape(&sentence))?;
        }
        if !record.about.is_empty() {
            writeln!(f, "<p class=\"note\">{}</p>", escape(&record.about))?;
        }
        if !record.complete {
            writeln!(
                f,
                "<p class=\"warning\">This run is incomplete: {} of {} planned.</p>",
                counted(self.results.rows.len(), "run"),
                record.planned()
            )?;
        }
        for notice in &self.results.notices {
            writeln!(f, "<p class=\"warning\">{}</p>", escape(notice))?;
        }
        for caution in cautions(self.results) {
            let caution = escape(&caution);
            writeln!(f, "<p class=\"note\"><strong>Caution:</strong> {caution}</p>")?;
        }
        f.write_str(CONTENTS)?;
        f.write_str("</header>\n")
    }

    pub(super) fn failures(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.verdict.is_clean() {
            return Ok(());
        }
        f.write_str("<section>\n<h2 class=\"loud\">What is wrong</h2>\n")?;
        for disagreement in self.verdict.disagreements.iter().take(MOST_FAILURES) {
            let answers: Vec<String> = disagreement
                .answers
                .iter()
                .map(|(length, strategies)| {
                    let says =
                        length.map_or("no path".into(), |length| counted(length as usize, "move"));
                    let names: Vec<&str> = strategies.iter().copied().collect();
                    format!("{says} by {}", names.join(", "))
                })
                .collect();
            writeln!(
                f,
                "<p class=\"warning\">The answers on <code>{}</code> differ: {}.</p>",
                escape(disagreement.instance),
                escape(&answers.join("; "))
            )?;
        }
        if !self.verdict.failures.is_empty() {
            f.write_str(
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"wrong and crashed runs\"><table class=\"text\">\n<thead><tr><th scope=\"col\">instance</th><th \
                 scope=\"col\">strategy</th><th scope=\"col\">sample</th><th \
                 scope=\"col\">status</th><th scope=\"col\">length</th><th \
                 scope=\"col\">optimal</th><th scope=\"col\">reason</th></tr></thead>\n<tbody>\n",
            )?;
            for row in self.verdict.failures.iter().take(MOST_FAILURES) {
                self.failure(f, row)?;
            }
            f.write_str("</tbody>\n</table></div>\n")?;
        }
        let all = self.verdict.failures.len().max(self.verdict.disagreements.len());
        if all > MOST_FAILURES {
            writeln!(
                f,
                "<p class=\"note\">The first {MOST_FAILURES} of {all}; <a \
                 href=\"results.csv\">results.csv</a> has all.</p>"
            )?;
        }
        f.write_str("</section>\n")
    }

    fn failure(&self, f: &mut Formatter<'_>, row: &Row) -> fmt::Result {
        let number = |value: Option<u32>| value.map_or("–".into(), |value| value.to_string());
        writeln!(
            f,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"loud\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&row.instance),
            breakable(&row.strategy),
            row.sample,
            row.status,
            number(row.length),
            number(row.optimal),
            escape(row.reason.as_deref().unwrap_or("–")),
        )
    }

    pub(super) fn strategies(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<section id=\"strategies\" tabindex=\"-1\">\n<h2>Strategies</h2>\n")?;
        if self.summaries.is_empty() {
            return f.write_str("<p>There is no strategy in these results.</p>\n</section>\n");
        }
        f.write_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"strategies\"><table>\n<thead><tr>")?;
        for heading in Summary::HEADER {
            write!(f, "<th scope=\"col\">{}</th>", escape(heading))?;
        }
        f.write_str("</tr></thead>\n<tbody>\n")?;
        let least = |value: fn(&Summary) -> Option<f64>| {
            let values = self.summaries.iter().filter_map(value);
            values.reduce(f64::min).filter(|_| self.summaries.len() > 1)
        };
        let (fewest, fastest) = (least(|s| s.expanded_ratio), least(|s| s.time_ratio));
        for summary in &self.summaries {
            let cells = summary.cells();
            let key = self.keys.get(summary.strategy.as_str()).map_or("", String::as_str);
            write!(
                f,
                "<tr><th scope=\"row\"><span class=\"strategy\"><span class=\"key\">{key}</span><span>{}</span></span></th>",
                breakable(&cells[0])
            )?;
            let best = [(summary.expanded_ratio, fewest), (summary.time_ratio, fastest)];
            for (index, cell) in cells.iter().enumerate().skip(1) {
                // The ratios are the last two columns.
                let marked = index
                    .checked_sub(cells.len() - best.len())
                    .is_some_and(|ratio| best[ratio].0.is_some() && best[ratio].0 == best[ratio].1);
                let class = if marked { " class=\"best\"" } else { "" };
                write!(f, "<td{class}>{}</td>", escape(cell))?;
            }
            f.write_str("</tr>\n")?;
        }
        writeln!(
            f,
            "</tbody>\n</table></div>\n<p class=\"note\">{}</p>\n</section>",
            escape(&note(&self.summaries))
        )
    }

    /// How runs ended, if not all of them solved their instance.
    pub(super) fn endings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.verdict.statuses.keys().all(|&status| status == Status::Solved) {
            return Ok(());
        }
        f.write_str(
            "<section>\n<h2>How runs ended</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"how runs ended\"><table class=\"endings\">\n<thead><tr><th \
             scope=\"col\">strategy</th>",
        )?;
        for status in self.verdict.statuses.keys() {
            write!(f, "<th scope=\"col\">{status}</th>")?;
        }
        f.write_str("</tr></thead>\n<tbody>\n")?;
        let mut counts: BTreeMap<(&str, Status), usize> = BTreeMap::new();
        for row in &self.results.rows {
            *counts.entry((&row.strategy, row.status)).or_default() += 1;
        }
        for summary in &self.summaries {
            write!(f, "<tr><th scope=\"row\">{}</th>", breakable(&summary.strategy))?;
            for &status in self.verdict.statuses.keys() {
                match counts.get(&(&summary.strategy, status)) {
                    Some(count) => write!(f, "<td>{count}</td>")?,
                    None => f.write_str("<td>–</td>")?,
                }
            }
            f.write_str("</tr>\n")?;
        }
        f.write_str("</tbody>\n</table></div>\n</section>\n")
    }
}
