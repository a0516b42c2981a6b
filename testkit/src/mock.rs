//! A strategy with chosen behaviour.

use optile_core::{
    Expansion, Meter, Path, PathChoice, Problem, Rect, Size, State, Stop, Strategy, Workspace,
};

use crate::shortest_path;

/// What a [`Mock`] answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Behaviour {
    /// An optimal path.
    Right,
    /// A path that reaches the goal with two moves too many.
    TooLong,
    /// A path that ends elsewhere.
    Elsewhere,
    /// No path, for this reason.
    Stops(Stop),
    /// A panic.
    Panics,
    /// Expands until the meter stops it.
    Endless,
}

/// A strategy with a chosen behaviour and chosen counters, so that tests of
/// code around strategies are instant and exact.
#[derive(Clone, Debug)]
pub struct Mock {
    /// What it answers.
    pub behaviour: Behaviour,
    /// The expansions that it reports. It reports twice as many generated
    /// nodes, and one that it holds.
    pub expanded: u64,
}

impl Mock {
    /// A mock of this behaviour that reports ten expansions.
    pub fn new(behaviour: Behaviour) -> Self {
        Self { behaviour, expanded: 10 }
    }
}

/// A path with two additional moves at its beginning, there and back.
fn with_detour(problem: &Problem, path: &Path) -> Path {
    let there = optile_core::Move::ALL
        .into_iter()
        .find(|&m| Path::new(vec![m]).replay(problem.start()).is_ok());
    there.into_iter().flat_map(|m| [m, m.inverse()]).chain(path.moves().iter().copied()).collect()
}

/// Counts an expansion, of no state in particular.
fn expand(meter: &mut Meter) -> Result<(), Stop> {
    meter.expand(|| Expansion::new(&State::goal(Rect::<3, 3>, 0), 0))
}

impl Strategy for Mock {
    fn supports(&self, _size: Size) -> bool {
        true
    }

    fn solve_in(
        &self,
        problem: &Problem,
        _choice: PathChoice,
        _workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let right = || shortest_path(problem).ok_or(Stop::Unsolvable);
        for _ in 0..self.expanded {
            expand(meter)?;
            meter.generate(2);
            meter.hold(1, 0);
        }
        match &self.behaviour {
            Behaviour::Right => right(),
            Behaviour::TooLong => Ok(with_detour(problem, &right()?)),
            Behaviour::Elsewhere => Ok(right()?.moves().iter().copied().skip(1).collect()),
            Behaviour::Stops(stop) => Err(stop.clone()),
            Behaviour::Panics => panic!("the mock was told to panic"),
            Behaviour::Endless => loop {
                expand(meter)?;
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mocks_behave_as_told() {
        let problem: Problem = "123456708".parse().unwrap();
        let solve = |behaviour| {
            Mock::new(behaviour).solve(&problem, PathChoice::Any, &mut Meter::default())
        };
        assert!(solve(Behaviour::Right).unwrap().verify(&problem).is_ok());
        let long = solve(Behaviour::TooLong).unwrap();
        assert!(long.verify(&problem).is_ok() && long.len() == 3);
        assert!(solve(Behaviour::Elsewhere).unwrap().verify(&problem).is_err());
        assert_eq!(solve(Behaviour::Stops(Stop::Memory)), Err(Stop::Memory));
    }
}
