//! What ranks decide together.

use optile_core::Stop;
use optile_ranks::Communicator;

use super::lost;

/// One end for all ranks: the own result if no rank was stopped, otherwise the reason of the
/// first that was. Collective.
pub(crate) fn agree<T>(ranks: &mut Communicator, result: Result<T, Stop>) -> Result<T, Stop> {
    match ranks.agree(result.as_ref().err()).unwrap_or_else(|gone| lost(gone)) {
        Some((_, reason)) => Err(reason),
        None => result,
    }
}

#[cfg(test)]
mod tests {
    use std::thread::scope;

    use optile_ranks::thread_links;

    use super::*;

    /// Each rank from `first` on has its own reason, or all have the same.
    #[test]
    fn everybody_learns_the_first_reason() {
        let unsupported = |rank| Stop::Unsupported(format!("by rank {rank}: too large"));
        for first in 0..=3 {
            scope(|scope| {
                for (rank, link) in thread_links(3).into_iter().enumerate() {
                    scope.spawn(move || {
                        let mut ranks = Communicator::new(Box::new(link));
                        let own = if rank < first { Ok(rank) } else { Err(unsupported(rank)) };
                        let expected = if first == 3 { Ok(rank) } else { Err(unsupported(first)) };
                        assert_eq!(agree(&mut ranks, own), expected);
                    });
                }
            });
        }
    }
}
