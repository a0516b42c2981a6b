use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use crate::chart::{Figure, Palette, Unit, escape};
use crate::record::Origin;
use crate::report::Results;
use crate::report::summary::{Summary, best, note, summary};
use crate::report::verdict::{Verdict, counted};
use crate::row::{Row, Status};

/// Rows of failures that the page shows; `results.csv` has all.
const MOST_FAILURES: usize = 100;

/// A figure with its picture, or the sentence that says why there is none.
pub(crate) type Picture<'a> = Result<(&'a Figure, String), &'a str>;

/// `report.html`, written by its [`Display`].
///
/// One file that needs no other and no network: style and charts are in it.
/// It opens with the answer, then says what it rests on.
pub(crate) struct Page<'a> {
    results: &'a Results,
    summaries: Vec<Summary>,
    verdict: Verdict<'a>,
    pictures: &'a [Picture<'a>],
    /// A small picture of each strategy's style.
    keys: BTreeMap<&'a str, String>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(
        results: &'a Results,
        strategies: &[&'a str],
        pictures: &'a [Picture<'a>],
    ) -> anyhow::Result<Self> {
        let palette = Palette::new(&results.registry).and(strategies.iter().copied());
        let key = |&name: &&'a str| Ok((name, palette.style(name).key_svg()?));
        Ok(Self {
            results,
            summaries: summary(results),
            verdict: Verdict::of(results),
            pictures,
            keys: strategies.iter().map(key).collect::<anyhow::Result<_>>()?,
        })
    }

    fn answer(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let record = &self.results.record;
        let loud = if self.verdict.is_clean() { "" } else { " loud" };
        write!(
            f,
            "<header>\n<h1>optile, suite <code>{}</code></h1>\n<p class=\"answer{loud}\">{}</p>\n",
            escape(&record.suite),
            escape(&self.verdict.sentence())
        )?;
        // Whoever is wrong may well be fast.
        if let Some(best) = best(&self.summaries).filter(|_| self.verdict.is_clean()) {
            writeln!(f, "<p>{}</p>", escape(&best))?;
        }
        if !record.about.is_empty() {
            writeln!(f, "<p class=\"note\">{}</p>", escape(&record.about))?;
        }
        if !record.complete {
            writeln!(
                f,
                "<p class=\"warning\">This run was cut short: {} made of {} planned.</p>",
                counted(self.results.rows.len(), "run"),
                record.planned()
            )?;
        }
        for notice in &self.results.notices {
            writeln!(f, "<p class=\"warning\">{}</p>", escape(notice))?;
        }
        f.write_str("</header>\n")
    }

    fn failures(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.verdict.is_clean() {
            return Ok(());
        }
        f.write_str("<section>\n<h2 class=\"loud\">What is wrong</h2>\n")?;
        for disagreement in self.verdict.disagreements.iter().take(MOST_FAILURES) {
            let answers: Vec<String> = disagreement
                .answers
                .iter()
                .map(|(length, strategies)| {
                    let says = length.map_or("unsolvable".into(), |length| length.to_string());
                    let names: Vec<&str> = strategies.iter().copied().collect();
                    format!("{says} by {}", names.join(", "))
                })
                .collect();
            writeln!(
                f,
                "<p class=\"warning\">Answers on <code>{}</code> differ: {}.</p>",
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
            escape(&row.strategy),
            row.sample,
            row.status,
            number(row.length),
            number(row.optimal),
            escape(row.reason.as_deref().unwrap_or("–")),
        )
    }

    fn strategies(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<section>\n<h2>Strategies</h2>\n")?;
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

    /// How runs ended, where not all of them were solved.
    fn endings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.verdict.statuses.keys().all(|&status| status == Status::Solved) {
            return Ok(());
        }
        f.write_str(
            "<section>\n<h2>How runs ended</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"how runs ended\"><table>\n<thead><tr><th \
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

    fn charts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<section>\n<h2>Charts</h2>\n")?;
        for (figure, svg) in self.pictures.iter().flatten() {
            let name = escape(&figure.name);
            writeln!(
                f,
                "<figure id=\"{name}\">\n<div class=\"chart\">{svg}</div>\n<figcaption><p>{}</p><p \
                 class=\"save\">Alone: <a href=\"charts/{name}.svg\">SVG</a>, <a \
                 href=\"charts/{name}.png\">PNG</a>, <a href=\"charts/{name}.csv\">the numbers \
                 (CSV)</a></p></figcaption>\n</figure>",
                escape(&figure.caption)
            )?;
        }
        for reason in self.pictures.iter().filter_map(|picture| picture.as_ref().err()) {
            writeln!(f, "<p class=\"note\">{}</p>", escape(reason))?;
        }
        f.write_str("</section>\n")
    }

    fn origin(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let record = &self.results.record;
        let limits = &record.limits;
        let unit = |unit: Unit, value: Option<u64>| {
            value.map_or("none".into(), |value| unit.text(value as f64))
        };
        f.write_str("<section>\n<h2>Origin</h2>\n<dl>\n")?;
        for origin in &record.origins {
            self.process(f, origin)?;
        }
        for (term, text) in [
            (
                "Runs",
                format!(
                    "{} planned, {} each, in an order drawn with seed {}",
                    record.planned(),
                    counted(record.repeat as usize, "sample"),
                    record.seed
                ),
            ),
            (
                "Limits a run",
                format!(
                    "time {}, expansions {}, memory {}",
                    unit(Unit::Nanoseconds, limits.time_ns),
                    unit(Unit::Count, limits.nodes),
                    unit(Unit::Bytes, limits.memory)
                ),
            ),
        ] {
            writeln!(f, "<dt>{term}</dt><dd>{}</dd>", escape(&text))?;
        }
        f.write_str(
            "<dt>Data</dt><dd><a href=\"results.csv\">results.csv</a>, <a \
             href=\"results.jsonl\">results.jsonl</a>, <a href=\"run.json\">run.json</a></dd>\n\
             </dl>\n</section>",
        )
    }

    fn process(&self, f: &mut Formatter<'_>, origin: &Origin) -> fmt::Result {
        let memory = match origin.memory {
            0 => "unknown memory".into(),
            bytes => Unit::Bytes.text(bytes as f64),
        };
        let finished = origin.finished.as_deref().unwrap_or("never");
        let cores = counted(origin.cores, "core");
        for (term, text) in [
            ("Version", format!("optile {}, revision {}", origin.version, origin.revision)),
            ("Compiler", format!("{}, {}", origin.compiler, origin.target)),
            ("Machine", format!("{}, {cores}, {memory}, {}", origin.cpu, origin.os)),
            ("Time", format!("from {} to {finished}", origin.started)),
        ] {
            writeln!(f, "<dt>{term}</dt><dd>{}</dd>", escape(&text))?;
        }
        writeln!(f, "<dt>Command</dt><dd><code>{}</code></dd>", escape(&origin.command_line()))
    }
}

/// What the words of the page mean, in a line each.
const METHODS: &[(&str, &str)] = &[
    (
        "solved",
        "instances with an optimal path in every sample, or the proof that there is none, out of those tried; boards that the strategy does not do are not tried",
    ),
    ("expanded", "nodes whose successors were asked for; a node expanded twice counts twice"),
    (
        "generated",
        "successors made, without those that would take back the last move, which are never made",
    ),
    (
        "time",
        "of searching alone: preparing (tables that later runs share) and checking the answer are outside the clock; of several samples the median",
    ),
    (
        "nodes/s",
        "successors generated in all runs, limited ones too, by the seconds of searching in them",
    ),
    (
        "peak memory",
        "most bytes held at once in tables, queues and stacks that grow with the search, free slots included",
    ),
    (
        "branching factor",
        "effective branching factor: the b with generated = b + b² + … + b^length (Russell and Norvig), mean over the solved instances",
    ),
    (
        "÷ best",
        "geometric mean, over the instances that all strategies solved, of the value divided by the best strategy's on the same instance",
    ),
    (
        "quartiles",
        "with linear interpolation; an unsolved instance counts as dearer than any solved one",
    ),
];

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
             name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
             name=\"generator\" content=\"optile {}\">\n<title>optile: {}</title>\n\
             <style>\n{}</style>\n</head>\n<body>\n<main>\n",
            escape(self.results.record.first().map_or("", |origin| &origin.version)),
            escape(&self.results.record.suite),
            include_str!("style.css"),
        )?;
        self.answer(f)?;
        self.failures(f)?;
        self.strategies(f)?;
        self.endings(f)?;
        self.charts(f)?;
        self.origin(f)?;
        f.write_str("<section>\n<h2>What the words mean</h2>\n<dl>\n")?;
        for (word, meaning) in METHODS {
            writeln!(f, "<dt>{word}</dt><dd>{meaning}</dd>")?;
        }
        f.write_str("</dl>\n</section>\n</main>\n</body>\n</html>\n")
    }
}

/// A strategy's name, escaped, that may go on in the next line behind its
/// punctuation.
fn breakable(name: &str) -> String {
    escape(name).replace(',', ",<wbr>").replace(':', ":<wbr>")
}
