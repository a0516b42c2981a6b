//! Tests of the bounds.

mod classes;
mod reference;
mod searches;
mod theorems;
