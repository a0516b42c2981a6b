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

mod answer;
mod caution;
mod figures;
mod literature;
mod page;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use optile_results::Results;
use optile_results::disk;

pub(crate) use answer::{Reason, is_tie, reasons};
pub use answer::{Summary, best, note, summary};
pub use caution::cautions;
pub(crate) use figures::{capitalised, figures};
pub use literature::literature;

use crate::report::page::Page;
use crate::trial::Trials;
use optile_chart::Figure;

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

/// Draws the charts of `results` into `folder/charts` and writes
/// `folder/report.html`. The same results give the same bytes.
///
/// # Errors
///
/// When a file cannot be written.
pub fn write(folder: &Path, results: &Results) -> anyhow::Result<Written> {
    let trials = Trials::of(results);
    let charts = figures(results, &trials);
    let directory = folder.join("charts");
    fs::create_dir_all(&directory)
        .with_context(|| format!("{}: cannot be made", directory.display()))?;
    let origin = results.record.provenance();
    let mut written =
        Written { page: folder.join("report.html"), charts: Vec::new(), left_out: Vec::new() };
    let mut pictures = Vec::new();
    for chart in &charts {
        match chart {
            Ok(figure) => {
                let svg = figure.svg()?;
                written.charts.extend(save(figure, &svg, &directory, &origin)?);
                pictures.push(Ok((figure, svg)));
            }
            Err(reason) => {
                written.left_out.push(reason.clone());
                pictures.push(Err(reason.as_str()));
            }
        }
    }
    let page = Page::new(results, &trials, &pictures)?;
    put(&written.page, page.markup()?.into_string().as_bytes())?;
    Ok(written)
}

/// Writes a figure as SVG and PNG, with the numbers behind it.
///
/// # Errors
///
/// When a file cannot be written.
pub fn save(
    figure: &Figure,
    svg: &str,
    directory: &Path,
    origin: &str,
) -> anyhow::Result<[PathBuf; 3]> {
    let file = |ending: &str| directory.join(format!("{}.{ending}", figure.name));
    let files = [file("svg"), file("png"), file("csv")];
    put(&files[0], svg.as_bytes())?;
    put(&files[1], &figure.png()?)?;
    put(&files[2], figure.csv(origin)?.as_bytes())?;
    Ok(files)
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // The rows can be drawn again at any time, so this does not wait for the disk.
    disk::redraw(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}
