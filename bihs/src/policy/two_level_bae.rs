//! Two-level BAE*.

use optile_store::Classes;

use super::{Class, ExpansionPolicy, Label, OpenLists, SideChoice, Step};

/// Two-level BAE*, TLBAE (S. S. Shperberg, L. Siag, N. R. Sturtevant, A. Felner,
/// On the Impact of Direction-Selection in BAE*, 2025).
///
/// Nodes with an f up to the lower bound are ready, and the others wait. A side
/// expands its ready node with the least b, see [`Bae`](super::Bae), the larger
/// g first among equals. A solution not yet found costs at least the mean of the
/// two least b of ready nodes, or at least the least f that waits. The lesser of
/// the two is the bound. When it rises to an f, the nodes with that f become
/// ready, and it is found again. A side without ready nodes has no least b.
///
/// There are two differences from the authors' program. There, the bound does
/// not rise to a mean that is below the least f that waits. And a node that the
/// other side has expanded since it was generated is expanded all the same.
///
/// With an inconsistent heuristic d is 0, as in `Bae`.
#[derive(Debug)]
pub(crate) struct TwoLevelBae {
    side: SideChoice,
    bound: u32,
}

/// The open nodes of a side.
struct Levels {
    /// The ready class to expand first, and its b.
    ready: Option<(u32, Class)>,
    /// The least f that waits; [`u32::MAX`] if no node does.
    waiting: u32,
}

impl Levels {
    fn of(classes: &Classes, bound: u32) -> Self {
        let mut levels = Self { ready: None, waiting: u32::MAX };
        for row in classes.rows().iter().filter(|row| !row.is_empty()) {
            let (f, d) = Label::pair(row.label());
            if f > bound {
                levels.waiting = levels.waiting.min(f);
                continue;
            }
            let b = f + d;
            // Most rows have a greater b, and their g is not looked up.
            if levels.ready.is_none_or(|(least, _)| b <= least)
                && let Some(class) = Class::deepest(row)
                && levels.ready.is_none_or(|(least, first)| b < least || class.g > first.g)
            {
                levels.ready = Some((b, class));
            }
        }
        levels
    }
}

impl TwoLevelBae {
    pub(crate) fn new(side: SideChoice) -> Self {
        Self { side, bound: 0 }
    }
}

impl ExpansionPolicy for TwoLevelBae {
    fn label(&self) -> Label {
        Label::Pair
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        loop {
            let levels = open.classes.map(|classes| Levels::of(classes, self.bound));
            let waiting = levels[0].waiting.min(levels[1].waiting);
            let ready = match [levels[0].ready, levels[1].ready] {
                [Some(forward), Some(backward)] => Some([forward, backward]),
                _ => None,
            };
            let mean = ready.map_or(u32::MAX, |[(u, _), (v, _)]| (u + v).div_ceil(2));
            let bound = open.rounded(mean.min(waiting));
            if bound == u32::MAX {
                return None;
            }
            if bound <= self.bound {
                let sizes = open.classes.map(Classes::len);
                let side = self.side.choose(open.expanded, sizes, sizes);
                return Some(Step::one(self.bound, side, ready?[side as usize].1));
            }
            self.bound = bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use optile_core::Meter;
    use optile_store::ClassedList;
    use proptest::prelude::*;

    use super::*;

    /// The f, d and g of a node.
    type Node = (u32, u32, u32);

    /// The bound of the authors' program, and what each side expands: its b and
    /// g. `None` if a side is without ready nodes.
    fn authors(sides: &[Vec<Node>; 2], mut bound: u32) -> Option<(u32, [(u32, u32); 2])> {
        loop {
            let first = |side: &Vec<Node>| {
                let ready = side.iter().filter(|&&(f, ..)| f <= bound);
                let ready = ready.map(|&(f, d, g)| (f + d, Reverse(g))).min();
                ready.map(|(b, Reverse(g))| (b, g))
            };
            let firsts = [first(&sides[0]), first(&sides[1])];
            let mean = match firsts {
                [Some((u, _)), Some((v, _))] => (u + v).div_ceil(2),
                _ => u32::MAX,
            };
            let waiting = sides.iter().flatten().map(|&(f, ..)| f).filter(|&f| f > bound).min();
            match waiting {
                Some(f) if f <= mean => bound = f,
                Some(_) => return Some((bound, [firsts[0]?, firsts[1]?])),
                None => return Some((bound.max(mean), [firsts[0]?, firsts[1]?])),
            }
        }
    }

    fn side() -> impl Strategy<Value = Vec<Node>> {
        proptest::collection::vec((10u32..20, 0u32..6, 0u32..8), 1..12)
    }

    proptest! {
        #[test]
        fn the_first_nodes_are_those_of_the_authors(sides in [side(), side()], bound in 0u32..20) {
            let mut meter = Meter::default();
            let lists = sides.each_ref().map(|side| {
                let mut list = ClassedList::default();
                for &(f, d, g) in side {
                    list.push((), Label::Pair.of(f, d), g, &mut meter).unwrap();
                }
                list
            });
            let expanded = [usize::from(sides[0].len() > sides[1].len()) as u64, 0];
            let open = OpenLists {
                classes: lists.each_ref().map(ClassedList::classes),
                expanded,
                best: u32::MAX,
                parity: None,
                is_consistent: true,
            };
            let mut policy = TwoLevelBae { side: SideChoice::Alternate, bound };
            let step = policy.next(&open);
            let Some((least, firsts)) = authors(&sides, bound) else {
                prop_assert!(step.is_none());
                return Ok(());
            };
            let step = step.unwrap();
            let class = step.classes[expanded[0] as usize].unwrap();
            let (f, d) = Label::pair(class.label);
            prop_assert_eq!((f + d, class.g), firsts[expanded[0] as usize]);
            // No node has an f between both bounds.
            prop_assert!(least <= step.bound && f <= step.bound);
            let mut all = sides.iter().flatten();
            prop_assert!(all.all(|&(f, ..)| f <= least || f > step.bound));
        }
    }
}
