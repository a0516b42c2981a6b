//! A*.

use optile_core::{Board, Meter, Path, Stop, Values};
use optile_store::{CloseOutcome, Encoding};

use crate::{BestFirst, Popped};

impl<B: Board, S: Encoding<B>, V: Values<B>> BestFirst<'_, B, S, V> {
    /// A*: searches until the goal is popped, at its distance (P. E. Hart, N. J.
    /// Nilsson and B. Raphael, A Formal Basis for the Heuristic Determination of
    /// Minimum Cost Paths, 1968). For the smallest path, searches until no open
    /// node has an f up to that distance. The counters of `meter` are correct in
    /// every case, also if the search is stopped.
    pub fn find_path(&mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search(meter);
        self.end(end, meter)
    }

    fn search(&mut self, meter: &mut Meter) -> Result<(), Stop> {
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
                let outcome = self.lists.close(&popped, place);
                if let CloseOutcome::Same | CloseOutcome::Dearer = outcome {
                    self.lists.drop_duplicate();
                    continue;
                }
                self.count(&state, node.g, f, outcome == CloseOutcome::Cheaper, meter)?;
                let here = self.values.resume(&state, f - node.g);
                let g = node.g + 1;
                for successor in self.encoding.successors(node.item) {
                    self.lists.expect(successor.node);
                    let slide = successor.slide;
                    let there = self.values.step(here, slide, &state.after(slide));
                    self.push(successor.node, g + self.values.h(there), g, meter);
                }
            }
        }
        Ok(())
    }
}
