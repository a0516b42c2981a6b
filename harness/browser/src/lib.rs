//! Nothing but tests: `tests/page` opens reports in Chromium.
//!
//! They expect the program where the variable OPTILE says, and Chromium where
//! Debian puts it or where the variable CHROMIUM says.
#![forbid(unsafe_code)]
