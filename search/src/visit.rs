//! A search with the encoding that suits the board.

use optile_core::{Board, Estimates, Meter, Path, State, Stop, Task};
use optile_store::{Memory, Ties, with_encoding};

use crate::BestFirst;

/// What is done with the expanded states of a search that has found a path:
/// each comes with its g.
pub type Visit<'a, B> = &'a mut dyn FnMut(&State<B>, u32);

/// Whether [`best_first`] can give the expanded states of boards of this type
/// to a [`Visit`]. Only 4x4 can, and the boards whose size is a value, which are
/// there for every size. The other types are only faster, so nothing is
/// compiled for them.
pub const fn can_visit<B: Board>() -> bool {
    match B::SHAPE {
        Some(shape) => shape.size().width() == 4 && shape.size().height() == 4,
        None => true,
    }
}

/// Searches with the encoding that suits the board, with partial expansion if
/// `PARTIAL`; see [`BestFirst`]. If a path is found, its expanded states are
/// given to `visit`, where [`can_visit`] says so and expansion is not partial.
///
/// # Errors
///
/// The [`Stop`] that ended the search.
pub fn best_first<B: Board, V: Estimates<B> + ?Sized, const PARTIAL: bool>(
    estimates: &V,
    ties: Ties,
    task: &Task<B>,
    visit: Option<Visit<'_, B>>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let memory = Memory::default();
    with_encoding!(B, task.board(), encoding => {
        let mut search = BestFirst::new(encoding, estimates, task, ties, memory, meter)?;
        if PARTIAL {
            return search.find_path_in_part(meter);
        }
        let path = search.find_path(meter)?;
        if const { can_visit::<B>() }
            && let Some(visit) = visit
        {
            search.visit_expanded(visit);
        }
        Ok(path)
    })
}
