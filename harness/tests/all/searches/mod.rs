//! What searches count and expand.

mod bidirectional;
mod counts;
mod textbook;
mod watched;
