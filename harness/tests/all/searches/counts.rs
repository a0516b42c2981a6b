//! The counts of Korf's experiments, on those of his instances that take a moment.
//! `optile run korf100 --strategy idastar:manhattan --in-process` compares all of them.

use optile::registry;
use optile_core::{Meter, PathChoice};
use optile_runner::plan::suite::Suite;

#[test]
fn idastar_expands_and_generates_exactly_what_korf_counted() {
    let mut suite = Suite::find("korf100", &registry::all()).unwrap();
    let strategy = registry::all().build(suite.counts_of.as_ref().unwrap()).unwrap().strategy;
    let mut checked = 0;
    for instance in suite.read_instances(&[]).unwrap() {
        let Some(counts) =
            instance.counts.filter(|counts| counts.generated.is_some_and(|n| n < 8_000_000))
        else {
            continue;
        };
        let mut meter = Meter::default();
        let path = strategy.solve(&instance.problem, PathChoice::Any, &mut meter).unwrap();
        assert_eq!(path.verify(&instance.problem), Ok(()));
        assert_eq!(Some(path.len() as u32), instance.optimal, "{}", instance.id);
        let made = meter.counters();
        assert!(
            counts.agree_with(Some(made.expanded), Some(made.generated)),
            "{made:?}, {counts:?}"
        );
        checked += 1;
    }
    assert!(checked >= 3, "only {checked} instances are quick enough");
}
