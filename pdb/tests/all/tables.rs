//! Tables against a slow, obvious build; and as bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use optile_core::{Arrangement, Interrupt, Limits, Meter, Move, Shape, Size, Stop, goal_cell};
use optile_pdb::{FormatError, Key, Memory, Progress, Recipe, Storage, Table};

fn key(size: &str, goal_blank: usize, tiles: &[usize], zero: bool) -> Key {
    let tiles = tiles.iter().copied().collect();
    let size = size.parse().unwrap();
    Key { size, goal_blank, tiles, zero, storage: Storage::Bytes }
}

fn build(key: &Key) -> Table {
    Table::build(key, &Meter::default(), &Progress::new()).unwrap()
}

/// The cell that the blank gets to from `cell`, if it can.
fn neighbour(size: Size, cell: usize, m: Move) -> Option<usize> {
    let shape = Shape::of(size);
    shape.legal(cell).contains(m).then(|| cell.wrapping_add(shape.step(m)))
}

/// The rows and columns from the tiles' cells to their goals.
fn manhattan(key: &Key, cells: &[usize]) -> u8 {
    let goals = key.tiles.iter().map(|tile| goal_cell(tile, key.goal_blank));
    let width = key.size.width();
    let steps = cells.iter().zip(goals).map(|(&cell, goal)| {
        (cell / width).abs_diff(goal / width) + (cell % width).abs_diff(goal % width)
    });
    steps.sum::<usize>() as u8
}

/// The moves of tiles of the pattern, indexed by the cells of the tiles and the
/// blank. They are found move by move from the goal, and moves of other tiles
/// cost nothing.
fn slowly(key: &Key) -> HashMap<(Vec<usize>, usize), u8> {
    let goal = Arrangement::goal(key.size, key.goal_blank).unwrap();
    let cell = |tile: usize| goal.tiles().iter().position(|&t| usize::from(t) == tile).unwrap();
    let start = (key.tiles.iter().map(cell).collect::<Vec<_>>(), key.goal_blank);
    let mut queue = VecDeque::from([(start, 0)]);
    let mut known = HashMap::new();
    while let Some((state, distance)) = queue.pop_front() {
        if known.contains_key(&state) {
            continue;
        }
        known.insert(state.clone(), distance);
        for from in Move::ALL.into_iter().filter_map(|m| neighbour(key.size, state.1, m)) {
            let mut cells = state.0.clone();
            match cells.iter().position(|&cell| cell == from) {
                Some(item) => {
                    cells[item] = state.1;
                    queue.push_back(((cells, from), distance + 1));
                }
                None => queue.push_front(((cells, from), distance)),
            }
        }
    }
    known
}

fn compare(key: &Key) {
    let known = slowly(key);
    let mut least = HashMap::new();
    for ((cells, _), &distance) in &known {
        let slot = least.entry(cells.clone()).or_insert(distance);
        *slot = distance.min(*slot);
    }
    for zero in [false, true] {
        for storage in Storage::ALL {
            let key = Key { zero, storage, ..*key };
            if !key.is_valid() {
                continue;
            }
            let table = build(&key);
            for ((cells, blank), &distance) in &known {
                let mut expected = if zero { distance } else { least[cells] };
                if storage == Storage::Crumbs {
                    expected = expected.min(manhattan(&key, cells) + 6);
                }
                assert_eq!(
                    table.distance(cells, *blank),
                    Some(expected),
                    "{key} {cells:?} {blank}"
                );
            }
            if !zero {
                let count =
                    |d: usize| least.values().filter(|&&l| usize::from(l) == d).count() as u64;
                let counts: Vec<u64> = (0..table.counts().len()).map(count).collect();
                assert_eq!(table.counts(), counts);
                assert_eq!(counts.iter().sum::<u64>(), least.len() as u64);
            }
        }
    }
}

#[test]
fn entries_are_those_of_a_search_move_by_move() {
    for goal_blank in 0..9 {
        compare(&key("3x3", goal_blank, &[1, 2, 4], false));
    }
    compare(&key("3x3", 1, &[3, 5, 6, 8], false));
    // More orders than bits in a word.
    compare(&key("3x3", 4, &[1, 2, 3, 5, 7], false));
    compare(&key("3x4", 0, &[1, 3, 6], false));
    compare(&key("3x4", 11, &[7, 8, 11], false));
    compare(&key("4x3", 5, &[1, 2, 6], false));
    compare(&key("5x2", 3, &[1, 2, 9, 6], false));
    compare(&key("2x5", 9, &[1, 2, 4], false));
    compare(&key("2x2", 3, &[1, 2, 3], false));
    compare(&key("2x12", 13, &[12, 23], false));
    compare(&key("12x2", 0, &[1, 13], false));
    compare(&key("8x3", 23, &[1, 16], false));
    compare(&key("3x7", 10, &[2, 11], false));
}

