//! The list compared with a hash map.

use std::collections::HashMap;

use optile_core::{Interrupt, Limits, Rect};
use proptest::prelude::*;

use super::*;

/// Compares with a model, and then changes an entry.
fn step<B: Board>(
    list: &mut SharedList<B>,
    model: &mut HashMap<B::Word, [ClosedEntry; 2]>,
    mixed: u128,
    side: usize,
    entry: ClosedEntry,
) {
    let mixed = B::Word::narrow(mixed);
    let slot = list.slot(mixed);
    let known = model.entry(mixed).or_default();
    assert_eq!(slot.entries, *known);
    slot.set(side, entry);
    known[side] = entry;
    assert_eq!(list.len, model.len());
}

fn compare<B: Board>(board: B, steps: &[(u32, usize, u8)], spread: impl Fn(u32) -> u128) {
    let (mut memory, mut meter) = (Memory::default(), Meter::default());
    let mut list = SharedList::new(board, &mut memory, &mut meter).unwrap();
    let mut model = HashMap::new();
    for &(key, side, entry) in steps {
        list.make_room(1, &mut memory, &mut meter).unwrap();
        step(&mut list, &mut model, spread(key), side, ClosedEntry(entry));
    }
    for (&mixed, &entries) in &model {
        assert_eq!(list.slot(mixed).entries, entries);
    }
    assert!(list.len <= list.room);
    assert_eq!(memory.bytes(), (list.lines.len() * Lines::<B::Word>::BYTES) as u64);
}

proptest! {
    /// Few distinct keys, so that most are met again. With some shifts, many
    /// have the same tag or the same home.
    #[test]
    fn behaves_like_a_hash_map(
        steps in proptest::collection::vec((0u32..5000, 0usize..2, 1u8..=255), 0..8000)
    ) {
        for shift in [0, 8, 43] {
            compare(Rect::<4, 4>, &steps, |key| u128::from(key) << shift);
            compare(Rect::<5, 5>, &steps, |key| u128::from(key) << shift);
        }
        compare(Rect::<5, 5>, &steps, |key| u128::from(key) << 107);
    }

    #[test]
    fn mixed_keys_stay_different(key in any::<u64>(), bit in 0u32..56) {
        let key = key & ((1 << 56) - 1);
        let mixed = mix(key);
        prop_assert_ne!(mixed, mix(key ^ 1 << bit));
        prop_assert!(mixed < 1 << 56);
        let key = u128::from(key) << 64 | u128::from(key);
        prop_assert_ne!(mix(key), mix(key ^ 1 << bit << 64));
    }
}

/// Keys at the end of the table, which continues at the first line.
#[test]
fn keys_of_one_home_are_found_before_and_after_growth() {
    let last = (1 << 56) - 1;
    let steps: Vec<_> = (0..300).map(|key| (key, 1, 9)).collect();
    compare(Rect::<4, 4>, &steps, |key| last - u128::from(key));
    compare(Rect::<4, 4>, &steps, |key| last / 2 - u128::from(key));
}

fn fill_to_the_limit<B: Board>(board: B, bytes: u64) -> usize {
    let limits = Limits { bytes: Some(bytes), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let mut memory = Memory::default();
    let mut list = SharedList::new(board, &mut memory, &mut meter).unwrap();
    let mut model = HashMap::new();
    let stop = (1u128..).find_map(|number| {
        let stop = list.make_room(1, &mut memory, &mut meter).err();
        if stop.is_none() {
            let mixed = mix(B::Word::narrow(number)).widen();
            step(&mut list, &mut model, mixed, 0, ClosedEntry(number as u8 | 1));
        }
        stop
    });
    assert_eq!(stop, Some(Stop::Memory));
    assert_eq!(list.len, list.room);
    assert!(meter.counters().peak_bytes <= bytes);
    for (&mixed, &entries) in &model {
        assert_eq!(list.slot(mixed).entries, entries);
    }
    list.lines.len()
}

#[test]
fn growth_over_segments_keeps_the_entries_and_the_limit() {
    // Three segments of 4 MiB, and no room for a fourth.
    assert_eq!(fill_to_the_limit(Rect::<4, 4>, 15 << 20), 3 << 16);
}

/// Growing may also be refused at the size where lines become segments.
#[test]
fn no_limit_loses_entries() {
    for quarters in (1..40).step_by(3) {
        fill_to_the_limit(Rect::<4, 4>, quarters << 18);
        fill_to_the_limit(Rect::<5, 5>, quarters << 19);
    }
}
