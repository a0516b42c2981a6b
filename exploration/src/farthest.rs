//! The boards at the greatest distance.

use std::io::{self, Write};

use anyhow::{Result, ensure};
use optile_ranks::Communicator;
use optile_ranks::agreement::all_have;
use optile_results::quantity::grouped;
use optile_retrograde::Exploration;

/// Some of the boards at the greatest distance, and the number of the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Farthest {
    /// The tiles of the first boards in reading order, 0 for the blank.
    shown: Vec<Vec<u8>>,
    /// How many more there are.
    more: u64,
}

impl Farthest {
    /// The most boards that are shown.
    const SHOWN: usize = 8;

    /// Takes one more board.
    fn add(&mut self, tiles: &[u8]) {
        if self.shown.len() < Self::SHOWN {
            self.shown.push(tiles.to_vec());
        } else {
            self.more += 1;
        }
    }

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
    let mut more = vec![0; exploration.partition().cells()];
    let mut words = Vec::new();
    let visited = exploration.for_each_last(&mut |cell, tiles| {
        if words.len() < Farthest::SHOWN * (tiles.len() + 1) {
            words.push(cell as u64);
            words.extend(tiles.iter().copied().map(u64::from));
        } else {
            more[cell] += 1u64;
        }
    });
    all_have(ranks, visited.map_err(Into::into))?;
    let mut boards: Vec<(u64, Vec<u8>)> = Vec::new();
    for words in ranks.share(&words)? {
        let entries = words.chunks_exact(exploration.partition().cells() + 1);
        boards.extend(
            entries.map(|entry| (entry[0], entry[1..].iter().map(|&tile| tile as u8).collect())),
        );
    }
    // A stable sort: for each cell, the ranks' boards follow each other.
    boards.sort_by_key(|&(cell, _)| cell);
    let mut farthest = Farthest::default();
    boards.iter().for_each(|(_, tiles)| farthest.add(tiles));
    for words in ranks.share(&more)? {
        farthest.more += words.iter().sum::<u64>();
    }
    ensure!(!farthest.shown.is_empty(), "no rank has a board at the greatest distance");
    Ok(farthest)
}
