//! LaTeX macros for numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Result, bail};
use optile_results::Results;
use optile_results::lines::one_line;
use optile_results::record::Origin;
use optile_results::unit::Unit;

use super::identifier::identifiers;
use crate::measure::Measure;
use crate::ranking::{Line, Options, Ranking};
use crate::report::Analysis;
use crate::report::Summary;
use crate::table::Value;
use crate::table::latex::number;

/// One macro per number that a text may cite, such as
/// `\optileAstarManhattanExpandedMedian`.
///
/// # Errors
///
/// When two strategies, or two macros, would have the same name.
pub(super) fn write(analysis: &Analysis<'_>) -> Result<String> {
    let mut macros = Macros::default();
    macros.of_results(analysis.results)?;
    let summaries = &analysis.summaries;
    let names: Vec<&str> = summaries.iter().map(|summary| summary.strategy.as_str()).collect();
    let identifiers = identifiers(&names)?;
    for (identifier, summary) in identifiers.iter().zip(summaries) {
        macros.of_summary(identifier, summary)?;
    }
    for measure in [Measure::Expanded, Measure::Time] {
        let options = Options { measure, by: vec![], band: 1, strategies: Vec::new() };
        // Without an instance to rank on, there are no ratios.
        let Ok(ranking) = Ranking::of(&analysis.trials, &options) else { continue };
        for line in ranking.classes.iter().flat_map(|class| &class.lines) {
            let named = names.iter().zip(&identifiers);
            for (_, identifier) in named.filter(|(name, _)| **name == line.strategy) {
                macros.of_line(identifier, measure.name(), line)?;
            }
        }
    }
    Ok(macros.text)
}

#[derive(Default)]
struct Macros {
    text: String,
    defined: BTreeMap<String, String>,
}

impl Macros {
    /// Defines a macro; `what` describes it in a comment and in messages.
    fn define(&mut self, name: &str, value: &Value, what: &str) -> Result<()> {
        let value = number(value);
        writeln!(self.text, "\\newcommand{{\\optile{name}}}{{{value}}}% {}", one_line(what))?;
        if let Some(other) = self.defined.insert(name.into(), what.into()) {
            bail!("the macro \\optile{name} would have two meanings: {other}, and {what}");
        }
        Ok(())
    }

    fn of_results(&mut self, results: &Results) -> Result<()> {
        let record = &results.record;
        let text = |of: fn(&Origin) -> &str| -> Value { record.first().map(of).into() };
        let limit = record.limits.time_ns().map(|ns| Value::Measured(ns as f64, Unit::Nanoseconds));
        for (name, value, what) in [
            ("Suite", record.suite.as_str().into(), "the suite"),
            ("Part", results.part().unwrap_or("whole".into()).into(), "the part of the suite"),
            ("Version", text(|o| &o.version), "the version of optile that made the runs"),
            ("Revision", text(|o| &o.revision), "its revision"),
            ("Compiler", text(|o| &o.compiler), "its compiler"),
            ("Processor", text(|o| &o.cpu), "the processor"),
            ("Runs", Value::Count(results.rows.len() as f64), "number of runs"),
            ("Samples", record.repeat.into(), "samples per pair of strategy and instance"),
            ("Seed", Value::Number(record.seed), "the seed of the order of runs"),
            ("TimeLimit", limit.unwrap_or("none".into()), "time limit per run"),
        ] {
            self.define(name, &value, what)?;
        }
        Ok(())
    }

    fn of_summary(&mut self, identifier: &str, summary: &Summary) -> Result<()> {
        for (column, value) in summary.cells() {
            let Some([name, what]) = column.number_macro else { continue };
            let what = format!("{}: {what}", summary.strategy);
            self.define(&format!("{identifier}{name}"), value, &what)?;
        }
        Ok(())
    }

    fn of_line(&mut self, identifier: &str, measure: &str, line: &Line) -> Result<()> {
        let interval = line.interval();
        let word = super::identifier::identifier(measure);
        for (end, value, what) in [
            ("", line.ratio.map(|ratio| ratio.value), "ratio to the best"),
            ("Low", interval.map(|interval| interval.low), "lower end of its 95 % interval"),
            ("High", interval.map(|interval| interval.high), "upper end"),
        ] {
            let what = format!("{}: {measure}, {what}", line.strategy);
            self.define(&format!("{identifier}{word}Ratio{end}"), &Value::ratio(value), &what)?;
        }
        Ok(())
    }
}
