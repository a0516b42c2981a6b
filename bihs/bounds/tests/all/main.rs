//! Tests of the bounds.

mod reference;
mod searches;
mod theorems;
