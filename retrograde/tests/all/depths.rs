//! Compares tables with the published numbers of states at each distance.

use optile_core::{Interrupt, Meter, Size};
use optile_retrograde::{Exploration, Table};

/// Counts the states at each distance, of boards given as `WxH` and the cell
/// of the goal's blank.
fn check(boards: &[(&str, usize)], expected: &[u64]) {
    for &(size, goal_blank) in boards {
        let size: Size = size.parse().expect("a size");
        let mut meter = Meter::default();
        let table = Table::build(size, goal_blank, &mut meter).expect("nothing is limited");
        assert_eq!(table.depth_counts(), expected, "{size}, goal's blank at {goal_blank}");
        let states: u64 = expected.iter().sum();
        let counters = meter.counters();
        assert_eq!(counters.peak_stored, states);
        assert_eq!(counters.expanded, states - expected[expected.len() - 1]);
        assert_eq!(counters.generated - counters.duplicates, states - 1);
        assert_eq!(counters.layers, expected.len() as u64 - 1);
        assert_eq!(table.radius() as usize, expected.len() - 1);
        assert_eq!(explore(size, goal_blank), expected, "{size} explored");
    }
}

/// The counts of a whole space, on two threads.
fn explore(size: Size, goal_blank: usize) -> Vec<u64> {
    let mut exploration = Exploration::alone(size, goal_blank, 2).expect("such a space");
    exploration.finish(&Interrupt::default()).expect("nothing is limited");
    exploration.depth_counts().to_vec()
}

/// OEIS A090034.
#[test]
fn depths_of_2x3() {
    let counts = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];
    check(&[("2x3", 0), ("2x3", 1), ("2x3", 4), ("2x3", 5), ("3x2", 0), ("3x2", 5)], &counts);
}

/// OEIS A090035.
#[test]
fn depths_of_2x4() {
    let counts = [
        1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194,
        1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
    ];
    check(&[("2x4", 0), ("2x4", 7), ("4x2", 3), ("4x2", 7)], &counts);
}

/// OEIS A090036.
#[test]
fn depths_of_2x5() {
    let counts = [
        1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996,
        6838, 9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896,
        116966, 126335, 131998, 133107, 128720, 119332, 106335, 91545, 75742, 60119, 45840, 33422,
        23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
    ];
    check(&[("2x5", 0), ("2x5", 9), ("5x2", 4), ("5x2", 9)], &counts);
}

/// OEIS A089473.
#[test]
fn depths_of_3x3_from_a_corner() {
    let counts = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    check(&[("3x3", 0), ("3x3", 2), ("3x3", 6), ("3x3", 8)], &counts);
}

/// OEIS A089483.
#[test]
fn depths_of_3x3_from_an_edge() {
    let counts = [
        1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596,
        13930, 14713, 21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
    ];
    check(&[("3x3", 1), ("3x3", 3), ("3x3", 5), ("3x3", 7)], &counts);
}

/// OEIS A089474.
#[test]
fn depths_of_3x3_from_the_centre() {
    let counts = [
        1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132,
        12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
    ];
    check(&[("3x3", 4)], &counts);
}

/// OEIS A090166.
const OF_3X4: [u64; 54] = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167,
    119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872,
    10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905, 18899357,
    16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303, 92311, 27116,
    5390, 1115, 86, 18,
];

#[test]
fn depths_of_3x4() {
    check(&[("3x4", 11)], &OF_3X4);
}

#[test]
#[ignore = "takes 2 s"]
fn depths_of_4x3() {
    check(&[("4x3", 11)], &OF_3X4);
}

/// OEIS A090167, as far as it is published, and the radius of the whole space.
const OF_2X6: [u64; 39] = [
    1, 2, 3, 6, 11, 20, 36, 60, 95, 155, 258, 426, 688, 1106, 1723, 2615, 3901, 5885, 8851, 13205,
    19508, 28593, 41179, 58899, 83582, 118109, 165136, 228596, 312542, 423797, 568233, 755727,
    994641, 1296097, 1667002, 2119476, 2660415, 3300586, 4038877,
];

fn check_2x6(size: &str, goal_blank: usize) {
    let found = explore(size.parse().unwrap(), goal_blank);
    assert_eq!(found[..OF_2X6.len()], OF_2X6);
    assert_eq!(found.len() - 1, 80);
}

#[test]
fn depths_of_2x6() {
    check_2x6("2x6", 11);
}

#[test]
#[ignore = "takes a second"]
fn depths_of_6x2() {
    check_2x6("6x2", 0);
}
