//! The boards at the greatest distance.

use std::io::{self, Write};

use anyhow::{Result, ensure};
use optile_ranks::Communicator;
use optile_results::text::quantity::grouped;
use optile_retrograde::Exploration;

/// The most boards that are shown.
const SHOWN: usize = 8;

/// Some of the boards at the greatest distance, and the number of the others.
#[derive(Clone, Debug)]
pub(crate) struct Farthest {
    /// The tiles of the first boards in reading order, 0 for the blank.
    shown: Vec<Vec<u64>>,
    /// How many more there are.
    more: u64,
}

impl Farthest {
    /// Prints boards with `width` columns, which are at the distance `radius`.
    pub(crate) fn print(
        &self,
        out: &mut impl Write,
        radius: usize,
        width: usize,
    ) -> io::Result<()> {
        writeln!(out, "\nAt distance {radius}:")?;
        for tiles in &self.shown {
            let rows = tiles
                .chunks(width)
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            writeln!(out, "  {}", rows.collect::<Vec<_>>().join(" / "))?;
        }
        if self.more > 0 {
            writeln!(out, "  and {} more", grouped(&self.more.to_string()))?;
        }
        writeln!(out)
    }
}

/// The farthest boards of all ranks, in the order in which one rank would find them.
/// Collective.
pub(crate) fn farthest(exploration: &Exploration, ranks: &mut Communicator) -> Result<Farthest> {
    // Each board as the cell of its blank and its tiles.
    let length = exploration.partition().cells() + 1;
    let (mut words, mut more) = (Vec::new(), 0);
    exploration.for_each_last(&mut |cell, tiles| {
        if words.len() < SHOWN * length {
            words.push(cell as u64);
            words.extend(tiles.iter().copied().map(u64::from));
        } else {
            more += 1;
        }
    });
    let words = ranks.share(&words)?;
    let mut boards: Vec<&[u64]> = words.iter().flat_map(|own| own.chunks_exact(length)).collect();
    ensure!(!boards.is_empty(), "no rank has a board at the greatest distance");
    // A stable sort: for each cell, the ranks' boards follow each other.
    boards.sort_by_key(|board| board[0]);
    let hidden = boards.split_off(SHOWN.min(boards.len())).len() as u64;
    let more = ranks.add_up(vec![more])?[0];
    let shown = boards.iter().map(|board| board[1..].to_vec()).collect();
    Ok(Farthest { shown, more: more + hidden })
}
