//! This crate has only tests: `tests/page` opens reports in Chromium.
//!
//! The variable OPTILE gives the path of the program. The variable CHROMIUM
//! gives the path of Chromium, which is by default that of Debian.
#![forbid(unsafe_code)]
