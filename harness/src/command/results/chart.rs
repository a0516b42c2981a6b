//! `optile chart`: one chart of recorded results.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args, Command};
use optile_chart::{AxisWish, Figure, Sheet, Width};
use optile_report::{Average, Relation, Wanted};
use optile_results::Results;
use optile_results::number::{NUMBERS, Number};
use optile_results::text::lines::visible;
use optile_results::text::names::expected_one_of;
use optile_results::text::terminal;

use super::compare::load;
use super::messages::{remarks, say};
use super::selection::{choose, other_names, pair};
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
  optile chart optile-results/eight --kind scatter --pair bfs bidir -o pair.svg
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
    /// Two strategies, for a chart of kind scatter
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["X", "Y"])]
    pair: Vec<String>,
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
        results.record.strategies = choose(&mut results, &shape.strategy)?;
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

    /// The relation that is asked for, if one is.
    fn relation(&self) -> Result<Option<Relation>> {
        let Self { kind, x, y, average, .. } = self;
        let relation = match (kind, x, y) {
            (Some(kind), None, None) if average.is_some() => {
                Relation::of_kind(kind).with_context(|| {
                    format!(
                        "a chart of kind {kind:?} has no average: expected expansions or time, or \
                         quantities with --x and --y"
                    )
                })?
            }
            (_, None, None) => return Ok(None),
            (Some(kind), ..) => bail!(
                "the kind {kind:?} and a quantity are given: leave out --kind, or --x and --y"
            ),
            (None, x, y) => {
                let usual = Relation::default();
                Relation { x: x.unwrap_or(usual.x), y: y.unwrap_or(usual.y), ..usual }
            }
        };
        Ok(Some(Relation { average: average.unwrap_or(relation.average), ..relation }))
    }

    /// The chart, with the names and the axes that are asked for.
    fn figure(&self, results: &Results, mut names: Vec<String>) -> Result<Figure> {
        let relation = self.relation()?;
        let wanted = relation.map_or(Wanted::All, Wanted::Relation);
        let (mut figures, left_out) = optile_report::charts(results, wanted);
        let figure = match &self.kind {
            Some(kind) => find(figures, kind, &left_out)?,
            None if relation.is_none() => {
                bail!("no chart is named: give a kind, or quantities with --x and --y")
            }
            None if figures.is_empty() => bail!("{}", left_out.join("\n")),
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

/// One of the words of an option. The help lists them.
fn words<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = move |text: String| all.iter().copied().find(|&value| word(value) == text);
    PossibleValuesParser::new(all.iter().map(move |&value| word(value)))
        .try_map(move |text| value(text).ok_or("no such word"))
}

/// Reads one of the numbers, or a counter of a strategy's own, such as `extra.max-queue`.
#[derive(Clone)]
struct Quantity;

impl TypedValueParser for Quantity {
    type Value = &'static Number;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Number, clap::Error> {
        match value.to_str().and_then(|text| text.strip_prefix("extra.")) {
            Some(name) => Number::extra(name)
                .map_err(|fault| clap::Error::raw(ErrorKind::InvalidValue, fault + "\n")),
            None => quantities().parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = NUMBERS.iter().map(|number| PossibleValue::new(number.name));
        Some(Box::new(all))
    }
}

fn quantities() -> impl TypedValueParser<Value = &'static Number> {
    words(NUMBERS, |number| number.name)
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
