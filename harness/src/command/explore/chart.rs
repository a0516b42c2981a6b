//! The file of a chart: .svg, .png or .csv.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use optile_chart::{Figure, Sheet};
use optile_results::disk;

/// Fails if no chart can be written to this file.
pub(super) fn try_out(file: &Path) -> Result<()> {
    ending(file)?;
    disk::try_out(file).with_context(|| format!("cannot write {}", file.display()))
}

/// The ending of the file, one of those that can be drawn.
fn ending(file: &Path) -> Result<&str> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ensure!(
        matches!(ending, "svg" | "png" | "csv"),
        "{} is not the name of a chart: expected it to end in .svg, .png or .csv",
        file.display()
    );
    Ok(ending)
}

/// Writes a figure.
pub(super) fn draw(file: &Path, figure: &Figure) -> Result<()> {
    let bytes = match ending(file)? {
        "png" => figure.on(&Sheet::PAGE).png()?,
        "svg" => figure.on(&Sheet::PAGE).svg().into_bytes(),
        _ => figure.csv()?.into_bytes(),
    };
    disk::replace(file, |out| out.write_all(&bytes))
        .with_context(|| format!("cannot write {}", file.display()))
}
