//! What authors of strategies and programs are told, and what is written for them.

mod contributing;
mod copies;
mod external;
mod heuristics;
mod promises;
mod teaching;
