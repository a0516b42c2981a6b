//! The table compared with a hash map.

use std::array;
use std::collections::HashMap;

use optile_core::{Interrupt, Limits};
use proptest::prelude::*;

use super::line::zero_bytes;
use super::*;
use crate::ClosedEntry;

type Model<W, const SIDES: usize> = HashMap<W, [u8; SIDES]>;

/// Compares with a model, and then changes an entry.
fn step<W: Word, const SIDES: usize>(
    table: &mut EntryTable<W, SIDES>,
    model: &mut Model<W, SIDES>,
    mixed: W,
    side: usize,
    entry: u8,
) {
    let side = side % SIDES;
    let known = model.entry(mixed).or_insert([0; SIDES]);
    assert_eq!(table.entries(mixed), *known);
    let mut slot = table.slot(mixed);
    assert!((0..SIDES).all(|side| slot.get(side) == ClosedEntry(known[side])));
    slot.set(side, ClosedEntry(entry));
    known[side] = entry;
    assert_eq!(table.len, model.len());
}

fn fill<const SIDES: usize>() -> Fill {
    if SIDES == 1 { Fill::ONE_SIDE } else { Fill::TWO_SIDES }
}

fn compare<W: Word, const SIDES: usize>(steps: &[(u32, usize, u8)], spread: impl Fn(u32) -> u128) {
    let mut meter = Meter::default();
    let mut table = EntryTable::<W, SIDES>::new(fill::<SIDES>(), &mut meter).unwrap();
    let mut model = HashMap::new();
    for &(key, side, entry) in steps {
        table.make_room(1, &mut meter).unwrap();
        let mixed = W::narrow(spread(key) & EntryTable::<W, SIDES>::MASK);
        table.prefetch(mixed);
        table.prefetch_behind(mixed);
        step(&mut table, &mut model, mixed, side, entry);
    }
    for (&mixed, &entries) in &model {
        assert_eq!(table.entries(mixed), entries);
    }
    let mut all = HashMap::new();
    table.for_each(|key, entries| {
        assert_eq!(all.insert(EntryTable::<W, SIDES>::mix(key), entries), None);
    });
    assert_eq!(all, model);
    assert!(table.len <= table.room);
    assert_eq!(meter.held(), (table.lines.len() * Lines::<W>::BYTES) as u64);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    /// Few distinct keys, so that most are met again. With some shifts, many
    /// have the same tag or the same home.
    #[test]
    fn behaves_like_a_hash_map(
        steps in proptest::collection::vec((1u32..5000, 0usize..2, 1u8..=255), 0..8000)
    ) {
        for shift in [0, 8, 43] {
            compare::<u64, 1>(&steps, |key| u128::from(key) << shift);
            compare::<u64, 2>(&steps, |key| u128::from(key) << shift);
            compare::<u128, 1>(&steps, |key| u128::from(key) << shift);
            compare::<u128, 2>(&steps, |key| u128::from(key) << shift);
        }
        compare::<u128, 1>(&steps, |key| u128::from(key) << 107);
    }

    #[test]
    fn zero_bytes_are_found(bytes in proptest::array::uniform8(prop_oneof![0u8..3, any::<u8>()])) {
        let mut bits = zero_bytes(u64::from_le_bytes(bytes));
        let mut found = Vec::new();
        while bits != 0 {
            found.push(next_place(&mut bits));
        }
        let expected = (0..8).filter(|&place| bytes[place] == 0).collect::<Vec<_>>();
        prop_assert_eq!(found, expected);
        let mut line = [0; 64];
        line[8..16].copy_from_slice(&bytes);
        let first = bytes.iter().position(|&byte| byte == 0);
        prop_assert_eq!(EntryTable::<u64, 1>::in_use(&line), first.unwrap_or(8));
    }

    #[test]
    fn mixing_can_be_undone(key in 0u128..1 << 120) {
        prop_assert_eq!(EntryTable::<u128, 1>::unmix(EntryTable::<u128, 1>::mix(key)), key);
        let key = key as u64 & (u64::MAX >> 8);
        let mixed = EntryTable::<u64, 1>::mix(key);
        prop_assert_eq!(EntryTable::<u64, 1>::unmix(mixed), key);
        prop_assert!(mixed < 1 << 56);
    }
}

/// The tags of the first two keys differ in the lowest bit, where a carry could
/// make them look alike.
#[test]
fn keys_with_the_same_rest_are_told_apart_by_their_tags() {
    let steps = [0x106, 0x207, 0x206, 0x107].map(|mixed| (mixed, 0, 9));
    compare::<u64, 1>(&steps, u128::from);
    compare::<u64, 2>(&steps, u128::from);
}

/// Keys in the middle, and at the end of the table, which continues at the first
/// line.
#[test]
fn keys_of_one_home_are_found_before_and_after_growth() {
    let last = (1 << 56) - 1;
    let steps: Vec<_> = (0..300).map(|key| (key, 1, 9)).collect();
    for last in [last, last / 2] {
        compare::<u64, 1>(&steps, |key| last - u128::from(key));
        compare::<u64, 2>(&steps, |key| last - u128::from(key));
    }
}

fn fill_to_the_limit<W: Word, const SIDES: usize>(bytes: u64) -> usize {
    let limits = Limits { bytes: Some(bytes), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let mut table = EntryTable::<W, SIDES>::new(fill::<SIDES>(), &mut meter).unwrap();
    let mixed = |number: usize| EntryTable::<W, SIDES>::mix(W::narrow(number as u128));
    // The other side stays 0.
    let entries =
        |number: usize| array::from_fn(|side| if side == 0 { number as u8 | 1 } else { 0 });
    let stop = (1..).find_map(|number| {
        let stop = table.make_room(1, &mut meter).err();
        if stop.is_none() {
            assert_eq!(table.entries(mixed(number)), [0; SIDES]);
            table.slot(mixed(number)).set(0, ClosedEntry(number as u8 | 1));
            assert_eq!(table.len, number);
        }
        stop
    });
    assert_eq!(stop, Some(Stop::Memory));
    assert_eq!(table.len, table.room);
    assert!(meter.counters().peak_bytes <= bytes);
    for number in 1..=table.len {
        assert_eq!(table.entries(mixed(number)), entries(number));
    }
    table.lines.len()
}

#[test]
fn growth_over_segments_keeps_the_entries_and_the_limit() {
    // Three segments of 4 MiB, and no room for a fourth.
    assert_eq!(fill_to_the_limit::<u64, 1>(15 << 20), 3 << 16);
    assert_eq!(fill_to_the_limit::<u64, 2>(15 << 20), 3 << 16);
}

fn fill_to_limits(quarters: impl IntoIterator<Item = u64>) {
    for quarters in quarters {
        fill_to_the_limit::<u64, 1>(quarters << 18);
        fill_to_the_limit::<u64, 2>(quarters << 18);
        fill_to_the_limit::<u128, 1>(quarters << 19);
        fill_to_the_limit::<u128, 2>(quarters << 19);
    }
}

/// Growing may also be refused at the size where lines become segments.
#[test]
fn no_limit_loses_entries() {
    fill_to_limits([1, 7, 13, 16, 19, 34]);
}

#[test]
#[ignore = "takes 5 s"]
fn no_limit_of_many_loses_entries() {
    fill_to_limits((1..40).step_by(3));
}
