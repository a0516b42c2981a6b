//! Exploring a whole space: the estimate of its time, the chart, and the
//! checkpoint.

mod checkpoint;

use std::time::{Duration, Instant};

use anyhow::Result;
use optile_chart::{Axis, Figure, Layer, Mark, Place, Style};
use optile_core::{Meter, Size, reachable};
use optile_results::quantity::grouped;
use optile_results::unit::Unit;
use optile_retrograde::Exploration;

pub use self::checkpoint::{Checkpoint, Resumed};

/// With at most this many states, an exploration takes a moment and needs no
/// estimate.
const MOMENT: u128 = 100_000_000;

/// Columns and rows.
pub(crate) fn sides(size: Size) -> [usize; 2] {
    [size.width(), size.height()]
}

/// Estimates the time of an exploration and the greatest distance; `None` if it
/// takes only a moment.
///
/// To do so, it explores the board with one row less. Each layer costs a pass over
/// all states, so the time is assumed to grow with the states and with the
/// distances. If `radius` is not known, the distances are assumed to grow with the
/// square of the number of cells.
///
/// # Errors
///
/// If that board cannot be explored, or `meter` is interrupted.
pub fn estimate(
    size: Size,
    radius: Option<usize>,
    threads: usize,
    meter: &mut Meter,
) -> Result<Option<Estimate>> {
    let states = reachable(size);
    let (width, height) = (size.width().min(size.height()), size.width().max(size.height()));
    if states <= MOMENT || height <= 2 {
        return Ok(None);
    }
    let smaller = Size::new(width, height - 1)?;
    let begin = Instant::now();
    let mut exploration = Exploration::new(sides(smaller), smaller.cells() - 1, threads)?;
    while !exploration.is_over() {
        exploration.advance(meter)?;
    }
    let took = begin.elapsed();
    let smaller_radius = (exploration.depth_counts().len() - 1) as f64;
    let growth = (height as f64 / (height - 1) as f64).powi(2);
    let radius = radius.map_or(smaller_radius * growth, |radius| radius as f64);
    let passes = states as f64 / reachable(smaller) as f64;
    Ok(Some(Estimate {
        radius: radius.round() as usize,
        time: took.mul_f64(passes * radius / smaller_radius),
    }))
}

/// The expected time and extent of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The greatest distance.
    pub radius: usize,
    /// Wall-clock time.
    pub time: Duration,
}

/// States at each distance, as a chart.
pub(crate) fn figure(size: Size, goal_blank: usize, counts: &[u64]) -> Figure {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn small_spaces_need_no_estimate_and_larger_ones_get_a_sane_one() {
        let mut meter = Meter::default();
        assert!(estimate(size("3x3"), None, 1, &mut meter).unwrap().is_none());
        let guess = estimate(size("4x3"), None, 1, &mut meter).unwrap().unwrap();
        assert!((45..65).contains(&guess.radius), "{guess:?}");
        let known = estimate(size("3x4"), Some(53), 2, &mut meter).unwrap().unwrap();
        assert_eq!(known.radius, 53);
    }
}
