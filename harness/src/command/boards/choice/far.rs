//! Paths for boards of which no table is at hand: a quick path, shorter parts of it, and then a proof.

use anyhow::Result;
use optile_core::{
    Heuristic, Meter, Path, PathChoice, Problem, Promise, Size, Stop, Strategy, Weight, Workspace,
};

use super::near::{Proof, enough, limited};

/// The heuristic of all searches. It needs no table.
pub(super) const HEURISTIC: &str = "linear-conflict";

/// IDA* answers easy boards. For others, one search after the other looks for a path, whose parts are
/// replaced by shorter ones. After each of them, IDA* shows for a while how long an optimal path is at
/// least, until the shortest path is near enough.
pub(super) struct Far {
    weight: Weight,
    /// Expansions of IDA* on a board that is easy.
    easy: u64,
    tries: Vec<Try>,
    proof: Proof,
}

/// A search for a path.
struct Try {
    search: Box<dyn Strategy>,
    /// Its expansions.
    expanded: u64,
    /// Those of IDA* after it.
    proof: u64,
}

/// See [`Far::easy`]: ten milliseconds.
const EASY: u64 = 100_000;

/// How many moves the parts have that are shortened.
const PARTS: [usize; 4] = [20, 30, 40, 50];

/// Expansions of IDA* that may show that a part has no shorter path.
const PART: u64 = 20_000;

impl Far {
    /// All its searches, each after those that take less time.
    pub(super) fn new(
        weight: Weight,
        build: impl Fn(&str) -> Result<Box<dyn Strategy>>,
    ) -> Result<Self> {
        let curved = |weight| format!("wastar:{HEURISTIC},w={weight},curve=xdp");
        let beam = |width| format!("beam:{HEURISTIC},width={width}");
        let tries = [
            (curved(weight.max("1.7".parse()?)), 1_000_000, 0),
            (curved("1.5".parse()?), 1_000_000, 3_000_000),
            (beam(4_000), u64::MAX, 10_000_000),
            (curved("1.4".parse()?), 5_000_000, 30_000_000),
            (beam(20_000), u64::MAX, 100_000_000),
            (curved(weight), 20_000_000, u64::MAX),
        ];
        let tries = tries.into_iter().map(|(name, expanded, proof)| {
            anyhow::Ok(Try { search: build(&name)?, expanded, proof })
        });
        let proof = Proof { search: build(&format!("idastar:{HEURISTIC}"))? };
        Ok(Self { weight, easy: EASY, tries: tries.collect::<Result<_>>()?, proof })
    }

    /// Whether nothing but what the search promises shows that its paths are near enough.
    fn is_promised(&self, search: &dyn Strategy) -> bool {
        match search.promise() {
            Promise::Optimal => true,
            Promise::Within(weight) => weight <= self.weight,
            Promise::AnyPath | Promise::MayFail => false,
        }
    }

    /// The same path, or a shorter one.
    fn shortened(
        &self,
        problem: &Problem,
        path: &Path,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut moves = path.moves().to_vec();
        for most in PARTS {
            let (mut first, mut unchanged) = (0, 0);
            while unchanged < moves.len() {
                let end = (first + most).min(moves.len());
                let at = |end: usize| Path::new(moves[..end].to_vec()).replay(problem.start()).ok();
                let part = at(first).zip(at(end)).and_then(|(a, b)| Problem::new(a, b).ok());
                let Some(part) = part else { break };
                let enough = (end - first) as u64;
                match self.proof.until(&part, enough, PART, workspace, meter)?.0 {
                    Some(shorter) if shorter.len() < end - first => {
                        moves.splice(first..end, shorter.moves().iter().copied());
                        // What is before it may be shortened now.
                        (first, unchanged) = (first.saturating_sub(most), 0);
                    }
                    _ => {
                        let step = most / 5;
                        unchanged += step;
                        first = if end == moves.len() { 0 } else { first + step };
                    }
                }
            }
        }
        Ok(Path::new(moves))
    }
}

