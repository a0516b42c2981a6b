//! The searches of one iteration: what runs per node.

mod depth_first;
mod engine;
mod order;
mod slack_search;
mod successor;
mod transpositions;
mod zero_slack;

pub(crate) use depth_first::Outcome;
pub(crate) use engine::{Engine, Variant};
pub(crate) use zero_slack::DecreasingMoves;
