//! The estimate of an exploration's time.

use std::time::{Duration, Instant};

use optile_core::{Interrupt, Size, reachable};
use optile_retrograde::{Exploration, ExplorationError};

/// With at most this many states, an exploration takes a moment and needs no
/// estimate.
const MOMENT: u128 = 100_000_000;

/// Estimates the time of an exploration and the greatest distance; `None` if it
/// takes only a moment.
///
/// To do so, it explores the board with one row less. Each layer costs a pass over
/// all states, so the time is assumed to grow with the states and with the
/// distances. If `radius` is not known, the distances are assumed to grow with the
/// square of the number of cells.
pub(super) fn estimate(
    size: Size,
    radius: Option<usize>,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Option<Estimate>, ExplorationError> {
    let states = reachable(size);
    let (width, height) = (size.width().min(size.height()), size.width().max(size.height()));
    if states <= MOMENT || height <= 2 {
        return Ok(None);
    }
    let smaller = [width, height - 1];
    let begin = Instant::now();
    let mut exploration = Exploration::alone(smaller, width * (height - 1) - 1, threads)?;
    exploration.finish(interrupt)?;
    let took = begin.elapsed();
    let smaller_radius = (exploration.depth_counts().len() - 1) as f64;
    let growth = (height as f64 / (height - 1) as f64).powi(2);
    let radius = radius.map_or(smaller_radius * growth, |radius| radius as f64);
    let passes = states as f64 / Exploration::states(smaller) as f64;
    Ok(Some(Estimate {
        radius: radius.round() as usize,
        time: took.mul_f64(passes * radius / smaller_radius),
    }))
}

/// The expected time and extent of an exploration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The greatest distance.
    pub(super) radius: usize,
    /// Wall-clock time.
    pub(super) time: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn small_spaces_need_no_estimate_and_larger_ones_get_a_sane_one() {
        let interrupt = Interrupt::default();
        assert!(estimate(size("3x3"), None, 1, &interrupt).unwrap().is_none());
        let guess = estimate(size("4x3"), None, 1, &interrupt).unwrap().unwrap();
        assert!((45..65).contains(&guess.radius), "{guess:?}");
        let known = estimate(size("3x4"), Some(53), 2, &interrupt).unwrap().unwrap();
        assert_eq!(known.radius, 53);
    }
}
