//! Paths nearer to the optimum than weighted A* finds at once: a short path first, and then a proof.

use optile_core::{
    Counters, Heuristic, Limits, Meter, Path, PathChoice, Problem, Promise, Pulse, Size, Stop,
    Strategy, Weight, Workspace,
};

/// IDA*, which shows that no path is shorter than a threshold that it begins.
pub(super) struct Proof {
    pub(super) search: Box<dyn Strategy>,
}

impl Proof {
    /// Searches until a threshold of `enough` begins, with at most so many expansions: the optimal path
    /// if that is shorter, and otherwise the last threshold.
    pub(super) fn until(
        &self,
        problem: &Problem,
        enough: u64,
        expanded: u64,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(Option<Path>, u64), Stop> {
        let pulse = Pulse::default();
        let begun = pulse.clone();
        let is_shown = move || begun.stage().threshold >= enough;
        let proved = is_shown.clone();
        let reason = move || if proved() { Err(Stop::Time) } else { Ok(()) };
        let interrupt = meter.interrupt().or(reason);
        let part = |meter: Meter| meter.checking(interrupt).telling(pulse.clone());
        let end = match part_of(&*self.search, problem, expanded, workspace, meter, part) {
            Err(Stop::Time) if is_shown() => None,
            end => end?,
        };
        Ok((end, pulse.stage().threshold))
    }
}

/// The path of a search of at most so many expansions, if it finds one.
pub(super) fn limited(
    search: &dyn Strategy,
    problem: &Problem,
    expanded: u64,
    workspace: &mut Workspace,
    meter: &mut Meter,
) -> Result<Option<Path>, Stop> {
    // What the search before held is gone.
    meter.begin_holding();
    match part_of(search, problem, expanded, workspace, meter, |part| part) {
        Err(Stop::NotFound | Stop::Memory) => Ok(None),
        end => end,
    }
}

/// The same, with its meter changed.
fn part_of(
    search: &dyn Strategy,
    problem: &Problem,
    expanded: u64,
    workspace: &mut Workspace,
    meter: &mut Meter,
    changed: impl FnOnce(Meter) -> Meter,
) -> Result<Option<Path>, Stop> {
    let whole = meter.limits().expanded.unwrap_or(u64::MAX);
    let most = meter.counters().expanded.saturating_add(expanded);
    let limits = Limits { expanded: Some(most.min(whole)), ..*meter.limits() };
    let mut part = changed(Meter::new(limits, meter.interrupt().clone()));
    part.take_over(Counters { table_bytes: 0, ..*meter.counters() });
    let end = search.solve_in(problem, PathChoice::Any, workspace, &mut part);
    meter.take_over(*part.counters());
    match end {
        Err(Stop::Nodes) if most < whole => Ok(None),
        end => end.map(Some),
    }
}

/// The least threshold that shows that a path of this length is near enough.
pub(super) fn enough(weight: Weight, length: usize) -> u64 {
    let (numerator, denominator) = weight.fraction();
    (length as u64 * u64::from(denominator)).div_ceil(u64::from(numerator))
}

/// IDA* answers easy boards. For others it takes the shortest path of quick searches, and IDA* until
/// this is near enough. Without a quick path, IDA* finds one.
pub(super) struct Near {
    pub(super) weight: Weight,
    /// Expansions of IDA* on a board that is easy.
    pub(super) easy: u64,
    pub(super) quick: Vec<Box<dyn Strategy>>,
    pub(super) proof: Proof,
}

impl Strategy for Near {
    fn supports(&self, size: Size) -> bool {
        self.proof.search.supports(size)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        self.proof.search.heuristic()
    }

    fn promise(&self) -> Promise {
        Promise::within(self.weight)
    }

    fn solve_in(
        &self,
        problem: &Problem,
        _: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if let (Some(path), _) = self.proof.until(problem, u64::MAX, self.easy, workspace, meter)? {
            return Ok(path);
        }
        let mut paths = Vec::new();
        for search in &self.quick {
            paths.extend(limited(&**search, problem, u64::MAX, workspace, meter)?);
        }
        let path = paths.into_iter().min_by_key(Path::len);
        let enough = path.as_ref().map_or(u64::MAX, |path| enough(self.weight, path.len()));
        let (optimal, _) = self.proof.until(problem, enough, u64::MAX, workspace, meter)?;
        optimal.or(path).ok_or(Stop::Nodes)
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
            let near = Near { weight, easy: 500, quick, proof: Proof { search: proof } };
            for state in oracle.some_states(900) {
                let problem = Problem::new(state.arrangement(), goal).unwrap();
                let path = near.solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap();
                path.verify(&problem).unwrap();
                let optimum = oracle.distance(&state);
                assert!(enough(weight, path.len()) <= u64::from(optimum), "{weight:?}: {problem}");
                longer += usize::from(path.len() > optimum as usize);
            }
        }
        assert!(longer > 0);
    }
}
