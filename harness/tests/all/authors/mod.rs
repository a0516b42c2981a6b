//! What authors of strategies and programs are told, what is written for them, and what files and pages
//! say about themselves.

mod claims;
mod class;
mod contributing;
mod copies;
mod external;
mod heuristics;
mod promises;
mod starting;
mod teaching;
