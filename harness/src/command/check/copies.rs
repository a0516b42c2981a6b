//! The copies of its search on which a strategy runs.

use optile_core::{
    Arrangement, Interrupt, Limits, Meter, PathChoice, Problem, Size, Stop, Strategy,
};

/// The sizes of boards that people compare.
const SIZES: [[usize; 2]; 3] = [[3, 3], [4, 4], [5, 5]];

/// The most bytes of tables that are built only to learn this.
const BYTES: u64 = 64 << 20;

/// Says for which types of estimators the code is compiled that runs on boards of each
/// size. `None` for a strategy without a heuristic.
///
/// The search itself tells it to its meter, while it solves a board of one move.
pub(in crate::command) fn of(strategy: &dyn Strategy) -> Option<String> {
    strategy.heuristic()?;
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for [width, height] in SIZES {
        let Ok(size) = Size::new(width, height) else { continue };
        let Some(copy) = on(strategy, size) else { continue };
        match found.iter_mut().find(|(known, _)| *known == copy) {
            Some((_, sizes)) => sizes.push(size.to_string()),
            None => found.push((copy, vec![size.to_string()])),
        }
    }
    let phrases = found.iter().map(|(copy, sizes)| format!("{copy} on {}", sizes.join(", ")));
    Some(phrases.collect::<Vec<_>>().join("; "))
}

/// The copy for boards of one size, in words. `None` for a size that is not supported.
fn on(strategy: &dyn Strategy, size: Size) -> Option<String> {
    let [start, goal] = [1, 0].map(|blank| Arrangement::goal(size, blank).ok());
    let problem = Problem::new(start?, goal?).ok()?;
    let limits = Limits { bytes: Some(BYTES), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    match strategy.solve(&problem, PathChoice::Any, &mut meter) {
        Err(Stop::Unsupported(_)) => None,
        Err(_) => Some("not examined, because of large tables,".into()),
        Ok(_) => Some(match meter.copy() {
            Some(estimator) => format!("for {estimator}"),
            None => "for any estimator".into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    fn copies(name: &str) -> Option<String> {
        of(&*registry::all().build(name).unwrap().strategy)
    }

    #[test]
    fn a_heuristic_that_wraps_another_is_an_object() {
        let own = "for TileSum on 3x3, 4x4; for any estimator on 5x5";
        assert_eq!(copies("astar:manhattan").unwrap(), own);
        let wrapped = "for any estimator on 3x3, 4x4, 5x5";
        assert_eq!(copies("astar:max(manhattan,misplaced)").unwrap(), wrapped);
        let unlike = "for any estimator on 3x3; for WalkingDistanceEstimator on 4x4; \
            not examined, because of large tables, on 5x5";
        assert_eq!(copies("idastar:walking-distance").unwrap(), unlike);
        assert_eq!(copies("bfs"), None);
    }

    #[test]
    fn large_tables_are_not_built() {
        let found = copies("idastar:pdb:8-7").unwrap();
        assert!(found.contains("not examined, because of large tables, on 4x4"), "{found}");
    }
}
