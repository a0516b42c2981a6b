//! The open list compared with a sorted map of deques.

use std::collections::{BTreeMap, VecDeque};

use optile_core::{Interrupt, Limits};
use proptest::prelude::*;

use super::*;

fn ties() -> impl Strategy<Value = Ties> {
    (any::<bool>(), any::<bool>()).prop_map(|(smaller_g, fifo)| Ties { smaller_g, fifo })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Few buckets and many pushes at once, so that blocks fill.
    #[test]
    fn behaves_like_a_sorted_map_of_deques(
        ties in ties(),
        batch in 1usize..100,
        steps in proptest::collection::vec(
            proptest::option::weighted(0.6, (0u32..3, 0u32..3, 1usize..200)),
            0..200,
        )
    ) {
        let mut meter = Meter::default();
        let mut list = OpenList::new(ties);
        let mut model: BTreeMap<(u32, u32), VecDeque<usize>> = BTreeMap::new();
        let (mut number, mut deepest) = (0, 0);
        let mut room = vec![Open::default(); batch];
        for step in steps {
            if let Some((g, h, count)) = step {
                let (f, key) = (g + h, if ties.smaller_g { g } else { h });
                deepest = deepest.max(g);
                for _ in 0..count {
                    list.push(number, f, g, &mut meter).unwrap();
                    model.entry((f, key)).or_default().push_back(number);
                    number += 1;
                }
                continue;
            }
            prop_assert_eq!(list.deepest(), deepest);
            let least_f = model.keys().next().map(|&(f, _)| f);
            prop_assert_eq!(list.least_f(), least_f);
            let mut expected = Vec::new();
            while let Some(mut bucket) = model.first_entry()
                && expected.len() < batch
                && Some(bucket.key().0) == least_f
            {
                let (f, key) = *bucket.key();
                let items = bucket.get_mut();
                let item = if ties.fifo { items.pop_front() } else { items.pop_back() };
                let g = if ties.smaller_g { key } else { f - key };
                expected.push(Open { item: item.unwrap(), g });
                if items.is_empty() {
                    bucket.remove();
                }
            }
            if list.least_f().is_some() {
                prop_assert_eq!(list.peek(), expected.first().map(|open| open.item));
            }
            let popped = list.pop(&mut room);
            prop_assert_eq!(popped, least_f.map(|f| (f, &expected[..])));
            let mut held: Vec<_> = list
                .pieces()
                .flat_map(|(f, g, piece)| piece.iter().map(move |&item| (f, g, item)))
                .collect();
            held.sort_unstable();
            let mut expected = Vec::new();
            for (&(f, key), items) in &model {
                let g = if ties.smaller_g { key } else { f - key };
                expected.extend(items.iter().map(|&item| (f, g, item)));
            }
            expected.sort_unstable();
            prop_assert_eq!(held, expected);
        }
    }
}

/// A row has 256 buckets. So a larger f or g would go to the bucket of another
/// one.
#[test]
fn costs_beyond_the_entries_are_refused_and_change_nothing() {
    for ties in Ties::ALL {
        let mut meter = Meter::default();
        let mut list = OpenList::new(ties);
        let mut model = Vec::new();
        for f in 0..=MOST_COST {
            for g in 0..=f {
                list.push((f, g), f, g, &mut meter).unwrap();
                model.push((f, g, (f, g)));
            }
        }
        let held = meter.held();
        for f in (MOST_COST + 1..600).chain([1 << 16, u32::MAX]) {
            for g in [0, 1, f / 2, f.saturating_sub(256), f - 1, f] {
                let pushed = list.push((f, g), f, g, &mut meter);
                let Err(Stop::Unsupported(reason)) = pushed else {
                    panic!("f {f} and g {g}: {pushed:?}");
                };
                assert!(reason.contains("251"), "{reason}");
            }
        }
        assert_eq!(meter.held(), held);
        let pieces = list.pieces();
        let held = pieces.flat_map(|(f, g, piece)| piece.iter().map(move |&item| (f, g, item)));
        let mut held: Vec<_> = held.collect();
        held.sort_unstable();
        assert_eq!(held, model);
        let mut popped = Vec::new();
        let mut room = [Open::default(); 32];
        while let Some((f, items)) = list.pop(&mut room) {
            popped.extend(items.iter().map(|open| (f, open.g, open.item)));
        }
        assert!(popped.is_sorted_by_key(|&(f, ..)| f));
        popped.sort_unstable();
        assert_eq!(popped, model);
    }
}

#[test]
fn places_are_used_again_and_the_limit_is_kept() {
    for fifo in [false, true] {
        let limits = Limits { bytes: Some(100_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut list = OpenList::new(Ties { fifo, ..Ties::default() });
        for item in 0..100_000u64 {
            list.push(item, 9, 4, &mut meter).unwrap();
            let expected = [Open { item, g: 4 }];
            assert_eq!(list.pop(&mut [Open::default()]), Some((9, &expected[..])));
        }
        let stop = (0..100_000u64).find_map(|item| list.push(item, 9, 4, &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
        assert!(meter.counters().peak_bytes <= 100_000);
        assert!(list.pop(&mut [Open::default()]).is_some());
    }
}
