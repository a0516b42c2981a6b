//! Explorations compared with a slow search.

use super::*;

fn explored(sides: [usize; 2], goal_blank: usize, threads: usize) -> Exploration {
    let mut exploration = Exploration::new(sides, goal_blank, threads).unwrap();
    let mut meter = Meter::default();
    while !exploration.is_over() {
        exploration.advance(&mut meter).unwrap();
    }
    exploration
}

/// The boards at each distance, by a search of single boards.
fn slowly([width, height]: [usize; 2], goal_blank: usize) -> Vec<Vec<Vec<u8>>> {
    let cells = width * height;
    let mut goal: Vec<u8> = (1..cells as u8).collect();
    goal.insert(goal_blank, 0);
    let mut met = std::collections::HashSet::from([goal.clone()]);
    let mut layers = vec![vec![goal]];
    loop {
        let mut next = Vec::new();
        for board in &layers[layers.len() - 1] {
            let blank = board.iter().position(|&tile| tile == 0).unwrap();
            for cell in 0..cells {
                let apart =
                    (cell % width).abs_diff(blank % width) + (cell / width).abs_diff(blank / width);
                let mut neighbour = board.clone();
                neighbour.swap(cell, blank);
                if apart == 1 && met.insert(neighbour.clone()) {
                    next.push(neighbour);
                }
            }
        }
        if next.is_empty() {
            return layers;
        }
        next.sort();
        layers.push(next);
    }
}

#[test]
fn every_layer_holds_the_boards_that_a_slow_search_finds() {
    for sides in [[2, 2], [2, 3], [3, 2], [2, 4], [4, 2], [3, 3]] {
        // A few goals of the 8-puzzle, and all goals of the other sizes.
        let step = if sides == [3, 3] { 4 } else { 1 };
        for goal_blank in (0..sides[0] * sides[1]).step_by(step) {
            let mut exploration = Exploration::new(sides, goal_blank, 2).unwrap();
            let mut meter = Meter::default();
            let expected = slowly(sides, goal_blank);
            for (depth, boards) in expected.iter().enumerate() {
                if depth > 0 {
                    exploration.advance(&mut meter).unwrap();
                }
                let mut found = Vec::new();
                exploration.for_each_last(|board| found.push(board.to_vec()));
                found.sort();
                assert_eq!(&found, boards, "{sides:?} {goal_blank} {depth}");
            }
            assert!(exploration.is_over());
        }
    }
}

#[test]
fn threads_do_not_matter_and_work_goes_on_where_it_was() {
    let whole = explored([2, 5], 9, 1);
    for (threads, until) in [(2, 1), (3, 20), (9, 54)] {
        let mut meter = Meter::default();
        let mut first = Exploration::new([2, 5], 9, threads).unwrap();
        while first.depth_counts().len() <= until {
            first.advance(&mut meter).unwrap();
        }
        let mut kept = first.layers();
        let mut second: Exploration = Exploration::resume::<ExplorationError>(
            [2, 5],
            9,
            threads,
            first.depth_counts().to_vec(),
            |words| {
                words.copy_from_slice(kept.next().unwrap());
                Ok(())
            },
        )
        .unwrap();
        while !second.is_over() {
            second.advance(&mut meter).unwrap();
        }
        assert_eq!(second.depth_counts(), whole.depth_counts());
        assert!(second.layers().eq(whole.layers()));
    }
}

#[test]
fn a_limit_leaves_no_layer_half_made_nor_takes_more_bytes() {
    let limits = optile_core::Limits { expanded: Some(1000), bytes: None };
    let mut meter = Meter::new(limits, Default::default());
    let mut exploration = Exploration::new([3, 3], 8, 2).unwrap();
    let stop = loop {
        if let Err(stop) = exploration.advance(&mut meter) {
            break stop;
        }
    };
    assert_eq!((stop, meter.counters().expanded), (Stop::Nodes, 1000));
    assert_eq!(exploration.depth_counts().iter().sum::<u64>(), 1102);
    let limits = optile_core::Limits { expanded: None, bytes: Some(1000) };
    let mut meter = Meter::new(limits, Default::default());
    assert_eq!(exploration.advance(&mut meter), Err(Stop::Memory));
}

#[test]
fn sizes_out_of_range_are_refused() {
    for sides in [[1, 9], [9, 1], [0, 0], [2, 13], [usize::MAX, 2]] {
        let error = Exploration::new(sides, 0, 1).unwrap_err();
        assert!(matches!(error, ExplorationError::Size { .. }), "{sides:?}");
    }
    let error = Exploration::new([3, 3], 9, 1).unwrap_err();
    assert_eq!(error.to_string(), "the goal's blank cannot be at cell 9: cells are 0 to 8");
    assert_eq!(Exploration::states([2, 7]), 43_589_145_600);
    assert!((6 << 30..7 << 30).contains(&Exploration::bytes([7, 2], 2)));
    assert_eq!(Exploration::states([5, 5]), 7_755_605_021_665_492_992_000_000);
}
