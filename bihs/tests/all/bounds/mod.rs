//! Tests of the bounds, and of searches by them.

mod classes;
#[path = "../../common/bounds/mod.rs"]
mod least;
mod reference;
mod searches;
mod theorems;
