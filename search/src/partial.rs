//! A* with partial expansion.

use optile_core::{Board, Meter, Path, Stop, Values};
use optile_store::{CloseOutcome, Encoding};

use crate::{BestFirst, Popped};

impl<B: Board, S: Encoding<B>, V: Values<B>> BestFirst<'_, B, S, V> {
    /// A* with partial expansion: like [`BestFirst::find_path`], but only the
    /// successors with the f of their parent are generated. The parent goes back
    /// to the open list with the least f of the other successors, which are
    /// generated when that f is due. So successors with an f above the
    /// solution's cost are never stored. More than half of all successors are of
    /// this kind (T. Yoshizumi, T. Miura, T. Ishida, A* with partial expansion
    /// for large branching factor problems, 2000). A node counts as expanded
    /// each time it is popped.
    pub fn find_path_in_part(&mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search_in_part(meter);
        self.end(end, meter)
    }

    fn search_in_part(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let mut popped = Popped::default();
        while let Some(f) = self.pop(&mut popped, meter)? {
            for place in 0..popped.len {
                let node = popped.nodes[place];
                let state = self.encoding.state(node.item);
                if self.is_goal(&state, node, f, meter) {
                    if self.is_done() {
                        return Ok(());
                    }
                    continue;
                }
                let mut h = f - node.g;
                let outcome = self.lists.close(&popped, place);
                // Another node of an expanded state has its f for the first time.
                // The f of a node that was put back is above that.
                let is_again = outcome == CloseOutcome::Same && {
                    let value = self.values.root(&state);
                    h = self.values.h(value);
                    node.g + h < f
                };
                if let CloseOutcome::Same | CloseOutcome::Dearer = outcome
                    && !is_again
                {
                    self.lists.drop_duplicate();
                    continue;
                }
                self.count(&state, node.g, f, outcome == CloseOutcome::Cheaper, meter)?;
                self.lists.tally.popped -= u64::from(is_again);
                let here = self.values.resume(&state, h);
                let (g, mut rest) = (node.g + 1, u32::MAX);
                for successor in self.encoding.successors(node.item) {
                    let slide = successor.slide;
                    let there = self.values.step(here, slide, &state.after(slide));
                    let due = g + self.values.h(there);
                    if due == f || due < f && !is_again {
                        self.push(successor.node, due, g, meter);
                        continue;
                    }
                    self.passed_over += 1;
                    if due > f {
                        rest = rest.min(due);
                    }
                }
                if rest < u32::MAX {
                    self.put(node.item, rest, node.g, meter);
                }
            }
        }
        Ok(())
    }
}
