//! Tests of `axis`.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use super::ticks::{linear_ticks_within, logarithmic_ticks_within};
use super::*;

fn labels(axis: &Axis) -> String {
    axis.labels().collect::<Vec<_>>().join(" | ").replace('\u{a0}', " ")
}

fn log(values: &[f64]) -> String {
    labels(&Axis::logarithmic("", Unit::Count, values.iter().copied()))
}

fn linear(values: &[f64]) -> String {
    labels(&Axis::linear("", Unit::Count, values.iter().copied()))
}

#[test]
fn logarithmic_labels() {
    assert_eq!(log(&[3.0, 4.0]), "2 | 5");
    assert_eq!(log(&[7.0, 7.0]), "5 | 10");
    assert_eq!(log(&[1.0]), "0.5 | 1 | 2");
    assert_eq!(log(&[0.0, 31.0, 120.0]), "0 | 20 | 50 | 100 | 200");
    assert_eq!(log(&[1.0, 90.0]), "1 | 2 | 5 | 10 | 20 | 50 | 100");
    assert_eq!(log(&[1.0, 900.0]), "1 | 10 | 100 | 1 k");
    assert_eq!(log(&[1.0, 181_440.0]), "1 | 10 | 100 | 1 k | 10 k | 100 k");
    assert_eq!(
        log(&[1.0, 1e10]),
        "1 | 100 | 10 k | 1 M | 100 M | 10 G",
        "thinned to every second power"
    );
    assert_eq!(log(&[]), "1 | 2 | 5 | 10");
    assert_eq!(log(&[0.0]), "0 | 1 | 2 | 5 | 10");
    assert_eq!(log(&[f64::INFINITY]), "1 | 2 | 5 | 10");
}

#[test]
fn linear_labels() {
    assert_eq!(linear(&[0.0, 31.0]), "0 | 5 | 10 | 15 | 20 | 25 | 30");
    assert_eq!(linear(&[41.0, 66.0]), "45 | 50 | 55 | 60 | 65");
    assert_eq!(linear(&[20.0]), "19 | 20");
    assert_eq!(linear(&[0.0]), "0 | 1");
    assert_eq!(linear(&[]), "0 | 1");
    assert_eq!(linear(&[0.0, 1.0]), "0 | 1");
}

#[test]
fn zero_values_and_lanes_keep_their_order() {
    let axis =
        Axis::logarithmic("", Unit::Count, [0.0, 1.0, 1e6]).with_lanes(vec!["none"; 3], 10.0);
    let places = [
        Place::At(0.0),
        Place::At(1.0),
        Place::At(1e6),
        Place::Edge,
        Place::Lane(0),
        Place::Lane(1),
        Place::Lane(2),
    ];
    let up: Vec<f64> = places.iter().map(|place| axis.offset(*place, 800.0)).collect();
    assert!(up.is_sorted_by(|a, b| a < b), "{up:?}");
    assert!(up[0] >= 0.0 && up[6] <= 800.0, "{up:?}");
    assert_eq!(axis.offset(Place::At(f64::INFINITY), 800.0), up[3]);
}

#[test]
fn labels_of_decades_stay_where_zero_or_a_lane_is_near() {
    let axis = Axis::logarithmic("", Unit::Bytes, [0.0, 1e6, 1e9]).with_lanes(vec!["none"], 13.0);
    let shown = |length: f64| {
        let ticks = axis.ticks_apart(|place| axis.offset(place, length), |_| Some(30.0));
        let labels: Vec<&str> = ticks.into_iter().map(|(_, label)| label.as_str()).collect();
        labels.join(" | ").replace('\u{a0}', " ")
    };
    assert_eq!(shown(400.0), "0 | 1 MB | 10 MB | 100 MB | none");
    assert_eq!(shown(160.0), "0 | 1 MB | 10 MB | 100 MB | none");
    assert_eq!(shown(90.0), "0 | 10 MB | none");
}

/// Zero is not near the smallest value, so it must not look so.
#[test]
fn zero_is_a_decade_below_the_smallest_value() {
    for high in [1e2, 1e4, 1e9] {
        let axis = Axis::magnitudes("", Unit::Count, [0.0, 1.0, high]);
        let at = |value| axis.offset(Place::At(value), 600.0);
        assert!((at(1.0) - at(0.0) - (at(10.0) - at(1.0))).abs() < 1e-6, "{high}");
        let gap = axis.gap(600.0).unwrap();
        assert!(at(0.0) < gap && gap < at(1.0), "{gap}");
    }
    assert_eq!(Axis::magnitudes("", Unit::Count, [1.0, 1e4]).gap(600.0), None);
}

#[test]
fn with_zero_an_axis_of_less_than_two_decades_is_linear() {
    let title = |values: &[f64]| {
        let axis = Axis::magnitudes("bytes, logarithmic", Unit::Count, values.iter().copied());
        (axis.is_logarithmic(), axis.title)
    };
    assert_eq!(title(&[0.0, 1.0, 99.0]), (false, "bytes".into()));
    assert_eq!(title(&[0.0, 1.0, 100.0]), (true, "bytes, logarithmic".into()));
    assert_eq!(title(&[1.0, 99.0]), (true, "bytes, logarithmic".into()));
    assert_eq!(title(&[0.0]), (false, "bytes".into()));
}

#[test]
fn an_axis_of_lengths_begins_at_no_negative_length() {
    for lengths in [[0.0, 80.0], [1.0, 80.0], [2.0, 31.0]] {
        let axis = Axis::linear("", Unit::Count, lengths);
        let (low, _) = axis.ends();
        assert!(low.value() >= Some(-0.5), "{lengths:?}: {low:?}");
    }
}

