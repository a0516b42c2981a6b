//! Searching one iteration after the other in pieces.

use optile_core::{Board, Meter};

use crate::cutting::{Cutting, Reached, SubtreeOrder};
use crate::iteration::Iteration;
use crate::pieces::Pieces;
use crate::search::{Outcome, Variant};

/// Searches the pieces of an iteration. Returns how it ended, and how many
/// successors were generated.
pub(crate) type SearchPieces<'a, B> =
    dyn FnMut(&mut Pieces<'_, B>, &mut Meter) -> (Outcome, u64) + 'a;

/// Searches iterations in pieces, one after the other.
pub(crate) struct Piecewise {
    cutting: Cutting,
    /// What the iteration before has reached; `None` if pieces are searched in
    /// the order of the tree.
    reached: Option<Reached>,
}

impl Piecewise {
    /// With at most `most` pieces, if they are searched in the order of the
    /// tree. If that is 0, each iteration is then searched as a whole.
    pub(crate) fn new<B: Board>(variant: &Variant<'_, B>, most: u64) -> Self {
        let held = variant.held();
        match variant.subtrees {
            SubtreeOrder::InOrder => Self { cutting: Cutting::in_order(most, held), reached: None },
            SubtreeOrder::DeepestFirst => {
                let reached = Some(Reached::default());
                Self { cutting: Cutting::deepest_first(held), reached }
            }
        }
    }

    /// Searches an iteration in pieces by `search`, or as a whole if it is
    /// short. Returns how it ended, and how many successors were generated.
    pub(crate) fn search<B: Board>(
        &mut self,
        iteration: &Iteration<'_, B>,
        meter: &mut Meter,
        search: &mut SearchPieces<'_, B>,
    ) -> (Outcome, u64) {
        let reached = self.reached.as_ref();
        let Some(mut pieces) = Pieces::cut(iteration, &self.cutting, reached, meter) else {
            let (outcome, count) = iteration.search(&iteration.root, meter);
            return (outcome, count.generated);
        };
        let end = search(&mut pieces, meter);
        if let Some(reached) = &mut self.reached {
            *reached = pieces.reached();
        }
        end
    }
}
