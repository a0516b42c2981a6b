//! `optile chart`: one chart of recorded results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::{ArgAction, Args};
use optile_chart::{AxisWish, Figure, Sheet, Width};
use optile_report::{Average, Relation, Wanted};
use optile_results::Results;
use optile_results::number::{EXPANDED, Number, Of};
use optile_results::text::lines::visible;
use optile_results::text::names::expected_one_of;
use optile_results::text::terminal;

use super::compare::load;
use super::messages::{remarks, say};
use super::selection::{Quantity, choose, known, other_names, pair, words};
use crate::command::exit::Exit;
use crate::command::output::{self, ending, ensure_ending, ensure_writable};

/// Draw one chart of recorded results, for a paper or a slide
///
/// The ending of the file decides the format: .pdf, .svg, .png or .csv (the numbers). Without a
/// kind or a quantity, the charts that can be drawn are listed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile chart optile-results/eight
  optile chart optile-results/eight --kind expansions --strategy 'astar:*' \\
    --strategy idastar:manhattan --width 85mm -o fig.pdf
  optile chart optile-results/eight --pair bfs bidir --y search_ns -o pair.svg
  optile chart optile-results/eight --y expanded --relative-to astar:manhattan -o ratio.pdf
  optile chart optile-results/eight --x expanded --y search_ns --strategy 'astar:*' -o cost.svg")]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote, or its results.jsonl
    folder: PathBuf,
    /// The file to write; an existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    shape: Shape,
}

/// What is drawn, and how.
#[derive(Args, Debug)]
struct Shape {
    /// The chart: the name of its files, or as much of its beginning as no other name has
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// The quantity across, in place of a kind
    #[arg(long, value_name = "QUANTITY", value_parser = Quantity)]
    x: Option<&'static Number>,
    /// The quantity up, in place of a kind
    #[arg(long, value_name = "QUANTITY", value_parser = Quantity)]
    y: Option<&'static Number>,
    /// The line through several instances [default: median]
    #[arg(long, value_parser = words(Average::ALL, Average::word))]
    average: Option<Average>,
    /// Draw only this strategy, or those that match a pattern such as 'astar:*'; may be repeated;
    /// the legend has their order
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Draw a quantity of Y against that of X on each instance: that of --y [default: expanded]
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["X", "Y"])]
    pair: Vec<String>,
    /// Divide the quantity up by that of this strategy on the same instance
    #[arg(long, value_name = "NAME")]
    relative_to: Option<String>,
    /// Another name for a strategy; may be repeated
    #[arg(long, value_name = "NAME=TEXT")]
    name: Vec<String>,
    /// The width on paper such as 85mm, or on a screen such as 600px [default: 900px; 178mm for
    /// .pdf]
    #[arg(long, value_name = "LENGTH", alias = "size", value_parser = length)]
    width: Option<Width>,
    /// The height, in the unit of the width [default: what the plot needs]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    height: Option<Width>,
    /// The ends of the horizontal axis, such as 10 31
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["FROM", "TO"])]
    x_range: Vec<String>,
    /// The ends of the vertical axis, such as 1ms 10s
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["FROM", "TO"])]
    y_range: Vec<String>,
    /// Make both axes linear
    #[arg(long)]
    linear: bool,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let Self { folder, output, shape } = self;
        if let Some(file) = &output {
            ensure_ending(file, "a chart", ".pdf, .svg, .png or .csv")?;
            ensure_writable(file)?;
        }
        let (name, mut results) = load(folder)?;
        say(remarks(&name, &results));
        let names = results.record.strategies.clone();
        known(&results, &shape.relative_to)?;
        // What others are divided by is not drawn, but needed.
        let mut chosen = shape.strategy.clone();
        chosen.extend(shape.relative_to.clone().filter(|_| !chosen.is_empty()));
        results.record.strategies = choose(&mut results, &chosen)?;
        pair(&mut results, &shape.pair)?;
        let Some(file) = output else {
            return shape.list(&results);
        };
        let figure = shape.figure(&results, names)?;
        let bytes = shape.written(&figure, &file)?;
        output::write(&file, &bytes)?;
        writeln!(io::stdout(), "{}", terminal::name(&file))?;
        Ok(Exit::Success)
    }
}

