//! A*.

use optile_core::{Asked, Board, Estimates, Meter, Parent, Path, Stop, knows_type};
use optile_store::{CloseOutcome, Encoding};

use crate::BestFirst;
use crate::popped::Popped;
use crate::successors::Successors;

impl<B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> BestFirst<'_, B, S, V> {
    /// A*: searches until the goal is popped, at its distance (P. E. Hart, N. J.
    /// Nilsson and B. Raphael, A Formal Basis for the Heuristic Determination of
    /// Minimum Cost Paths, 1968). For the smallest path, searches until no open
    /// node has an f up to that distance. The counters of `meter` are correct in
    /// every case, also if the search is stopped.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it.
    pub fn find_path(&mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search(meter);
        self.end(end, meter)
    }

    fn search(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let mut popped = Popped::new(self.goal);
        let mut successors = Successors::new(self.estimates.batches());
        let mut end = Ok(());
        while end.is_ok()
            && let Some(f) = self.pop(&mut popped, meter)?
        {
            for place in 0..popped.len {
                let node = popped.nodes[place];
                let state = self.encoding.state(node.item);
                if self.is_goal(&state, node, f, meter) {
                    if self.is_done() {
                        break;
                    }
                    continue;
                }
                let outcome = self.lists.close(&popped, place);
                if let CloseOutcome::Same | CloseOutcome::Dearer = outcome {
                    self.lists.tally.duplicates += 1;
                    continue;
                }
                end = self.count(&state, node.g, f, outcome == CloseOutcome::Cheaper, meter);
                if end.is_err() {
                    break;
                }
                let (g, parent) = (node.g + 1, Parent { state, h: Some(f - node.g) });
                if !knows_type::<V>() {
                    popped.parents[place] = parent;
                }
                for successor in self.encoding.successors(node.item) {
                    if knows_type::<V>() {
                        let h = self.estimates.of_successor(&parent, successor.slide);
                        self.push(successor.node, g + h, g, meter);
                    } else {
                        self.lists.expect(successor.node);
                        successors.push(successor.node, Asked::new(successor.slide, place));
                    }
                }
            }
            successors.estimate(self.estimates, &popped.parents);
            for (node, asked, h) in successors.iter() {
                let g = popped.nodes[asked.parent()].g + 1;
                self.push(node, g + h, g, meter);
            }
            successors.clear();
        }
        end
    }
}
