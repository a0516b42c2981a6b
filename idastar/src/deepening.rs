//! Iterative deepening: one iteration after the other, each with a higher threshold.

use optile_core::{Board, Meter, Path, Stop};

use crate::cutting::Cutting;
use crate::iteration::Iteration;
use crate::pieces::Pieces;
use crate::search::{Engine, Outcome};
use crate::work::Team;

/// Searches one iteration after the other until one meets the goal.
///
/// An iteration that is cut into pieces is searched by a team, or without one on
/// this thread. A short one is searched as a whole.
pub(crate) fn search<B: Board>(
    engine: &dyn Engine<B>,
    mut cutting: Cutting,
    team: Option<&Team<'_>>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let mut deepening = Deepening::new(engine, meter);
    loop {
        let iteration = deepening.begin(meter);
        let end = match Pieces::cut(iteration, &cutting, meter) {
            None => iteration.search_whole(meter),
            Some(mut pieces) => {
                let end = match team {
                    None => pieces.search(meter),
                    Some(team) => {
                        let results = team.search(&pieces, meter);
                        pieces.sum(results, meter)
                    }
                };
                cutting.learn(pieces.deepest());
                end
            }
        };
        if let Some(result) = deepening.end(end, meter) {
            return result;
        }
    }
}

/// The iterations of a search, of which one is searched at a time.
struct Deepening<'a, B: Board> {
    iteration: Iteration<'a, B>,
}

impl<'a, B: Board> Deepening<'a, B> {
    /// Before the first iteration, whose threshold is the estimate of the start.
    fn new(engine: &'a dyn Engine<B>, meter: &mut Meter) -> Self {
        let (variant, mut iteration) = (engine.variant(), Iteration::new(engine));
        meter.evaluate(1);
        let h = variant.estimates().of_state(&variant.task.start);
        iteration.threshold = variant.task.first_bound(h);
        Self { iteration }
    }

    /// The iteration to search now.
    fn begin(&mut self, meter: &mut Meter) -> &Iteration<'a, B> {
        self.iteration.last = meter.counters().expanded - meter.counters().expanded_before_last;
        meter.begin_threshold(self.iteration.threshold);
        // The nodes of one path are on the call stack.
        meter.hold(u64::from(self.iteration.threshold) + 1, 0);
        &self.iteration
    }

    /// Ends the iteration: how, and how many successors were generated. Returns
    /// the result of the search, unless the next iteration follows.
    fn end(
        &mut self,
        (outcome, generated): (Outcome, u64),
        meter: &mut Meter,
    ) -> Option<Result<Path, Stop>> {
        let (result, unmade) = match outcome {
            Outcome::Complete => (None, 0),
            Outcome::Goal(moves) => {
                let unmade = self.iteration.unmade(&moves);
                (Some(Ok(Path::new(moves))), unmade)
            }
            Outcome::Stop(stop, moves) => (Some(Err(stop)), self.iteration.unmade(&moves)),
        };
        meter.generate(generated - unmade);
        meter.evaluate(generated - unmade);
        self.iteration.threshold += 2;
        result
    }
}
