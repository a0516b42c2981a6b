//! A* with partial expansion.

use optile_core::{Asked, Board, Estimates, Meter, Parent, Path, Stop, knows_type};
use optile_store::{CloseOutcome, Encoding};

use crate::BestFirst;
use crate::popped::{Popped, PoppedOf};
use crate::successors::Successors;

impl<B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> BestFirst<'_, B, S, V> {
    /// A* with partial expansion: like [`BestFirst::find_path`], but only the
    /// successors with the f of their parent are generated. The parent goes back
    /// to the open list with the least f of the other successors, which are
    /// generated when that f is due. So successors with an f above the
    /// solution's cost are never stored. More than half of all successors are of
    /// this kind (T. Yoshizumi, T. Miura, T. Ishida, A* with partial expansion
    /// for large branching factor problems, 2000). A node counts as expanded
    /// each time it is popped.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it.
    pub fn find_path_in_part(&mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search_in_part(meter);
        self.end(end, meter)
    }

    fn search_in_part(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let mut popped = Popped::new(self.goal);
        let mut successors = Successors::new(self.estimates.batches());
        let mut end = Ok(());
        while end.is_ok()
            && let Some(f) = self.pop(&mut popped, meter)?
        {
            // A bit for each place whose node was popped before.
            let mut again = 0u64;
            for place in 0..popped.len {
                let node = popped.nodes[place];
                let state = self.encoding.state(node.item);
                if self.is_goal(&state, node, f, meter) {
                    if self.is_done() {
                        break;
                    }
                    continue;
                }
                let mut estimate = f - node.g;
                let outcome = self.lists.close(&popped, place);
                // Another node of an expanded state has its f for the first time.
                // The f of a node that was put back is above that.
                let is_again = outcome == CloseOutcome::Same && {
                    estimate = self.estimates.of_state(&state);
                    node.g + estimate < f
                };
                if let CloseOutcome::Same | CloseOutcome::Dearer = outcome
                    && !is_again
                {
                    self.lists.tally.duplicates += 1;
                    continue;
                }
                end = self.count(&state, node.g, f, outcome == CloseOutcome::Cheaper, meter);
                if end.is_err() {
                    break;
                }
                again |= u64::from(is_again) << place;
                self.lists.tally.popped -= u64::from(is_again);
                let parent = Parent { state, h: Some(estimate) };
                popped.parents[place] = parent;
                for successor in self.encoding.successors(node.item) {
                    let asked = Asked::new(successor.slide, place);
                    if knows_type::<V>() {
                        let h = self.estimates.of_successor(&parent, successor.slide);
                        successors.push_estimated(successor.node, asked, h);
                    } else {
                        successors.push(successor.node, asked);
                    }
                }
            }
            if !knows_type::<V>() {
                successors.estimate(self.estimates, &popped.parents);
            }
            self.push_due(f, again, &popped, &successors, meter);
            successors.clear();
        }
        end
    }

    /// Puts the successors that are due on the open list, and their parents with
    /// the least f of the other successors.
    #[inline(always)]
    fn push_due(
        &mut self,
        f: u32,
        again: u64,
        popped: &PoppedOf<B, S>,
        successors: &Successors<'_, B, S::Node>,
        meter: &mut Meter,
    ) {
        let mut successors = successors.iter().peekable();
        while let Some((node, asked, h)) = successors.next() {
            let place = asked.parent();
            let (parent, is_again) = (popped.nodes[place], again >> place & 1 == 1);
            let mut rest = u32::MAX;
            let mut next = Some((node, h));
            while let Some((node, h)) = next {
                let (g, f_then) = (parent.g + 1, parent.g + 1 + h);
                if f_then == f || !is_again && f_then < f {
                    self.push(node, f_then, g, meter);
                } else {
                    self.passed_over += 1;
                    if f_then > f {
                        rest = rest.min(f_then);
                    }
                }
                next = successors
                    .next_if(|(_, asked, _)| asked.parent() == place)
                    .map(|(node, _, h)| (node, h));
            }
            if rest < u32::MAX {
                self.put(parent.item, rest, parent.g, meter);
            }
        }
    }
}
