//! What a search counts, and what it may spend.

/// What a search counted. `docs/methodology.md` defines each counter. Counters
/// mean the same in every strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Nodes whose successors were computed. A node that is expanded twice
    /// counts twice.
    pub expanded: u64,
    /// Successors made. The successor that would take back the move to its
    /// parent is never made. Starts and roots are not generated.
    pub generated: u64,
    /// Heuristic values computed, including those of roots.
    pub evaluated: u64,
    /// Generated successors that were dropped because they had been reached
    /// before at equal or lower cost. Searches that look a state up when its
    /// node leaves the open list do not count the nodes that are still there.
    pub duplicates: u64,
    /// Nodes put back on the open list after their expansion, because a
    /// cheaper path to them was found.
    pub reopened: u64,
    /// The most nodes held at once.
    pub peak_stored: u64,
    /// The most bytes held at once in tables, queues and stacks that grow with
    /// the search, free slots included.
    pub peak_bytes: u64,
    /// Iterations of IDA* and of breadth-first heuristic search, f-layers of A*,
    /// depths of breadth-first search.
    pub iterations: u64,
    /// Expansions in all iterations before the last, which do not depend on how
    /// ties are broken.
    pub expanded_before_last: u64,
    /// Bytes of the tables in which the heuristic looks values up.
    pub table_bytes: u64,
}

impl Counters {
    /// All counters, by the names that `docs/methodology.md` gives them.
    pub const fn named(&self) -> [(&'static str, u64); 10] {
        // A new counter does not compile before it is in this list.
        let Self {
            expanded,
            generated,
            evaluated,
            duplicates,
            reopened,
            peak_stored,
            peak_bytes,
            iterations,
            expanded_before_last,
            table_bytes,
        } = *self;
        [
            ("expanded", expanded),
            ("expanded_before_last", expanded_before_last),
            ("generated", generated),
            ("evaluated", evaluated),
            ("duplicates", duplicates),
            ("reopened", reopened),
            ("peak_stored", peak_stored),
            ("layers", iterations),
            ("peak_bytes", peak_bytes),
            ("table_bytes", table_bytes),
        ]
    }
}

/// The limits of a search. Nothing is limited by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Expansions, exactly: a search stops before the next one.
    pub expanded: Option<u64>,
    /// Bytes in tables and queues, as [`Counters::peak_bytes`] and
    /// [`Counters::table_bytes`] count them, together.
    pub bytes: Option<u64>,
}