impl Shape {
    /// Lists the charts that can be drawn.
    fn list(&self, results: &Results) -> Result<Exit> {
        ensure!(
            self.kind.is_none() && self.x.or(self.y).is_none(),
            "no file for the chart: name one with -o, such as -o fig.pdf"
        );
        let (figures, left_out) = optile_report::charts(results, Wanted::All);
        let mut out = io::stdout().lock();
        let width = figures.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
        for Figure { name, title, .. } in &figures {
            writeln!(out, "{}", visible(&format!("{name:width$}  {title}")))?;
        }
        left_out.iter().try_for_each(|reason| writeln!(out, "{}", visible(reason)))?;
        Ok(Exit::Success)
    }

    /// The charts among which the one that is asked for is.
    fn wanted(&self) -> Result<Wanted<'_>> {
        let Self { kind, x, y, average, .. } = self;
        let relative_to = self.relative_to.as_deref();
        let is_scatter = |kind: &String| !kind.is_empty() && "scatter".starts_with(kind.as_str());
        let is_pair = !self.pair.is_empty() || kind.as_ref().is_some_and(is_scatter);
        let is_compared = is_pair || relative_to.is_some();
        if let Some(y) = y.filter(|y| is_compared && matches!(y.of, Of::Instance(_))) {
            bail!("all strategies have the same {}: expected another quantity with --y", y.about);
        }
        if is_pair {
            if let Some(kind) = kind.as_ref().filter(|kind| !is_scatter(kind)) {
                bail!("a chart of kind {kind:?} is not of a pair: leave out --pair, or --kind");
            }
            ensure!(
                x.is_none() && average.is_none() && relative_to.is_none(),
                "a chart of a pair has a point for each instance, and one quantity on both axes: \
                 leave out --x, --average and --relative-to"
            );
            return Ok(Wanted::Pair(y.unwrap_or(&EXPANDED)));
        }
        let relation = match (kind, x, y) {
            (Some(kind), None, None) if average.is_some() || relative_to.is_some() => {
                Relation::of_kind(kind).with_context(|| {
                    let what = if average.is_some() { "average" } else { "ratio to a strategy" };
                    format!(
                        "a chart of kind {kind:?} has no {what}: expected expansions or time, or \
                         quantities with --x and --y"
                    )
                })?
            }
            (Some(_), None, None) => return Ok(Wanted::All),
            (None, None, None) => {
                bail!("no chart is named: give a kind, or quantities with --x and --y")
            }
            (Some(kind), ..) => bail!(
                "the kind {kind:?} and a quantity are given: leave out --kind, or --x and --y"
            ),
            (None, x, y) => {
                let usual = Relation::default();
                Relation { x: x.unwrap_or(usual.x), y: y.unwrap_or(usual.y), ..usual }
            }
        };
        let average = average.unwrap_or(relation.average);
        Ok(Wanted::Relation(Relation { average, relative_to, ..relation }))
    }

    /// The chart, with the names and the axes that are asked for.
    fn figure(&self, results: &Results, mut names: Vec<String>) -> Result<Figure> {
        let (mut figures, left_out) = optile_report::charts(results, self.wanted()?);
        let figure = match &self.kind {
            _ if figures.is_empty() => bail!("{}", left_out.join("\n")),
            Some(kind) => find(figures, kind, &left_out)?,
            None => figures.swap_remove(0),
        };
        let axis = |ends: &[String]| AxisWish {
            is_linear: self.linear,
            range: <[String; 2]>::try_from(ends.to_vec()).ok(),
        };
        if figure.is_square && self.pair.is_empty() {
            terminal::say(&format!("{}: --pair X Y draws two others", figure.title));
        }
        let others = figure.legend.iter().map(|entry| entry.name.clone());
        names.extend(others.filter(|name| !results.record.strategies.contains(name)));
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let names = other_names(&self.name, &known)?;
        Ok(figure.reshaped(&axis(&self.x_range), &axis(&self.y_range))?.renamed(&names))
    }

    /// The sheet for a file with this ending.
    fn sheet(&self, ending: &str) -> Result<Sheet> {
        let sheet = match (self.width, ending) {
            (Some(Width::Millimetres(width)), _) => Sheet::paper(width),
            (Some(Width::Pixels(width)), _) => Sheet::screen(width),
            (None, "pdf") => Sheet::paper(178.0),
            (None, _) => Sheet::PAGE,
        };
        let height = match (self.height, sheet.width) {
            (None, _) => None,
            (Some(Width::Millimetres(height)), Width::Millimetres(_))
            | (Some(Width::Pixels(height)), Width::Pixels(_)) => Some(height),
            _ => bail!("the height has another unit than the width: give both in mm or in px"),
        };
        // A reader who names strategies wants to see all of them.
        Ok(Sheet { has_all: !self.strategy.is_empty(), height, ..sheet })
    }

    fn written(&self, figure: &Figure, file: &Path) -> Result<Vec<u8>> {
        let ending = ending(file);
        let sheet = self.sheet(ending)?;
        let drawing = figure.on(&sheet);
        if let Some(height) = self.height {
            let (Width::Millimetres(asked) | Width::Pixels(asked)) = height;
            // Without what conversions from millimetres add.
            let least = (drawing.height() - 1e-6).ceil();
            let unit = if matches!(height, Width::Pixels(_)) { "px" } else { "mm" };
            ensure!(
                least < asked + 1.0,
                "a height of {asked}{unit} is too small for this chart: expected {least}{unit} or more"
            );
        }
        Ok(match ending {
            "pdf" => drawing.pdf(),
            "svg" => drawing.svg().into_bytes(),
            "png" => drawing.png()?,
            _ => figure.clone().with_drawn_numbers(&sheet).csv().into_bytes(),
        })
    }
}