#[test]
#[ignore = "takes 9 s"]
fn entries_of_larger_patterns_are_those_of_a_search_move_by_move() {
    for goal_blank in [1, 4, 8] {
        compare(&key("3x3", goal_blank, &[3, 5, 6, 8], false));
    }
    compare(&key("3x3", 4, &[1, 2, 3, 5, 6, 7], false));
    compare(&key("3x4", 0, &[1, 3, 4, 6], false));
    compare(&key("3x4", 11, &[7, 8, 10, 11], false));
    compare(&key("4x3", 5, &[1, 2, 5, 6], false));
    compare(&key("2x12", 13, &[1, 12, 23], false));
}

#[test]
fn histograms_of_fifteen_puzzle_patterns_stay_what_they_are() {
    let table = build(&key("4x4", 0, &[1, 2, 3, 4, 5], false));
    let expected = [
        1, 2, 7, 26, 76, 224, 675, 1840, 4288, 9122, 17354, 29460, 44497, 60335, 73109, 78380,
        72700, 57317, 38246, 21304, 9910, 3804, 1177, 266, 40,
    ];
    assert_eq!(table.counts(), expected);
    assert_eq!(table.key().entries(), 16 * 15 * 14 * 13 * 12);
}

/// The mean of a sum over all states is the sum of the means. The published
/// means are over a thousand states: 41.562 for 5-5-5 (A. Felner, R. E. Korf,
/// S. Hanan, Additive pattern database heuristics, 2004).
#[test]
fn means_of_named_partitions_are_near_the_published_ones() {
    for goal_blank in [0, 3, 12, 15] {
        let keys = "5-5-5".parse::<Recipe>().unwrap().keys("4x4".parse().unwrap(), goal_blank);
        let mean: f64 = keys.unwrap().iter().map(|key| build(key).mean()).sum();
        assert!((mean - 41.6902).abs() < 0.0001, "{mean} with the blank at {goal_blank}");
    }
}

