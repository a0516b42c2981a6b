//! Games of walking distance against a slow, obvious search; and their tables as bytes.

use std::collections::HashMap;

use bytes::Bytes;
use optile_core::{Interrupt, Limits, Meter, Stop};
use optile_pdb::{AnyKey, AnyTable, FormatError, Game, Progress, WalkingTable};

/// For each line, how many tiles of each home are there.
type Lines = Vec<Vec<usize>>;

fn build(game: Game) -> WalkingTable {
    WalkingTable::build(&game, &Meter::default(), &Progress::new()).unwrap()
}

/// The games of at most so many positions.
fn games(most: u64) -> impl Iterator<Item = Game> {
    let sides = (2..=5).flat_map(|lines| (2..=5).map(move |length| (lines, length)));
    let games =
        sides.flat_map(|(lines, length)| (0..lines).map(move |goal| Game { lines, length, goal }));
    games.filter(move |game| game.positions() <= most)
}

fn solved(game: Game) -> Lines {
    let tiles = |line, home| match line == home {
        true => game.length - usize::from(line == game.goal),
        false => 0,
    };
    (0..game.lines).map(|line| (0..game.lines).map(|home| tiles(line, home)).collect()).collect()
}

/// The positions after one step.
fn successors(game: Game, position: &Lines) -> Vec<Lines> {
    let is_short = |line: &Vec<usize>| line.iter().sum::<usize>() < game.length;
    let blank = position.iter().position(is_short).unwrap();
    let mut all = Vec::new();
    for from in (0..game.lines).filter(|from| from.abs_diff(blank) == 1) {
        for home in (0..game.lines).filter(|&home| position[from][home] > 0) {
            let mut after = position.clone();
            after[from][home] -= 1;
            after[blank][home] += 1;
            all.push(after);
        }
    }
    all
}

/// The distance of every position, with lists of lists as positions and a map.
fn slowly(game: Game) -> HashMap<Lines, u8> {
    let mut distances = HashMap::from([(solved(game), 0)]);
    let mut layer = vec![solved(game)];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for position in layer {
            let distance = distances[&position];
            for after in successors(game, &position) {
                if !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance + 1);
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    distances
}

fn rank(table: &WalkingTable, position: &Lines) -> usize {
    let row = |line: usize| {
        let homes = position[line].iter().enumerate();
        homes.map(|(home, tiles)| tiles * WalkingTable::code(home)).sum()
    };
    table.position(row).unwrap().rank()
}

#[test]
fn distances_are_those_of_a_plain_search() {
    for game in games(25_000) {
        let (table, slowly) = (build(game), slowly(game));
        assert_eq!(slowly.len() as u64, game.positions(), "{game}");
        let mut seen = vec![false; slowly.len()];
        for (position, distance) in slowly {
            let rank = rank(&table, &position);
            assert!(!std::mem::replace(&mut seen[rank], true), "{game} {position:?}");
            assert_eq!(table.distance_of(rank as u32), distance, "{game} {position:?}");
        }
    }
}

/// Checks how many positions a game has, and a walk.
fn check_positions(lines: usize, length: usize, goal: usize, expected: u64) {
    let game = Game { lines, length, goal };
    let table = build(game);
    assert_eq!(table.counts().iter().sum::<u64>(), expected, "{game}");
    check_walk(&table);
}

/// Published: 24,964 positions for the 15-puzzle.
#[test]
fn as_many_positions_are_reached_as_were_published() {
    check_positions(4, 4, 0, 24_964);
    check_positions(5, 4, 1, 5_977_015);
}

/// Published: 65,650,495 positions for the 24-puzzle.
#[test]
#[ignore = "takes 9 s"]
fn as_many_positions_are_reached_on_the_largest_board_as_were_published() {
    check_positions(5, 4, 0, 5_977_015);
    check_positions(5, 5, 0, 65_650_495);
}

/// Follows a long walk by steps, and compares each position with that from its lines.
fn check_walk(table: &WalkingTable) {
    let game = *table.game();
    let mut lines = solved(game);
    let mut rank = rank(table, &lines) as u32;
    assert_eq!(table.distance_of(rank), 0);
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut steps = Vec::new();
        table.for_each_step(rank, |home, from, to, next| steps.push((home, from, to, next)));
        assert_eq!(steps.len(), successors(game, &lines).len());
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (home, from, to, next) = steps[(seed >> 33) as usize % steps.len()];
        lines[from][home] -= 1;
        lines[to][home] += 1;
        assert_eq!(next.rank(), self::rank(table, &lines), "{game} {lines:?}");
        assert_eq!(table.distance_of(rank).abs_diff(table.distance(next)), 1);
        rank = next.rank() as u32;
    }
}

#[test]
fn a_reversed_game_has_the_same_distances() {
    let [game, reversed] = [1, 3].map(|goal| Game { lines: 5, length: 2, goal });
    assert_eq!(reversed.canonical(), game);
    let table = build(game);
    for (position, distance) in slowly(reversed) {
        let turned = position.iter().rev().map(|line| line.iter().rev().copied().collect());
        let rank = rank(&table, &turned.collect());
        assert_eq!(table.distance_of(rank as u32), distance);
    }
}

#[test]
fn limits_signals_and_impossible_games_end_a_build() {
    let game = Game { lines: 5, length: 3, goal: 0 };
    let limited = |bytes| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let meter = Meter::new(limits, Interrupt::default());
        WalkingTable::build(&game, &meter, &Progress::new()).err()
    };
    let needed = game.bytes_to_build();
    assert_eq!((limited(needed - 1), limited(needed)), (Some(Stop::Memory), None));
    let meter = Meter::default();
    meter.interrupt().time_is_up();
    assert_eq!(WalkingTable::build(&game, &meter, &Progress::new()).err(), Some(Stop::Time));
    for game in [Game { lines: 6, ..game }, Game { length: 1, ..game }, Game { goal: 5, ..game }] {
        assert_eq!(game.positions(), 0);
        let stop = WalkingTable::build(&game, &Meter::default(), &Progress::new()).err();
        assert!(matches!(stop, Some(Stop::Unsupported(_))));
    }
}

fn written(table: &AnyTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_table_reads_back_and_every_alteration_is_noticed() {
    let game = Game { lines: 3, length: 4, goal: 1 };
    let key = AnyKey::Walking(game);
    let table = AnyTable::build(&key, &Meter::default(), &Progress::new()).unwrap();
    let bytes = written(&table);
    assert_eq!(bytes.len() as u64, AnyTable::written_bytes(&key));
    assert_eq!(AnyTable::inspect(&bytes[..4096], bytes.len() as u64), Ok(key));
    let read = |key: &AnyKey, bytes: &[u8]| AnyTable::read(key, &Bytes::from(bytes.to_vec()));
    let again = read(&key, &bytes).unwrap();
    assert_eq!((again.key(), again.counts()), (key, table.counts()));
    assert_eq!(written(&again), bytes);
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        let error = read(&key, &bytes).unwrap_err();
        assert!(place < 24 || error == FormatError::Altered, "byte {place}: {error}");
    }
    let cut = read(&key, &bytes[..bytes.len() - 1]).unwrap_err();
    assert!(matches!(cut, FormatError::Length { .. }), "{cut}");
    let foreign = read(&key, &vec![1; bytes.len()]).unwrap_err();
    assert_eq!(foreign, FormatError::Foreign);
    let other = AnyKey::Walking(Game { goal: 2, ..game });
    let wrong = read(&other, &bytes).unwrap_err();
    assert!(matches!(wrong, FormatError::Wrong { .. }), "{wrong}");
}
