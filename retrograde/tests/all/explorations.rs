//! Explorations on one rank compared with a slow search, and on several ranks with one.

use std::collections::HashSet;

use optile_core::{Interrupt, Size};
use optile_ranks::{Communicator, Traffic, thread_links};
use optile_retrograde::{Exploration, ExplorationError, Layer};
use optile_testkit::links;

/// Runs `body` on ranks that are threads, and returns what each returns.
fn on_ranks<T: Send>(ranks: usize, body: impl Fn(&mut Communicator) -> T + Sync) -> Vec<T> {
    links::on_ranks(thread_links(ranks), |mut ranks| body(&mut ranks))
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// The boards at each distance, by a search of single boards.
fn slowly(size: Size, goal_blank: usize) -> Vec<Vec<Vec<u8>>> {
    let (width, cells) = (size.width(), size.cells());
    let mut goal: Vec<u8> = (1..cells as u8).collect();
    goal.insert(goal_blank, 0);
    let mut met = HashSet::from([goal.clone()]);
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
    for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"].map(size) {
        // Two goals of the 8-puzzle, and all goals of the other sizes.
        let goals = if size.cells() == 9 { vec![1, 4] } else { (0..size.cells()).collect() };
        for goal_blank in goals {
            let mut exploration = Exploration::alone(size, goal_blank, 2).unwrap();
            let mut ranks = Communicator::alone();
            let expected = slowly(size, goal_blank);
            for (depth, boards) in expected.iter().enumerate() {
                if depth > 0 {
                    exploration.advance(&mut ranks, &Interrupt::default()).unwrap();
                }
                let mut found = Vec::new();
                let visit = &mut |_, board: &[u8]| found.push(board.to_vec());
                exploration.for_each_last(visit);
                found.sort();
                assert_eq!(&found, boards, "{size} {goal_blank} {depth}");
            }
            assert!(exploration.is_over());
        }
    }
}

/// The words of an exploration, as [`Exploration::parts`] gives them.
fn words(exploration: &Exploration) -> Vec<(usize, usize, Vec<u64>)> {
    let parts = exploration.parts(0..exploration.partition().cells());
    parts.map(|(cell, first, words)| (cell, first, words.clone())).collect()
}

