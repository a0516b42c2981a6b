//! A* as in the textbook's programs: a priority queue, a table of the cheapest
//! path to each state reached, and every move made.

use std::collections::{BTreeMap, HashMap};

use optile_core::{
    AnyEvaluator, Board, Estimator, Evaluator, Heuristic, Meter, MoveOrder, Size, State, Stop, Task,
};
use optile_heuristics::{Misplaced, TileSum};

/// A program, identified by its treatment of ties and of costlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// The first edition's: among nodes of equal f, the one inserted last goes
    /// first. Nodes to which a cheaper path was found are dropped.
    First,
    /// The fourth edition's: among nodes of equal f, the one with the smaller g
    /// goes first. Nodes to which a cheaper path was found are still expanded.
    Fourth,
    /// The family `astar`: the larger g goes first.
    #[cfg(test)]
    Own,
}

impl Program {
    /// Orders nodes of equal f: the least key goes first.
    fn key(self, g: u32) -> u32 {
        match self {
            Self::First => 0,
            Self::Fourth => g,
            #[cfg(test)]
            Self::Own => u32::MAX - g,
        }
    }
}

/// The nodes that the search makes until it selects the goal: the start, and all
/// successors of all expanded nodes, including those of the move back.
pub(super) fn nodes<B: Board>(toward: &dyn Evaluator<B>, task: &Task<B>, program: Program) -> u64 {
    let bound = |state: &State<B>| toward.estimate_state(state);
    let goal = task.goal();
    let mut cheapest = HashMap::from([(task.start.word(), 0)]);
    // Stacks, ordered by f and by the key for ties.
    let mut open = BTreeMap::from([((bound(&task.start), program.key(0)), vec![(task.start, 0)])]);
    let mut made = 1;
    while let Some(mut stack) = open.first_entry() {
        let Some((state, g)) = stack.get_mut().pop() else {
            stack.remove();
            continue;
        };
        if state == goal {
            break;
        }
        let is_replaced = cheapest.get(&state.word()).is_some_and(|&least| least < g);
        if is_replaced && program != Program::Fourth {
            continue;
        }
        let legal = state.moves();
        for m in MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| legal.contains(m)) {
            made += 1;
            let (successor, g) = (state.successor(m), g + 1);
            let least = cheapest.entry(successor.word()).or_insert(u32::MAX);
            if *least > g {
                *least = g;
                let key = (g + bound(&successor), program.key(g));
                open.entry(key).or_default().push((successor, g));
            }
        }
    }
    made
}

/// The number of misplaced tiles, with the blank counted as a tile, as in the
/// fourth edition's program. It is not a lower bound, because one move can correct
/// two of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithBlank;

/// [`WithBlank`] toward one goal.
pub(super) struct WithBlankEstimator {
    goal_blank: usize,
    misplaced: Box<TileSum>,
}

impl Heuristic for WithBlank {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Box<dyn AnyEvaluator>, Stop> {
        let misplaced = Misplaced.estimator(size, goal_blank);
        Ok(Box::new(WithBlankEstimator { goal_blank, misplaced }))
    }
}

impl Estimator for WithBlankEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        self.misplaced.root(state) + u32::from(state.blank() != self.goal_blank)
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Meter, PathChoice};
    use optile_heuristics::Manhattan;
    use optile_testkit::random_problems;

    use super::super::edition::{EIGHT, Eight};
    use super::*;

    fn toward(heuristic: &dyn Heuristic, goal_blank: usize) -> Box<dyn AnyEvaluator> {
        heuristic.toward(EIGHT.size(), goal_blank, &mut Meter::default()).unwrap()
    }

    fn check(heuristic: &dyn Heuristic, name: &str) {
        let astar = optile::registry::all().build(name).unwrap().strategy;
        for problem in random_problems(EIGHT.size(), 4, 30, 8) {
            let task = problem.task::<Eight>(PathChoice::Any).unwrap();
            let toward = toward(heuristic, task.goal_blank);
            let toward = Eight::evaluator(&*toward);
            let mut meter = Meter::default();
            astar.solve(&problem, PathChoice::Any, &mut meter).unwrap();
            let counters = meter.counters();
            let made = nodes(toward, &task, Program::Own);
            // A move back for each node expanded but the start, which is a
            // node itself.
            assert_eq!(made, counters.generated + counters.expanded, "{name} on {problem}");
            // Every program expands all nodes below the optimal f.
            for program in [Program::First, Program::Fourth] {
                assert!(nodes(toward, &task, program) > counters.expanded_before_last);
            }
        }
    }

    #[test]
    fn the_family_astar_makes_the_same_nodes_under_its_own_rule() {
        check(&Manhattan, "astar:manhattan");
        check(&Misplaced, "astar:misplaced");
    }

    #[test]
    fn the_blank_is_misplaced_too() {
        for (problem, misplaced) in
            [("123456780", 0), ("123456708", 2), ("123450786", 2), ("867254301", 8)]
        {
            let problem: optile_core::Problem = problem.parse().unwrap();
            let task = problem.task::<Eight>(PathChoice::Any).unwrap();
            let toward = toward(&WithBlank, 8);
            let bound = Eight::evaluator(&*toward).estimate_state(&task.start);
            assert_eq!(bound, misplaced, "{problem}");
        }
    }
}
