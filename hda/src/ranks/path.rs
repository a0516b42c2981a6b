//! The path, whose states are in the closed lists of several ranks.

use std::cell::RefCell;

use optile_core::{Move, Path, Stop};
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use super::{agree, lost, pack, unpack};
use crate::mailboxes::Node;

/// Whether the state of a node was reached in a number of moves, and not in fewer.
pub(crate) type IsAt<'a, N> = &'a dyn Fn(N, u32) -> bool;

/// Finds the moves of a path with what all ranks know.
type Follow<'a, N> = &'a mut dyn FnMut(IsAt<'_, N>) -> Result<Vec<Move>, Stop>;

/// A path that `follow` finds from the goal back, the same on all ranks. Collective.
///
/// Only the first rank calls `follow`. It asks the owners of the states on the way, and the
/// other ranks answer. `rank_of` says which rank owns a state, and `is_at` knows the states of
/// this rank.
pub(crate) fn find_path<N: PackedNode>(
    ranks: &mut Communicator,
    rank_of: &dyn Fn(N) -> usize,
    is_at: IsAt<'_, N>,
    follow: Follow<'_, N>,
) -> Result<Path, Stop> {
    let mut moves = Ok(Vec::new());
    if ranks.rank() == 0 {
        let others = RefCell::new(&mut *ranks);
        moves = follow(&|item, g| match rank_of(item) {
            0 => is_at(item, g),
            rank => {
                let answer = ask(&mut others.borrow_mut(), rank, Node { item, f: 0, g });
                answer.unwrap_or_else(|gone| lost(gone))
            }
        });
        // An empty message ends the questions.
        let end = (1..ranks.ranks()).try_for_each(|to| ranks.send(to, Vec::new()));
        end.unwrap_or_else(|gone| lost(gone));
    } else {
        answer_first(ranks, is_at).unwrap_or_else(|gone| lost(gone));
    }
    let moves = agree(ranks, moves)?.iter().map(|&m| m as u64).collect();
    let moves = ranks.broadcast(moves).unwrap_or_else(|gone| lost(gone));
    Ok(Path::new(moves.iter().map(|&m| Move::ALL[m as usize]).collect()))
}

/// Asks another rank whether a state was reached with this g.
fn ask<N: PackedNode>(ranks: &mut Communicator, to: usize, node: Node<N>) -> Result<bool, Gone> {
    let mut words = Vec::new();
    pack(&[node], &mut words);
    ranks.send(to, words)?;
    Ok(ranks.receive(to)? == [1])
}

/// Answers the questions of the first rank, until there are no more.
fn answer_first<N: PackedNode>(ranks: &mut Communicator, is_at: IsAt<'_, N>) -> Result<(), Gone> {
    let mut nodes: Vec<Node<N>> = Vec::new();
    loop {
        let words = ranks.receive(0)?;
        if words.is_empty() {
            return Ok(());
        }
        nodes.clear();
        unpack(&mut &words[..], &mut nodes);
        let is_there = nodes.iter().all(|node| is_at(node.item, node.g));
        ranks.send(0, vec![is_there.into()])?;
    }
}
