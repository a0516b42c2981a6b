//! Links between ranks for tests, and what every link must do.

mod conformance;
mod delayed;
mod simulated;

pub use conformance::check;
pub use delayed::{DelayedLink, delayed_links};
pub use simulated::{Network, SimulatedLink, simulated_links};
