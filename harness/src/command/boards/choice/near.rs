//! Paths nearer to the optimum than weighted A* finds at once: a short path first, and then a proof.

use optile_core::{
    Counters, Heuristic, Limits, Meter, Path, PathChoice, Problem, Promise, Pulse, Size, Stop,
    Strategy, Weight, Workspace,
};

/// IDA* answers easy boards. For others it takes the shortest path of quick searches, and IDA* until
/// this is near enough: no path is shorter than a threshold that it begins. Without a quick path, IDA*
/// finds one.
pub(super) struct Near {
    pub(super) weight: Weight,
    /// Expansions of IDA* on a board that is easy.
    pub(super) easy: u64,
    pub(super) quick: Vec<Box<dyn Strategy>>,
    pub(super) proof: Box<dyn Strategy>,
}

impl Near {
    /// The least threshold that shows that a path of this length is near enough.
    fn enough(&self, length: usize) -> u64 {
        let (numerator, denominator) = self.weight.fraction();
        (length as u64 * u64::from(denominator)).div_ceil(u64::from(numerator))
    }
}

impl Strategy for Near {
    fn supports(&self, size: Size) -> bool {
        self.proof.supports(size)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        self.proof.heuristic()
    }

    fn promise(&self) -> Promise {
        Promise::within(self.weight)
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let limits = Limits { expanded: Some(self.easy), ..*meter.limits() };
        let mut easy = Meter::new(limits, meter.interrupt().clone());
        let end = self.proof.solve_in(problem, choice, workspace, &mut easy);
        meter.take_over(Counters { table_bytes: 0, ..*easy.counters() });
        if end != Err(Stop::Nodes) {
            return end;
        }
        let mut paths = Vec::new();
        for search in &self.quick {
            // What the search before held is gone.
            meter.begin_holding();
            match search.solve_in(problem, choice, workspace, meter) {
                Ok(path) => paths.push(path),
                Err(Stop::NotFound | Stop::Memory) => {}
                Err(stop) => return Err(stop),
            }
        }
        let path = paths.into_iter().min_by_key(Path::len);
        let enough = path.as_ref().map_or(u64::MAX, |path| self.enough(path.len()));
        let pulse = Pulse::default();
        let begun = pulse.clone();
        let is_shown = move || begun.stage().threshold >= enough;
        let proved = is_shown.clone();
        let reason = move || if proved() { Err(Stop::Time) } else { Ok(()) };
        let mut part = Meter::new(*meter.limits(), meter.interrupt().or(reason)).telling(pulse);
        part.take_over(Counters { table_bytes: 0, ..*meter.counters() });
        let end = self.proof.solve_in(problem, choice, workspace, &mut part);
        meter.take_over(*part.counters());
        match (end, path) {
            (Err(Stop::Time), Some(path)) if is_shown() => Ok(path),
            (end, _) => end,
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Arrangement;
    use optile_testkit::Oracle;

    use super::*;
    use crate::registry;

    /// A path that is not near enough is not given, and a path is never longer than it may be.
    #[test]
    fn paths_are_within_every_weight() {
        let build = |name: &str| registry::all().build(name).unwrap().strategy;
        let oracle = Oracle::eight(8);
        let goal = Arrangement::goal("3x3".parse().unwrap(), 8).unwrap();
        let mut longer = 0;
        for weight in ["1", "1.05", "1.1", "1.25", "1.4"] {
            let quick = ["wastar:manhattan,w=3", "beam:zero,width=1"].map(build).into();
            let (weight, proof) = (weight.parse().unwrap(), build("idastar:manhattan"));
            let near = Near { weight, easy: 500, quick, proof };
            for state in oracle.some_states(900) {
                let problem = Problem::new(state.arrangement(), goal).unwrap();
                let path = near.solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap();
                path.verify(&problem).unwrap();
                let optimum = oracle.distance(&state);
                assert!(near.enough(path.len()) <= u64::from(optimum), "{weight:?}: {problem}");
                longer += usize::from(path.len() > optimum as usize);
            }
        }
        assert!(longer > 0);
    }
}
