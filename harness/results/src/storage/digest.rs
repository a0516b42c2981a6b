//! Names for runs and plans that are the same on every machine.

use optile_core::Problem;
use xxhash_rust::xxh3::Xxh3;

/// A name of sixteen hexadecimal digits for a list of texts. Each text is hashed with its
/// length, so that lists such as `ab c` and `a bc` have different names.
///
/// XXH3 (Y. Collet) has a fixed specification. So the digest is the same in every version
/// and on every machine. With 64 bits, the probability that two of a million runs have the
/// same name is less than one in ten million.
pub fn digest<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> String {
    let mut hash = Xxh3::new();
    for part in parts {
        let part = part.as_ref();
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    format!("{:016x}", hash.digest())
}

/// A board for digests and files: the tiles row by row, separated by spaces.
pub fn tiles(arrangement: &optile_core::Arrangement) -> String {
    let tiles: Vec<String> = arrangement.tiles().iter().map(u8::to_string).collect();
    tiles.join(" ")
}

/// A problem, for digests.
pub fn problem(problem: &Problem) -> String {
    format!("{} {} {}", problem.size(), tiles(problem.start()), tiles(problem.goal()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_pinned_and_tell_lists_apart() {
        assert_eq!(digest(["eight", "1"]), digest(vec!["eight".to_owned(), "1".to_owned()]));
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
        assert_ne!(digest(["ab"]), digest(["ab", ""]));
        // Folders written by other versions depend on it.
        assert_eq!(digest(["optile"]), "b522b2370851c13c");
    }
}
