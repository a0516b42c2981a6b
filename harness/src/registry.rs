//! The list of all strategies, and of heuristics that have crates of their own.

use std::sync::Arc;

use optile_core::{Family, HeuristicEntry, HeuristicInfo, Size};
use optile_heuristics::Catalogue;
use optile_pdb::{Memory, TableCache};
use optile_runner::plan::registry::{Elsewhere, Registry};

/// Every family of strategies, in the order of listings, tables and charts, without [`taught`]. A new
/// family needs a line here and a dependency. Everything else is derived from this
/// list.
fn families() -> Vec<Family> {
    vec![
        optile_bfs::FAMILY,
        optile_retrograde::FAMILY,
        optile_bidir::FAMILY,
        optile_astar::FAMILY,
        optile_astar::EPEA,
        optile_hda::FAMILY,
        optile_bfhs::FAMILY,
        optile_astar_idastar::FAMILY,
        optile_idastar::FAMILY,
        optile_idastar::PARALLEL,
        optile_bihs::ASTAR_REVERSE,
        optile_bihs::MM,
        optile_bihs::FMM,
        optile_bihs::NBS,
        optile_bihs::DVCBS,
        optile_bihs::BAE,
        optile_bihs::TLBAE,
        optile_bihs::DBBS,
        optile_bihs::BS,
        optile_wastar::FAMILY,
        optile_wastar::GREEDY,
        optile_wastar::ARASTAR,
    ]
}

/// The families that take part only where they are named: searches that courses compare on small
/// boards. On the boards of the other suites, most of them find nothing within any limit.
fn taught() -> Vec<Family> {
    vec![
        optile_depth_first::DFS,
        optile_depth_first::IDDFS,
        optile_depth_first::IDA,
        optile_rbfs::FAMILY,
        optile_beam::FAMILY,
        optile_hill_climbing::FAMILY,
    ]
}

/// Every heuristic that has a crate of its own. A new one needs a line here and a dependency, like
/// a family. Those of `optile_heuristics` are listed there.
fn heuristics() -> Vec<HeuristicEntry> {
    vec![
        // One line each.
    ]
}

/// All families, with pattern databases that are built in memory. It is for names, for
/// tests, and where tables are not worth a file. Others use [`with_tables`].
pub fn all() -> Registry {
    with_tables(Arc::new(Memory::default()))
}

/// All families, with pattern databases from `tables`.
pub fn with_tables(tables: Arc<dyn TableCache>) -> Registry {
    let mut registry = Registry::new(families(), Catalogue::new(tables))
        .with_named(taught())
        .knowing(&ELSEWHERE, &HEURISTICS_ELSEWHERE);
    for HeuristicEntry { name, about, make } in heuristics() {
        registry.add(HeuristicInfo::plain(name, about), make());
    }
    registry
}

/// The heuristic beside which others are seen.
pub const STANDARD: &str = "manhattan";

/// What textbooks call these searches.
const ELSEWHERE: [Elsewhere; 12] = [
    Elsewhere { called: &["a*", "a-star"], name: "astar:manhattan", note: "" },
    Elsewhere { called: &["ida*", "ida-star"], name: "idastar:manhattan", note: "" },
    Elsewhere {
        called: &["dijkstra", "ucs", "uniform-cost"],
        name: "astar:zero",
        note: "All moves cost the same, so bfs finds such paths sooner. ",
    },
    Elsewhere { called: &["depth-first"], name: "dfs", note: "" },
    Elsewhere {
        called: &["depth-limited", "dls"],
        name: "dfs,depth=30",
        note: "It expands no node at this depth. ",
    },
    Elsewhere { called: &["ids", "dfid", "iterative-deepening"], name: "iddfs", note: "" },
    Elsewhere { called: &["recursive-best-first"], name: "rbfs:manhattan", note: "" },
    Elsewhere {
        called: &["hc", "hillclimbing", "steepest-ascent"],
        name: "hill-climbing:manhattan",
        note: "",
    },
    Elsewhere {
        called: &["gbfs", "best-first"],
        name: "greedy:manhattan",
        note: "A greedy search finds paths that are not the shortest. ",
    },
    Elsewhere { called: &["wa*", "weighted-astar"], name: "wastar:manhattan", note: "" },
    Elsewhere { called: &["ara*", "ara", "anytime"], name: "arastar:manhattan", note: "" },
    Elsewhere { called: &["bidirectional", "bds", "bibfs"], name: "bidir", note: "" },
];

