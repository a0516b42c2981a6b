//! Simulated searches, as the example `simulate` makes them.

#[path = "../examples/simulate/search.rs"]
mod search;

use std::sync::Arc;

use optile_hda::Hda;
use optile_heuristics::Manhattan;
use optile_runner::instances::instance::InstanceSet;
use optile_testkit::links::Network;

use self::search::{HEADINGS, simulate};

/// The default machines and network of the example.
const NETWORK: Network = Network {
    nodes_per_second: 5_000_000,
    latency_ns: 2000,
    overhead_ns: 500,
    overhead_ns_per_byte: 0.8,
    gigabits_per_second: 100.0,
};

/// What is found for the easiest of Korf's instances on 1, 2 and 4 ranks.
fn numbers(hda: &Hda, network: Network) -> [[u64; 9]; 3] {
    let set = InstanceSet::bundled("korf100").unwrap().unwrap();
    let instance = set.instances.iter().find(|instance| instance.id == "79").unwrap();
    [1, 2, 4].map(|ranks| simulate(hda, ranks, network, &instance.problem).unwrap())
}

fn in_steps() -> Hda {
    Hda::new(Arc::new(Manhattan), 1)
}

/// The expansions and the times on 1, 2 and 4 ranks.
fn searches(network: Network) -> [[u64; 3]; 2] {
    let lines = numbers(&in_steps(), network);
    [lines.map(|line| line[2]), lines.map(|line| line[3])]
}

#[test]
fn a_simulation_has_the_same_results_each_time() {
    assert_eq!(HEADINGS.split(',').count(), 9);
    for (hda, expanded) in [
        (in_steps(), [69_133, 75_816, 93_107]),
        (in_steps().asynchronous(), [69_133, 77_844, 96_301]),
    ] {
        let lines = numbers(&hda, NETWORK);
        assert_eq!(lines.map(|line| line[2]), expanded);
        assert_eq!(lines, numbers(&hda, NETWORK));
        assert_eq!(lines.map(|line| (line[0], line[1])), [(1, 42), (2, 42), (4, 42)]);
        let [alone, rest @ ..] = lines.map(|[.., nodes, messages, bytes]| [nodes, messages, bytes]);
        assert_eq!(alone, [0; 3]);
        assert!(rest.as_flattened().iter().all(|&sent| sent > 0), "{rest:?}");
    }
}

/// One rank sends nothing, so its time is that of its expansions alone. The counts in steps are
/// those of `hda` on as many threads, which its own tests pin.
#[test]
fn time_is_computed_from_the_rate_and_from_the_network() {
    let slow = Network { nodes_per_second: 1_000_000, latency_ns: 1_000_000, ..NETWORK };
    let [expanded, slow] = searches(slow);
    assert!(slow[0].abs_diff(expanded[0] * 1000) < 1_000_000, "{slow:?}");
    // Each step waits for a millisecond at least.
    assert!(slow[1] > slow[0], "{slow:?}");
    let [same, fast] = searches(Network {
        nodes_per_second: 1_000_000,
        latency_ns: 1,
        overhead_ns: 1,
        overhead_ns_per_byte: 0.0,
        gigabits_per_second: 1000.0,
    });
    assert_eq!(same, expanded);
    let least = [fast[0], expanded[1] * 500, expanded[2] * 250];
    for (time, least) in fast.iter().zip(least) {
        assert!((least..least * 3 / 2).contains(time), "{fast:?}, at least {least}");
    }
}
