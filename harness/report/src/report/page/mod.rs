//! The page: one file that needs no other file and no network.
//!
//! It begins with the answer, followed by the table, the charts and the runs.
//! What is drawn here needs no JavaScript. The parts that a script fills with the
//! runs (see [`script`]) stay hidden without it.

mod column;
mod data;
mod origin;
mod overview;
mod script;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use crate::report::page::data::Data;
use crate::report::summary::{Summary, summary};
use crate::trial::Trials;
use optile_chart::{Figure, Palette, escape};
use optile_results::verdict::Verdict;

/// A figure with its picture, or a sentence that says why it is left out.
pub(crate) type Picture<'a> = Result<(&'a Figure, String), &'a str>;

const STYLE: &str = concat!(
    include_str!("../style.css"),
    include_str!("../chart.css"),
    include_str!("../runs.css")
);

/// The page may only show its own content: even with a fault in it, it can load
/// nothing, send nothing and frame nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src \
                      'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// `report.html`, written by its [`Display`].
pub(crate) struct Page<'a> {
    results: &'a Results,
    summaries: Vec<Summary>,
    verdict: Verdict<'a>,
    pictures: &'a [Picture<'a>],
    /// A small picture of the style of each strategy.
    keys: BTreeMap<&'a str, String>,
    data: Data<'a>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(
        results: &'a Results,
        trials: &Trials<'a>,
        pictures: &'a [Picture<'a>],
    ) -> anyhow::Result<Self> {
        let strategies = trials.strategies();
        let palette = Palette::new(&results.registry).and(strategies.iter().copied());
        let key = |&name: &&'a str| Ok((name, palette.style(name).key_svg()?));
        Ok(Self {
            results,
            summaries: summary(results),
            verdict: Verdict::of(results),
            pictures,
            keys: strategies.iter().map(key).collect::<anyhow::Result<_>>()?,
            data: Data::of(results, trials, &palette),
        })
    }

    fn charts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<section id=\"charts\" tabindex=\"-1\">\n<h2>Charts</h2>\n")?;
        for (figure, svg) in self.pictures.iter().flatten() {
            let name = escape(&figure.name);
            writeln!(
                f,
                "<figure id=\"{name}\">\n<div class=\"chart\">{svg}</div>\n<figcaption><p>{}</p><p \
                 class=\"save\">Files: <a href=\"charts/{name}.svg\">SVG</a>, <a \
                 href=\"charts/{name}.png\">PNG</a>, <a href=\"charts/{name}.csv\">numbers \
                 (CSV)</a></p></figcaption>\n</figure>",
                escape(&figure.caption)
            )?;
        }
        for reason in self.pictures.iter().filter_map(|picture| picture.as_ref().err()) {
            writeln!(f, "<p class=\"note\">{}</p>", escape(reason))?;
        }
        f.write_str("</section>\n")
    }

    /// The places that the script fills, and notes for readers without JavaScript
    /// or with too many runs.
    fn runs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(
            "<noscript><p class=\"note\">With JavaScript, this page compares any two strategies, \
             lists the runs and shows their paths. Without JavaScript, see <a \
             href=\"results.csv\">results.csv</a> for all runs.</p></noscript>\n",
        )?;
        if self.data.runs_left_out > 0 {
            writeln!(
                f,
                "<p class=\"warning\">Below are the first {} of {}: a page with all runs would be \
                 too large. The table and the charts above cover all runs, and <a \
                 href=\"results.csv\">results.csv</a> lists them.</p>",
                counted(self.results.rows.len() - self.data.runs_left_out, "run"),
                counted(self.results.rows.len(), "run"),
            )?;
        }
        if self.data.paths_left_out > 0 {
            writeln!(
                f,
                "<p class=\"note\">The paths of {} are not in this page, which holds at most {} of \
                 paths; <a href=\"results.jsonl\">results.jsonl</a> has them.</p>",
                counted(self.data.paths_left_out, "run"),
                Unit::Bytes.text(data::MOST_PATHS as f64),
            )?;
        }
        f.write_str(script::PLACES)
    }
}

/// The words of the page and their meanings.
const WORDS: &[(&str, &str)] = &[
    (
        "solved",
        "instances with an optimal path in every sample, or with the proof that there is no path, out of the instances tried; boards that the strategy does not support are not tried",
    ),
    ("expanded", "nodes whose successors were asked for; a node expanded twice counts twice"),
    (
        "generated",
        "successors generated; the successor that would undo the last move is never generated",
    ),
    (
        "time",
        "search time only: preparation (tables that later runs share) and checking the answer are not measured; with several samples, the median",
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
        "the most memory of the run's process at once, including the program itself, as the system reports it; empty if runs shared a process",
    ),
    (
        "branching factor",
        "effective branching factor: the b with generated = b + b² + … + b^length (Russell and Norvig), mean over the solved instances",
    ),
    (
        "÷ best",
        "the value divided by that of the best strategy on the same instance, as a geometric mean over the instances that all strategies solved",
    ),
    (
        "quartiles",
        "the values below which a quarter and three quarters of the instances are, with linear interpolation; an unsolved instance counts as costlier than any solved one",
    ),
];

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
             name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
             http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<meta \
             name=\"generator\" content=\"optile {}\">\n<title>optile: {}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
            escape(self.results.record.first().map_or("", |origin| &origin.version)),
            escape(&self.results.record.suite),
        )?;
        self.answer(f)?;
        self.failures(f)?;
        self.strategies(f)?;
        self.endings(f)?;
        self.charts(f)?;
        self.runs(f)?;
        self.origin(f)?;
        f.write_str(
            "<section id=\"words\" tabindex=\"-1\">\n<h2>What the words mean</h2>\n<dl>\n",
        )?;
        for (word, meaning) in WORDS {
            writeln!(f, "<dt>{word}</dt><dd>{meaning}</dd>")?;
        }
        f.write_str("</dl>\n</section>\n</main>\n")?;
        let data = self.data.json().map_err(|_| fmt::Error)?;
        writeln!(f, "<script type=\"application/json\" id=\"data\">{data}</script>")?;
        write!(f, "<script>\n{}</script>\n</body>\n</html>\n", script::script())
    }
}

/// A strategy's name, escaped, with possible line breaks after punctuation.
fn breakable(name: &str) -> String {
    escape(name).replace(',', ",<wbr>").replace(':', ":<wbr>")
}
