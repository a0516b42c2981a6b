//! The tests of this crate that use only what it makes public. They are one
//! program, because each program is compiled and linked separately and runs
//! alone.

mod conformance;
mod counts;
