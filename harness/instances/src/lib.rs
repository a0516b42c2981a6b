//! Instances: their files, the bundled ones, a [`generator`] of more, and whole
//! [`space`]s of small boards, which tell the length of every instance.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod bundle;
pub mod depth_counts;
pub mod generator;
pub mod instance;
pub mod sampling;
pub mod space;
