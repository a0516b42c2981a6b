//! All processes that an external program starts are counted and ended.

mod control_group;
mod patience;
mod processes;
