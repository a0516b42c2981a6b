//! Published experiments on fixed programs, run again and compared with the published figures.
//!
//! **An explanation is a claim that can fail.** Counts of different programs rarely agree, and a
//! comparison that calls every difference "explained" says nothing. So a figure is equal, within
//! the sampling error, or different, and a difference is explained only if its ratio is in a range
//! that the test gives. Anything else fails.
//!
//! `docs/reproductions.md` lists the experiments, their sources and their commands. Those that
//! only solve instances with strategies are suites with published means.

mod comparison;
mod courses;
mod depths;
mod laboratory;
mod means;
mod orders;
mod siag;
mod textbook;
