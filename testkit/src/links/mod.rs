//! Links between ranks for tests, and what every link must do.

mod conformance;
mod delayed;
mod simulated;

use std::thread;

use optile_ranks::{Communicator, Link};

pub use conformance::check;
pub use delayed::{DelayedLink, delayed_links};
pub use simulated::{Network, SimulatedLink, simulated_links};

/// What `rank` returns on each of these ranks, which are threads.
///
/// # Panics
///
/// When a rank panics.
pub fn on_ranks<L: Link + 'static, T: Send>(
    links: Vec<L>,
    rank: impl Fn(Communicator) -> T + Sync,
) -> Vec<T> {
    thread::scope(|scope| {
        let start = |link| scope.spawn(|| rank(Communicator::new(Box::new(link))));
        let threads: Vec<_> = links.into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