fn written(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

fn read(key: &Key, bytes: &[u8]) -> Result<Table, FormatError> {
    Table::read(key, &Bytes::from(bytes.to_vec()))
}

#[test]
fn tables_read_back_what_they_wrote() {
    for zero in [false, true] {
        for storage in Storage::ALL {
            let key = Key { storage, ..key("3x3", 2, &[1, 2, 5], zero) };
            if !key.is_valid() {
                continue;
            }
            let table = build(&key);
            let bytes = written(&table);
            let length = bytes.len() as u64;
            assert_eq!(length, Table::written_bytes(&key));
            assert_eq!(Table::inspect(&bytes[..4096], length), Ok(key));
            let expected = FormatError::Length { found: length - 1, expected: length };
            assert_eq!(Table::inspect(&bytes[..4096], length - 1), Err(expected));
            let read = read(&key, &bytes).unwrap();
            assert_eq!(written(&read), bytes);
            assert_eq!((read.counts(), read.key()), (table.counts(), &key));
            assert_eq!(read.distance(&[3, 4, 7], 0), table.distance(&[3, 4, 7], 0));
        }
    }
}

#[test]
fn every_altered_byte_and_every_cut_is_noticed() {
    let key = key("3x3", 2, &[1, 2, 5], false);
    let bytes = written(&build(&key));
    let read_own = |bytes: &[u8]| read(&key, bytes);
    for place in 0..bytes.len() {
        // Behind the header, flips take turns.
        let flips = [1, 0x80, 0xff].into_iter().enumerate();
        for (_, flip) in flips.filter(|&(turn, _)| place < 24 || place % 3 == turn) {
            let mut bytes = bytes.clone();
            bytes[place] ^= flip;
            let error = read_own(&bytes).unwrap_err();
            let expected = match place {
                0..8 => matches!(error, FormatError::Foreign),
                8..12 => matches!(error, FormatError::Version { .. }),
                12..24 => true,
                _ => error == FormatError::Altered,
            };
            assert!(expected, "byte {place}: {error}");
        }
    }
    for len in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        let error = read_own(&bytes[..len]).unwrap_err();
        assert!(matches!(error, FormatError::Length { .. } | FormatError::Foreign));
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(matches!(read_own(&longer), Err(FormatError::Length { .. })));
    for other in [
        Key { goal_blank: 3, ..key },
        Key { zero: true, ..key },
        Key { storage: Storage::Nibbles, ..key },
        Key { tiles: [1, 2, 6].into_iter().collect(), ..key },
    ] {
        let error = read(&other, &bytes).unwrap_err();
        assert!(matches!(error, FormatError::Wrong { .. }), "{error}");
    }
}

/// Tables that are not of patterns name no tiles, and some store entries in another way.
#[test]
fn tables_of_nothing_known_are_refused() {
    for (place, byte) in [(16, 0), (15, 2), (15, 4)] {
        let mut bytes = written(&build(&key("3x3", 2, &[1, 2, 5], true)));
        bytes[place] = byte;
        let length = bytes.len() as u64;
        assert_eq!(Table::inspect(&bytes[..4096], length), Err(FormatError::Header));
    }
}

#[test]
fn limits_and_signals_end_a_build() {
    let key = key("4x4", 0, &[1, 2, 3, 4, 5], false);
    let needed = key.bytes_to_build();
    let limited = |bytes| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let meter = Meter::new(limits, Interrupt::default());
        Table::build(&key, &meter, &Progress::new()).err()
    };
    assert_eq!((limited(needed - 1), limited(needed)), (Some(Stop::Memory), None));
    let meter = Meter::default();
    meter.interrupt().time_is_up();
    assert_eq!(Table::build(&key, &meter, &Progress::new()).err(), Some(Stop::Time));
    let impossible = Key { goal_blank: 16, ..key };
    let stop = Table::build(&impossible, &Meter::default(), &Progress::new()).unwrap_err();
    assert!(matches!(stop, Stop::Unsupported(_)));
}

#[test]
fn progress_ends_at_all_that_can_be_met() {
    let key = key("3x3", 0, &[1, 2, 3], true);
    let progress = Progress::new();
    Table::build(&key, &Meter::default(), &progress).unwrap();
    assert_eq!((progress.done(), progress.of()), (key.entries(), key.entries()));
}

#[test]
fn a_cache_makes_each_table_once_for_any_number_of_threads() {
    let table_cache = Arc::new(Memory::default());
    let made = Arc::new(AtomicUsize::new(0));
    let key = key("4x4", 0, &[1, 2, 3, 4], false);
    let ask = || {
        let (table_cache, made) = (Arc::clone(&table_cache), Arc::clone(&made));
        std::thread::spawn(move || {
            let table = table_cache.get_or_make(&key, &mut Meter::default(), |meter| {
                made.fetch_add(1, Ordering::Relaxed);
                Table::build(&key, meter, &Progress::new())
            });
            table.unwrap().counts().to_vec()
        })
    };
    // A failure is not kept.
    let failed = table_cache.get_or_make(&key, &mut Meter::default(), |_| Err(Stop::Memory));
    assert_eq!(failed.err(), Some(Stop::Memory));
    let threads: Vec<_> = (0..4).map(|_| ask()).collect();
    let counts: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(counts.iter().all(|c| *c == counts[0]));
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[test]
fn a_thread_that_waits_for_another_still_hears_signals() {
    let table_cache = Arc::new(Memory::default());
    let key = key("3x3", 0, &[1, 2, 3], false);
    let (other, inside) = (Arc::clone(&table_cache), Arc::new(std::sync::Barrier::new(2)));
    let (begun, ended) = (Arc::clone(&inside), Arc::new(std::sync::Barrier::new(2)));
    let done = Arc::clone(&ended);
    let maker = std::thread::spawn(move || {
        other.get_or_make(&key, &mut Meter::default(), |_| {
            begun.wait();
            done.wait();
            Err(Stop::Memory)
        })
    });
    inside.wait();
    let mut meter = Meter::default();
    meter.interrupt().interrupt();
    let stop = table_cache.get_or_make(&key, &mut meter, |_| Err(Stop::Memory)).unwrap_err();
    assert_eq!(stop, Stop::Interrupted);
    ended.wait();
    assert!(maker.join().unwrap().is_err());
}
