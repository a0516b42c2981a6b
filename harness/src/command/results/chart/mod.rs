//! `optile chart`: one chart of recorded results.

mod planes;
mod settings;
mod words;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use optile_chart::{Drawing, Figure, Role, Sheet, Width};
use optile_report::{Analysis, Band, ChartWish, Relation};
use optile_results::Results;
use optile_results::disk;
use optile_results::names::{nearest, suggestion};
use optile_results::strategy_name::StrategyName;

use super::compare::load;
use super::messages::{remarks, say};
use super::selection::{choose, pair};
use crate::command::exit::Exit;
use settings::{Grid, Settings};

/// Draw one chart of recorded results, for a paper or a slide
///
/// The ending of the file decides the format: .pdf, .svg, .png or .csv (the
/// numbers). Without a kind or a quantity, the charts that can be drawn are listed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile chart optile-results/eight
  optile chart optile-results/eight --kind expansions --strategy 'astar:*' \\
    --strategy idastar:manhattan --width 85mm -o fig.pdf
  optile chart optile-results/eight --kind scatter --pair bfs bidir -o pair.svg
  optile chart optile-results/eight --x expanded --y time --strategy 'astar:*' -o cost.svg
  optile chart optile-results/korf100-full --kind time --grid family \\
    --width 178mm -o all.pdf
  optile chart optile-results/eight --settings figure.toml -o fig.pdf

A settings file has the same words as the options, without the dashes; see
docs/comparison.md.")]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote, or its results.jsonl
    folder: PathBuf,
    /// A file with settings; options count more than it
    #[arg(long, value_name = "FILE", requires = "output")]
    settings: Option<PathBuf>,
    /// The file to write; an existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    shape: Settings,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        if let Some(file) = &self.output {
            disk::try_out(file).with_context(|| format!("cannot write {}", file.display()))?;
        }
        let base = self.settings.as_deref().map(Settings::read).transpose()?;
        let settings = self.shape.over(base.unwrap_or_default());
        let (name, mut results) = load(self.folder)?;
        say(remarks(&name, &results));
        let names = known_names(&results);
        results.record.strategies = choose(&mut results, &settings.strategy)?;
        pair(&mut results, &settings.pair)?;
        ensure!(
            !settings.bounds || !results.bounds.is_empty(),
            "the results have no lower bounds: compute them with `optile bounds --results DIR`, or \
             leave out --bounds"
        );
        if !settings.bounds {
            results.bounds.clear();
        }
        let request = Request { settings, results };
        let Some(file) = self.output else {
            return request.list();
        };
        let figures = request.figures(names)?;
        let bytes = request.written(figures, &file)?;
        disk::replace(&file, |out| out.write_all(&bytes))
            .with_context(|| format!("cannot write {}", file.display()))?;
        writeln!(io::stdout(), "{}", file.display())?;
        Ok(Exit::Success)
    }
}

/// A chart to be drawn.
struct Request {
    settings: Settings,
    results: Results,
}

impl Request {
    /// Lists the charts that can be drawn.
    fn list(&self) -> Result<Exit> {
        ensure!(
            self.settings.kind.is_none() && self.settings.x.or(self.settings.y).is_none(),
            "no file for the chart: name one with -o, such as -o fig.pdf"
        );
        let (figures, left_out) =
            optile_report::charts(&Analysis::of(&self.results), &ChartWish::default());
        let mut out = io::stdout().lock();
        let width = figures.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
        for Figure { name, title, .. } in &figures {
            writeln!(out, "{name:width$}  {title}")?;
        }
        left_out.iter().try_for_each(|reason| writeln!(out, "{reason}"))?;
        Ok(Exit::Success)
    }

    /// The relation that is asked for, if one is.
    fn relation(&self) -> Result<Option<Relation>> {
        let Settings { kind, x, y, average, band, grid, .. } = &self.settings;
        let needs = average.is_some() || band.is_some() || *grid == Some(Grid::Size);
        let relation = match (kind, x, y) {
            (Some(kind), None, None) if needs => Relation::of_kind(kind).with_context(|| {
                format!(
                    "a chart of kind {kind:?} has no average, no band and no size: expected \
                         expansions or time, or quantities with --x and --y"
                )
            })?,
            (_, None, None) => return Ok(None),
            (Some(kind), ..) => bail!(
                "the kind {kind:?} and a quantity are given: leave out --kind, or --x and --y"
            ),
            (None, x, y) => {
                let usual = Relation::default();
                Relation { x: x.unwrap_or(usual.x), y: y.unwrap_or(usual.y), ..usual }
            }
        };
        Ok(Some(Relation {
            average: average.unwrap_or(relation.average),
            band: band.unwrap_or(relation.band),
            ..relation
        }))
    }

    /// The chart, or the small charts of a grid, as the settings shape them.
    fn figures(&self, mut names: Vec<String>) -> Result<Vec<Figure>> {
        let Settings { kind, grid, .. } = &self.settings;
        let relation = self.relation()?;
        let wish = ChartWish { relation, looks: self.settings.looks() };
        let (mut figures, left_out) = optile_report::charts(&Analysis::of(&self.results), &wish);
        for entry in figures.iter_mut().flat_map(|figure| &mut figure.legend) {
            names.push(entry.name.clone());
            // Bounds that are there were asked for.
            entry.is_first |= entry.role == Role::Reference;
        }
        let is_size = *grid == Some(Grid::Size);
        let figures = match kind {
            Some(kind) if kind == planes::KIND => planes::planes(figures)?,
            Some(kind) if !is_size => vec![find(figures, kind, &left_out)?],
            None if relation.is_none() => {
                bail!("no chart is named: give a kind, or quantities with --x and --y")
            }
            _ if figures.is_empty() => bail!("{}", left_out.join("\n")),
            _ if is_size => figures,
            _ => vec![figures.swap_remove(0)],
        };
        let panels = self.panels(figures)?;
        let [x, y] = self.settings.axes();
        let shaped = panels.into_iter().map(|figure| {
            distinct(&figure, &wish)?;
            self.check_band(&figure)?;
            let mut figure = figure.reshaped(&x, &y)?;
            for (from, to) in &self.settings.name {
                figure.rename(from, to);
            }
            Ok(figure)
        });
        let looks = wish.looks.iter().map(|(name, _)| name);
        for name in self.settings.name.iter().map(|(name, _)| name).chain(looks) {
            ensure!(
                names.contains(name),
                "no line {name:?}: {}expected a strategy, a family or a name in the legend",
                suggestion(nearest(name, names.iter().map(String::as_str)))
            );
        }
        shaped.collect()
    }

