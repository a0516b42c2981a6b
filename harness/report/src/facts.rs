//! What the results know of an instance, apart from its runs.

use anyhow::{Result, bail};
use optile_core::Size;

/// The facts about an instance in the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstanceFacts<'a> {
    /// The id.
    pub(crate) id: &'a str,
    /// The board's size.
    pub(crate) size: Size,
    /// Tiles of start and goal; `None` when the results do not hold them.
    pub(crate) tiles: Option<(&'a str, &'a str)>,
    /// The cell of the goal's blank, if the tiles are known.
    pub(crate) blank: Option<usize>,
    /// The optimal length, if it is known.
    pub(crate) optimal: Option<u32>,
}

impl<'a> InstanceFacts<'a> {
    /// An instance of which nothing else is known.
    pub(crate) fn new(id: &'a str, size: Size) -> Self {
        Self { id, size, tiles: None, blank: None, optimal: None }
    }
}

/// Checks that an id means the same board in two folders, if both have the
/// board.
///
/// # Errors
///
/// When they do not; the message names both boards.
pub(crate) fn same_board(a: &InstanceFacts<'_>, b: &InstanceFacts<'_>) -> Result<()> {
    if a.size != b.size {
        bail!("instance {:?} means a {} board and a {} board", a.id, a.size, b.size);
    }
    if let (Some(a_tiles), Some(b_tiles)) = (a.tiles, b.tiles)
        && a_tiles != b_tiles
    {
        let text = |(start, goal): (&str, &str)| format!("{start} -> {goal}");
        bail!(
            "instance {:?} means two different boards, which cannot be compared: {} and {}",
            a.id,
            text(a_tiles),
            text(b_tiles)
        );
    }
    Ok(())
}
