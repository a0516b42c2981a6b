//! How threads, and the ranks of a search, divide the pieces of an iteration.

mod meeting;
mod message;
mod post;
mod results;
mod steal_policy;
mod team;
mod work_queue;

pub(crate) use team::Team;
