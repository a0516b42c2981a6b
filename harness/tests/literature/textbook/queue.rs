//! A* as in the textbook's programs: a priority queue, a table of the cheapest
//! path to each state reached, and every move made.

use std::collections::{BTreeMap, HashMap};

use optile_core::{Board, Estimates, MoveOrder, State, Task};

/// The nodes that the search makes until it selects the goal: the start, and all
/// successors of all expanded nodes, including those of the move back. Among nodes of equal
/// f, the one inserted last goes first.
pub(crate) fn nodes<B: Board>(toward: &dyn Estimates<B>, task: &Task<B>) -> u64 {
    let bound = |state: &State<B>| toward.of_state(state);
    let goal = task.goal();
    let mut cheapest = HashMap::from([(task.start.word(), 0)]);
    // Stacks, ordered by f.
    let mut open = BTreeMap::from([(bound(&task.start), vec![(task.start, 0)])]);
    let mut made = 1;
    while let Some(mut stack) = open.first_entry() {
        let Some((state, g)) = stack.get_mut().pop() else {
            stack.remove();
            continue;
        };
        if state == goal {
            break;
        }
        // A cheaper path to the state was found.
        if cheapest.get(&state.word()).is_some_and(|&least| least < g) {
            continue;
        }
        let legal = state.moves();
        for m in MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| legal.contains(m)) {
            made += 1;
            let (successor, g) = (state.successor(m), g + 1);
            let least = cheapest.entry(successor.word()).or_insert(u32::MAX);
            if *least > g {
                *least = g;
                let f = g + bound(&successor);
                open.entry(f).or_default().push((successor, g));
            }
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::HashSet;
    use std::sync::Arc;

    use optile_core::{AnyEstimator, Heuristic, Meter, PathChoice};
    use optile_heuristics::{Manhattan, Misplaced};
    use optile_testkit::random_problems;

    use super::super::{EIGHT, Eight};
    use super::*;

    fn toward(heuristic: &dyn Heuristic, goal_blank: usize) -> Arc<dyn AnyEstimator> {
        heuristic.toward(EIGHT.size(), goal_blank, &mut Meter::default()).unwrap()
    }

    /// Like [`nodes`], with ties to the largest g, but all successors go on the
    /// queue, and a state is looked up when it is selected. So does `astar`.
    fn nodes_of_astar(toward: &dyn Estimates<Eight>, task: &Task<Eight>) -> u64 {
        let mut expanded = HashSet::new();
        let any = task.start.moves();
        let mut open = BTreeMap::from([((0, Reverse(0)), vec![(task.start, any)])]);
        let mut made = 1;
        while let Some(mut stack) = open.first_entry() {
            let Reverse(g) = stack.key().1;
            let Some((state, moves)) = stack.get_mut().pop() else {
                stack.remove();
                continue;
            };
            if state == task.goal() {
                break;
            }
            // The heuristics are consistent: the first node of a state has its least g.
            if !expanded.insert(state.word()) {
                continue;
            }
            made += state.moves().len() as u64;
            for m in MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| moves.contains(m)) {
                let successor = state.successor(m);
                let place = (g + 1 + toward.of_state(&successor), Reverse(g + 1));
                let then = successor.moves().without(m.inverse());
                open.entry(place).or_default().push((successor, then));
            }
        }
        made
    }

    fn check(heuristic: &dyn Heuristic, name: &str) {
        let astar = optile::registry::all().build(name).unwrap().strategy;
        for problem in random_problems(EIGHT.size(), 4, 30, 8) {
            let task = problem.task::<Eight>(PathChoice::Any).unwrap();
            let toward = toward(heuristic, task.goal_blank);
            let toward = Eight::estimates(&*toward);
            let mut meter = Meter::default();
            astar.solve(&problem, PathChoice::Any, &mut meter).unwrap();
            let counters = meter.counters();
            // A move back for each node expanded but the start, which is a
            // node itself.
            let made = counters.generated + counters.expanded;
            assert_eq!(made, nodes_of_astar(toward, &task), "{name} on {problem}");
            // Every program expands all nodes below the optimal f.
            assert!(nodes(toward, &task) > counters.expanded_before_last);
        }
    }

    #[test]
    fn the_family_astar_makes_the_same_nodes_under_its_own_rule() {
        check(&Manhattan, "astar:manhattan");
        check(&Misplaced, "astar:misplaced");
    }
}
