//! The list compared with a sorted map of stacks.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// Compares all that a list tells about its classes with a sorted map.
fn compare(list: &ClassedList<usize>, model: &BTreeMap<(usize, u32), Vec<usize>>) {
    let classes = list.classes();
    assert_eq!(classes.len(), model.values().map(Vec::len).sum::<usize>() as u64);
    let mut labels: Vec<_> = model.keys().map(|&(label, _)| label).collect();
    labels.dedup();
    assert_eq!(classes.up_to(usize::MAX).map(Row::label).collect::<Vec<_>>(), labels);
    assert_eq!(classes.first().map(Row::label), labels.first().copied());
    for row in labels.iter().filter_map(|&label| classes.row(label)) {
        let costs = model.range((row.label, 0)..=(row.label, u32::MAX));
        let costs: Vec<_> = costs.map(|(&(_, g), items)| (g, items.len() as u32)).collect();
        assert_eq!(row.len(), costs.iter().map(|&(_, len)| u64::from(len)).sum::<u64>());
        assert_eq!(row.costs().map(|g| (g, row.len_at(g))).collect::<Vec<_>>(), costs);
        assert_eq!(row.least_cost(), costs.first().map(|&(g, _)| g));
        for most in [0, 1, 62, 63, 64, 65, 130, 300] {
            let expected = costs.iter().rev().find(|&&(g, _)| g <= most).map(|&(g, _)| g);
            assert_eq!(row.greatest_cost(most), expected);
        }
    }
}

proptest! {
    /// Few classes and many pushes at once, so that blocks fill.
    #[test]
    fn behaves_like_a_sorted_map_of_stacks(
        steps in proptest::collection::vec(
            (any::<bool>(), 0usize..3, prop_oneof![0u32..3, 62u32..66], 1usize..200),
            0..100,
        )
    ) {
        let mut meter = Meter::default();
        let mut list = ClassedList::default();
        let mut model: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
        let mut number = 0;
        for (is_push, label, g, count) in steps {
            let label = 7 * label;
            if is_push {
                for _ in 0..count {
                    list.push(number, label, g, &mut meter).unwrap();
                    model.entry((label, g)).or_default().push(number);
                    number += 1;
                }
            } else {
                let mut items = vec![0; count];
                let taken = list.take(label, g, &mut items);
                let stack = model.remove(&(label, g)).unwrap_or_default();
                let (rest, top) = stack.split_at(stack.len().saturating_sub(count));
                prop_assert!(items[..taken].iter().eq(top.iter().rev()));
                if !rest.is_empty() {
                    model.insert((label, g), rest.to_vec());
                }
            }
            compare(&list, &model);
        }
    }
}

#[test]
fn costs_without_an_entry_are_refused() {
    let mut meter = Meter::default();
    let mut list = ClassedList::default();
    assert_eq!(list.push(1, 5, MOST_COST, &mut meter), Ok(()));
    let stop = list.push(1, 5, MOST_COST + 1, &mut meter);
    assert!(matches!(stop, Err(Stop::Unsupported(_))));
    assert_eq!(list.classes().len(), 1);
}
