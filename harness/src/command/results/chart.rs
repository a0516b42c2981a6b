//! `optile chart`: one chart of recorded results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use optile_chart::{Drawing, Figure, Sheet};
use optile_results::disk;
use optile_results::names::{nearest, suggestion};

use super::compare::load;
use super::messages::{remarks, say};
use super::selection::{choose, pair};
use crate::command::Exit;
use crate::registry;

/// Draw one chart of recorded results, for a paper or a slide
///
/// The ending of the file decides the format: .pdf, .svg, .png, .tex (pgfplots) or .csv (the
/// numbers). Without --kind, the charts that can be drawn are listed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile chart optile-results/eight
  optile chart optile-results/eight --kind expansions --strategy 'astar:*' \\
    --strategy idastar:manhattan --size 85mm -o fig.pdf
  optile chart optile-results/eight --kind scatter --pair bfs bidir -o pair.svg
  optile chart optile-results/korf100-full --kind time --by-family \\
    --size 178mm -o all.pdf")]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote, or its results.jsonl
    folder: PathBuf,
    /// The chart: the name of its files, or the beginning of the name
    #[arg(long, value_name = "NAME", requires = "output")]
    kind: Option<String>,
    /// Draw only this strategy, or those that match a pattern such as 'astar:*'; may be repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Two strategies, for a chart of kind scatter
    #[arg(long, num_args = 2, value_names = ["X", "Y"])]
    pair: Vec<String>,
    /// A title above the chart; without it, charts of a --size have none
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The width on paper, such as 85mm; text then has seven points [default: the width of a
    /// screen, or 178mm for .pdf]
    #[arg(long, value_name = "WIDTH", value_parser = millimetres)]
    size: Option<f64>,
    /// Draw a small chart for each family of strategies
    #[arg(long)]
    by_family: bool,
    /// The file to write; an existing file is replaced
    #[arg(long, short, value_name = "FILE", requires = "kind")]
    output: Option<PathBuf>,
}

/// Widths that a page can have, in millimetres.
const WIDTHS: std::ops::RangeInclusive<f64> = 50.0..=1000.0;

fn millimetres(text: &str) -> Result<f64> {
    let number = text.trim().trim_end_matches("mm").trim().parse::<f64>();
    match number {
        Ok(width) if WIDTHS.contains(&width) => Ok(width),
        _ => bail!("{text:?} is not a width: expected one from 50mm to 1000mm, such as 85mm"),
    }
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let (name, mut results) = load(self.folder.clone())?;
        say(remarks(&name, &results));
        results.registry = registry::all().names();
        choose(&mut results, &self.strategy)?;
        pair(&mut results, &self.pair)?;
        let (figures, left_out) =
            optile_report::charts(&results, &optile_report::ChartWish::default());
        let (Some(kind), Some(file)) = (&self.kind, &self.output) else {
            let mut out = io::stdout().lock();
            let width = figures.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
            for Figure { name, title, .. } in &figures {
                writeln!(out, "{name:width$}  {title}")?;
            }
            left_out.iter().try_for_each(|reason| writeln!(out, "{reason}"))?;
            return Ok(Exit::Well);
        };
        let mut figure = find(figures, kind, &left_out)?;
        if let Some(title) = &self.title {
            (figure.title, figure.subtitle) = (title.clone(), String::new());
        }
        let bytes = self.written(&figure, file)?;
        disk::replace(file, |out| out.write_all(&bytes))
            .with_context(|| format!("cannot write {}", file.display()))?;
        writeln!(io::stdout(), "{}", file.display())?;
        Ok(Exit::Well)
    }

    fn written(&self, figure: &Figure, file: &Path) -> Result<Vec<u8>> {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let millimetres = self.size.or_else(|| (ending == "pdf").then_some(178.0));
        let sheet = millimetres.map_or(Sheet::PAGE, Sheet::paper);
        let has_title = self.title.is_some() || sheet.has_title;
        // Whoever names strategies wants to see them.
        let sheet = Sheet { has_title, has_all: !self.strategy.is_empty(), ..sheet };
        let drawing = || -> Result<Drawing> {
            if !self.by_family {
                return Ok(figure.on(&sheet));
            }
            figure.by_family(&sheet).with_context(|| {
                format!("{} has no lines of two families: leave out --by-family", figure.name)
            })
        };
        Ok(match ending {
            "pdf" => drawing()?.pdf(),
            "svg" => drawing()?.svg().into_bytes(),
            "png" => drawing()?.png()?,
            "tex" => figure.pgfplots(&Sheet::TEXT).into_bytes(),
            "csv" => figure.csv()?.into_bytes(),
            _ => bail!(
                "{} is not the name of a chart: expected it to end in .pdf, .svg, .png, .tex or \
                 .csv",
                file.display()
            ),
        })
    }
}

/// The chart of a name, or the first one whose name begins with it.
fn find(figures: Vec<Figure>, kind: &str, left_out: &[String]) -> Result<Figure> {
    let names: Vec<String> = figures.iter().map(|figure| figure.name.clone()).collect();
    let begins = |name: &String| name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-'));
    let place = names.iter().position(|name| name == kind);
    let place = place.or_else(|| names.iter().position(begins));
    let found = place.and_then(|place| figures.into_iter().nth(place));
    found.with_context(|| {
        let near = suggestion(nearest(kind, names.iter().map(String::as_str)));
        let reasons: String = left_out.iter().map(|reason| format!("\n{reason}")).collect();
        format!("no chart {kind:?}: {near}expected one of {}{reasons}", names.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_have_millimetres() {
        for (text, width) in [("85mm", 85.0), ("178", 178.0), (" 60.5 mm", 60.5)] {
            assert_eq!(millimetres(text).unwrap(), width);
        }
        for text in ["", "mm", "3in", "-85mm", "nan", "5mm", "1e9mm"] {
            let error = millimetres(text).unwrap_err().to_string();
            assert!(error.ends_with("expected one from 50mm to 1000mm, such as 85mm"), "{error}");
        }
    }
}
