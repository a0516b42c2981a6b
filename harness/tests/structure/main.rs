//! The structure of the workspace: its packages, its modules, and rules that a text shows.

mod access;
mod modules;
mod names;
mod packages;
mod pages;
mod rules;
mod source;
