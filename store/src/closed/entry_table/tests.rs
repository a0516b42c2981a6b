//! The table compared with a hash map.

use std::collections::HashMap;

use optile_core::{Interrupt, Limits};
use proptest::prelude::*;

use super::*;
use crate::Slot;

/// Compares with a model, and then adds or changes an entry.
fn step<W: Word>(
    table: &mut EntryTable<W>,
    model: &mut HashMap<u128, ClosedEntry>,
    key: u128,
    entry: ClosedEntry,
    memory: &mut Memory,
    meter: &mut Meter,
) {
    table.make_room(1, memory, meter).unwrap();
    let home = table.home(key);
    table.prefetch(home);
    let slot = table.slot_of(key, home);
    let old = slot.closed_entry();
    assert_eq!(old, model.get(&key).copied().unwrap_or_default());
    if old == ClosedEntry::default() {
        slot.insert(entry);
    } else {
        slot.update(entry);
    }
    model.insert(key, entry);
    assert_eq!(table.len, model.len());
}

fn compare<W: Word>(steps: &[(u32, u8)], spread: impl Fn(u32) -> u128) {
    let (mut memory, mut meter) = (Memory::default(), Meter::default());
    let mut table = EntryTable::<W>::new(&mut memory, &mut meter).unwrap();
    let mut model = HashMap::new();
    for &(key, entry) in steps {
        step(&mut table, &mut model, spread(key), ClosedEntry(entry), &mut memory, &mut meter);
    }
    for key in 0..5000 {
        let key = spread(key);
        let entry = table.closed_entry(key);
        assert_eq!(entry, model.get(&key).copied().unwrap_or_default());
    }
    let mut all = HashMap::new();
    table.for_each(|key, entry| assert_eq!(all.insert(key, entry), None));
    assert_eq!(all, model);
    assert!(table.len <= table.room);
    assert_eq!(memory.bytes(), (table.lines.len() * Lines::<W>::BYTES) as u64);
}

proptest! {
    /// Few distinct keys, so that most are met again. On some lines many have
    /// the same tag.
    #[test]
    fn behaves_like_a_hash_map(
        steps in proptest::collection::vec((0u32..5000, 1u8..=255), 0..8000)
    ) {
        for shift in [0, 8, 43] {
            compare::<u64>(&steps, |key| u128::from(key + 1) << shift);
            compare::<u128>(&steps, |key| u128::from(key + 1) << shift);
        }
        compare::<u128>(&steps, |key| u128::from(key + 1) << 107);
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
        prop_assert_eq!(slots_in_use(&line), first.unwrap_or(SLOTS));
    }

    #[test]
    fn keys_come_back_from_tag_and_rest(key in 0u128..1 << 120) {
        let (tag, rest) = EntryTable::<u128>::split(EntryTable::<u128>::mix(key));
        prop_assert_eq!(EntryTable::<u128>::unmix(EntryTable::<u128>::join(tag, rest)), key);
        let key = key & ((1 << 56) - 1);
        let (tag, rest) = EntryTable::<u64>::split(EntryTable::<u64>::mix(key));
        prop_assert_eq!(EntryTable::<u64>::unmix(EntryTable::<u64>::join(tag, rest)), key);
        prop_assert!(rest < 1 << (8 * EntryTable::<u64>::REST));
    }
}

/// The tags of the first two keys differ in the lowest bit, where a carry could
/// make them look alike.
#[test]
fn keys_with_the_same_rest_are_told_apart_by_their_tags() {
    type Table = EntryTable<u64>;
    let (mut memory, mut meter) = (Memory::default(), Meter::default());
    let mut table = Table::new(&mut memory, &mut meter).unwrap();
    let mut model = HashMap::new();
    for (tag, rest) in [(6, 1), (7, 2), (6, 2), (7, 1)] {
        let key = Table::unmix(Table::join(tag, rest));
        step(&mut table, &mut model, key, ClosedEntry(9), &mut memory, &mut meter);
    }
}

#[test]
fn keys_of_one_home_are_found_before_and_after_growth() {
    let (mut memory, mut meter) = (Memory::default(), Meter::default());
    for home in [0, 1, EntryTable::<u64>::LEAST_LINES - 1] {
        let mut table = EntryTable::<u64>::new(&mut memory, &mut meter).unwrap();
        let probe = EntryTable::<u64>::new(&mut memory, &mut meter).unwrap();
        let mut model = HashMap::new();
        // Fills most of the table from one home on, then lets it grow.
        for key in (1..).filter(|&key| probe.home(key) == home).take(300) {
            step(&mut table, &mut model, key, ClosedEntry(7), &mut memory, &mut meter);
        }
        assert!(table.lines.len() > EntryTable::<u64>::LEAST_LINES);
        for (&key, &entry) in &model {
            assert_eq!(table.closed_entry(key), entry);
        }
    }
}

fn fill_to_the_limit<W: Word>(bytes: u64) -> EntryTable<W> {
    let limits = Limits { bytes: Some(bytes), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let mut memory = Memory::default();
    let mut table = EntryTable::<W>::new(&mut memory, &mut meter).unwrap();
    let key = |number: u64| u128::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8);
    let stop = (1u64..).find_map(|number| {
        let stop = table.make_room(1, &mut memory, &mut meter).err();
        if stop.is_none() {
            let slot = table.slot_of(key(number), table.home(key(number)));
            assert_eq!(slot.closed_entry(), ClosedEntry::default());
            slot.insert(ClosedEntry(number as u8 | 1));
        }
        stop
    });
    assert_eq!(stop, Some(Stop::Memory));
    assert_eq!(table.len, table.room);
    assert!(meter.counters().peak_bytes <= bytes);
    for number in 1..=table.len as u64 {
        let key = key(number);
        assert_eq!(table.closed_entry(key), ClosedEntry(number as u8 | 1));
    }
    table
}

#[test]
fn growth_over_segments_keeps_the_entries_and_the_limit() {
    // Three segments of 4 MiB, and no room for a fourth.
    assert_eq!(fill_to_the_limit::<u64>(15 << 20).lines.len(), 3 << 16);
}

/// Growing may also be refused at the size where lines become segments.
#[test]
fn no_limit_loses_entries() {
    for quarters in (1..40).step_by(3) {
        fill_to_the_limit::<u64>(quarters << 18);
        fill_to_the_limit::<u128>(quarters << 19);
    }
}
