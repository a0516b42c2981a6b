//! What a search counts, and what it may spend.

/// Defines [`Counters`] and all that goes through them from two lists: what every search counts, and
/// what some tell besides. A new counter is a field of it, and an entry of `NUMBERS` in the results.
macro_rules! counters {
    (
        $($(#[doc = $about:literal])+ $name:ident,)+;
        $($(#[doc = $about_told:literal])+ $told:ident,)+
    ) => {
        /// What a search counted, or with `Option<u64>` what of it was reported.
        /// `docs/methodology.md` defines each counter. Counters mean the same in every strategy.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct Counters<T = u64> {
            $($(#[doc = $about])+ pub $name: T,)+
            $($(#[doc = $about_told])+ pub $told: Option<u64>,)+
        }

        impl Counters {
            /// The names of all counters.
            pub const NAMES: &'static [&'static str] =
                &[$(stringify!($name),)+ $(stringify!($told)),+];
        }

        impl<T: Copy + Into<Option<u64>>> Counters<T> {
            /// Those that were reported, by their names.
            pub fn reported(&self) -> impl Iterator<Item = (&'static str, u64)> + use<T> {
                let all = [
                    $((stringify!($name), self.$name.into()),)+
                    $((stringify!($told), self.$told)),+
                ];
                all.into_iter().filter_map(|(name, value)| Some((name, value?)))
            }
        }

        impl From<Counters> for Counters<Option<u64>> {
            fn from(all: Counters) -> Self {
                Self { $($name: Some(all.$name),)+ $($told: all.$told),+ }
            }
        }
    };
}

counters! {
    /// Nodes whose successors were computed. A node that is expanded twice
    /// counts twice.
    expanded,
    /// Expansions in all iterations before the last, which do not depend on how
    /// ties are broken.
    expanded_before_last,
    /// Successors made. The successor that would take back the move to its
    /// parent is never made. Starts and roots are not generated.
    generated,
    /// Heuristic values computed, including those of roots.
    evaluated,
    /// Generated successors that were dropped because they had been reached
    /// before at equal or lower cost. Searches that look a state up when its
    /// node leaves the open list do not count the nodes that are still there.
    duplicates,
    /// Nodes put back on the open list after their expansion, because a
    /// cheaper path to them was found.
    reopened,
    /// The most nodes held at once.
    peak_stored,
    /// Iterations of IDA* and of breadth-first heuristic search, f-layers of A*,
    /// depths of breadth-first search.
    layers,
    /// The most bytes held at once in tables, queues and stacks that grow with
    /// the search, free slots included.
    peak_bytes,
    /// Bytes of the tables in which the heuristic looks values up.
    table_bytes,
    ;
    /// The most nodes that wait at once to be expanded: on the open list, in the
    /// queue, on the stack or in the beam. `None` if the search does not tell it.
    peak_open,
    /// The greatest g of a node that was made, and not dropped at once. `None` if
    /// the search does not tell it.
    deepest,
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
