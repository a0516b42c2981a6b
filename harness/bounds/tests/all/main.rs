//! Tests of the bounds.

mod reference;
mod theorems;