#[test]
fn threads_do_not_matter_and_work_goes_on_where_it_was() {
    let mut whole = Exploration::alone(size("2x5"), 9, 1).unwrap();
    whole.finish(&Interrupt::default()).unwrap();
    for (threads, until) in [(2, 1), (3, 20), (9, 54)] {
        let mut ranks = Communicator::alone();
        let mut first = Exploration::alone(size("2x5"), 9, threads).unwrap();
        while first.depth_counts().len() <= until {
            first.advance(&mut ranks, &Interrupt::default()).unwrap();
        }
        let counts = first.depth_counts().to_vec();
        let mut second = Exploration::new(size("2x5"), 9, threads, &ranks).unwrap();
        second.resume(counts);
        let parts = words(&first);
        for (cell, first, words) in &parts[1..] {
            second.put(*cell, *first, words);
        }
        assert!(matches!(second.verify(&mut ranks), Err(ExplorationError::Damaged)));
        let (cell, first, words_of_first) = &parts[0];
        second.put(*cell, *first, words_of_first);
        second.verify(&mut ranks).unwrap();
        second.finish(&Interrupt::default()).unwrap();
        assert_eq!(second.depth_counts(), whole.depth_counts());
        assert_eq!(words(&second), words(&whole));
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    for size in ["2x11", "5x5"].map(size) {
        let error = Exploration::alone(size, 0, 1).err().unwrap();
        assert!(matches!(error, ExplorationError::Size(_)), "{size}");
    }
    let error = Exploration::alone(size("3x3"), 9, 1).err().unwrap();
    assert_eq!(error.to_string(), "the goal's blank cannot be at cell 9: cells are 0 to 8");
    let bytes = Exploration::rank_bytes(size("7x2"), 1, 2).unwrap();
    assert!((5 << 30..6 << 30).contains(&bytes), "{bytes}");
}

/// What a rank has found, and what it has sent.
struct Found {
    depth_counts: Vec<u64>,
    farthest: Vec<(usize, Vec<u8>)>,
    traffic: Traffic,
}

fn explored(size: Size, goal_blank: usize, ranks: usize, threads: usize) -> Vec<Found> {
    on_ranks(ranks, |ranks| {
        let mut own = Exploration::new(size, goal_blank, threads, ranks).unwrap();
        while !own.is_over() {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        let mut farthest = Vec::new();
        own.for_each_last(&mut |cell, board| farthest.push((cell, board.to_vec())));
        Found { depth_counts: own.depth_counts().to_vec(), farthest, traffic: ranks.traffic() }
    })
}

fn check(size: Size, goal_blank: usize, all: impl Iterator<Item = (usize, usize)>) {
    let mut expected = Exploration::alone(size, goal_blank, 2).unwrap();
    expected.finish(&Interrupt::default()).unwrap();
    let mut boards = Vec::new();
    expected.for_each_last(&mut |_, board| boards.push(board.to_vec()));
    for (ranks, threads) in all {
        let found = explored(size, goal_blank, ranks, threads);
        let name = format!("{size} {goal_blank} on {ranks} ranks of {threads} threads");
        for own in &found {
            assert_eq!(own.depth_counts, expected.depth_counts(), "{name}");
        }
        // A stable sort, because ranks own words in their order.
        let mut farthest: Vec<_> = found.iter().flat_map(|own| own.farthest.clone()).collect();
        farthest.sort_by_key(|&(cell, _)| cell);
        let farthest: Vec<_> = farthest.into_iter().map(|(_, board)| board).collect();
        assert_eq!(farthest, boards, "{name}");
    }
}

#[test]
fn ranks_count_what_one_machine_counts() {
    for (sides, goal_blank) in [("3x3", 8), ("3x3", 1), ("2x4", 3), ("4x2", 0), ("2x5", 9)] {
        check(size(sides), goal_blank, (1..8).map(|ranks| (ranks, 1 + (ranks + goal_blank) % 2)));
    }
    check(size("2x5"), 4, [(13, 1), (30, 1)].into_iter());
    check(size("2x3"), 0, [(1, 2)].into_iter());
    check(size("2x2"), 3, [(1, 1)].into_iter());
}

/// What is sent depends on the ranks alone. The numbers were also computed from the moves.
#[test]
fn ranks_send_the_same_each_time() {
    for (sides, ranks, messages, bytes) in [
        ("3x3", 1, 0, 0),
        ("3x3", 2, 124, 48_608),
        ("3x3", 3, 310, 64_480),
        ("3x3", 7, 1_674, 86_304),
        ("3x3", 8, 2_170, 90_272),
        ("2x5", 2, 330, 677_600),
        ("2x5", 5, 2_204, 1_466_080),
        ("2x5", 13, 8_806, 2_083_840),
        ("2x5", 30, 17_820, 2_627_680),
    ] {
        // The larger space takes turns.
        let both = [1, 2];
        let threads = if sides == "3x3" { &both[..] } else { &both[ranks % 2..][..1] };
        for &threads in threads {
            let size = size(sides);
            let found = explored(size, size.cells() - 1, ranks, threads);
            let sum = |amount: fn(&Found) -> u64| found.iter().map(amount).sum::<u64>();
            let sent = (sum(|own| own.traffic.messages), sum(|own| own.traffic.bytes));
            assert_eq!(sent, (messages, bytes), "{size} on {ranks} ranks");
        }
    }
}

#[test]
fn an_interrupt_of_one_rank_ends_all_after_a_whole_layer() {
    let layers = on_ranks(3, |ranks| {
        let mut own = Exploration::new(size("3x3"), 8, 1, ranks).unwrap();
        let interrupt = Interrupt::default();
        if ranks.rank() == 2 {
            interrupt.interrupt();
        }
        own.advance(ranks, &interrupt).unwrap()
    });
    assert_eq!(layers, [Layer { states: 2, is_interrupted: true }; 3]);
}
