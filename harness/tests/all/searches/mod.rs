//! What searches count and expand.

mod bidirectional;
mod counts;
mod watched;
