//! All processes that an external program starts are counted and ended.

mod clocks;
mod control_group;
mod ends;
mod patience;
mod processes;
mod terminal;
