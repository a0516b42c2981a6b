//! What searches count and expand.

mod counts;
mod watched;
