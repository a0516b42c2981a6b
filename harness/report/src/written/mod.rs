//! The charts and the page of a folder of results, written into it.
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

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use optile_results::Results;
use optile_results::storage::disk;
use optile_results::storage::folder::{CHARTS, ORIGIN};
use optile_results::text::lines::one_line;

use crate::figures::{Wanted, figures, figures_as};
use crate::page::{Drawn, Page, Picture};
use crate::trial::Trials;
use crate::verdict::{Analysis, answers};
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
                written.charts.extend(save(figure, &directory)?);
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

/// These charts, and a sentence for each one that cannot be drawn.
pub fn charts(results: &Results, wanted: Wanted<'_>) -> (Vec<Figure>, Vec<String>) {
    let mut left_out = Vec::new();
    let mut drawn = Vec::new();
    let trials = Trials::of(results);
    for chart in figures_as(results, &trials, &answers(&trials), wanted) {
        match chart {
            Ok(figure) => drawn.push(figure),
            Err(reason) => left_out.push(reason),
        }
    }
    (drawn, left_out)
}

/// How the names of the files of a figure end.
const ENDINGS: [&str; 4] = [".svg", ".csv", "-85mm.pdf", "-178mm.pdf"];

/// The widths of one and of two columns of a paper, in millimetres.
const PAPERS: [f64; 2] = [85.0, 178.0];

/// Writes a figure in every format. Returns the files.
fn save(figure: &Figure, directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let [one, two] = PAPERS.map(|width| figure.on(&Sheet::paper(width)).pdf());
    let svg = figure.on(&Sheet::PAGE).svg();
    let contents = [svg.into_bytes(), figure.csv().into_bytes(), one, two];
    let files = ENDINGS.map(|ending| directory.join(format!("{}{ending}", figure.name)));
    for (file, bytes) in files.iter().zip(contents) {
        put(file, &bytes)?;
    }
    Ok(files.into())
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // The rows can be drawn again at any time, so this does not wait for the disk.
    disk::redraw(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}