/// The chart of a name, or of the only one that begins so. Of the sizes of a chart, the first is meant.
fn find(figures: Vec<Figure>, kind: &str, left_out: &[String]) -> Result<Figure> {
    let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    let begin: Vec<&str> = names.iter().copied().filter(|name| name.starts_with(kind)).collect();
    let is_size = |name: &str| name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-'));
    let exact =
        begin.iter().find(|name| **name == kind).or(begin.iter().find(|name| is_size(name)));
    let name = match (exact, &begin[..]) {
        (Some(name), _) | (None, [name]) => *name,
        (None, []) => {
            let reasons: String = left_out.iter().map(|reason| format!("\n{reason}")).collect();
            bail!("no chart {kind:?}: {}{reasons}", expected_one_of(kind, &names))
        }
        (None, several) => {
            bail!("{kind:?} is the beginning of several charts: {}", several.join(" "))
        }
    };
    let place = names.iter().position(|other| *other == name);
    let found = place.and_then(|place| figures.into_iter().nth(place));
    found.context("a name of these charts")
}

/// A width or a height.
fn length(text: &str) -> Result<Width> {
    let (number, is_pixels) = match text.trim().strip_suffix("px") {
        Some(number) => (number, true),
        None => (text.trim().trim_end_matches("mm"), false),
    };
    let unit = if is_pixels { Width::Pixels } else { Width::Millimetres };
    let most = if is_pixels { 20.0..=8000.0 } else { 20.0..=1000.0 };
    match number.trim().parse::<f64>() {
        Ok(number) if most.contains(&number) => Ok(unit(number)),
        _ => bail!(
            "{text:?} is not a length: expected one from 20mm to 1000mm such as 85mm, or one in \
             pixels such as 600px"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_millimetres_or_pixels() {
        for (text, expected) in [
            ("85mm", Width::Millimetres(85.0)),
            ("178", Width::Millimetres(178.0)),
            (" 60.5 mm", Width::Millimetres(60.5)),
            ("600px", Width::Pixels(600.0)),
        ] {
            assert_eq!(length(text).unwrap(), expected);
        }
        for text in ["", "mm", "3in", "-85mm", "nan", "5mm", "1e9mm", "px", "9999px"] {
            let error = length(text).unwrap_err().to_string();
            assert!(error.ends_with("or one in pixels such as 600px"), "{error}");
        }
    }
}
