//! Breadth-first search as textbooks print it: a queue and a hash map.
//!
//! What it uses is explained in [`optile_core::for_strategies`].
use std::collections::{HashMap, VecDeque, hash_map::Entry};

use optile_core::{Board, Expansion, Family, Meter, Move, MoveOrder, Path, Search, Stop, Takes, Task, Workspace};

struct BreadthFirst;

impl Search for BreadthFirst {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut came_by = HashMap::from([(task.start.word(), None)]);
        let mut open = VecDeque::from([(task.start, 0)]);
        while let Some((state, g)) = open.pop_front() {
            let last: Option<Move> = came_by[&state.word()];
            if state == task.goal() {
                let (mut state, mut moves) = (state, Vec::new());
                while let Some(m) = came_by[&state.word()] {
                    state.undo(m);
                    moves.push(m);
                }
                return Ok(moves.into_iter().rev().collect());
            }
            meter.expand(|| Expansion::new(&state, g))?;
            for m in MoveOrder::LEXICOGRAPHIC.moves() {
                if !state.moves().contains(m) || last.is_some_and(|last| m == last.inverse()) {
                    continue;
                }
                meter.generate(1);
                let successor = state.successor(m);
                match came_by.entry(successor.word()) {
                    Entry::Occupied(_) => meter.duplicate(),
                    Entry::Vacant(slot) => {
                        slot.insert(Some(m));
                        open.push_back((successor, g + 1));
                    }
                }
            }
            let bytes = (came_by.len() * 64) as u64;
            meter.allow(bytes)?;
            meter.hold(came_by.len() as u64, bytes);
        }
        Err(Stop::Unsolvable)
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "textbook",
    about: "breadth-first search on the standard library's hash map",
    heuristics: Takes::Nothing,
    options: &[],
    is_lookup: false,
    build: |_, _| Ok(Box::new(BreadthFirst)),
};
