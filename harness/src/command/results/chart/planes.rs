//! The planes of the searches that were traced.

use anyhow::{Result, ensure};
use optile_chart::Figure;

/// The kind of chart that has a panel for each strategy.
pub(super) const KIND: &str = "plane";

/// The planes of all strategies.
pub(super) fn planes(figures: Vec<Figure>) -> Result<Vec<Figure>> {
    let is_plane = |figure: &Figure| figure.name.starts_with("plane-");
    let planes: Vec<Figure> = figures.into_iter().filter(is_plane).collect();
    ensure!(
        !planes.is_empty(),
        "no search was traced: name an instance to trace in the suite, such as trace = \"1\", and \
         run it again"
    );
    Ok(planes)
}
