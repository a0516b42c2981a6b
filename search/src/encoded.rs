//! A search with the encoding that suits the board.

use optile_core::{Board, Meter, Path, Stop, Task, Values};
use optile_store::{Ties, with_encoding};

use crate::BestFirst;

/// Searches with the encoding that suits the board, with partial expansion if
/// `PARTIAL`; see [`BestFirst`].
pub fn best_first<B: Board, V: Values<B>, const PARTIAL: bool>(
    values: V,
    ties: Ties,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    with_encoding!(B, task.board(), encoding => {
        let mut search = BestFirst::new(encoding, values, task, ties, meter)?;
        match PARTIAL {
            true => search.find_path_in_part(meter),
            false => {
                let end = search.find_path(meter);
                search.tell_open(meter);
                end
            }
        }
    })
}