    /// Refuses a band that would not be drawn.
    fn check_band(&self, figure: &Figure) -> Result<()> {
        let shown = figure.legend.iter().filter(|entry| entry.is_first || self.has_all()).count();
        let is_wished = self.settings.band.is_some_and(|band| band != Band::None);
        ensure!(
            !is_wished || shown <= Figure::MOST_BANDS,
            "bands are drawn for at most {} lines, and the chart has {shown}: choose some with \
             --strategy, or use --grid",
            Figure::MOST_BANDS
        );
        Ok(())
    }

    /// One figure, or those of a grid.
    fn panels(&self, figures: Vec<Figure>) -> Result<Vec<Figure>> {
        let Some(grid) = self.settings.grid else { return Ok(figures) };
        ensure!(
            self.settings.title.is_none(),
            "each chart of a grid has its own title: leave out --title"
        );
        let name = figures[0].name.clone();
        let heuristic = |name: &str| match StrategyName::of(name).heuristic {
            "" => "no heuristic".into(),
            heuristic => heuristic.into(),
        };
        let (what, panels) = match grid {
            Grid::Family => (
                "lines of two families",
                figures[0].panels(|name| StrategyName::of(name).family.into()),
            ),
            Grid::Heuristic => ("lines of two heuristics", figures[0].panels(heuristic)),
            Grid::Size => (
                "points of two board sizes",
                figures.iter().map(|figure| self.of_size(figure)).collect(),
            ),
        };
        ensure!(panels.len() > 1, "{name} has no {what}: leave out --grid");
        Ok(panels)
    }

    /// A figure of a board size, with only its first lines.
    fn of_size(&self, figure: &Figure) -> Figure {
        let shown = figure.shown_on(&Sheet { has_all: self.has_all(), ..Sheet::PAGE });
        Figure { title: figure.part.clone(), subtitle: String::new(), ..shown }
    }

    /// Whoever names strategies wants to see them.
    fn has_all(&self) -> bool {
        !self.settings.strategy.is_empty()
    }

    /// The sheet for a file with this ending.
    fn sheet(&self, ending: &str) -> Result<Sheet> {
        let Settings { width, height, font_size, legend, title, .. } = &self.settings;
        let sheet = match (width, ending) {
            (Some(Width::Millimetres(width)), _) => Sheet::paper(*width),
            (Some(Width::Pixels(width)), _) => Sheet::screen(*width),
            (_, "pdf") => Sheet::paper(178.0),
            _ => Sheet::PAGE,
        };
        let height = match (height, sheet.width) {
            (None, _) => None,
            (Some(Width::Millimetres(height)), Width::Millimetres(_))
            | (Some(Width::Pixels(height)), Width::Pixels(_)) => Some(*height),
            _ => bail!("the height has another unit than the width: give both in mm or in px"),
        };
        let text = font_size.unwrap_or(sheet.text);
        ensure!(
            (4.0..=72.0).contains(&text),
            "letters of size {text} cannot be read: expected a size from 4 to 72"
        );
        Ok(Sheet {
            has_title: title.is_some() || sheet.has_title,
            has_all: self.has_all(),
            height,
            text,
            legend: legend.unwrap_or(sheet.legend),
            ..sheet
        })
    }

    fn written(&self, mut figures: Vec<Figure>, file: &Path) -> Result<Vec<u8>> {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let sheet = self.sheet(ending)?;
        if let (Some(title), [figure]) = (&self.settings.title, &mut figures[..]) {
            (figure.title, figure.subtitle) = (title.clone(), String::new());
            figure.band_note.clear();
        }
        let drawing = || match &figures[..] {
            [figure] => figure.on(&sheet),
            panels => Drawing::grid(panels.to_vec(), &sheet),
        };
        Ok(match ending {
            "pdf" => drawing().pdf(),
            "svg" => drawing().svg().into_bytes(),
            "png" => drawing().png()?,
            "csv" => figures[0].csv().into_bytes(),
            _ => bail!(
                "{} is not the name of a chart: expected it to end in .pdf, .svg, .png or .csv",
                file.display()
            ),
        })
    }
}

/// The strategies of results and their families.
fn known_names(results: &Results) -> Vec<String> {
    let names = &results.record.strategies;
    let families = names.iter().map(|name| StrategyName::of(name).family.to_owned());
    names.iter().cloned().chain(families).collect()
}

/// Refuses looks that make two lines the same.
fn distinct(figure: &Figure, wish: &ChartWish) -> Result<()> {
    if wish.looks.is_empty() {
        return Ok(());
    }
    for (place, entry) in figure.legend.iter().enumerate() {
        if let Some(other) = figure.legend[..place].iter().find(|o| o.style == entry.style) {
            bail!(
                "{} and {} would look the same: give one another colour, marker or dash",
                other.name,
                entry.name
            );
        }
    }
    Ok(())
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
