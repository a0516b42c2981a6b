//! Limits are exact, signals are seen, and counts add up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::{Rect, Shaped, State};

fn goal() -> State<Rect<3, 3>> {
    State::goal(Rect::<3, 3>, 0)
}

fn expand(meter: &mut Meter) -> Result<(), Stop> {
    meter.expand(|| Expansion::new(&goal(), 0))
}

#[test]
fn an_expansion_limit_is_exact() {
    for limit in [0, 1, 4095, 4096, 4097, 10_000] {
        let limits = Limits { expanded: Some(limit), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let stop = loop {
            if let Err(stop) = expand(&mut meter) {
                break stop;
            }
        };
        assert_eq!((stop, meter.counters().expanded), (Stop::Nodes, limit));
    }
}

#[test]
fn grants_never_pass_the_limit_and_add_up() {
    let limits = Limits { expanded: Some(10_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let mut spent = 0;
    let stop = loop {
        match meter.grant(spent) {
            Ok(more) => spent = more,
            Err(stop) => break stop,
        }
    };
    assert_eq!((stop, meter.counters().expanded), (Stop::Nodes, 10_000));
}

#[test]
fn signals_are_seen_within_the_pace() {
    let mut meter = Meter::default();
    expand(&mut meter).unwrap();
    meter.interrupt().clone().time_is_up();
    let more = (0..2 * Meter::PACE).take_while(|_| expand(&mut meter).is_ok()).count() as u64;
    assert!(more < Meter::PACE);
    assert_eq!(expand(&mut meter), Err(Stop::Time));
    meter.interrupt().interrupt();
    meter.interrupt().time_is_up();
    assert_eq!(expand(&mut meter), Err(Stop::Interrupted));
    meter.interrupt().restart_time();
    assert_eq!(expand(&mut meter), Err(Stop::Interrupted));
    meter.interrupt().clear();
    assert_eq!(expand(&mut meter), Ok(()));
    meter.interrupt().time_is_up();
    meter.interrupt().restart_time();
    assert_eq!(meter.interrupt().check(), Ok(()));
}

#[test]
fn a_part_may_have_a_reason_of_its_own_to_end() {
    let looks = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&looks);
    let reason = move || match count.fetch_add(1, Ordering::Relaxed) {
        0..3 => Ok(()),
        _ => Err(Stop::Interrupted),
    };
    let whole = Meter::default();
    let mut part = whole.part(Limits::default()).checking(whole.interrupt().or(reason));
    let made = (0..).take_while(|_| expand(&mut part).is_ok()).count() as u64;
    assert_eq!(made, 3 * Meter::PACE);
    assert_eq!(whole.interrupt().check(), Ok(()), "the other parts go on");
    whole.interrupt().time_is_up();
    assert_eq!((expand(&mut part), looks.load(Ordering::Relaxed)), (Err(Stop::Time), 4));
}

#[test]
fn iterations_and_peaks_are_kept() {
    let mut meter = Meter::default();
    meter.begin_iteration();
    expand(&mut meter).unwrap();
    meter.begin_iteration();
    expand(&mut meter).unwrap();
    meter.hold(3, 30);
    meter.hold(1, 50);
    let counters = meter.counters();
    assert_eq!((counters.layers, counters.expanded_before_last), (2, 1));
    assert_eq!((counters.peak_stored, counters.peak_bytes), (3, 50));
    assert_eq!(meter.allow(u64::MAX), Ok(()));
}

#[test]
fn a_search_has_at_most_sixteen_counters_of_its_own() {
    const NAMES: [&str; 17] =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"];
    let mut meter = Meter::default();
    for name in &NAMES[..16] {
        meter.extra(name, 1);
    }
    meter.extra("c", 7);
    assert_eq!((meter.profile().extra.len(), meter.profile().extra[2]), (16, ("c", 7)));
    let refused = |name: &'static str, mut meter: Meter| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| meter.extra(name, 1))).is_err()
    };
    assert!(refused("q", meter), "one too many");
    for name in ["", "max queue", "max_queue", "länge", &"x".repeat(41).leak()[..]] {
        assert!(refused(name, Meter::default()), "{name:?}");
    }
}

#[test]
fn tables_count_once_and_against_the_limit() {
    let limits = Limits { bytes: Some(100), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    for (name, bytes, all) in [(7, 40, 40), (8, 30, 70), (7, 40, 70)] {
        meter.look_up(name, bytes);
        assert_eq!(meter.counters().table_bytes, all);
    }
    assert_eq!((meter.allow(30), meter.allow(31)), (Ok(()), Err(Stop::Memory)));
    meter.reset();
    assert_eq!(meter.allow(100), Ok(()));
    meter.look_up(7, 40);
    assert_eq!(meter.counters().table_bytes, 40);
}

#[test]
fn a_trace_has_the_expansions_of_boards_whose_size_is_a_value() {
    let trace = Trace::new(2);
    let limits = Limits { expanded: Some(4), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default()).watched(trace.clone());
    expand(&mut meter).unwrap();
    assert_eq!(trace.take(), [], "the code of a constant board tells nothing");
    let state = State::<Shaped<u64>>::of(&goal().arrangement()).unwrap();
    for g in 1..=3 {
        meter.begin_iteration();
        let expansion = || Expansion::new(&state, g).with_h((g == 2).then_some(7)).on_side(1);
        meter.expand(expansion).unwrap();
    }
    let traced = |g, h| Traced { state: goal().arrangement(), g, h, side: 1, iteration: g.into() };
    assert_eq!(meter.expand(|| Expansion::new(&state, 4)), Err(Stop::Nodes));
    assert_eq!(trace.take(), [traced(1, None), traced(2, Some(7))], "the limit is two");
    assert_eq!(meter.counters().expanded, 4);
}

#[test]
fn a_pulse_tells_how_far_a_search_and_its_parts_have_come() {
    let pulse = Pulse::default();
    let mut meter = Meter::default().telling(pulse.clone());
    for threshold in [40, 42, 44] {
        meter.begin_threshold(threshold);
        meter.grant(0).unwrap();
        meter.settle(u64::from(threshold));
    }
    let mut part = meter.part(Limits::default());
    let granted = part.grant(0).unwrap();
    part.grant(granted).unwrap();
    let expected =
        Stage { threshold: 44, finished: 82, before_last: 40, last: 42, current: Meter::PACE };
    assert_eq!(pulse.stage(), expected);
}
