//! LaTeX macros for numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Result, bail};
use optile_results::Results;
use optile_results::unit::Unit;

use super::identifier::identifiers;
use super::table::{grouped, plain};
use crate::comparison::{Measure, number};
use crate::ranking::{self, Line};
use crate::report::{Summary, summary};
use optile_chart::tex::escape;
use optile_results::lines::one_line;

/// The sign for a missing value.
const NOTHING: &str = "\\textendash{}";

/// One macro per number that a text may cite, such as
/// `\optileAstarManhattanExpandedMedian`.
///
/// # Errors
///
/// When two strategies, or two macros, would have the same name.
pub(super) fn write(results: &Results) -> Result<String> {
    let mut macros = Macros::default();
    macros.of_results(results)?;
    let summaries = summary(results);
    let names: Vec<&str> = summaries.iter().map(|summary| summary.strategy.as_str()).collect();
    let identifiers = identifiers(&names)?;
    for (identifier, summary) in identifiers.iter().zip(&summaries) {
        macros.of_summary(identifier, summary)?;
    }
    for (measure, word) in [(Measure::Expanded, "Expanded"), (Measure::Time, "Time")] {
        let options = ranking::Options { measure, by: vec![], band: 1, strategies: Vec::new() };
        // Without an instance to rank on, there are no ratios.
        let Ok(ranking) = ranking::rank(&[results], &options) else { continue };
        for line in ranking.classes.iter().flat_map(|class| &class.lines) {
            let named = names.iter().zip(&identifiers);
            for (_, identifier) in named.filter(|(name, _)| **name == line.strategy) {
                macros.of_line(identifier, word, line)?;
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
    fn define(&mut self, name: &str, value: &str, what: &str) -> Result<()> {
        writeln!(self.text, "\\newcommand{{\\optile{name}}}{{{value}}}% {}", one_line(what))?;
        if let Some(other) = self.defined.insert(name.into(), what.into()) {
            bail!("the macro \\optile{name} would have two meanings: {other}, and {what}");
        }
        Ok(())
    }

    fn of_results(&mut self, results: &Results) -> Result<()> {
        let record = &results.record;
        let first = record.first();
        let text = |of: fn(&optile_results::record::Origin) -> String| {
            first.map_or(NOTHING.into(), |origin| escape(&of(origin)))
        };
        let limit = record.limits.time_ns().map(|ns| Unit::Nanoseconds.text(ns as f64));
        for (name, value, what) in [
            ("Suite", escape(&record.suite), "the suite"),
            ("Version", text(|o| o.version.clone()), "the version of optile that made the runs"),
            ("Revision", text(|o| o.revision.clone()), "its revision"),
            ("Compiler", text(|o| o.compiler.clone()), "its compiler"),
            ("Processor", text(|o| o.cpu.clone()), "the processor"),
            ("Runs", count(Some(results.rows.len() as f64)), "number of runs"),
            ("Samples", record.repeat.to_string(), "samples per pair of strategy and instance"),
            ("Seed", record.seed.to_string(), "the seed of the order of runs"),
            (
                "TimeLimit",
                limit.map_or("none".into(), |limit| escape(&limit)),
                "time limit per run",
            ),
        ] {
            self.define(name, &value, what)?;
        }
        Ok(())
    }

    fn of_summary(&mut self, identifier: &str, s: &Summary) -> Result<()> {
        let unit = |unit: Unit, value: Option<f64>| {
            value.map_or(NOTHING.into(), |value| escape(&unit.text(value)))
        };
        let prepared = (s.prepare_ns > 0).then_some(s.prepare_ns as f64);
        for (measure, value, what) in [
            ("Instances", count(Some(s.instances as f64)), "instances tried"),
            ("Solved", count(Some(s.solved as f64)), "instances solved in every sample"),
            ("ExpandedMean", count(s.expanded_mean), "nodes expanded, mean over solved instances"),
            ("ExpandedMedian", count(s.expanded_median), "nodes expanded, median"),
            ("GeneratedMean", count(s.generated_mean), "nodes generated, mean"),
            ("TimeMedian", unit(Unit::Nanoseconds, s.time_median), "search time, median"),
            ("PrepareTime", unit(Unit::Nanoseconds, prepared), "time to prepare everything once"),
            ("NodesPerSecond", unit(Unit::Count, s.nodes_per_second), "nodes generated per second"),
            ("PeakMemory", unit(Unit::Bytes, s.peak_bytes), "peak memory of any run"),
            (
                "BranchingFactor",
                s.branching_factor.map_or(NOTHING.into(), plain),
                "effective branching factor, mean",
            ),
        ] {
            let what = format!("{}: {what}", s.strategy);
            self.define(&format!("{identifier}{measure}"), &value, &what)?;
        }
        Ok(())
    }

    fn of_line(&mut self, identifier: &str, word: &str, line: &Line) -> Result<()> {
        let interval = line.ratio.and_then(|ratio| ratio.interval);
        let ratio = |value: Option<f64>| value.map_or(NOTHING.into(), number::ratio);
        for (end, value, what) in [
            ("", line.ratio.map(|ratio| ratio.value), "ratio to the best"),
            ("Low", interval.map(|interval| interval.low), "lower end of its 95 % interval"),
            ("High", interval.map(|interval| interval.high), "upper end"),
        ] {
            let what = format!("{}: {}, {what}", line.strategy, word.to_lowercase());
            self.define(&format!("{identifier}{word}Ratio{end}"), &ratio(value), &what)?;
        }
        Ok(())
    }
}

/// A whole number in digits that looks the same in text and in formulae.
fn count(value: Option<f64>) -> String {
    value.map_or(NOTHING.into(), |value| grouped(value).replace(',', "{,}"))
}
