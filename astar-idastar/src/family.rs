//! The family of this crate, and its option.

use optile_core::{Allowed, Family, Opt, Takes};

use crate::AStarIdaStar;

/// The family as the registry knows it.
pub static FAMILY: Family = Family {
    name: "astar-idastar",
    about: "A* until its memory is full, then IDA* below its open nodes",
    heuristics: Takes::Every,
    options: &[&TABLE],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(AStarIdaStar { heuristic: heuristics.of(spec)?, table: TABLE.of(spec)? }))
    },
};

/// In bytes; see [`AStarIdaStar::table`].
const TABLE: Opt<Allowed<Option<u64>>> = Opt {
    key: "table",
    about: "kibibytes that A* may take, or all: fifteen sixteenths of the memory limit",
    default: "all",
    allowed: Allowed::Form {
        about: "a number of kibibytes, at least 256, or all",
        examples: &["256", "1000"],
        read: |text| match (text, text.parse::<u64>()) {
            ("all", _) => Some(None),
            (_, Ok(kibibytes @ 256..)) => Some(Some(kibibytes.saturating_mul(1 << 10))),
            _ => None,
        },
    },
};