/// What they call heuristics.
const HEURISTICS_ELSEWHERE: [Elsewhere; 5] = [
    Elsewhere { called: &["none", "null", "h0"], name: "zero", note: "" },
    Elsewhere { called: &["hamming", "misplaced-tiles", "h1"], name: "misplaced", note: "" },
    Elsewhere { called: &["md", "taxicab", "h2"], name: "manhattan", note: "" },
    Elsewhere { called: &["lc", "linear-conflicts"], name: "linear-conflict", note: "" },
    Elsewhere { called: &["wd"], name: "walking-distance", note: "" },
];

/// The most cells for which a table of the whole space is the default. Boards of
/// 2x5 have 1.8 million states, those of the next sizes 240 million.
const SMALL_CELLS: usize = 10;

/// The most cells for which pattern databases of six tiles each are the
/// default. Those of 3x6 boards have 40 MB and are built in one second. For
/// random boards, they save more time than this. Larger random boards cannot be
/// solved in this way, and boards near the goal need no tables.
const MIDDLE_CELLS: usize = 18;

/// The name of the default strategy for a size: the table of the whole space if it
/// is small, otherwise pattern databases if they solve most boards, otherwise the
/// fastest strategy that needs no memory.
///
/// On 4x4 boards the databases have 12 MB and are built in a fifth of a second.
/// With them, Korf's hundred take two and a half seconds, compared with seventy
/// for Manhattan distance, and four without the reflection. If the goal's blank
/// is on the diagonal, the reflection uses the same tables. Such tables save
/// more on narrower boards: a factor of thousands on 2x7 boards.
pub fn default_for(size: Size) -> &'static str {
    match (size.cells(), size.width()) {
        (..=SMALL_CELLS, _) => "retrograde",
        (16, 4) => "idastar:pdb:6-6-3+reflected",
        (..=MIDDLE_CELLS, _) => "idastar:pdb:up-to-6",
        _ => "idastar:manhattan",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use optile_runner::instances::bundle;
    use optile_runner::plan::suite::Suite;
    use optile_testkit::house::examine_listed;

    use super::*;

    #[test]
    fn names_are_unique_and_well_formed_and_abouts_are_one_line() {
        let names = all().names();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        all().all_heuristics().iter().for_each(|h| examine_listed(h.name, h.about));
        for family in all().families() {
            examine_listed(family.name, family.about);
            family.options.iter().for_each(|option| examine_listed(option.key, option.about));
        }
    }

    #[test]
    fn every_listed_name_and_option_value_builds() {
        for family in all().families() {
            for name in all().names_of(family) {
                assert_eq!(all().build(&name).unwrap().name, name);
                for option in family.options {
                    let examples = option.allowed.examples();
                    let default = option.default.to_owned();
                    for value in examples.iter().chain([&default]) {
                        let name = format!("{name},{}={value}", option.key);
                        assert_eq!(all().build(&name).unwrap().name, name);
                    }
                }
            }
        }
    }

    #[test]
    fn standard_names_have_every_family_and_every_plain_heuristic() {
        let registry = all();
        let (standard, all) = (registry.standard_names(), registry.names());
        assert!(standard.iter().all(|name| all.contains(name)));
        for family in registry.families() {
            let is_standard =
                standard.iter().any(|name| name.split(':').next() == Some(family.name));
            let is_taught = taught().iter().any(|taught| taught.name == family.name);
            assert!(is_standard != is_taught, "{}", family.name);
        }
        let heuristics = registry.all_heuristics();
        for heuristic in heuristics.iter().filter(|h| h.arguments.is_none()) {
            let end = format!(":{}", heuristic.name);
            assert!(standard.iter().any(|name| name.ends_with(&end)), "{end}");
        }
    }

    #[test]
    fn a_family_that_is_named_without_a_heuristic_means_all_of_its_strategies() {
        let registry = all();
        for name in ["bfs", "astar:zero", "idastar:zero,order=dlru", "nobody"] {
            assert_eq!(registry.members(name), [name]);
        }
        let members = registry.members("idastar,order=dlru");
        // Heuristics of other crates are in the registry only.
        let all = registry.names().into_iter().filter(|name| name.starts_with("idastar:"));
        assert!(members.into_iter().eq(all.map(|name| format!("{name},order=dlru"))));
    }

    #[test]
    fn defaults_are_in_the_list() {
        let default = |size: &str| default_for(size.parse().unwrap());
        assert_eq!(default("3x3"), "retrograde");
        assert_eq!(default("4x4"), "idastar:pdb:6-6-3+reflected");
        for size in Size::all() {
            let entry = all().build(default_for(size)).unwrap();
            assert!(entry.strategy.supports(size));
        }
    }

    /// Families and heuristics of the program, and nothing that an author has added. Tests of
    /// what is meant by a name take these.
    fn fixed() -> Registry {
        let families = vec![
            optile_bfs::FAMILY,
            optile_astar::FAMILY,
            optile_idastar::FAMILY,
            optile_wastar::FAMILY,
            optile_wastar::GREEDY,
        ];
        Registry::new(families, Catalogue::new(Arc::new(Memory::default())))
            .with_named(taught())
            .knowing(&ELSEWHERE, &HEURISTICS_ELSEWHERE)
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let message = |name: &str| format!("{:#}", fixed().build(name).unwrap_err());
        assert!(message("bsf").contains("did you mean \"bfs\"?"));
        assert!(message("asatr:manhattan").contains("did you mean \"astar:manhattan\"?"));
        assert!(message("astar:manhatan").contains("did you mean \"manhattan\"?"));
        assert!(message("astar").contains("needs a heuristic"));
        assert!(message("idastar:manhattan,ordr=ulrd").contains("did you mean \"order\"?"));
        assert!(message("idastar:manhattan,order=ulrr").contains("order"));
        assert!(message("BFS").contains("did you mean \"bfs\"?"));
        assert!(message("astar:LC").contains("did you mean \"linear-conflict\"?"));
        assert!(message("").contains("is not of the form"));
        assert!(!message("something-else-entirely").contains("did you mean"));
    }

    #[test]
    fn names_of_textbooks_get_a_suggestion() {
        let plain = fixed();
        // Heuristics of other crates change nothing of what these names mean.
        let mut registry = fixed();
        for name in ["learned", "lx", "aligned"] {
            let heuristic = plain.heuristics().named("zero").unwrap();
            registry.add(HeuristicInfo::plain(name, "as others add it"), heuristic);
        }
        for (name, meant) in [
            ("IDA*", "idastar:manhattan"),
            ("ida*:linear-conflict", "idastar:linear-conflict"),
            ("IDA:zero", "ida:zero"),
            ("a*", "astar:manhattan"),
            ("A*:zero", "astar:zero"),
            ("gbfs", "greedy:manhattan"),
            ("WA*:zero", "wastar:zero"),
            ("dijkstra", "astar:zero"),
            ("ids", "iddfs"),
            ("DFS", "dfs"),
            ("depth-limited", "dfs,depth=30"),
            ("dls,order=rdul", "dfs,depth=30"),
            ("RBFS", "rbfs:manhattan"),
            ("beams:manhattan", "beam:manhattan"),
            ("hillclimbing:zero", "hill-climbing:zero"),
            ("steepest-ascent:misplaced", "hill-climbing:misplaced"),
            ("ida*:zero,order=udlr", "idastar:zero,order=udlr"),
            ("ida*:whatever", "idastar:manhattan"),
            ("bfs-", "bfs"),
            ("astar:hamming", "misplaced"),
            ("astar:md", "manhattan"),
        ] {
            for registry in [&plain, &registry] {
                let message = format!("{:#}", registry.build(name).unwrap_err());
                assert!(message.contains(&format!("did you mean {meant:?}?")), "{message}");
            }
        }
        assert_eq!(registry.meant_by("md", &["manhattan"]), "did you mean \"manhattan\"? ");
        for heuristic in &HEURISTICS_ELSEWHERE {
            plain.heuristics().named(heuristic.name).unwrap();
        }
        for known in &ELSEWHERE {
            all().build(known.name).unwrap();
            for word in known.called {
                assert!(plain.families().iter().all(|family| family.name != *word), "{word}");
            }
        }
    }

    #[test]
    fn bundled_suites_name_strategies_that_are_there() {
        let registry = all();
        for name in bundle::suite_names() {
            let suite = Suite::find(name, &registry).unwrap();
            let pairs = suite.pairs.iter().flat_map(|(a, b)| [a, b]);
            for strategy in suite.strategies.iter().chain(pairs).chain(&suite.counts_of) {
                registry.build(strategy).unwrap();
            }
            // The results have the full names.
            for published in &suite.published {
                assert_eq!(registry.build(&published.strategy).unwrap().name, published.strategy);
            }
        }
    }
}
