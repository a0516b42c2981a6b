//! The expectation against searches that shuffle their moves.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

#[test]
fn there_are_24_orders_and_each_has_a_strategy() {
    let orders = orders();
    assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), 24);
    for order in orders {
        assert!(order.parse::<optile_core::MoveOrder>().is_ok(), "{order}");
    }
}

/// One search in which every node shuffles its moves.
fn shuffled(
    toward: &TileSum,
    state: State<Eight>,
    last: Option<Move>,
    rest: u32,
    random: &mut Xoshiro256PlusPlus,
    expanded: &mut u64,
) -> bool {
    if toward.root(&state) == 0 {
        return true;
    }
    *expanded += 1;
    let mut moves: Vec<Move> = state.moves().filter(|m| Some(m.inverse()) != last).collect();
    moves.shuffle(random);
    moves.into_iter().any(|m| {
        let next = state.successor(m);
        toward.root(&next) < rest && shuffled(toward, next, Some(m), rest - 1, random, expanded)
    })
}

#[test]
fn the_expectation_is_the_mean_of_many_shuffled_searches() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1993);
    for goal_blank in [0, 4] {
        let chance = Chance::new(goal_blank);
        let starts: Vec<Start> =
            Oracle::new(EIGHT, goal_blank).iter().filter(|s| s.1 == 18).collect();
        for (start, distance) in starts.iter().step_by(700) {
            let expected = chance.expansions(start, *distance);
            let runs = 1000;
            let mut values = Vec::new();
            for _ in 0..runs {
                let mut expanded = 0;
                let found =
                    shuffled(&chance.toward, *start, None, *distance, &mut random, &mut expanded);
                assert!(found);
                values.push(expanded as f64);
            }
            let sample = Sample::new(&values);
            let errors = (sample.mean - expected) / sample.error.max(1e-9);
            assert!(errors.abs() < 4.5, "{} is not {expected}", sample.mean);
        }
    }
}

#[test]
fn orders_that_mirror_each_other_expand_alike() {
    let goal = Arrangement::goal(EIGHT.size(), 0).unwrap();
    let starts: Vec<Start> = Oracle::new(EIGHT, 0).iter().filter(|s| s.1 == 12).collect();
    let laboratory = crate::tests::laboratory();
    let expanded = |order: &str| {
        let strategy = laboratory.strategy(&format!("idastar:manhattan,order={order}")).unwrap();
        expansions(&mut Session::new(&*strategy), &starts, goal, &laboratory).unwrap()
    };
    for (order, mirrored) in [("udlr", "lrud"), ("rdul", "drlu")] {
        assert_eq!(expanded(order), expanded(mirrored));
    }
    assert_ne!(expanded("udlr"), expanded("rdul"));
}
