//! Recursive best-first search: nodes in the order of best-first search, with memory for one path (R.
//! E. Korf, Linear-space best-first search, Artificial Intelligence 62, 1993).
//!
//! The search follows the child with the least f, as long as no node beside the path has a lower one.
//! Then it returns, and keeps of the subtree that it leaves only the least f of its leaves, the
//! *stored value* of the child. If this child is the best one again, its subtree is made again. A node
//! with a stored value above its own f was expanded before: its expansion counts as reopened.
//!
//! A node is expanded only if no other node on or beside the path has a lower f. So the goal is
//! expanded with its least f, and the path is optimal if the heuristic is admissible. It need not be
//! consistent: a subtree keeps the stored value of its root as a lower bound.
//!
//! The successor that takes the last move back is never made. Of children with equal values, the one
//! comes first that was made or left first.
//!
//! What this page uses is explained in [`optile_core::for_strategies`].
#![forbid(unsafe_code)]
use std::sync::Arc;

use optile_core::{
    Board, Estimates, Expansion, Family, Heuristic, Meter, Move, Path, PathChoice, Search, State,
    Stop, Takes, Task, Workspace,
};

struct Recursive(Arc<dyn Heuristic>);

impl Search for Recursive {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.0)
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if task.choice != PathChoice::Any {
            return Err(Stop::Unsupported("the smallest path".into()));
        }
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.0, size, task.goal_blank, meter)?;
        let estimates = B::estimates(&*estimator);
        meter.evaluate(1);
        meter.hold_open(1);
        meter.reach(0);
        let f = estimates.of_state(&task.start);
        let root = Node { state: task.start, m: None, f, stored: f };
        let mut on_path = OnPath { goal: task.goal(), estimates, moves: Vec::new(), held: 1 };
        match on_path.visit(&root, NEVER, meter)? {
            Visit::Found => Ok(Path::new(on_path.moves)),
            Visit::Left(_) => Err(Stop::Unsolvable),
        }
    }
}

/// The value of a node through which no path leads.
const NEVER: u32 = u32::MAX;

struct Node<B: Board> {
    state: State<B>,
    /// The move that made it.
    m: Option<Move>,
    f: u32,
    stored: u32,
}

/// How the search leaves a node.
enum Visit {
    /// At the goal.
    Found,
    /// With this stored value.
    Left(u32),
}

/// The path to the present node.
struct OnPath<'a, B: Board> {
    goal: State<B>,
    estimates: &'a dyn Estimates<B>,
    moves: Vec<Move>,
    /// Nodes on and beside the path.
    held: u64,
}