impl Strategy for Far {
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
        let (optimal, mut least) =
            self.proof.until(problem, u64::MAX, self.easy, workspace, meter)?;
        if let Some(path) = optimal {
            return Ok(path);
        }
        let mut best: Option<Path> = None;
        for Try { search, expanded, proof } in &self.tries {
            if let Some(path) = limited(&**search, problem, *expanded, workspace, meter)? {
                if self.is_promised(&**search) || enough(self.weight, path.len()) <= least {
                    return Ok(path);
                }
                let path = self.shortened(problem, &path, workspace, meter)?;
                best = best.into_iter().chain([path]).min_by_key(Path::len);
            }
            let enough = best.as_ref().map_or(u64::MAX, |path| enough(self.weight, path.len()));
            if enough > least {
                let (optimal, shown) =
                    self.proof.until(problem, enough, *proof, workspace, meter)?;
                if let Some(path) = optimal {
                    return Ok(path);
                }
                least = least.max(shown);
            }
            if let Some(path) = best.take_if(|_| enough <= least) {
                return Ok(path);
            }
        }
        // The last proof ends with a path, unless a limit ends it.
        Err(Stop::Nodes)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Arrangement;
    use optile_testkit::{Oracle, random_problem, walk};
    use proptest::prelude::{prop, proptest};

    use super::*;
    use crate::registry;

    fn build(name: &str) -> Result<Box<dyn Strategy>> {
        Ok(registry::all().build(name)?.strategy)
    }

    /// With so few expansions for each part of the search, all of them are needed.
    fn poor(weight: Weight) -> Far {
        let tries = [
            ("wastar:linear-conflict,w=5", 3, 0),
            ("beam:linear-conflict,width=2", u64::MAX, 20),
            ("greedy:linear-conflict", u64::MAX, 50),
            ("wastar:linear-conflict,w=1.5", 20, u64::MAX),
        ];
        let tries = tries.map(|(name, expanded, proof)| Try {
            search: build(name).unwrap(),
            expanded,
            proof,
        });
        let proof = Proof { search: build("idastar:linear-conflict").unwrap() };
        Far { weight, easy: 10, tries: tries.into(), proof }
    }

    /// How many moves a path is above the optimum. It must be near enough.
    fn above(far: &Far, problem: &Problem, optimum: u64) -> u64 {
        let path = far.solve(problem, PathChoice::Any, &mut Meter::default()).unwrap();
        path.verify(problem).unwrap();
        let (length, weight) = (path.len() as u64, far.weight);
        assert!(far.promise().is_kept(length, optimum), "{length}, {weight}: {problem}");
        length - optimum
    }

    #[test]
    fn paths_are_within_every_weight_and_some_are_not_optimal() {
        let oracle = Oracle::eight(8);
        let goal = Arrangement::goal("3x3".parse().unwrap(), 8).unwrap();
        let sums = ["1", "1.1", "1.3", "2"].map(|weight| {
            let far = poor(weight.parse().unwrap());
            let boards = oracle.some_states(900);
            let sum = boards.into_iter().map(|state| {
                let problem = Problem::new(state.arrangement(), goal).unwrap();
                above(&far, &problem, oracle.distance(&state).into())
            });
            sum.sum::<u64>()
        });
        assert!(sums[0] == 0 && sums[3] > 0, "{sums:?}");
    }

    proptest! {
        #[test]
        fn paths_are_within_the_weight_on_random_boards(
            hundredths in 100u32..250,
            seed: u64,
            size in prop::sample::select(vec!["3x3", "4x3", "2x5", "4x4"]),
        ) {
            let size: Size = size.parse().unwrap();
            let far = poor(format!("{}.{:02}", hundredths / 100, hundredths % 100).parse().unwrap());
            let problem = match size.cells() {
                16 => walk(&Arrangement::goal(size, 15).unwrap(), 60, seed),
                cells => random_problem(size, seed as usize % cells, seed),
            };
            let optimal = build("astar:linear-conflict").unwrap();
            let optimum = optimal.solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap();
            above(&far, &problem, optimum.len() as u64);
        }
    }

    #[test]
    fn a_path_that_is_one_part_becomes_optimal() {
        let (far, oracle) = (poor(Weight::ONE), Oracle::eight(8));
        let goal = Arrangement::goal("3x3".parse().unwrap(), 8).unwrap();
        let (mut shortened, mut longer) = (0, 0);
        for state in oracle.some_states(900) {
            let problem = Problem::new(state.arrangement(), goal).unwrap();
            let (mut workspace, mut meter) = (Workspace::default(), Meter::default());
            let greedy = build("greedy:linear-conflict").unwrap();
            let path = greedy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
            let length = path.len();
            let path = far.shortened(&problem, &path, &mut workspace, &mut meter).unwrap();
            path.verify(&problem).unwrap();
            if path.len() <= PARTS[3] {
                assert_eq!(path.len() as u64, u64::from(oracle.distance(&state)), "{problem}");
            } else {
                longer += 1;
            }
            shortened += usize::from(path.len() < length);
        }
        assert!(shortened > 10 * longer);
    }
}
