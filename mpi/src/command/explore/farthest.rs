//! The boards at the greatest distance.

use anyhow::{Result, ensure};
use optile_instances::exploration_counts::Farthest;
use optile_ranks::Communicator;
use optile_retrograde::RankedExploration;

use crate::agreement::all_have;

/// The farthest boards of all ranks, in the order in which one rank would find them.
/// Collective.
pub(super) fn farthest(
    exploration: &RankedExploration,
    ranks: &mut Communicator,
) -> Result<Farthest> {
    let mut more = vec![0; exploration.cells()];
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
        let entries = words.chunks_exact(exploration.cells() + 1);
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
