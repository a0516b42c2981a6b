//! The paths of an anytime search.

use optile_core::Improvement;

/// What contradicts itself or the number of expansions, of moves and of nanoseconds, for people.
pub fn contradiction(
    paths: &[Improvement],
    expanded: Option<u64>,
    moves: Option<u64>,
    search_ns: u64,
) -> Option<&'static str> {
    let is_better = |one: &Improvement, next: &Improvement| {
        one.length > next.length && one.expanded <= next.expanded && one.ns <= next.ns
    };
    if !paths.is_sorted_by(is_better) {
        return Some("improvements is not a list of shorter and shorter paths");
    }
    let last = paths.last()?;
    let exceeds = expanded.is_some_and(|all| last.expanded > all)
        || last.ns > search_ns
        || moves.is_some_and(|moves| last.length != moves);
    exceeds.then_some("the last of improvements exceeds the search or its path")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_named() {
        let of = |paths: &[[u64; 3]], expanded, moves, ns| {
            let path = |&[length, expanded, ns]: &[u64; 3]| Improvement { length, expanded, ns };
            contradiction(&paths.iter().map(path).collect::<Vec<_>>(), expanded, moves, ns)
        };
        let whole = |paths: &[[u64; 3]]| of(paths, Some(16), Some(5), 90);
        assert_eq!(whole(&[[7, 4, 70], [5, 16, 90]]), None);
        assert_eq!(whole(&[]), None);
        assert_eq!(of(&[[7, 4, 70]], None, None, 70), None);
        for bad in [[5, 17, 90], [5, 16, 91], [4, 16, 90], [6, 16, 90]] {
            assert!(whole(&[bad]).unwrap().contains("last of improvements"), "{bad:?}");
        }
        for bad in [[7, 5, 80], [5, 3, 80], [5, 5, 60]] {
            assert!(whole(&[[7, 4, 70], bad]).unwrap().contains("shorter paths"), "{bad:?}");
        }
    }
}
