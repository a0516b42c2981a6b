use optile_core::{Board, Estimator, Heuristic, MAX_CELLS, Meter, Slide, State, Stop};

/// The tiles that are not where the goal has them, the blank not counted
/// (Hamming distance).
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

/// [`Misplaced`] toward one goal.
#[derive(Clone, Copy, Debug)]
pub struct MisplacedEstimator {
    /// By tile, the cell where it belongs. Tables are 32 long so that a packed
    /// tile is always a valid index and no bound is checked in hot loops.
    place: [u8; 32],
}

impl Heuristic for Misplaced {
    const CONSISTENT: bool = true;
    type Estimator<B: Board> = MisplacedEstimator;

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<MisplacedEstimator, Stop> {
        let mut place = [MAX_CELLS as u8; 32];
        for (tile, cell) in place.iter_mut().enumerate().take(B::CELLS).skip(1) {
            *cell = State::<B>::goal_cell(tile, goal_blank) as u8;
        }
        Ok(MisplacedEstimator { place })
    }
}

impl<B: Board> Estimator<B> for MisplacedEstimator {
    /// The bound itself.
    type Value = u32;

    #[inline]
    fn root(&self, state: &State<B>) -> u32 {
        (0..B::CELLS)
            .filter(|&cell| cell != state.blank())
            .map(|cell| u32::from(usize::from(self.place[state.tile(cell) & 31]) != cell))
            .sum()
    }

    #[inline(always)]
    fn step(&self, value: u32, slide: Slide, _state: &State<B>) -> u32 {
        let place = usize::from(self.place[slide.tile & 31]);
        value + u32::from(place == slide.from) - u32::from(place == slide.to)
    }

    #[inline(always)]
    fn estimate(&self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn resume(&self, _state: &State<B>, estimate: u32) -> u32 {
        estimate
    }
}
