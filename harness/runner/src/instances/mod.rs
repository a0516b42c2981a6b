//! Instances: their files, the bundled ones, a [`generator`] of new ones, and whole [`space`]s
//! of small boards, which give the optimal length of every instance.

pub mod bundle;
mod columns;
pub mod depth_counts;
pub mod generator;
pub mod headers;
pub mod instance;
pub mod space;