impl<B: Board> OnPath<'_, B> {
    /// Searches below a node at the end of `moves`, as long as the least value is within `bound`.
    fn visit(&mut self, node: &Node<B>, bound: u32, meter: &mut Meter) -> Result<Visit, Stop> {
        if node.state == self.goal {
            return Ok(Visit::Found);
        }
        let g = self.moves.len() as u32;
        meter.expand(|| Expansion::new(&node.state, g).with_h(node.f - g))?;
        if node.stored > node.f {
            meter.reopen();
        }
        let mut children = self.children(node, meter);
        self.held += children.len() as u64;
        // The nodes of the path do not wait.
        meter.hold_open(self.held - u64::from(g) - 1);
        meter.reach(g + u32::from(!children.is_empty()));
        meter.allow(self.held * 64)?;
        meter.hold(self.held, self.held * 64);
        let stored = loop {
            // The sort keeps the order of equal values.
            children.sort_by_key(|child| child.stored);
            let (best, others) = match children.split_first_mut() {
                Some((best, others)) if best.stored <= bound && best.stored < NEVER => {
                    (best, others)
                }
                Some((best, _)) => break best.stored,
                None => break NEVER,
            };
            let next = others.first().map_or(NEVER, |other| other.stored);
            self.moves.extend(best.m);
            match self.visit(best, bound.min(next), meter)? {
                Visit::Found => return Ok(Visit::Found),
                Visit::Left(stored) => best.stored = stored,
            }
            self.moves.pop();
        };
        self.held -= children.len() as u64;
        Ok(Visit::Left(stored))
    }

    /// The children of a node, which have been there before if its stored value is above its f.
    fn children(&self, node: &Node<B>, meter: &mut Meter) -> Vec<Node<B>> {
        let moves = node.state.moves().filter(|m| node.m != Some(m.inverse()));
        let children = moves.map(|m| {
            meter.generate(1);
            meter.evaluate(1);
            let state = node.state.successor(m);
            let f = self.moves.len() as u32 + 1 + self.estimates.of_state(&state);
            let stored = if node.stored > node.f { f.max(node.stored) } else { f };
            Node { state, m: Some(m), f, stored }
        });
        children.collect()
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "rbfs",
    about: "recursive best-first search: best-first order with memory for one path",
    heuristics: Takes::Every,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(Recursive(heuristics.of(spec)?))),
};

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::{Meter, Problem, Rect, Strategy};
    use optile_heuristics::{Manhattan, Misplaced};
    use optile_testkit::{Patchy, random_problems, shortest_path};

    use super::*;

    type Eight = State<Rect<3, 3>>;

    fn solve(heuristic: Arc<dyn Heuristic>, problem: &Problem) -> (usize, Meter) {
        let mut meter = Meter::default();
        let path = Recursive(heuristic).solve(problem, PathChoice::Any, &mut meter).unwrap();
        assert!(path.verify(problem).is_ok());
        (path.len(), meter)
    }

    /// The function of R. E. Korf's paper, with a table of stored values for all paths from the start
    /// in place of values that are passed along. `open` is how many nodes wait, now and at most. Returns the
    /// stored value, or `None` at the goal.
    fn korf(
        path: &[Move],
        state: Eight,
        [f, stored, bound]: [u32; 3],
        h: &dyn Fn(&Eight) -> Option<u32>,
        counts: &mut HashMap<Vec<Move>, u64>,
        open: &mut [u64; 2],
    ) -> Option<u32> {
        h(&state)?;
        *counts.entry(path.to_vec()).or_default() += 1;
        let mut children = Vec::new();
        for m in state.moves().filter(|m| path.last() != Some(&m.inverse())) {
            let child = state.successor(m);
            let own = path.len() as u32 + 1 + h(&child).unwrap_or(0);
            open[0] += 1;
            children.push((if f < stored { stored.max(own) } else { own }, m, child, own));
        }
        // This node does not wait any more.
        open[0] -= 1;
        open[1] = open[1].max(open[0]);
        loop {
            // The first of the least values, in the order in which they got them.
            children.sort_by_key(|child| child.0);
            if children[0].0 > bound {
                open[0] -= children.len() as u64 - 1;
                return Some(children[0].0);
            }
            let (value, m, child, own) = children.remove(0);
            let other = children.first().map_or(u32::MAX, |child| child.0);
            let longer = [path, &[m]].concat();
            let left = korf(&longer, child, [own, value, bound.min(other)], h, counts, open)?;
            children.insert(0, (left, m, child, own));
        }
    }

    #[test]
    fn counts_are_those_of_the_paper_and_repeated_paths_are_reopened() {
        let heuristics: [Arc<dyn Heuristic>; 3] =
            [Arc::new(Manhattan), Arc::new(Misplaced), Arc::new(Patchy)];
        let mut reopened = 0;
        for problem in random_problems(Rect::<3, 3>.size(), 4, 30, 4) {
            let length = shortest_path(&problem).unwrap().len();
            for heuristic in heuristics.iter().filter(|_| length <= 20) {
                let (found, meter) = solve(heuristic.clone(), &problem);
                assert_eq!(found, length, "{heuristic:?} on {problem}");
                let task = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap();
                let estimator = heuristic.toward(problem.size(), 4, &mut Meter::default()).unwrap();
                let estimates = Rect::<3, 3>::estimates(&*estimator);
                // The goal has no value, which ends the search.
                let h = |state: &Eight| (*state != task.goal()).then(|| estimates.of_state(state));
                let f = h(&task.start).unwrap();
                let (mut counts, mut open) = (HashMap::new(), [1; 2]);
                korf(&[], task.start, [f, f, u32::MAX], &h, &mut counts, &mut open);
                // Each path that is expanded has children.
                let deepest = counts.keys().map(|path| path.len() as u64 + 1).max();
                let (all, distinct) = (counts.values().sum::<u64>(), counts.len() as u64);
                let counters = meter.counters();
                assert_eq!((counters.expanded, counters.reopened), (all, all - distinct));
                assert_eq!((counters.peak_open, counters.deepest), (Some(open[1]), deepest));
                reopened += counters.reopened;
            }
        }
        assert!(reopened > 0);
    }
}
