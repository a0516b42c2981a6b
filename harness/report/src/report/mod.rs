//! The table, the charts and the page of a folder of results.
//!
//! # The main decision
//!
//! A report knows only the result files. It runs no search, reads no clock and
//! uses no registry. So the report of a run can be drawn again years later, on
//! another machine and with better charts, and the same files give the same
//! bytes.
//!
//! Rows become trials (the samples of a strategy on an instance), and trials
//! become lines of the table and figures. Only the last step rounds.

mod analysis;
mod answer;
mod caution;
mod figures;
mod page;
mod published;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use optile_results::Results;
use optile_results::disk;
use optile_results::folder::{CHARTS, ORIGIN};
use optile_results::lines::one_line;

pub use analysis::Analysis;
pub use answer::{Answer, Class, Division, Summary, classes, note, terminal_table};
pub(crate) use answer::{
    Column, answers, page_table, paper_table, summary, table, time_ratios, words,
};
pub(crate) use caution::{cautions, programs};
pub(crate) use figures::figures;
pub use figures::{Average, Relation};
pub(crate) use published::{literature, published};

pub(crate) use crate::report::page::POLICY;
use crate::report::page::{Drawn, Page, Picture};
use crate::trial::Trials;
use optile_chart::{Figure, Sheet};

/// The files that [`write()`] made.
#[derive(Clone, Debug)]
pub struct Written {
    /// The page.
    pub page: PathBuf,
    /// The charts and the numbers behind them.
    pub charts: Vec<PathBuf>,
    /// For each chart that is left out, a sentence that says why.
    pub left_out: Vec<String>,
}

/// Draws the charts of results into `folder/charts` and writes
/// `folder/report.html`. The same results give the same bytes.
///
/// # Errors
///
/// When a file cannot be written.
pub fn write(folder: &Path, analysis: &Analysis<'_>) -> anyhow::Result<Written> {
    let mut charts = figures(analysis);
    let directory = folder.join(CHARTS);
    disk::make_own_folder(&directory)
        .with_context(|| format!("{}: cannot be made", directory.display()))?;
    let names = |figure: &Figure| ENDINGS.map(|ending| format!("{}{ending}\n", figure.name));
    let names: String = charts.iter().flatten().flat_map(names).collect();
    // How the charts were made, and the names by which their files are found again. Tables have no
    // comments, because most programs read them as data.
    let origin = one_line(&analysis.results.record.provenance());
    let list = |names: &str| put(&directory.join(ORIGIN), format!("{origin}\n{names}").as_bytes());
    // Until all are drawn, the names of all that may be there.
    list(&names)?;
    let mut written =
        Written { page: folder.join("report.html"), charts: Vec::new(), left_out: Vec::new() };
    for chart in &mut charts {
        match chart {
            Ok(figure) => {
                written.charts.extend(save_all(figure, &directory)?);
                // The page does without them, and there may be one for each run.
                figure.numbers = [].into();
            }
            Err(reason) => written.left_out.push(reason.clone()),
        }
    }
    let names = written.charts.iter().filter_map(|path| path.file_name()?.to_str());
    list(&names.map(|name| format!("{name}\n")).collect::<String>())?;
    let pictures: Vec<Picture<'_>> =
        charts.iter().map(|chart| chart.as_ref().map(Drawn::of).map_err(String::as_str)).collect();
    let page = Page::new(analysis, &pictures).markup()?;
    put(&written.page, page.into_string().as_bytes())?;
    Ok(written)
}

/// The charts of one relation, for all board sizes, or every chart of a report, and a sentence
/// for each one that cannot be drawn.
pub fn charts(results: &Results, relation: Option<Relation>) -> (Vec<Figure>, Vec<String>) {
    let mut left_out = Vec::new();
    let mut drawn = Vec::new();
    for chart in figures::figures_as(results, &Trials::of(results), relation) {
        match chart {
            Ok(figure) => drawn.push(figure),
            Err(reason) => left_out.push(reason),
        }
    }
    (drawn, left_out)
}

/// How the names of the files of a figure end.
const ENDINGS: [&str; 5] = [".svg", ".png", ".csv", "-85mm.pdf", "-178mm.pdf"];

/// The widths of one and of two columns of a paper, in millimetres.
const PAPERS: [f64; 2] = [85.0, 178.0];

/// Writes a figure in every format. Returns the files.
fn save_all(figure: &Figure, directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    // The page can show hidden lines, its files cannot.
    let mut files = save(figure, directory)?;
    let mut save = |ending: String, bytes: &[u8]| {
        files.push(directory.join(format!("{}{ending}", figure.name)));
        put(&files[files.len() - 1], bytes)
    };
    for width in PAPERS {
        save(format!("-{width}mm.pdf"), &figure.on(&Sheet::paper(width)).pdf())?;
    }
    Ok(files)
}

/// Writes a figure as SVG and PNG, and the numbers behind it. Returns the files.
fn save(figure: &Figure, directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let drawing = figure.on(&Sheet::PAGE);
    let file = |ending: &str| directory.join(format!("{}.{ending}", figure.name));
    let files = vec![file("svg"), file("png"), file("csv")];
    put(&files[0], drawing.svg().as_bytes())?;
    put(&files[1], &drawing.png()?)?;
    put(&files[2], figure.csv().as_bytes())?;
    Ok(files)
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // The rows can be drawn again at any time, so this does not wait for the disk.
    disk::redraw(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}
