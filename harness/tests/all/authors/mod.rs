//! What authors of strategies and programs are told, and what is written for them.

#[expect(unreachable_pub, reason = "it is the text of a crate of its own")]
mod beam;
mod contributing;
mod copies;
mod external;
mod heuristics;
mod promises;
mod teaching;
