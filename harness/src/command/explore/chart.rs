//! The file of a chart: .svg, .png or .csv.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use optile_chart::{Axis, Figure, Layer, Mark, Place, Sheet, Style};
use optile_core::Size;
use optile_results::disk;
use optile_results::quantity::grouped;
use optile_results::unit::Unit;

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
        _ => figure.csv().into_bytes(),
    };
    disk::replace(file, |out| out.write_all(&bytes))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// States at each distance, as a chart.
pub(super) fn figure(size: Size, goal_blank: usize, counts: &[u64]) -> Figure {
    let place = |(depth, &count): (usize, &u64)| (Place::At(depth as f64), Place::At(count as f64));
    let points: Vec<_> = counts.iter().enumerate().map(place).collect();
    let style = Style::at(0);
    let states: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    let mut numbers = vec![vec!["distance".to_owned(), "states".to_owned()]];
    numbers
        .extend(counts.iter().enumerate().map(|(d, count)| vec![d.to_string(), count.to_string()]));
    Figure {
        name: format!("states-{size}"),
        title: format!("States of {size} at each distance"),
        subtitle: format!(
            "{} states; the goal's blank is at cell {goal_blank}.",
            grouped(&states.to_string())
        ),
        caption: String::new(),
        x: Axis::linear("distance, moves", Unit::Count, (0..counts.len()).map(|d| d as f64)),
        y: Axis::logarithmic("states", Unit::Count, counts.iter().map(|&count| count as f64)),
        layers: vec![
            Layer::new(Mark::Line, style, points.clone()),
            Layer::new(Mark::Markers, style, points),
        ],
        numbers,
        ..Figure::default()
    }
}
