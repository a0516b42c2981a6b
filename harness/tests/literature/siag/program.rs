//! Weighted A* and greedy search as in the authors' program, which is made with HOG2.
//!
//! Its open list is an array heap that has each state once. A node rises when a shorter path to it
//! is found, and no state is expanded twice. The heap decides the order of nodes that neither f nor
//! g tells apart. The strategies of optile have another order of these, first or last in.

use std::collections::HashMap;

use anyhow::{Context, Result};
use optile_core::{Board, Estimates, Move, State, Task, Weight};

/// The order of moves of the blank in HOG2.
const MOVES: [Move; 4] = [Move::Right, Move::Left, Move::Down, Move::Up];

/// Which open node comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// The least g + w h, and of these the largest g.
    Weighted(Weight),
    /// The least h, and of these the least g.
    Greedy,
}

impl Order {
    /// The key of a node. The least one comes first.
    fn key(self, g: u32, h: u32) -> (u32, u32) {
        match self {
            Self::Weighted(weight) => {
                let (of_h, of_g) = weight.fraction();
                (of_g * g + of_h * h, u32::MAX - g)
            }
            Self::Greedy => (h, g),
        }
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The nodes taken from the heap. The goal is one of them.
    pub(crate) expanded: u64,
    /// The length of the path.
    pub(crate) length: u32,
}

/// Searches until the goal is taken from the heap.
///
/// # Errors
///
/// If there is no path.
pub(crate) fn solve<B: Board>(
    estimates: &dyn Estimates<B>,
    task: &Task<B>,
    order: Order,
) -> Result<Outcome> {
    let mut lists = Lists { nodes: Vec::new(), places: HashMap::new(), heap: Vec::new(), order };
    lists.reach(task.start, 0, estimates);
    for expanded in 1.. {
        let node = lists.pop().context("the board has no solution")?;
        if node.state == task.goal() {
            return Ok(Outcome { expanded, length: node.g });
        }
        let legal = node.state.moves();
        for m in MOVES.into_iter().filter(|&m| legal.contains(m)) {
            lists.reach(node.state.successor(m), node.g + 1, estimates);
        }
    }
    unreachable!("a search expands fewer nodes than there are numbers")
}

#[derive(Clone, Copy)]
struct Node<B: Board> {
    state: State<B>,
    g: u32,
    h: u32,
    /// The place in the heap; `None` if the node was expanded.
    place: Option<usize>,
}

/// The open and the closed list.
struct Lists<B: Board> {
    nodes: Vec<Node<B>>,
    /// The places of states in `nodes`.
    places: HashMap<B::Word, usize>,
    /// Places in `nodes`. No node comes before the one above it.
    heap: Vec<usize>,
    order: Order,
}

impl<B: Board> Lists<B> {
    /// Takes in a path to a state, if it is the first one, or a shorter one to a state that was not
    /// expanded.
    fn reach(&mut self, state: State<B>, g: u32, estimates: &dyn Estimates<B>) {
        let number = *self.places.entry(state.word()).or_insert(self.nodes.len());
        if number == self.nodes.len() {
            let (h, place) = (estimates.of_state(&state), Some(self.heap.len()));
            self.nodes.push(Node { state, g, h, place });
            self.heap.push(number);
        } else if g >= self.nodes[number].g {
            return;
        }
        if let Some(place) = self.nodes[number].place {
            self.nodes[number].g = g;
            self.rise(place);
        }
    }

    /// Takes out the first node. The last one fills its place and sinks.
    fn pop(&mut self) -> Option<Node<B>> {
        let last = self.heap.len().checked_sub(1)?;
        self.swap(0, last);
        let number = self.heap.pop()?;
        self.nodes[number].place = None;
        self.sink();
        Some(self.nodes[number])
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.key(place) < self.key((place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    /// Of two equal nodes below, the left one rises. It also rises if it is equal to the node that
    /// sinks.
    fn sink(&mut self) {
        let mut place = 0;
        while 2 * place + 1 < self.heap.len() {
            let mut below = 2 * place + 1;
            if below + 1 < self.heap.len() && self.key(below + 1) < self.key(below) {
                below += 1;
            }
            if self.key(place) < self.key(below) {
                break;
            }
            self.swap(place, below);
            place = below;
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.heap.swap(one, other);
        for place in [one, other] {
            self.nodes[self.heap[place]].place = Some(place);
        }
    }

    /// The key of the node at a place of the heap.
    fn key(&self, place: usize) -> (u32, u32) {
        let Node { g, h, .. } = self.nodes[self.heap[place]];
        self.order.key(g, h)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Meter, PathChoice, Rect};
    use optile_heuristics::Manhattan;
    use optile_testkit::random_problems;

    use super::*;

    type Eight = Rect<3, 3>;

    #[test]
    fn the_heap_gives_the_least_key() {
        let estimator = Manhattan.estimator(Rect::<3, 3>.size(), 8);
        let estimates = Eight::estimates(&*estimator);
        let order = Order::Weighted("1.5".parse().unwrap());
        let (nodes, places, heap) = (Vec::new(), HashMap::new(), Vec::new());
        let mut lists = Lists::<Eight> { nodes, places, heap, order };
        for (count, problem) in random_problems(Rect::<3, 3>.size(), 8, 400, 5).iter().enumerate() {
            let task = problem.task::<Eight>(PathChoice::Any).unwrap();
            lists.reach(task.start, 90 - count as u32 % 40, estimates);
            lists.reach(task.start, 50 + count as u32 % 7, estimates);
            if count % 3 == 0 {
                let keys = (0..lists.heap.len()).map(|place| lists.key(place));
                let least = keys.min().unwrap();
                let node = lists.pop().unwrap();
                assert_eq!(order.key(node.g, node.h), least);
            }
        }
        let open = lists.nodes.iter().filter_map(|node| Some(lists.heap[node.place?]));
        assert!(open.eq((0..lists.nodes.len()).filter(|&n| lists.nodes[n].place.is_some())));
    }

    #[test]
    fn only_the_order_of_equal_nodes_is_another_than_that_of_optile() {
        let registry = optile::registry::all();
        let build = |name: &str| registry.build(name).unwrap().strategy;
        let orders = [
            (Order::Weighted(Weight::ONE), build("astar:manhattan")),
            (Order::Weighted("2".parse().unwrap()), build("wastar:manhattan,w=2,reopen=off")),
            (Order::Greedy, build("greedy:manhattan,ties=smaller-g-fifo")),
        ];
        for (order, strategy) in orders {
            let (mut own, mut other) = (0.0, 0.0);
            for problem in random_problems(Rect::<3, 3>.size(), 4, 300, 6) {
                let task = problem.task::<Eight>(PathChoice::Any).unwrap();
                let estimator = Manhattan.estimator(problem.size(), 4);
                let outcome = solve(Eight::estimates(&*estimator), &task, order).unwrap();
                let mut meter = Meter::default();
                let path = strategy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
                if let Order::Weighted(Weight::ONE) = order {
                    assert_eq!(outcome.length as usize, path.len(), "{problem}");
                    assert!(outcome.expanded > meter.counters().expanded_before_last, "{problem}");
                }
                own += outcome.expanded as f64 - 1.0;
                other += meter.counters().expanded as f64;
            }
            assert!((0.95..1.05).contains(&(own / other)), "{order:?}: {}", own / other);
        }
    }
}