#[test]
fn a_narrowed_axis_keeps_the_ends_that_were_asked_for() {
    let percent = Axis::linear("", Unit::Count, [0.0, 100.0]);
    assert_eq!(labels(&percent.narrowed(&[2.0, 98.0], &[30.0, 40.0], vec![])), labels(&percent));
    let counts = Axis::linear("", Unit::Count, [0.0, 31.0]);
    let narrow = counts.narrowed(&[4.0, 31.0], &[4.0, 8.0], vec![]);
    assert_eq!(labels(&narrow), "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8");
    let costs = Axis::logarithmic("", Unit::Count, [0.0, 3.0, 900_000.0]);
    assert_eq!(
        labels(&costs.narrowed(&[0.0, 3.0, 900_000.0], &[3.0, 90.0], vec![])),
        "2 | 5 | 10 | 20 | 50 | 100"
    );
    let names = Axis::names(&["a", "b"]);
    assert_eq!(labels(&names.narrowed(&[0.0, 1.0], &[0.0], vec![])), "b | a");
}

/// Two numbers, the first not above the second: zero, the least one, and those of any size; equal,
/// one apart in the last place, up to nine decades apart, or anywhere.
fn any_range() -> impl Strategy<Value = (f64, f64)> {
    let exact = (53u32..=64).prop_map(|power| 2f64.powi(power as i32));
    let large = 2f64.powi(53)..2f64.powi(64);
    let any = prop::num::f64::POSITIVE | prop::num::f64::SUBNORMAL;
    let low = prop_oneof![Just(0.0), Just(5e-324), 0.0..1e9, exact, large, any];
    (low, 0..4, 0.0..9.0, any).prop_map(|(low, kind, decades, other)| match kind {
        0 => (low, low),
        1 => (low, low.next_up().min(f64::MAX)),
        2 => (low, (low * 10f64.powf(decades)).min(f64::MAX)),
        _ => (low.min(other), low.max(other)),
    })
}

/// What is made in time.
fn in_time<T: Send + 'static>(make: impl FnOnce() -> T + Send + 'static) -> T {
    let (made, result) = channel();
    thread::spawn(move || made.send(make()));
    result.recv_timeout(Duration::from_secs(10)).expect("ticks end")
}

proptest! {
    // Each attempt to find a smaller range takes the whole time.
    #![proptest_config(ProptestConfig { max_shrink_iters: 3, ..ProptestConfig::default() })]

    #[test]
    fn lanes_of_any_number_ascend_and_their_labels_do_not_touch(counts in prop::array::uniform3(0..40usize), length in 130.0..600.0) {
        let lanes: Vec<_> = (0..3).flat_map(|label| vec![["a", "b", "c"][label]; counts[label]]).collect();
        let count = lanes.len();
        let axis = Axis::logarithmic("", Unit::Count, [1.0]).with_lanes(lanes, 20.0);
        let at = |place| axis.offset(place, length);
        let up: Vec<f64> = (0..count).map(|lane| at(Place::Lane(lane))).collect();
        prop_assert!(up.is_sorted_by(|a, b| a < b), "{:?}", up);
        prop_assert!(up.iter().all(|&lane| lane > at(Place::Edge) && lane < length), "{:?}", up);
        let labels: Vec<f64> = axis.ticks.iter().map(|tick| at(tick.0)).filter(|&place| place > at(Place::Edge)).collect();
        prop_assert!(labels.windows(2).all(|pair| pair[1] - pair[0] > 19.9), "{:?}", labels);
    }

    #[test]
    fn ticks_of_any_range_ascend_and_are_few((low, high) in any_range(), is_negative: bool) {
        let (from, to) = if is_negative { (-high, -low) } else { (low, high) };
        let ticks = in_time(move || {
            let axes = [
                Axis::linear("", Unit::Count, [from, to]),
                Axis::logarithmic("", Unit::Count, [low, high]),
            ];
            let mut ticks = axes.map(|axis| axis.ticks).map(Vec::from_iter).map(|ticks| {
                ticks.iter().filter_map(|tick| tick.0.value()).collect::<Vec<f64>>()
            }).to_vec();
            if low < high {
                ticks.push(linear_ticks_within(from, to));
            }
            if 0.0 < low && low < high {
                ticks.push(logarithmic_ticks_within(low, high));
            }
            ticks
        });
        for ticks in ticks {
            prop_assert!((2..=11).contains(&ticks.len()), "{ticks:?}");
            prop_assert!(ticks.is_sorted_by(|a, b| a < b) && ticks[0].is_finite(), "{ticks:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_logarithmic_axis_has_two_to_ten_labels(a in 1e-3..1e19f64, b in 1e-3..1e19f64) {
        let (low, high) = (a.min(b), a.max(b));
        let axis = Axis::logarithmic("", Unit::Count, [low, high]);
        let count = axis.labels().count();
        prop_assert!((2..=10).contains(&count), "{}", labels(&axis));
        let unique: std::collections::BTreeSet<&str> = axis.labels().collect();
        prop_assert_eq!(unique.len(), count, "{}", labels(&axis));
        let (Place::At(first), Place::At(last)) = axis.ends() else { unreachable!() };
        prop_assert!(first <= low * 1.000_001 && high <= last * 1.000_001);
    }

    #[test]
    fn any_linear_axis_has_two_to_ten_labels(a in 0u32..100_000, b in 0u32..100_000) {
        let axis = Axis::linear("", Unit::Count, [a, b].map(f64::from));
        let count = axis.labels().count();
        prop_assert!((2..=10).contains(&count), "{}", labels(&axis));
        let (Place::At(first), Place::At(last)) = axis.ends() else { unreachable!() };
        prop_assert!(first <= f64::from(a.min(b)) && f64::from(a.max(b)) <= last);
    }
}
